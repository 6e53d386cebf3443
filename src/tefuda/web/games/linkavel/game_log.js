/** The log next to the table. Screen readers get the log of the page. */

import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */

const MAX_LINES = 60;

export class GameLog {
  element = h("div", { class: "lv-log", "aria-hidden": "true" });
  /** @type {LocalizedText[]} */
  #lines = [];

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
    fill(this.element, ...this.#lines.toReversed().map((line) => h("p", null, localize(line))));
  }
}
