/** The log next to the table. Screen readers get the log of the page. */

import { fill, h } from "../../frame/dom.js";
import { localize, t } from "../../frame/words.js";

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */

const MAX_LINES = 60;

export class GameLog {
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
    this.load([...this.#lines, line]);
  }

  render() {
    fill(this.#title, t("log"));
    fill(this.#list, ...this.#lines.map((line) => h("p", null, localize(line))));
  }
}
