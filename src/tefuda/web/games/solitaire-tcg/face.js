// Card faces: the full one with fitted text, and the small one for the table.

import { h, svg } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { picture } from "./art.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */

/** Icons of card types, 24 by 24. @type {Record<string, string>} */
const TYPE_ICONS = {
  monster: "M12 3c4 0 7 3 7 7 0 3-1 4-2 6l-1 5-2-2-2 2-2-2-2 2-1-5c-1-2-2-3-2-6 0-4 3-7 7-7zM9 10v2M15 10v2",
  spell: "M12 2l2.500 7.500L22 12l-7.500 2.500L12 22l-2.500-7.500L2 12l7.500-2.500z",
  equip: "M19 3l-1 6-8 8-3-3 8-8zM5 12l7 7M7 17l-4 4",
  artifact: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M19 5l-3 3M8 16l-3 3",
  field: "M4 21V11a8 8 0 0 1 16 0v10M9 21v-8a3 3 0 0 1 6 0v8M2 21h20",
};

/** Font sizes in hundredths of the card width, largest first. Flavour text is hidden before the text becomes small. */
const TEXT_SIZES = [5, 4.6, 4.2, 3.9, 3.6, 3.3, 3];
const NAME_SIZES = [6.6, 6, 5.4, 4.8, 4.3];

/** @type {WeakMap<Element, number>} the width that a face was fitted to */
const fittedWidths = new WeakMap();
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    if (!contentRect.width || fittedWidths.get(target) === contentRect.width) continue;
    fittedWidths.set(target, contentRect.width);
    fitFace(/** @type {HTMLElement} */ (target));
  }
});

/**
 * A card of which only the id is known.
 * @param {string} id
 * @returns {Card}
 */
export function unknownCard(id) {
  return { id, name: { en: id, ja: id }, text: { en: "", ja: "" }, facts: { type: "", tags: [], uses: [] } };
}

/** @param {string} type */
function typeIcon(type) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "stc-sign", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: TYPE_ICONS[type] ?? "" }),
  );
}

/**
 * A full card.
 * @param {Card} card
 * @returns {HTMLElement}
 */
export function face(card) {
  const { facts } = card;
  const lines = localize(card.text).split("\n").filter(Boolean);
  const tags = (facts.tags ?? []).map((/** @type {{en: string, ja: string}} */ tag) =>
    h("span", { class: "stc-tag" }, localize(tag)),
  );
  const below = facts.hosts
    ? t("on", { hosts: localize(facts.hosts) })
    : facts.type === "field" && facts.unique === false
      ? t("notUnique")
      : "";
  const text = h(
    "div",
    { class: "stc-text" },
    ...lines.map(abilityLine),
    facts.flavor && h("p", { class: "stc-flavor" }, localize(facts.flavor)),
  );
  const element = h(
    "article",
    { class: "stc-face", dataset: { type: facts.type, id: card.id } },
    h(
      "div",
      { class: "stc-inner" },
      h("h2", { class: "stc-name" }, localize(card.name)),
      h("div", { class: "stc-pic" }, picture(card)),
      h(
        "p",
        { class: "stc-line" },
        typeIcon(facts.type),
        h("span", { class: "stc-kind" }, localize(facts.type_name)),
        ...tags,
      ),
      text,
      h("footer", { class: "stc-foot" }, h("span", { class: "stc-hosts" }, below), stats(facts.atk, facts.hp)),
    ),
  );
  sizes.observe(element);
  return element;
}

/**
 * An ability line with its timing in bold.
 * @param {string} line
 */
function abilityLine(line) {
  const found = /^(【[^】]*】|[^:,]{1,40}[:,])(.*)$/u.exec(line);
  return h("p", null, ...(found ? [h("b", null, found[1]), found[2]] : [line]));
}

/**
 * @param {number | null | undefined} atk
 * @param {number | null | undefined} hp
 */
function stats(atk, hp) {
  if (typeof atk !== "number" || typeof hp !== "number") return null;
  return h(
    "span",
    { class: "stc-stats" },
    h("span", null, h("small", null, t("atk")), h("b", null, atk)),
    h("span", null, h("small", null, t("hp")), h("b", null, hp)),
  );
}

/**
 * Use the largest font sizes that fit. Longer texts scroll.
 * @param {HTMLElement} element
 */
function fitFace(element) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (element.querySelector(name));
  const [name, text, flavor] = [part(".stc-name"), part(".stc-text"), part(".stc-flavor")];
  const wide = () => name.scrollWidth > name.clientWidth;
  const high = () => text.scrollHeight > text.clientHeight;
  name.classList.remove("wraps");
  NAME_SIZES.find((size) => {
    name.style.fontSize = `${size}cqi`;
    return !wide();
  });
  name.classList.toggle("wraps", wide());
  for (const shown of flavor ? [true, false] : [false]) {
    flavor?.toggleAttribute("hidden", !shown);
    const fits = TEXT_SIZES.slice(0, shown ? 2 : undefined).some((size) => {
      text.style.fontSize = `${size}cqi`;
      return !high();
    });
    if (fits) break;
  }
  text.classList.toggle("scrolls", high());
  if (high()) text.tabIndex = 0;
}

/**
 * A small face. The spaces separate its texts for screen readers.
 * @param {Card} card
 * @returns {import("../../frame/dom.js").ChildValue[]}
 */
export function smallFace(card) {
  const name = localize(card.name);
  // The style sheet shrinks the font until the longest word fits in one line and the name in three.
  const letters = Math.max(name.length / 2.6, ...(name.match(/[\w'’-]+/g) ?? []).map((word) => word.length));
  return [
    h("span", { class: "stc-mini-pic" }, picture(card)),
    h("span", { class: "stc-mini-name", style: { "--letters": letters } }, h("span", null, name)),
    h("span", { class: "stc-mini-sign" }, typeIcon(card.facts.type)),
    " ",
    h("span", { class: "stc-mini-stats" }),
    " ",
    h("span", { class: "stc-badges" }),
  ];
}
