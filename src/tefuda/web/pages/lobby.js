// The lobby: a card for each game, the player's games, and public tables.

import * as api from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { cpuSeatName } from "../frame/levels.js";
import { loadSeatTokens } from "../frame/seat_tokens.js";
import { Page } from "../frame/page.js";
import { localize, t } from "../frame/words.js";
import { openPageLink, workshopLink } from "./workshop/links.js";
import { startPuzzle } from "./puzzles/start.js";
import { loadDailyPuzzle, puzzleLinks, dailyPuzzleCard } from "./puzzles/daily_puzzle.js";
import { enterTable } from "./enter_table.js";
import { describeChoices, loadChoices, startGame } from "./start_choices.js";
import { nameField, seatsAgainstCpu } from "./table_request.js";
import { createNotice, showNotice } from "../frame/notice.js";
import { closeTutorialOffer, offeredTutorials } from "../frame/tutorial_progress.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Table} Table */

const POLL_INTERVAL_MS = 5000;

export default class LobbyPage extends Page {
  static tag = "lobby-page";

  /** @type {Game[]} */
  #games = [];
  #lead = h("p", { class: "lead" });
  #notice = createNotice();
  #daily = h("div");
  #gameList = h("div", { class: "game-list" });
  #firstVisit = h("section", { class: "first-visit", hidden: true });
  #publicTables = h("section", { class: "publics" });
  #ownTables = h("section", { class: "yours", hidden: true });
  #footer = h("p", { class: "links foot" });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** @type {string} the lists as last rendered; an equal poll result changes nothing */
  #shownTables = "";

  async open() {
    this.append(
      h("h1", { class: "visually-hidden" }),
      this.#lead,
      this.#notice,
      this.#firstVisit,
      this.#gameList,
      // Below the games: these load later and must not move their buttons.
      this.#ownTables,
      this.#daily,
      this.#publicTables,
      this.#footer,
    );
    try {
      this.#games = await api.fetchGames();
    } catch (failure) {
      return this.#showError(failure);
    }
    this.relabel();
    this.#timer = setInterval(() => !document.hidden && this.#loadTables(), POLL_INTERVAL_MS);
    // Preload the table page.
    this.#gameList.addEventListener("pointerover", () => void import("./table.js"), { once: true });
    return undefined;
  }

