/** The log next to the table, with the names of cards to open. Screen readers get the log of the page. */

import { fill, h } from "../../frame/dom.js";
import { localize, t } from "../../frame/words.js";
import { Catalogue } from "./face.js";

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */

const MAX_LINES = 60;

export class GameLog {
  cards = new Catalogue([]);
  #title = h("h2");
  #list = h("div");
  element = h(
    "section",
    { class: "lv-log", "aria-hidden": "true" },
    this.#title,
    h("div", { class: "lv-scroll" }, this.#list),
  );
  /** @type {LocalizedText[]} */
  #lines = [];

  constructor() {
    this.render();
  }

  /** Replace the lines. @param {LocalizedText[]} lines */
  load(lines) {
    this.#lines = lines.slice(-MAX_LINES);
    this.render();
  }

  /** @param {LocalizedText} line */
  append(line) {
    this.#lines = [...this.#lines, line].slice(-MAX_LINES);
    this.#list.append(this.#paragraph(line));
    while (this.#list.children.length > MAX_LINES) this.#list.firstChild?.remove();
  }

  render() {
    fill(this.#title, t("log"));
    fill(this.#list, ...this.#lines.map((line) => this.#paragraph(line)));
  }

  /** A line. Pointing at the name of a card shows it, and a click opens it. @param {LocalizedText} line */
  #paragraph(line) {
    const parts = this.cards.splitAtNames(localize(line));
    return h(
      "p",
      null,
      ...parts.map(({ text, id }) => (id ? h("span", { class: "lv-named", dataset: { look: id } }, text) : text)),
    );
  }
}
