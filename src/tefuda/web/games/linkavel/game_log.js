/** The log next to the table, or in a dialog, with the names of cards to open. Screen readers get the log of the page. */

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { localize, t } from "../../frame/words.js";
import { Catalogue } from "./face.js";
import { t as ownText } from "./words.js";

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
  /** Opens the log where there is no room for it. */
  button = h("button", { type: "button", class: "lv-open-log", onclick: () => this.#open() });
  /** @type {LocalizedText[]} */
  #lines = [];
  #openCard;

  /** @param {(id: string) => void} openCard */
  constructor(openCard) {
    this.#openCard = openCard;
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
    fill(this.button, ownText("log"));
    fill(this.#list, ...this.#lines.map((line) => this.#paragraph(line)));
  }

  #open() {
    const onclick = (/** @type {MouseEvent} */ event) => {
      const id = /** @type {HTMLElement} */ (event.target).dataset.look;
      if (id) this.#openCard(id);
    };
    const lines = this.#lines.map((line) => this.#paragraph(line));
    const list = h("div", { class: "lv-lines", onclick }, ...lines);
    openDialog(t("log"), [lines.length ? list : h("p", null, ownText("emptyLog"))]);
    lines.at(-1)?.scrollIntoView();
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
