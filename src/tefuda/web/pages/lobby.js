// The first page: a game a card, one button to play at once, and what is going on.

import * as api from "../frame/api.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { forget, keep, kept } from "../frame/seat_tokens.js";
import { Page, go } from "../frame/page.js";
import { change, settings } from "../frame/settings.js";
import { both, t } from "../frame/words.js";
import { hasCards, ordered, picture } from "../games/index.js";
import { openLink, workshopLink } from "./workshop/links.js";
import { start } from "./puzzles/start.js";
import { findToday, puzzleLinks, todayCard } from "./puzzles/daily_puzzle.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Table} Table */

const POLL = 5000;

export default class Lobby extends Page {
  static tag = "lobby-page";

  /** @type {Game[]} */
  #games = [];
  #notice = h("p", { class: "notice", role: "alert", hidden: true });
  #today = h("div");
  #shelf = h("div", { class: "shelf" });
  #public = h("section", { class: "publics" });
  #yours = h("section", { class: "yours", hidden: true });
  #foot = h("p", { class: "links foot" });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** @type {string} what the lists showed last, so that a poll without news moves nothing */
  #seen = "";

  async open() {
    this.append(
      h("h1", { class: "unseen" }),
      h("p", { class: "lead" }),
      this.#notice,
      this.#yours,
      this.#shelf,
      // Below the games: it arrives later, and must not move a button from under the pointer.
      this.#today,
      this.#public,
      this.#foot,
    );
    try {
      this.#games = ordered(await api.games());
    } catch (failure) {
      return this.#say(failure);
    }
    this.relabel();
    this.#timer = setInterval(() => !document.hidden && this.#poll(), POLL);
    // Who points at a game will want the table's page in a moment.
    this.#shelf.addEventListener("pointerover", () => void import("./table.js"), { once: true });
    return undefined;
  }

