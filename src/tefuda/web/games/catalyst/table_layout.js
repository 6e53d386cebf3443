/** The parts of the screen and their texts. */

import { h, svg } from "../../frame/dom.js";
import { SUITS, cardBack } from "./cards.js";
import { about, tip } from "./explanations.js";
import { t } from "./words.js";

/** The deck pile. */
function deckPile() {
  return h("div", { class: "pile" }, ...[0, 1, 2, 3].map(() => h("div", { class: "card" }, cardBack())));
}

/** The crucible for removed cards. */
function crucible() {
  return svg(
    "svg",
    { class: "crucible", viewBox: "0 0 120 110", "aria-hidden": "true" },
    svg("ellipse", { class: "glow", cx: 60, cy: 40, rx: 50, ry: 26 }),
    svg("path", { class: "bowl", d: "M12 36Q14 84 44 92H76Q106 84 108 36Z" }),
    svg("path", { class: "foot", d: "M46 91H74L82 104H38Z" }),
    svg("ellipse", { class: "rim", cx: 60, cy: 36, rx: 50, ry: 15 }),
    svg("ellipse", { class: "coals", cx: 60, cy: 37, rx: 41, ry: 10.5 }),
    svg("path", {
      class: "coal",
      d: "M34 37 42 32 50 38 41 42ZM54 34 64 31 72 36 62 41ZM72 40 82 34 88 39 78 44ZM48 43 58 42 62 46 52 46Z",
    }),
    svg("path", { class: "shine", d: "M22 50Q26 76 44 85" }),
  );
}

/** The icon of the button for suit colours. */
function suitsIcon() {
  const at = { S: [-14, -14], H: [14, -14], D: [-14, 14], C: [14, 14] };
  return svg(
    "svg",
    { viewBox: "-28 -28 56 56", "aria-hidden": "true" },
    ...Object.entries(SUITS).map(([suit, path]) =>
      svg(
        "g",
        { class: `suit-${suit}` },
        svg("path", { class: "pip", d: path, transform: `translate(${at[/** @type {keyof typeof at} */ (suit)]})` }),
      ),
    ),
  );
}

/**
 * Create all parts, without texts.
 * @param {{ontracker: () => void, oncolours: () => void}} on
 */
export function createTable({ ontracker, oncolours }) {
  const field = h("div", { class: "line-up", role: "group" });
  const hand = h("div", { class: "hand", role: "group" });
  const tray = h("div", { class: "tray" }, hand);
  const prompt = h("p", { class: "prompt" });
  const parts = {
    root: h("div", { class: "catalyst-table" }),
    field,
    hand,
    fieldZone: h("div", { class: "field-zone" }, field),
    handZone: h("div", { class: "hand-zone" }, prompt, tray),
    tray,
    prompt,
    plate: h("div", { class: "plate" }),
    colours: h("button", { type: "button", class: "colours", onclick: oncolours }, suitsIcon(), h("span")),
    pile: deckPile(),
    deck: h("div", { class: "deck", role: "img", tabindex: 0 }),
    spent: h("button", { type: "button", class: "spent", onclick: ontracker }),
    layer: h("div", { class: "layer", "aria-hidden": "true" }),
    light: h("div", { class: "light", "aria-hidden": "true" }),
    outcome: h("div", { class: "outcome" }),
    tracker: h("dialog", { class: "tracker" }),
  };
  parts.deck.append(parts.pile, h("span", { class: "count" }), h("span", { class: "name" }));
  parts.spent.append(crucible(), h("span", { class: "count" }), h("span", { class: "name" }));
  parts.tracker.addEventListener("click", (event) => event.target === parts.tracker && parts.tracker.close());
  return parts;
}

/** @typedef {ReturnType<typeof createTable>} TableParts */

/**
 * Update the numbers and texts.
 * @param {TableParts} parts
 * @param {Record<string, any>} view
 * @param {number} plays
 * @param {Record<string, any> | null} table
 * @param {import("../../frame/tooltips.js").Tooltips} tooltips
 */
export function updateTable(parts, view, plays, table, tooltips) {
  const { deck, spent, plate, pile } = parts;
  const removed = view.removed.length;
  deck.setAttribute("aria-label", t("deckCount", { n: view.deck }));
  setCount(deck, view.deck, t("deck"));
  setCount(spent, removed, t("removed"));
  spent.classList.toggle("hot", removed > 0);
  const layers = Math.min(4, Math.ceil(view.deck / 12));
  Array.from(pile.children).forEach((card, place) => card.classList.toggle("gone", place >= layers));
  const options = table?.options ?? {};
  /** @type {["plays" | "cap", number][]} */
  const facts = [["plays", plays]];
  if (options.field_cap) facts.push(["cap", options.field_cap]);
  /** @type {["daily" | "react", string][]} */
  const notes = [];
  if (table?.daily) notes.push(["daily", t("daily", { date: table.daily })]);
  if (options.react === "rank" || options.react === "suit") notes.push(["react", t(`react_${options.react}`)]);
  const now = JSON.stringify([facts, notes, t("plays")]);
  // Equal facts are kept, so an open tooltip stays.
  if (plate.dataset.facts !== now) {
    plate.dataset.facts = now;
    plate.replaceChildren(
      ...facts.map(([name, value]) =>
        tooltips.explain(h("span", { class: "fact", tabindex: 0 }, `${t(name)} `, h("b", null, value)), () =>
          tip(t(name), about(name)),
        ),
      ),
      ...notes.map(([name, note]) =>
        tooltips.explain(h("span", { class: "note", tabindex: 0 }, note), () => tip(note, about(name))),
      ),
    );
  }
  parts.colours.setAttribute("aria-label", t("fourColours"));
  /** @type {Element} */ (parts.colours.lastElementChild).textContent = t("fourColours");
}

/**
 * Explain the piles and the colours on hover, focus and long press.
 * @param {TableParts} parts
 * @param {import("../../frame/tooltips.js").Tooltips} tooltips
 */
export function explainTable({ deck, spent, colours }, tooltips) {
  tooltips.explain(deck, () => tip(deck.ariaLabel ?? "", about("deck")));
  tooltips.explain(spent, () => tip(t("removed"), about("spent")));
  tooltips.explain(colours, () => tip(t("fourColours"), about("colours")));
}

/**
 * @param {HTMLElement} place @param {number} count @param {string} name
 */
function setCount(place, count, name) {
  /** @type {HTMLElement} */ (place.querySelector(".count")).textContent = String(count);
  /** @type {HTMLElement} */ (place.querySelector(".name")).textContent = name;
}
