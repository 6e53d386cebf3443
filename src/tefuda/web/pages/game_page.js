// The base class of pages about one game. A page that the game does not have says so, with links to those it has.

import * as api from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { Page } from "../frame/page.js";
import { createTranslator, localize } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {{key: string, game: Game | null, id: string}} MissingPage */

const t = createTranslator({
  en: {
    unknown_game: "Unknown game",
    unknown_game_text: "There is no game called “{id}”.",
    no_card_files: "This game has no card files",
    no_card_files_text: "{game} has no cards to edit and no decks to build.",
    one_player_only: "One-player games only",
    one_player_only_text: "Success rates are for decks of one-player games. {game} has none.",
    no_tutorial: "No tutorial",
    no_tutorial_text: "{game} has no tutorial.",
    lobby: "Back to lobby",
    rules: "Rules",
    cards: "Cards",
    decks: "Deck builder",
  },
  ja: {
    unknown_game: "ゲームが見つかりません",
    unknown_game_text: "「{id}」というゲームはありません。",
    no_card_files: "このゲームにカードファイルはありません",
    no_card_files_text: "{game}では、カードの作成もデッキ構築もできません。",
    one_player_only: "一人用ゲームだけの機能です",
    one_player_only_text: "成功率を調べられるのは一人用ゲームのデッキだけです。{game}では使えません。",
    no_tutorial: "チュートリアルはありません",
    no_tutorial_text: "{game}にはチュートリアルがありません。",
    lobby: "ロビーへ",
    rules: "ルール",
    cards: "カード一覧",
    decks: "デッキ構築",
  },
});

export class GamePage extends Page {
  /** @type {MissingPage | null} */
  #missing = null;

  /**
   * Return the game in the address; null if it does not exist, which the page then says.
   * @param {string} id
   * @returns {Promise<Game | null>}
   */
  async findGame(id) {
    const game = (await api.fetchGames()).find((one) => one.id === id) ?? null;
    if (!game) this.showMissing({ key: "unknown_game", game, id });
    return game;
  }

  /**
   * Show that the game does not have this page.
   * @param {MissingPage} missing
   */
  showMissing(missing) {
    this.#missing = missing;
    document.body.dataset.layout = "page";
    const { key, game, id } = missing;
    this.setHeading(t(key));
    const link = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {string} */ href) =>
      h("a", { class: "button", href }, icon(sign), t(name));
    fill(
      this,
      h("h1", null, t(key)),
      h("p", null, t(`${key}_text`, { game: localize(game?.title), id })),
      h(
        "p",
        { class: "links" },
        h("a", { class: "button primary", href: "/" }, icon("home"), t("lobby")),
        game?.rules && link("rules", "book", `/rules/${game.id}`),
        game?.cards && link("cards", "cards", `/cards/${game.id}`),
        game && game.decks.length > 0 && link("decks", "deck", `/decks/${game.id}`),
      ),
    );
  }

  relabel() {
    if (this.#missing) this.showMissing(this.#missing);
  }
}
