// The card gallery of a game, with a search.

import * as api from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { matchesQuery } from "../frame/search.js";
import { localize, withColon, t } from "../frame/words.js";
import { loadCardFace } from "../games/index.js";
import { GamePage } from "./game_page.js";

/** @typedef {import("../frame/message_types.js").Card} Card */

export default class CardsPage extends GamePage {
  static tag = "cards-page";
  /** @type {Card[]} */
  #cards = [];
  /** @type {import("../frame/message_types.js").Game | null} */
  #game = null;
  /** @type {import("../games/index.js").CardFace} */
  #face = () => document.createTextNode("");
  #query = "";
  #list = h("ul", { class: "gallery" });
  #count = h("p", { class: "faint", role: "status" });

  /** @param {string[]} params */
  async open([id]) {
    try {
      const game = await this.findGame(id);
      if (!game) return;
      const [cards, face] = await Promise.all([api.fetchCards(id), loadCardFace(id)]);
      this.#game = game;
      this.#cards = cards;
      this.#face = face;
      this.relabel();
    } catch (failure) {
      fill(this, h("h1", null, t("cards")), h("p", { class: "notice", role: "alert" }, api.errorMessage(failure)));
    }
  }

  relabel() {
    if (!this.#game) return super.relabel();
    const title = localize(this.#game.title);
    this.setHeading(withColon(title, t("cards")));
    const search = h("input", {
      type: "search",
      value: this.#query,
      "aria-label": t("search"),
      placeholder: t("search"),
      oninput: (/** @type {any} */ event) => {
        this.#query = event.target.value;
        this.#renderList();
      },
    });
    fill(
      this,
      h("h1", null, withColon(title, t("cards"))),
      ...(this.#cards.length
        ? [h("div", { class: "row" }, search, this.#count, this.#deckBuilderLink()), this.#list]
        : [h("p", null, t("no_cards"))]),
    );
    this.#renderList();
  }

  #deckBuilderLink() {
    const game = /** @type {import("../frame/message_types.js").Game} */ (this.#game);
    return game.decks.length > 0 && h("a", { class: "button", href: `/decks/${game.id}` }, t("deck_builder"));
  }

  #renderList() {
    const found = this.#cards.filter((card) =>
      matchesQuery(JSON.stringify([card.name, card.text, card.facts]), this.#query),
    );
    fill(this.#list, ...found.map((card) => h("li", null, this.#face(card))));
    this.#count.textContent = t("found", { n: found.length, of: this.#cards.length });
  }
}
