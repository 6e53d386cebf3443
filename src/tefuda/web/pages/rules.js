// A rulebook with its table of contents.

import * as api from "../frame/api.js";
import { safeArticle as opened } from "../frame/safe_html.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { localize, withColon, language, t } from "../frame/words.js";
import { GamePage } from "./game_page.js";

export default class RulesPage extends GamePage {
  static tag = "rules-page";
  #id = "";
  /** @type {string | null} the language in the address; it overrides the page language */
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
      const game = await this.findGame(this.#id);
      if (!game) return;
      const book = await api.fetchRulebook(this.#id, this.#language ?? language());
      const text = opened(book.html, this.#language ?? language());
      if (!text.querySelector("h1")) text.prepend(h("h1", null, book.title));
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
        game.cards && h("a", { class: "button", href: `/cards/${game.id}` }, icon("cards"), t("cards")),
      );
      fill(this, h("div", { class: "beside" }, links, contents), text);
      this.setHeading(withColon(localize(game.title), t("rules")));
      if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    } catch (failure) {
      fill(this, h("h1", null, t("rules")), h("p", { class: "notice", role: "alert" }, api.errorMessage(failure)));
    }
  }
}
