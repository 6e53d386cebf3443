// The table without its cards: panels, buttons and texts.

import { fill, h, svg } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { t } from "./words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {ReturnType<typeof createTableLayout>} TableLayout */

export const SPEEDS = [0.5, 1, 2, 4, 0];

/**
 * @param {object} on
 * @param {() => void} on.step
 * @param {() => void} on.end
 * @param {(speed: number) => void} on.speed
 * @param {(zone: "deck" | "grave" | "banish") => void} on.look
 */
export function createTableLayout(on) {
  const speed = h("select", {
    class: "stc-speed",
    onchange: (/** @type {any} */ event) => on.speed(Number(event.target.value)),
  });
  const pile = (/** @type {"deck" | "grave" | "banish"} */ zone) =>
    h(
      "button",
      { class: `stc-pile stc-${zone}`, dataset: { zone }, onclick: () => on.look(zone) },
      h("span", { class: "stc-heap" }),
      h("span", { class: "stc-pile-words" }, h("b"), " ", h("span")),
    );
  return {
    step: h("button", { class: "stc-step", "aria-pressed": "false", onclick: on.step }),
    end: h("button", { class: "stc-end", onclick: on.end }),
    speed,
    speedBox: h("label", { class: "stc-speed-box" }, h("span", { class: "visually-hidden" }), speed),
    field: h("section", { class: "stc-field" }, h("h2", { class: "stc-zone" }), h("div", { class: "stc-field-cards" })),
    board: h("section", { class: "stc-board" }, h("h2", { class: "stc-zone" }), h("div", { class: "stc-board-cards" })),
    hand: h("section", { class: "stc-hand" }, h("div", { class: "stc-hand-cards" })),
    prompt: h("p", { class: "stc-prompt", role: "status" }),
    piles: { deck: pile("deck"), grave: pile("grave"), banish: pile("banish") },
    outcome: h("button", { class: "stc-outcome", hidden: true }),
    layer: h("div", { class: "stc-layer", "aria-hidden": "true" }),
  };
}

/** The card back: an open book under a star. */
export function cardBack() {
  return h(
    "span",
    { class: "stc-back" },
    svg(
      "svg",
      { viewBox: "0 0 63 88", "aria-hidden": "true", focusable: "false" },
      svg("rect", { width: 63, height: 88, fill: "#2b3263" }),
      svg("rect", { x: 4, y: 4, width: 55, height: 80, rx: 3, fill: "none", stroke: "#d9b968", "stroke-width": 1.4 }),
      svg("path", {
        d: "M31.500 56C26 52 19 51 12 53V33C19 31 26 32 31.500 36 37 32 44 31 51 33V53C44 51 37 52 31.500 56ZM31.500 36V56",
        fill: "none",
        stroke: "#d9b968",
        "stroke-width": 1.6,
        "stroke-linejoin": "round",
      }),
      svg("path", {
        d: "M31.500 12L33.500 18 39.500 20 33.500 22 31.500 28 29.500 22 23.500 20 29.500 18ZM31.500 62L33 66.500 37.500 68 33 69.500 31.500 74 30 69.500 25.500 68 30 66.500Z",
        fill: "#d9b968",
      }),
    ),
  );
}

/**
 * Update the button labels.
 * @param {TableLayout} table
 * @param {{speed: number}} settings
 */
export function labelTools(table, settings) {
  const named = (
    /** @type {HTMLElement} */ button,
    /** @type {string} */ sign,
    /** @type {string} */ key,
    /** @type {string} */ letterKey,
  ) => {
    fill(button, icon(sign), h("span", null, t(key)), h("kbd", null, letterKey));
  };
  named(table.step, "next", "step", "S");
  named(table.end, "flag", "end", "E");
  fill(/** @type {Element} */ (table.speedBox.firstElementChild), t("speed"));
  fill(
    table.speed,
    ...SPEEDS.map((speed) =>
      h("option", { value: speed, selected: speed === settings.speed }, speed ? `${speed}×` : t("instant")),
    ),
  );
}

/**
 * Update the piles: counts and top cards.
 * @param {TableLayout} table
 * @param {Model} model
 * @param {(id: string) => HTMLElement} ghost
 */
export function renderPiles({ piles }, model, ghost) {
  const { deck, grave, banish } = model.view;
  const tops = { deck: deck.top[0], grave: grave.at(-1), banish: banish.at(-1) };
  const counts = { deck: deck.count, grave: grave.length, banish: banish.length };
  for (const zone of /** @type {const} */ (["deck", "grave", "banish"])) {
    const pile = piles[zone];
    const [heap, words] = /** @type {Element[]} */ ([...pile.children]);
    const top = counts[zone] ? (tops[zone] ?? "back") : "";
    if (pile.dataset.top !== top) {
      pile.dataset.top = top;
      fill(heap, top === "back" ? cardBack() : top && ghost(top));
    }
    pile.dataset.depth = String(Math.min(3, counts[zone]));
    fill(/** @type {Element} */ (words.children[0]), counts[zone]);
    fill(/** @type {Element} */ (words.children[1]), t(zone));
    pile.setAttribute("aria-label", t("pile", { zone: t(zone), n: counts[zone] }));
  }
}
