/** Card faces (rulebook section 8), and reduced faces for the field and the hand. */

import { h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { back, badge, classSign, stars } from "./badges.js";
import { fitText } from "./fit_text.js";
import { breakableName } from "./name_breaks.js";
import { picture } from "./pictures.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */

/** Font sizes of a name: in one line, then in two. */
const NAME_SIZES = [
  [7.4, 6.9, 6.4, 5.9, 5.4],
  [5.4, 4.9, 4.4, 3.9],
];
/** Font sizes of a text: with flavour text, without it, and for very long texts. */
const TEXT_SIZES = [
  [5.3, 5, 4.7, 4.4],
  [5, 4.7, 4.4],
  [4.1, 3.8, 3.5, 3.2],
];
/** Font sizes of a cost: in one line, then in two. */
const COST_SIZES = [[5, 4.2, 3.6]];
/** Sizes of a short name: as large as the style sheet allows, condensed, with more line breaks, then below its minimum. */
const SHORT_NAME_SIZES = [
  [20, 18, 16, 14, 13, 12, 11, 10, 9, 8],
  [10, 8],
  [10, 8],
  [15, 14, 13, 12, 11, 10, 9, 8],
];

/** @param {Card} card */
export const isMagic = (card) => String(card.facts.type ?? "").endsWith("magic");

/** @param {Card} card */
export const cardTitle = (card) => localize(card.name) || card.id || "?";

/** The badge next to the name. @param {Card} card */
function typeBadge(card) {
  const { attribute, attribute_name: name, type_name: kind } = card.facts;
  if (isMagic(card)) return badge("magic", localize(kind) || t("magicCard"));
  return badge(attribute ?? "neutral", localize(name) || t("noAttribute"));
}

/** The line under the name: level or kind of magic, and faction. @param {Card} card */
function typeLine(card) {
  const { level, faction_name: faction, type_name: kind } = card.facts;
  const first = isMagic(card)
    ? h("span", { class: "lv-kind" }, localize(kind))
    : h("span", { class: "lv-level" }, stars(Number(level) || 0), h("span", null, t("level", { n: level ?? "?" })));
  return h(
    "div",
    { class: "lv-line" },
    first,
    h("span", { class: "lv-faction" }, localize(faction)),
    effectClasses(card),
  );
}

/** The classes of the effects: a sign and a word each. @param {Card} card */
function effectClasses(card) {
  const classes = card.facts.classes ?? [];
  if (!classes.length) return null;
  return h(
    "span",
    { class: "lv-classes" },
    ...classes.map((/** @type {import("../../frame/message_types.js").LocalizedText & {id: string}} */ one) =>
      h("span", { class: "lv-class", dataset: { class: one.id } }, classSign(one.id), h("span", null, localize(one))),
    ),
  );
}

/**
 * A full card.
 * @param {Card} card
 * @returns {HTMLElement}
 */
export function face(card) {
  const { type, cost, power, flavor } = card.facts;
  const [rules, aside] = [localize(card.text), localize(flavor)];
  const name = h("h2", { class: "lv-name" }, ...breakableName(cardTitle(card)));
  const text = h(
    "div",
    { class: "lv-text" },
    rules && h("p", null, rules),
    aside && h("p", { class: "lv-flavor" }, aside),
  );
  const price = h("span", { class: "lv-cost" }, localize(cost));
  const foot = h("div", { class: "lv-foot" }, price, h("b", { class: "lv-power" }, power ?? ""));
  const head = h("header", { class: "lv-head" }, name, typeBadge(card));
  const sheet = h(
    "div",
    { class: "lv-sheet" },
    head,
    typeLine(card),
    h("div", { class: "lv-art" }, picture(card)),
    text,
    !isMagic(card) && foot,
  );
  const element = h("article", { class: "lv-face", dataset: { card: card.id, type: type ?? "normal_monster" } }, sheet);
  return fitText(
    element,
    { box: name, property: "--name", rounds: NAME_SIZES },
    { box: text, property: "--text", rounds: TEXT_SIZES },
    { box: price, property: "--cost", rounds: COST_SIZES },
  );
}

/**
 * A reduced card for the field or the hand: a full one without its text. `power` is the current one. Its container
 * provides the accessible label.
 * @param {Card} card
 * @param {{power?: number, printed?: number}} [now]
 * @returns {HTMLElement}
 */
export function miniCard(card, now = {}) {
  const { type, level, cost } = card.facts;
  const printed = now.printed ?? card.facts.power;
  const power = now.power ?? printed;
  const change = power > printed ? "more" : power < printed ? "less" : null;
  const name = h("span", { class: "lv-short" }, typeBadge(card), ...breakableName(cardTitle(card)));
  const element = h(
    "span",
    { class: "lv-mini", "aria-hidden": "true", dataset: { card: card.id, type: type ?? "normal_monster" } },
    name,
    h(
      "span",
      { class: "lv-rank" },
      isMagic(card)
        ? h("span", { class: "lv-kind" }, t(type === "permanent_magic" ? "permanent" : "normal"))
        : stars(Number(level) || 0),
      effectClasses(card),
    ),
    h("span", { class: "lv-art" }, picture(card)),
    !isMagic(card) &&
      h(
        "span",
        { class: "lv-base" },
        h("span", { class: "lv-cost" }, localize(cost)),
        h("b", { class: "lv-power", dataset: { change } }, power ?? ""),
      ),
  );
  return fitText(element, { box: name, property: "--name", rounds: SHORT_NAME_SIZES });
}

/** A face-down card. */
export function hiddenCard() {
  return h("span", { class: "lv-mini lv-hidden", "aria-hidden": "true" }, back());
}

/** The cards of a game by id. Unknown cards use their id as the name. */
export class Catalogue {
  /** @type {Map<string, Card>} */
  #cards;

  /** @param {Card[]} cards */
  constructor(cards) {
    this.#cards = new Map(cards.map((card) => [card.id, card]));
  }

  /** @param {string} id @returns {Card} */
  get(id) {
    return this.#cards.get(id) ?? { id, name: { en: id, ja: id }, text: { en: "", ja: "" }, facts: { uses: [] } };
  }

  /** @param {string} id */
  name(id) {
    return cardTitle(this.get(id));
  }

  /** A text, split at the names of cards. @param {string} text @returns {{text: string, id?: string}[]} */
  splitAtNames(text) {
    const ids = new Map(Array.from(this.#cards.keys(), (id) => [this.name(id), id]));
    const longestFirst = [...ids.keys()].sort((one, other) => other.length - one.length);
    const names = longestFirst.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (!names.length) return [{ text }];
    const pattern = new RegExp(`(?<![A-Za-z])(${names.join("|")})(?![A-Za-z])`);
    return text.split(pattern).map((part) => ({ text: part, id: ids.get(part) }));
  }
}
