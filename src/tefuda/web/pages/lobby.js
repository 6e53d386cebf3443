// The lobby: a card for each game, open tables and running games.

import * as api from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { removeSeatTokens, loadSeatTokens } from "../frame/seat_tokens.js";
import { Page, navigate } from "../frame/page.js";
import { changeSettings, settings } from "../frame/settings.js";
import { localize, t } from "../frame/words.js";
import { hasCards, sortGames, pictureUrl } from "../games/index.js";
import { openPageLink, workshopLink } from "./workshop/links.js";
import { startPuzzle } from "./puzzles/start.js";
import { loadDailyPuzzle, puzzleLinks, dailyPuzzleCard } from "./puzzles/daily_puzzle.js";
import { enterTable } from "./enter_table.js";
import { levelNumbers, nameField, seatsAgainstCpu } from "./table_request.js";
import { createNotice, showNotice } from "../frame/notice.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Table} Table */

const POLL_INTERVAL_MS = 5000;

export default class LobbyPage extends Page {
  static tag = "lobby-page";

  /** @type {Game[]} */
  #games = [];
  #notice = createNotice();
  #daily = h("div");
  #gameList = h("div", { class: "game-list" });
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
      h("p", { class: "lead" }),
      this.#notice,
      this.#ownTables,
      this.#gameList,
      // Below the games: it loads later and must not move their buttons.
      this.#daily,
      this.#publicTables,
      this.#footer,
    );
    try {
      this.#games = sortGames(await api.fetchGames());
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
    fill(/** @type {Element} */ (this.querySelector(".lead")), t("welcome"));
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

  /** @param {Game} game */
  #gameCard(game) {
    const title = localize(game.title);
    const id = `game-${game.id}`;
    const image = pictureUrl(game);
    const two = game.seats > 1;
    const side = two
      ? h(
          "label",
          { class: "against" },
          t("against"),
          h(
            "select",
            {
              "aria-label": `${title}: ${t("level")}`,
              onchange: (/** @type {Event} */ event) => this.#setLevel(event),
            },
            ...levelNumbers(game).map((n) => h("option", { value: n, selected: n === settings.level }, n)),
          ),
        )
      : h("p", { class: "against" }, t("alone"));
    return h(
      "article",
      { class: "game", "aria-labelledby": id, dataset: { game: game.id } },
      image ? h("img", { src: image, alt: "", width: 640, height: 360 }) : h("div", { class: "blank" }),
      h(
        "div",
        { class: "about" },
        h("h2", { id }, title),
        game.blurb && h("p", null, localize(game.blurb)),
        h(
          "button",
          {
            class: "primary big",
            "aria-label": `${title}: ${t(two ? "play_cpu" : "play_alone")}`,
            onclick: () => this.#play(game),
          },
          icon("play"),
          t("play"),
        ),
        side,
        h("div", { class: "modes" }, ...this.#modeButtons(game)),
        h(
          "p",
          { class: "links" },
          ...(game.seats === 1 && game.decks.length ? puzzleLinks(game.id) : []),
          game.rules &&
            h("a", { href: `/rules/${game.id}`, "aria-label": `${title}: ${t("rules")}` }, icon("book"), t("rules")),
          hasCards(game.id) &&
            h("a", { href: `/cards/${game.id}`, "aria-label": `${title}: ${t("cards")}` }, icon("cards"), t("cards")),
          game.decks.length > 0 &&
            h(
              "a",
              { href: `/decks/${game.id}`, "aria-label": `${title}: ${t("deck_builder")}` },
              icon("deck"),
              t("deck_builder"),
            ),
          workshopLink(game),
        ),
      ),
    );
  }

  /** @param {Game} game */
  #modeButtons(game) {
    const modeButton = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h("button", { onclick, "aria-label": `${localize(game.title)}: ${t(key)}` }, icon(sign), h("span", null, t(key)));
    const buttons = [];
    if (game.seats > 1) {
      buttons.push(
        modeButton("people", "friend_here", () =>
          this.#createTable({ game: game.id, seats: game.seat_titles.map(() => "me"), practice: true }),
        ),
        modeButton("link", "friend_link", () =>
          this.#createTable({ game: game.id, seats: ["me", "open"], ...nameField() }),
        ),
        modeButton("bolt", "quick", () => this.#enterTable(api.quickMatch(game.id, settings.name))),
      );
    }
    if (game.daily && game.seats === 1)
      buttons.push(
        modeButton("calendar", "daily", () =>
          this.#createTable({ game: game.id, seats: seatsAgainstCpu(game), deal: "daily", ...nameField() }),
        ),
      );
    buttons.push(modeButton("sliders", "options", () => this.#openOptions(game)));
    return buttons;
  }

  /** @param {Event} event */
  #setLevel(event) {
    changeSettings({ level: Number(/** @type {HTMLSelectElement} */ (event.target).value) });
    for (const select of this.querySelectorAll(".against select")) {
      /** @type {HTMLSelectElement} */ (select).value = String(settings.level);
    }
  }

  /** @param {Game} game */
  #play(game) {
    return this.#createTable({ game: game.id, seats: seatsAgainstCpu(game), practice: true, ...nameField() });
  }

  /** @param {Game} game */
  async #openOptions(game) {
    const { openNewTable } = await import("./new_table.js");
    openNewTable(game, (request) => this.#createTable(request));
  }

  /** @param {object} request */
  #createTable(request) {
    return this.#enterTable(api.createTable(request));
  }

  /** @param {Promise<api.JoinedTable>} answer */
  async #enterTable(answer) {
    try {
      enterTable(await answer);
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
          others.map((table) =>
            this.#tableRow(table, t("join"), () => this.#enterTable(api.joinTable(table.id, settings.name))),
          ),
          t("none_open"),
        ),
      ),
      h(
        "div",
        null,
        h("h2", null, t("running")),
        rowList(
          playing.map((table) => this.#tableRow(table, t("watch"), () => navigate(`/table/${table.id}`))),
          t("none_running"),
        ),
      ),
    );
  }

  /**
   * @param {Table} table
   * @param {string} verb
   * @param {() => void} onclick
   */
  #tableRow(table, verb, onclick) {
    const game = this.#games.find((one) => one.id === table.game);
    const mine = table.id in loadSeatTokens();
    const about = mine && table.status === "open" ? t("waiting") : tableSummary(table, mine);
    const title = game ? localize(game.title) : table.game;
    return h(
      "li",
      null,
      h("span", null, h("strong", null, title), " ", h("small", null, about)),
      h("button", { onclick, "aria-label": `${verb}: ${title}, ${about}` }, verb),
    );
  }

  /** Load the unfinished tables of this browser. */
  async #loadOwnTables() {
    const mine = Object.entries(loadSeatTokens())
      .sort(([, one], [, other]) => other.when - one.when)
      .slice(0, 8);
    const found = await Promise.all(
      mine.map(async ([id]) => {
        try {
          return await api.fetchTable(id);
        } catch (failure) {
          if (failure instanceof api.ApiError && failure.detail.code !== "offline") removeSeatTokens(id);
          return null;
        }
      }),
    );
    const rows = found
      .filter((table) => table !== null && table.status !== "over")
      .map((table) => this.#tableRow(/** @type {Table} */ (table), t("resume"), () => navigate(`/table/${table?.id}`)));
    this.#ownTables.hidden = rows.length === 0;
    fill(this.#ownTables, h("h2", null, t("continue_games")), rowList(rows, ""));
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
 * The players of a table and its progress.
 * @param {Table} table
 * @param {boolean} mine
 */
function tableSummary(table, mine) {
  const names = { human: t(mine ? "you" : "guest"), cpu: t("cpu"), open: "" };
  const who = table.seats.map((seat) => seat.name || (seat.level ? t("cpu", { n: seat.level }) : names[seat.kind]));
  if (table.status === "open") return t("waits_for", { name: who.find(Boolean) ?? t("guest") });
  return `${who.join(" – ")} · ${t("ply_n", { n: table.ply })}`;
}
