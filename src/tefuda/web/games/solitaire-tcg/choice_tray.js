// A tray over the table to choose cards or abilities from.

import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { smallFace } from "./face.js";
import { countCards } from "./pile_view.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */

export class ChoiceTray {
  #title = h("h2");
  #foldButton = h("button", {
    class: "stc-peek",
    "aria-expanded": "true",
    onclick: () => this.#setFolded(!this.element.classList.contains("folded")),
  });
  #options = h("div", { class: "stc-options" });
  /** @type {(() => void) | null} */
  #cancel = null;
  /** The rendered state. An equal one is not rendered again, to keep the focus. */
  #shownKey = "";

  constructor() {
    this.element = h(
      "section",
      { class: "stc-tray", hidden: true },
      h("header", null, this.#title, this.#foldButton),
      this.#options,
    );
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Show cards to choose from.
   * @param {string} title
   * @param {import("./fold.js").Choice} choice
   * @param {(id: string) => Card} cardOf
   * @param {Set<string>} legal
   */
  showCards(title, choice, cardOf, legal) {
    const shown = JSON.stringify([title, choice, [...legal]]);
    if (this.open && shown === this.#shownKey) return;
    this.#shownKey = shown;
    const option = (/** @type {[string, number]} */ [id, copies]) => {
      const card = cardOf(id);
      const does = `pick ${id}`;
      const name = [
        localize(card.name),
        localize(card.facts.type_name),
        copies > 1 && t("copies", { n: copies }),
        t("choose"),
      ]
        .filter(Boolean)
        .join(", ");
      return h(
        "button",
        {
          class: legal.has(does) ? "stc-card ready" : "stc-card",
          type: "button",
          dataset: { type: card.facts.type, id, does, ...(copies > 1 && { copies: `×${copies}` }) },
          "aria-label": name,
        },
        ...smallFace(card),
      );
    };
    const taken = choice.picked.map((id) =>
      h("span", { class: "stc-taken" }, t("picked"), ": ", h("b", null, localize(cardOf(id).name))),
    );
    this.#show(title, Array.from(countCards(choice.from), option), null);
    if (taken.length) this.#options.prepend(h("p", { class: "stc-takens" }, ...taken));
  }

  /**
   * Show abilities to choose from.
   * @param {string} title
   * @param {{does: string, text: string}[]} uses
   * @param {() => void} cancel
   */
  showAbilities(title, uses, cancel) {
    this.#shownKey = "";
    const buttons = uses.map(({ does, text }) => h("button", { class: "stc-use", dataset: { does } }, text));
    this.#show(title, buttons, cancel);
  }

  /**
   * @param {string} title
   * @param {HTMLElement[]} options
   * @param {(() => void) | null} cancel null if a choice is required
   */
  #show(title, options, cancel) {
    this.#cancel = cancel;
    fill(this.#title, title);
    fill(this.#options, ...options);
    this.element.setAttribute("aria-label", title);
    this.element.hidden = false;
    this.#setFolded(false);
  }

  /** Fold the tray to show the table, or cancel an optional choice. @param {boolean} folded */
  #setFolded(folded) {
    if (folded && this.#cancel) {
      this.#cancel();
      return;
    }
    this.element.classList.toggle("folded", folded);
    this.#foldButton.setAttribute("aria-expanded", String(!folded));
    const words = this.#cancel ? t("cancel") : t(folded ? "unpeek" : "peek");
    fill(this.#foldButton, icon(this.#cancel ? "close" : "eye"), h("span", null, words));
  }

  /** Fold or cancel, as the button does. */
  dismiss() {
    this.#setFolded(!this.element.classList.contains("folded"));
  }

  close() {
    this.element.hidden = true;
    fill(this.#options);
    this.#cancel = null;
  }
}
