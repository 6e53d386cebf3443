// The side that shows what the text says: the card's face, its words in both languages, and every ability to be tried.

import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { both } from "../../frame/words.js";
import { opponent } from "./practice.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/author_api.js").CheckedCards} CheckedCards */
/** @typedef {import("../../frame/author_api.js").Trial} Trial */
/** @typedef {CheckedCards["cards"][number]} Written */
/** @typedef {"en" | "ja"} Language */

/** @type {Language[]} */
const LANGUAGES = ["en", "ja"];

export class CardSide {
  element = h("section", { class: "ws-side", "aria-labelledby": "ws-card" });
  /** @type {CheckedCards | null} what was right last */
  #checked = null;
  #stale = false;
  #chosen = 0;
  #game;
  #face;
  #tryIt;

  /**
   * @param {import("../../frame/message_types.js").Game} game
   * @param {import("../../games/index.js").Face} face
   * @param {(trial: Trial) => void} tryIt
   */
  constructor(game, face, tryIt) {
    this.#game = game;
    this.#face = face;
    this.#tryIt = tryIt;
  }

  /** @param {CheckedCards} checked */
  show(checked) {
    this.#checked = checked;
    this.#stale = false;
    this.#chosen = Math.min(this.#chosen, checked.cards.length - 1);
    this.draw();
  }

  /** What is shown is older than the text. */
  stale() {
    this.#stale = true;
    this.draw();
  }

  /** Another text begins. */
  clear() {
    this.#checked = null;
    this.#chosen = 0;
    this.draw();
  }

  draw() {
    const cards = this.#checked?.cards ?? [];
    const card = cards[this.#chosen];
    this.element.classList.toggle("stale", this.#stale);
    fill(
      this.element,
      h("h2", { id: "ws-card" }, t(cards.length > 1 ? "cards" : "card")),
      cards.length > 1 && this.#chips(cards),
      card && this.#stale && h("p", { class: "ws-old" }, t("last_good")),
      !card && h("div", { class: "ws-empty" }, h("p", null, t("none_good"))),
      card && h("div", { class: "ws-face" }, this.#face(card)),
      card && this.#words(card),
    );
  }

  /** @param {Written[]} cards */
  #chips(cards) {
    const chips = cards.map((card, at) => {
      const choose = () => {
        this.#chosen = at;
        this.draw();
        /** @type {HTMLElement | null} */ (this.element.querySelector('[aria-pressed="true"]'))?.focus();
      };
      return h("button", { "aria-pressed": String(at === this.#chosen), onclick: choose }, both(card.name) || card.id);
    });
    return h("div", { class: "ws-chips" }, ...chips);
  }

  /** Both languages side by side, ability by ability. @param {Written} card */
  #words(card) {
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
        h("div", { class: "wide ws-tries" }, ...this.#tries(tries.filter((trial) => trial.ability === at))),
      ]),
      rest.length > 0 && h("div", { class: "wide ws-tries" }, ...rest.map((trial) => this.#button(trial, "try_card"))),
      tries.length > 0 && h("p", { class: "wide faint ws-practice" }, opponent(this.#game), t("practice")),
    );
  }

  /** @param {Trial[]} tries of one ability */
  #tries(tries) {
    if (!tries.length) return [h("p", { class: "faint" }, t("try_none"))];
    return tries.map((trial) => this.#button(trial, "try"));
  }

  /**
   * @param {Trial} trial
   * @param {string} key
   */
  #button(trial, key) {
    const text = both(trial.text);
    return h(
      "button",
      {
        class: "primary",
        disabled: this.#stale,
        "aria-label": t("try_this", { text }),
        title: text,
        onclick: () => this.#tryIt(trial),
      },
      icon("play"),
      t(key),
    );
  }
}
