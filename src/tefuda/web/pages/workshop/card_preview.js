// The preview: the card's face, its texts in both languages, and buttons to try its abilities.

import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { opponentSelect } from "./practice.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/author_api.js").CheckedCards} CheckedCards */
/** @typedef {import("../../frame/author_api.js").AbilityDemo} AbilityDemo */
/** @typedef {CheckedCards["cards"][number]} CheckedCard */
/** @typedef {"en" | "ja"} Language */

/** @type {Language[]} */
const LANGUAGES = ["en", "ja"];

export class CardPreview {
  element = h("section", { class: "ws-side", "aria-labelledby": "ws-card" });
  /** @type {CheckedCards | null} the last valid result */
  #checked = null;
  #stale = false;
  #index = 0;
  #game;
  #face;
  #onTry;

  /**
   * @param {import("../../frame/message_types.js").Game} game
   * @param {import("../../games/index.js").CardFace} face
   * @param {(trial: AbilityDemo) => void} tryIt
   */
  constructor(game, face, tryIt) {
    this.#game = game;
    this.#face = face;
    this.#onTry = tryIt;
  }

  /** @param {CheckedCards} checked */
  show(checked) {
    this.#checked = checked;
    this.#stale = false;
    this.#index = Math.min(this.#index, checked.cards.length - 1);
    this.render();
  }

  /** Mark the preview as older than the text. */
  markStale() {
    this.#stale = true;
    this.render();
  }

  /** Clear the preview for a new text. */
  clear() {
    this.#checked = null;
    this.#index = 0;
    this.render();
  }

  render() {
    const cards = this.#checked?.cards ?? [];
    const card = cards[this.#index];
    this.element.classList.toggle("stale", this.#stale);
    fill(
      this.element,
      h("h2", { id: "ws-card" }, t(cards.length > 1 ? "cards" : "card")),
      cards.length > 1 && this.#cardChips(cards),
      card && this.#stale && h("p", { class: "ws-old" }, t("last_good")),
      !card && h("div", { class: "ws-empty" }, h("p", null, t("none_good"))),
      card && h("div", { class: "ws-face" }, this.#face(card)),
      card && this.#textTable(card),
    );
  }

  /** @param {CheckedCard[]} cards */
  #cardChips(cards) {
    const chips = cards.map((card, at) => {
      const choose = () => {
        this.#index = at;
        this.render();
        /** @type {HTMLElement | null} */ (this.element.querySelector('[aria-pressed="true"]'))?.focus();
      };
      return h(
        "button",
        { "aria-pressed": String(at === this.#index), onclick: choose },
        localize(card.name) || card.id,
      );
    });
    return h("div", { class: "ws-chips" }, ...chips);
  }

  /** The texts in both languages, ability by ability. @param {CheckedCard} card */
  #textTable(card) {
    const made = LANGUAGES.every(
      (language) => card.text[language] === card.abilities.map((one) => one[language]).join("\n"),
    );
    const tries = (this.#checked?.tries ?? []).filter((trial) => trial.card === card.id);
    const rest = tries.filter((trial) => trial.ability === null);
    const twin = (/** @type {string} */ name, /** @type {(language: Language) => any} */ what) =>
      LANGUAGES.map((language) => h("div", { class: `ws-${name}`, lang: language }, what(language)));
    return h(
      "div",
      { class: "ws-words" },
      h("div", { class: "ws-head", lang: "en" }, t("english")),
      h("div", { class: "ws-head", lang: "ja" }, t("japanese")),
      ...twin("name", (language) => card.name[language]),
      ...twin("line", (language) => card.facts.line?.[language] ?? ""),
      ...(made ? [] : twin("text", (language) => card.text[language])),
      !made && card.abilities.length > 0 && h("h3", { class: "wide" }, t("by_abilities")),
      ...card.abilities.flatMap((ability, at) => [
        ...twin("ability", (language) => ability[language]),
        h("div", { class: "wide ws-tries" }, ...this.#tryButtons(tries.filter((trial) => trial.ability === at))),
      ]),
      rest.length > 0 &&
        h("div", { class: "wide ws-tries" }, ...rest.map((trial) => this.#tryButton(trial, "try_card"))),
      tries.length > 0 && h("p", { class: "wide faint ws-practice" }, opponentSelect(this.#game), t("practice")),
    );
  }

  /** @param {AbilityDemo[]} tries of one ability */
  #tryButtons(tries) {
    if (!tries.length) return [h("p", { class: "faint" }, t("try_none"))];
    return tries.map((trial) => this.#tryButton(trial, "try"));
  }

  /**
   * @param {AbilityDemo} trial
   * @param {string} key
   */
  #tryButton(trial, key) {
    const text = localize(trial.text);
    return h(
      "button",
      {
        class: "primary",
        disabled: this.#stale,
        "aria-label": t("try_this", { text }),
        title: text,
        onclick: () => this.#onTry(trial),
      },
      icon("play"),
      t(key),
    );
  }
}