  leave() {
    clearInterval(this.#timer);
  }

  relabel() {
    fill(/** @type {Element} */ (this.querySelector("h1")), t("lobby"));
    fill(/** @type {Element} */ (this.querySelector(".lead")), t("welcome"));
    fill(this.#shelf, ...this.#games.map((game) => this.#card(game)));
    fill(this.#foot, openLink());
    this.#seen = "";
    void this.#poll();
    void this.#findYours();
    void this.#findToday();
  }

  /** The puzzle of the day; a lobby without one is still a lobby. */
  async #findToday() {
    const today = await findToday().catch(() => null);
    const play = () => today && start(today.game, today.puzzle.id).catch((failure) => this.#say(failure));
    if (today) fill(this.#today, todayCard(today, play));
  }

  /** @param {Game} game */
  #card(game) {
    const title = both(game.title);
    const id = `game-${game.id}`;
    const image = picture(game);
    const two = game.seats > 1;
    const side = two
      ? h(
          "label",
          { class: "against" },
          t("against"),
          h(
            "select",
            { "aria-label": `${title}: ${t("level")}`, onchange: (/** @type {Event} */ event) => this.#level(event) },
            ...levels(game).map((n) => h("option", { value: n, selected: n === settings.level }, n)),
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
        game.blurb && h("p", null, both(game.blurb)),
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
        h("div", { class: "ways" }, ...this.#ways(game)),
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
  #ways(game) {
    const way = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h("button", { onclick, "aria-label": `${both(game.title)}: ${t(key)}` }, icon(sign), h("span", null, t(key)));
    const ways = [];
    if (game.seats > 1) {
      ways.push(
        way("people", "friend_here", () =>
          this.#start({ game: game.id, seats: game.seat_titles.map(() => "me"), practice: true }),
        ),
        way("link", "friend_link", () => this.#start({ game: game.id, seats: ["me", "open"], ...named() })),
        way("bolt", "quick", () => this.#seat(api.quick(game.id, settings.name))),
      );
    }
    if (game.daily && game.seats === 1)
      ways.push(
        way("calendar", "daily", () =>
          this.#start({ game: game.id, seats: seatsAgainst(game), deal: "daily", ...named() }),
        ),
      );
    ways.push(way("sliders", "options", () => this.#options(game)));
    return ways;
  }

  /** @param {Event} event */
  #level(event) {
    change({ level: Number(/** @type {HTMLSelectElement} */ (event.target).value) });
    for (const select of this.querySelectorAll(".against select")) {
      /** @type {HTMLSelectElement} */ (select).value = String(settings.level);
    }
  }

  /** @param {Game} game */
  #play(game) {
    return this.#start({ game: game.id, seats: seatsAgainst(game), practice: true, ...named() });
  }

  /** @param {Game} game */
  async #options(game) {
    const { setup } = await import("./new_table.js");
    setup(game, (wish) => this.#start(wish));
  }

  /** @param {object} wish */
  #start(wish) {
    return this.#seat(api.create(wish));
  }

  /** @param {Promise<api.Seated>} answer */
  async #seat(answer) {
    try {
      const { table, seats } = await answer;
      keep(table.id, table.game, seats);
      go(`/table/${table.id}`);
    } catch (failure) {
      this.#say(failure);
    }
  }

  /** @param {unknown} failure */
  #say(failure) {
    this.#notice.textContent = api.sentence(failure);
    this.#notice.hidden = false;
  }

  /** Which tables are open, and which can be watched. */
  async #poll() {
    const [open, playing] = await Promise.all([api.tables("open"), api.tables("playing")]).catch(() => [[], []]);
    const mine = kept();
    const others = open.filter((table) => !(table.id in mine));
    const news = JSON.stringify([others, playing]);
    if (news === this.#seen || !this.isConnected) return;
    this.#seen = news;
    fill(
      this.#public,
      h(
        "div",
        null,
        h("h2", null, t("open_tables")),
        list(
          others.map((table) => this.#row(table, t("join"), () => this.#seat(api.join(table.id, settings.name)))),
          t("none_open"),
        ),
      ),
      h(
        "div",
        null,
        h("h2", null, t("running")),
        list(
          playing.map((table) => this.#row(table, t("watch"), () => go(`/table/${table.id}`))),
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
  #row(table, verb, onclick) {
    const game = this.#games.find((one) => one.id === table.game);
    const mine = table.id in kept();
    const about = mine && table.status === "open" ? t("waiting") : standing(table, mine);
    const title = game ? both(game.title) : table.game;
    return h(
      "li",
      null,
      h("span", null, h("strong", null, title), " ", h("small", null, about)),
      h("button", { onclick, "aria-label": `${verb}: ${title}, ${about}` }, verb),
    );
  }

  /** The tables that this browser has a seat at and that are not over. */
  async #findYours() {
    const mine = Object.entries(kept())
      .sort(([, one], [, other]) => other.when - one.when)
      .slice(0, 8);
    const found = await Promise.all(
      mine.map(async ([id]) => {
        try {
          return await api.table(id);
        } catch (failure) {
          if (failure instanceof api.Refused && failure.refusal.code !== "offline") forget(id);
          return null;
        }
      }),
    );
    const rows = found
      .filter((table) => table !== null && table.status !== "over")
      .map((table) => this.#row(/** @type {Table} */ (table), t("resume"), () => go(`/table/${table?.id}`)));
    this.#yours.hidden = rows.length === 0;
    fill(this.#yours, h("h2", null, t("yours")), list(rows, ""));
  }
}

/**
 * @param {HTMLElement[]} rows
 * @param {string} empty
 */
function list(rows, empty) {
  return rows.length ? h("ul", { class: "rows" }, ...rows) : h("p", { class: "faint" }, empty);
}

/**
 * Who plays at a table, and how far they are.
 * @param {Table} table
 * @param {boolean} mine
 */
function standing(table, mine) {
  const names = { human: t(mine ? "you" : "somebody"), cpu: t("cpu"), open: "" };
  const who = table.seats.map((seat) => seat.name || (seat.level ? t("cpu", { n: seat.level }) : names[seat.kind]));
  if (table.status === "open") return t("waits_for", { name: who.find(Boolean) ?? t("somebody") });
  return `${who.join(" – ")} · ${t("ply_n", { n: table.ply })}`;
}

/** @param {Game} game */
function levels(game) {
  return Array.from({ length: game.levels }, (_, at) => at + 1);
}

/** @param {Game} game */
function seatsAgainst(game) {
  return game.seat_titles.map((_, seat) => (seat === 0 ? "me" : { cpu: Math.min(settings.level, game.levels) }));
}

/** The reader's name, where there is one. */
function named() {
  return settings.name ? { name: settings.name } : {};
}
