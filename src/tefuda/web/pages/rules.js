// A rulebook. The server makes its HTML from our own text; it is still copied by a list of what may be in it.

import * as api from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { Page } from "../frame/page.js";
import { both, language, t } from "../frame/words.js";
import { hasCards } from "../games/index.js";

const ALLOWED =
  "a blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr li ol p pre span strong sub sup table tbody td th thead tr ul".split(
    " ",
  );

export default class RulesPage extends Page {
  static tag = "rules-page";
  #id = "";
  /** @type {string | null} the language that the address asks for, whatever the rest of the page speaks */
  #language = null;

  /**
   * @param {string[]} params
   * @param {URLSearchParams} query
   */
  async open([id], query) {
    this.#id = id;
    this.#language = query.get("language");
    await this.#load();
  }

  relabel() {
    this.#language = null;
    void this.#load();
  }

  async #load() {
    try {
      const [game, book] = await Promise.all([api.game(this.#id), api.rules(this.#id, this.#language ?? language())]);
      const text = h(
        "article",
        { class: "book", lang: this.#language ?? language() },
        ...copied(new DOMParser().parseFromString(book.html, "text/html").body),
      );
      if (!text.querySelector("h1")) text.prepend(h("h1", null, book.title));
      for (const table of text.querySelectorAll("table")) wrap(table);
      const heads = Array.from(text.querySelectorAll("h2"));
      heads.forEach((head, at) => (head.id ||= `section-${at + 1}`));
      const contents = h(
        "nav",
        { class: "contents", "aria-label": t("contents") },
        h("h2", null, t("contents")),
        h("ol", null, ...heads.map((head) => h("li", null, h("a", { href: `#${head.id}` }, head.textContent)))),
      );
      const links = h(
        "p",
        { class: "links" },
        h("a", { class: "button", href: "/" }, icon("play"), t("play")),
        hasCards(game.id) && h("a", { class: "button", href: `/cards/${game.id}` }, icon("cards"), t("cards")),
      );
      fill(this, h("div", { class: "beside" }, links, contents), text);
      this.entitle(`${both(game.title)}: ${t("rules")}`);
      if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    } catch (failure) {
      fill(this, h("h1", null, t("rules")), h("p", { class: "notice", role: "alert" }, api.sentence(failure)));
    }
  }
}

/** @param {HTMLTableElement} table */
function wrap(table) {
  const frame = h("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": table.querySelector("th")?.textContent ?? "",
  });
  table.replaceWith(frame);
  frame.append(table);
}

/**
 * The children of a node, what is not allowed left out, with no attributes but ids and links within the page.
 * @param {Node} node
 * @returns {Node[]}
 */
function copied(node) {
  /** @type {Node[]} */
  const found = [];
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) found.push(document.createTextNode(child.nodeValue ?? ""));
    else if (child instanceof HTMLElement && ALLOWED.includes(child.localName)) {
      const href = child.getAttribute("href");
      const inside = copied(child);
      // A link out of the rulebooks leads nowhere from here.
      if (href && !/^(#|\/rules\/)/.test(href)) found.push(...inside);
      else found.push(h(child.localName, { id: child.id || null, href }, ...inside));
    }
  }
  return found;
}