  leave() {
    clearInterval(this.#timer);
  }

  relabel() {
    fill(/** @type {Element} */ (this.querySelector("h1")), t("lobby"));
    fill(this.#lead, t("welcome"));
    this.#renderFirstVisit();
    fill(this.#gameList, ...this.#games.map((game) => this.#gameCard(game)));
    fill(this.#footer, openPageLink());
    this.#shownTables = "";
    void this.#loadTables();
    void this.#loadOwnTables();
    void this.#loadDailyPuzzle();
  }

  /** Load the daily puzzle; it is optional. */
  async #loadDailyPuzzle() {
    const today = await loadDailyPuzzle().catch(() => null);
    const play = () => today && startPuzzle(today.game, today.puzzle.id).catch((failure) => this.#showError(failure));
    if (today) fill(this.#daily, dailyPuzzleCard(today, play));
  }

  /** Offer the tutorials that are not completed, until the offer is closed. */
  #renderFirstVisit() {
    const games = offeredTutorials(this.#games);
    const close = () => {
      closeTutorialOffer();
      this.#renderFirstVisit();
    };
    const isFirst = games.length === this.#games.filter((game) => game.tutorial).length;
    this.#firstVisit.classList.toggle("small", !isFirst);
    this.#firstVisit.hidden = !games.length;
    fill(
      this.#firstVisit,
      h("p", null, t(isFirst ? "first_visit" : "next_tutorial")),
      ...games.map((game) => h("a", { class: "button", href: `/learn/${game.id}` }, icon("cap"), localize(game.title))),
      h("button", { class: "icon", "aria-label": t("close"), title: t("close"), onclick: close }, icon("close")),
    );
  }

  /** @param {Game} game */
  #gameCard(game) {
    const title = localize(game.title);
    const id = `game-${game.id}`;
    const choices = loadChoices(game);
    const summary = describeChoices(game, choices);
    const label = (/** @type {string} */ key) => `${title}: ${t(key)}`;
    const modeButton = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h("button", { onclick, "aria-label": label(key) }, icon(sign), h("span", null, t(key)));
    const link = (/** @type {string} */ page, /** @type {string} */ sign, /** @type {string} */ key) =>
      h("a", { href: `/${page}/${game.id}`, "aria-label": label(key) }, icon(sign), t(key));
    return h(
      "article",
      { class: "game", "aria-labelledby": id, dataset: { game: game.id } },
      game.picture ? h("img", { src: game.picture, alt: "", width: 640, height: 360 }) : h("div", { class: "blank" }),
      h(
        "div",
        { class: "about" },
        h("h2", { id }, title),
        game.blurb && h("p", null, localize(game.blurb)),
        h(
          "button",
          {
            class: "primary big",
            "aria-label": `${label("play")} (${summary})`,
            onclick: () => this.#enterTable(startGame(game, choices)),
          },
          icon("play"),
          t("play"),
        ),
        h("p", { class: "choices" }, summary),
        h(
          "div",
          { class: "modes" },
          modeButton("sliders", "set_up", () => this.#openStartPanel(game)),
          game.daily && game.seats === 1 && modeButton("calendar", "daily", () => this.#startDailyDeal(game)),
        ),
        h(
          "p",
          { class: "links" },
          ...(game.seats === 1 && game.decks.length ? puzzleLinks(game.id) : []),
          game.tutorial && link("learn", "cap", "tutorial"),
          game.rules && link("rules", "book", "rules"),
          game.cards && link("cards", "cards", "cards"),
          game.decks.length > 0 && link("decks", "deck", "deck_builder"),
          workshopLink(game),
        ),
      ),
    );
  }

  /** @param {Game} game */
  #startDailyDeal(game) {
    return this.#enterTable(
      api.createTable({ game: game.id, seats: seatsAgainstCpu(game), deal: "daily", ...nameField() }),
    );
  }

  /** @param {Game} game */
  async #openStartPanel(game) {
    const { openStartPanel } = await import("./start_panel.js");
    openStartPanel(game, (choices) => this.#enterTable(startGame(game, choices)));
  }

  /** @param {Promise<api.JoinedTable>} answer */
  async #enterTable(answer) {
    try {
      await enterTable(await answer);
    } catch (failure) {
      this.#showError(failure);
    }
  }

  /** @param {unknown} failure */
  #showError(failure) {
    showNotice(this.#notice, api.errorMessage(failure));
  }

  /** Load the open and running tables. */
  async #loadTables() {
    const [open, playing] = await Promise.all([api.fetchTables("open"), api.fetchTables("playing")]).catch(() => [
      [],
      [],
    ]);
    const mine = loadSeatTokens();
    const others = open.filter((table) => !(table.id in mine));
    const news = JSON.stringify([others, playing]);
    if (news === this.#shownTables || !this.isConnected) return;
    this.#shownTables = news;
    fill(
      this.#publicTables,
      h(
        "div",
        null,
        h("h2", null, t("open_tables")),
        rowList(
          others.map((table) => this.#tableRow(table, t("join"))),
          t("none_open"),
        ),
      ),
      h(
        "div",
        null,
        h("h2", null, t("running")),
        rowList(
          playing.map((table) => this.#tableRow(table, t("watch"))),
          t("none_running"),
        ),
      ),
    );
  }

  /**
   * @param {Table} table
   * @param {string} verb
   */
  #tableRow(table, verb) {
    const game = this.#games.find((one) => one.id === table.game);
    const about = tableSummary(table);
    const title = game ? localize(game.title) : table.game;
    return h(
      "li",
      null,
      h("span", null, h("strong", null, title), " ", h("small", null, about)),
      h("a", { class: "button", href: `/table/${table.id}`, "aria-label": `${verb}: ${title}, ${about}` }, verb),
    );
  }

  /** Load the tables of this browser. */
  async #loadOwnTables() {
    if (!Object.keys(loadSeatTokens()).length) return this.#renderOwnTables([]);
    const { fetchOwnTables } = await import("./my_games.js");
    return this.#renderOwnTables(await fetchOwnTables().catch(() => []));
  }

  /** @param {Table[]} tables running ones first */
  async #renderOwnTables(tables) {
    this.#ownTables.hidden = tables.length === 0;
    const [latest] = tables;
    const running = tables.filter((table) => table.status !== "over");
    const game = this.#games.find((one) => one.id === latest?.game);
    fill(
      this.#lead,
      latest && latest.status !== "over" && game
        ? h("a", { href: `/table/${latest.id}` }, icon("play"), t("resume_game", { game: localize(game.title) }))
        : t("welcome"),
      // The list is below the games.
      running.length > 1 &&
        h(
          "button",
          { class: "quiet", onclick: () => this.#ownTables.scrollIntoView({ block: "center" }) },
          t("all_running", { n: running.length }),
        ),
    );
    if (!latest) return;
    const { myGames } = await import("./my_games.js");
    fill(this.#ownTables, ...myGames(tables, this.#games, () => void this.#loadOwnTables()));
  }
}

/**
 * @param {HTMLElement[]} rows
 * @param {string} empty
 */
function rowList(rows, empty) {
  return rows.length ? h("ul", { class: "rows" }, ...rows) : h("p", { class: "faint" }, empty);
}

/**
 * The players of a public table and its progress.
 * @param {Table} table
 */
function tableSummary(table) {
  const names = table.seats.map((seat) => (seat.kind === "cpu" ? cpuSeatName(seat) : seat.name || t("guest")));
  if (table.status !== "open") return `${names.join(" – ")} · ${t("ply_n", { n: table.ply })}`;
  return t("waits_for", { name: names[table.seats.findIndex((seat) => seat.kind === "human")] });
}
