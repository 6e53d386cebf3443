// The reference of the card language beside the editor, with a search.

import * as api from "../../frame/api.js";
import { cardLanguage } from "../../frame/author_api.js";
import { book } from "../../frame/safe_html.js";
import { fill, h } from "../../frame/dom.js";
import { language } from "../../frame/words.js";
import { t } from "./words.js";

export class Reference {
  element = h("section", { class: "ws-reference", "aria-labelledby": "ws-reference", hidden: true });
  #game;
  #wanted = "";
  /** The language that is shown. */
  #shown = "";
  /** @type {HTMLElement[][]} every heading with what belongs to it */
  #parts = [];

  /** @param {string} game */
  constructor(game) {
    this.#game = game;
  }

  get open() {
    return !this.element.hidden;
  }

  /** @param {boolean} open */
  toggle(open) {
    this.element.hidden = !open;
    void this.relabel();
  }

  async relabel() {
    if (!this.open || this.#shown === language()) return;
    const now = (this.#shown = language());
    const search = h("input", {
      type: "search",
      value: this.#wanted,
      placeholder: t("reference_search"),
      "aria-label": t("reference_search"),
      oninput: () => {
        this.#wanted = search.value;
        this.#filter();
      },
    });
    const head = [h("h2", { id: "ws-reference" }, t("reference_title")), search];
    try {
      const { html } = await cardLanguage(this.#game, now);
      const text = book(html, now);
      this.#parts = divided(text);
      if (now === this.#shown) fill(this.element, ...head, text);
      this.#filter();
    } catch (failure) {
      this.#shown = "";
      fill(this.element, ...head.slice(0, 1), h("p", { class: "notice" }, api.sentence(failure)));
    }
  }

  /** Only the parts that have all the words. */
  #filter() {
    const wanted = this.#wanted.toLowerCase().split(/\s+/).filter(Boolean);
    for (const part of this.#parts) {
      const text = part
        .map((one) => one.textContent)
        .join(" ")
        .toLowerCase();
      const fits = wanted.every((word) => text.includes(word));
      for (const one of part) {
        one.hidden = !fits;
        for (const item of one.querySelectorAll("li, tbody tr")) {
          /** @type {HTMLElement} */ (item).hidden = !wanted.every((word) => has(item, word) || has(part[0], word));
        }
      }
    }
  }
}

/**
 * @param {Element} element
 * @param {string} word
 */
function has(element, word) {
  return (element.textContent ?? "").toLowerCase().includes(word);
}

/**
 * A heading, and everything up to the next.
 * @param {HTMLElement} text
 * @returns {HTMLElement[][]}
 */
function divided(text) {
  /** @type {HTMLElement[][]} */
  const parts = [[]];
  for (const child of text.children) {
    if (/^H[23]$/.test(child.tagName)) parts.push([]);
    parts[parts.length - 1].push(/** @type {HTMLElement} */ (child));
  }
  return parts.filter((part) => part.length > 0);
}
