// The game log and the effect log. The game assigns the lines.

import { h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */

const MAX_LOG_LINES = 300;

class Log {
  /** @type {LocalizedText[]} */
  #lines = [];
  #title = h("h2");
  #list = h("ol");
  /** Scrolls to the newest line by CSS. */
  #scroll = h("div", { class: "co-scroll", tabindex: 0, role: "group" }, this.#list);
  #emptyText;

  /**
   * @param {string} name
   * @param {"normalLog" | "effectLog"} title
   * @param {() => string} emptyText what an empty log says
   */
  constructor(name, title, emptyText) {
    this.title = title;
    this.#emptyText = emptyText;
    this.element = h("section", { class: `co-log co-log-${name}` }, this.#title, this.#scroll);
    this.relabel();
  }

  /** @param {LocalizedText} line */
  add(line) {
    this.#lines.push(line);
    this.#list.append(h("li", null, localize(line)));
    if (this.#lines.length > MAX_LOG_LINES) {
      this.#lines.shift();
      this.#list.firstElementChild?.remove();
    }
  }

  clear() {
    this.#lines = [];
    this.#list.replaceChildren();
  }

  updateEmptyText() {
    this.#list.dataset.empty = this.#emptyText();
  }

  relabel() {
    this.#title.textContent = t(this.title);
    this.#scroll.setAttribute("aria-label", t(this.title));
    this.updateEmptyText();
    this.#list.replaceChildren(...this.#lines.map((line) => h("li", null, localize(line))));
  }
}

export class Logs {
  /** The name of the card that waits for the next stone; empty without one. */
  #waitingCard = "";
  #normal = new Log("normal", "normalLog", () => t("emptyNormalLog"));
  #effect = new Log("effect", "effectLog", () =>
    this.#waitingCard ? t("waitingEffect", { card: this.#waitingCard }) : t("emptyEffectLog"),
  );

  constructor() {
    this.element = h("div", { class: "co-logs" }, this.#normal.element, this.#effect.element);
  }

  /**
   * @param {string} name
   * @param {LocalizedText} line
   */
  add(name, line) {
    if (name === "normal") this.#normal.add(line);
    else if (name === "effect") this.#effect.add(line);
  }

  /** @param {string} card */
  setWaitingCard(card) {
    this.#waitingCard = card;
    this.#effect.updateEmptyText();
  }

  clear() {
    this.#normal.clear();
    this.#effect.clear();
  }

  relabel() {
    this.#normal.relabel();
    this.#effect.relabel();
  }
}
