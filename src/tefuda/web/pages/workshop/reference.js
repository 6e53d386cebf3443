// The reference of the card language, with a search.

import * as api from "../../frame/api.js";
import { fetchCardReference } from "../../frame/author_api.js";
import { safeArticle } from "../../frame/safe_html.js";
import { fill, h } from "../../frame/dom.js";
import { language } from "../../frame/words.js";
import { t } from "./words.js";

export class Reference {
  element = h("section", { class: "ws-reference", "aria-labelledby": "ws-reference", hidden: true });
  #game;
  #query = "";
  /** The shown language. */
  #shownLanguage = "";
  /** @type {HTMLElement[][]} headings with their content */
  #sections = [];

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
    if (!this.open || this.#shownLanguage === language()) return;
    const now = (this.#shownLanguage = language());
    const search = h("input", {
      type: "search",
      value: this.#query,
      placeholder: t("reference_search"),
      "aria-label": t("reference_search"),
      oninput: () => {
        this.#query = search.value;
        this.#filter();
      },
    });
    const head = [h("h2", { id: "ws-reference" }, t("reference_title")), search];
    try {
      const { html } = await fetchCardReference(this.#game, now);
      const text = safeArticle(html, now);
      this.#sections = splitByHeading(text);
      if (now === this.#shownLanguage) fill(this.element, ...head, text);
      this.#filter();
    } catch (failure) {
      this.#shownLanguage = "";
      fill(this.element, ...head.slice(0, 1), h("p", { class: "notice" }, api.errorMessage(failure)));
    }
  }

  /** Show only sections that contain all words. */
  #filter() {
    const wanted = this.#query.toLowerCase().split(/\s+/).filter(Boolean);
    for (const part of this.#sections) {
      const text = part
        .map((one) => one.textContent)
        .join(" ")
        .toLowerCase();
      const fits = wanted.every((word) => text.includes(word));
      for (const one of part) {
        one.hidden = !fits;
        for (const item of one.querySelectorAll("li, tbody tr")) {
          /** @type {HTMLElement} */ (item).hidden = !wanted.every(
            (word) => includesWord(item, word) || includesWord(part[0], word),
          );
        }
      }
    }
  }
}

/**
 * @param {Element} element
 * @param {string} word
 */
function includesWord(element, word) {
  return (element.textContent ?? "").toLowerCase().includes(word);
}

/**
 * Split by headings.
 * @param {HTMLElement} text
 * @returns {HTMLElement[][]}
 */
function splitByHeading(text) {
  /** @type {HTMLElement[][]} */
  const parts = [[]];
  for (const child of text.children) {
    if (/^H[23]$/.test(child.tagName)) parts.push([]);
    parts[parts.length - 1].push(/** @type {HTMLElement} */ (child));
  }
  return parts.filter((part) => part.length > 0);
}
