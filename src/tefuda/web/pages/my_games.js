// The games of this browser: running ones to continue, finished ones with their results.

import * as api from "../frame/api.js";
import { confirmDialog } from "../frame/dialog.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { cpuSeatName } from "../frame/levels.js";
import { loadSeatTokens, removeSeatTokens, tablePuzzle } from "../frame/seat_tokens.js";
import { language, localize, t } from "../frame/words.js";
import { cancelOpenTable } from "./enter_table.js";
import { resultText } from "./game_result.js";
import { nameSeats } from "./players.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Table} Table */

const MAX_FETCHED = 60;
const ROWS_SHOWN = 6;
const MINUTE = 60_000;

/** The player's seats at a table. @param {Table} table */
const ownSeats = (table) => (loadSeatTokens()[table.id]?.seats ?? []).map((one) => one.seat);

/**
 * Fetch the tables of this browser, running games first. Tables that no longer exist are forgotten.
 * @returns {Promise<Table[]>}
 */
export async function fetchOwnTables() {
  const saved = Object.entries(loadSeatTokens()).sort(([, one], [, other]) => other.when - one.when);
  const ids = saved.slice(0, MAX_FETCHED).map(([id]) => id);
  if (!ids.length) return [];
  const found = await api.fetchTablesById(ids);
  for (const id of ids) if (found.every((table) => table.id !== id)) removeSeatTokens(id);
  const order = (/** @type {Table} */ table) => (table.status === "over" ? MAX_FETCHED : 0) + ids.indexOf(table.id);
  return found.sort((one, other) => order(one) - order(other));
}

/**
 * Whom the player plays against: the names of the other seats, or the puzzle.
 * @param {Table} table
 */
function opponentText(table) {
  const own = ownSeats(table);
  if (table.seats.length === 1)
    return localize(tablePuzzle(table)?.title) || (table.daily ? t("daily") : t("who_alone"));
  if (own.length === table.seats.length) return t("both_here");
  const others = table.seats.filter((_, at) => !own.includes(at));
  const names = others.map((seat) => (seat.kind === "cpu" ? cpuSeatName(seat) : seat.name || t("guest")));
  return table.status === "open" ? t("waiting") : t("vs_name", { name: names.join(", ") });
}

/**
 * The result of a finished game, or whose turn it is.
 * @param {Table} table
 * @param {Game} game
 */
function stateText(table, game) {
  const own = ownSeats(table);
  nameSeats(table, game, own);
  if (table.status === "over") {
    const text = resultText(table, game, own);
    return table.ended && table.ended !== "play" ? t("with_reason", { text, reason: t(`ended_${table.ended}`) }) : text;
  }
  if (table.turn === null || table.seats.length === 1 || own.length > 1) return "";
  const seat = table.seats[table.turn];
  if (own.includes(table.turn)) return t("your_turn");
  return t("turn_of", { name: seat.kind === "cpu" ? cpuSeatName(seat) : seat.name || localize(seat.title) });
}

/** How long ago a time was, in words. @param {number} time in milliseconds */
function timeAgo(time) {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const text = format.format(...timeDifference(Math.round((time - Date.now()) / MINUTE)));
  // Japanese is written without spaces around numbers.
  return language() === "ja" ? text.replaceAll(" ", "") : text;
}

/** @param {number} minutes @returns {[number, Intl.RelativeTimeFormatUnit]} */
function timeDifference(minutes) {
  if (minutes >= 0) return [0, "second"];
  if (minutes > -60) return [minutes, "minute"];
  if (minutes > -60 * 24) return [Math.round(minutes / 60), "hour"];
  return [Math.round(minutes / 60 / 24), "day"];
}

/** Whether a game can be replayed. The cards of today's daily deal are still hidden. @param {Table} table */
const isReplayable = (table) => table.status === "over" && table.daily !== new Date().toISOString().slice(0, 10);

/** The finished games of this browser that can be replayed, as a list. @param {() => void} changed */
export async function replayableGames(changed) {
  const [tables, games] = await Promise.all([fetchOwnTables(), api.fetchGames()]);
  const found = tables.filter(isReplayable);
  return found.length ? myGames(found, games, changed) : [];
}

/**
 * The list of the player's games.
 * @param {Table[]} tables
 * @param {Game[]} games
 * @param {() => void} changed called after a game was removed
 */
export function myGames(tables, games, changed) {
  const list = h("ul", { class: "rows" });
  const rows = tables.flatMap((table) => {
    const game = games.find((one) => one.id === table.game);
    return game ? [gameRow(table, game, changed)] : [];
  });
  const more = h("button", { class: "quiet", onclick: () => showAll() }, t("show_all", { n: rows.length }));
  const showAll = () => {
    fill(list, ...rows);
    more.remove();
    rows[ROWS_SHOWN].querySelector("a")?.focus();
  };
  fill(list, ...rows.slice(0, ROWS_SHOWN));
  return [h("h2", null, t("my_games")), list, rows.length > ROWS_SHOWN && more];
}

/**
 * @param {Table} table
 * @param {Game} game
 * @param {() => void} changed
 */
function gameRow(table, game, changed) {
  const title = localize(game.title);
  const over = table.status === "over";
  const about = [opponentText(table), stateText(table, game)].filter(Boolean).join(" · ");
  const link = (/** @type {string} */ href, /** @type {string} */ sign, /** @type {string} */ text) =>
    h("a", { class: "button", href, "aria-label": `${text}: ${title}, ${about}` }, icon(sign), h("span", null, text));
  return h(
    "li",
    { dataset: { table: table.id, status: table.status } },
    h(
      "span",
      null,
      h("strong", null, title),
      " ",
      h("small", null, about, h("span", { class: "ago" }, ` · ${timeAgo(table.updated)}`)),
    ),
    h(
      "span",
      { class: "row-actions" },
      !over && link(`/table/${table.id}`, "play", t("resume")),
      isReplayable(table) && link(`/replay?table=${table.id}`, "film", t("replay")),
      h(
        "button",
        {
          class: "icon",
          title: t("remove"),
          "aria-label": `${t("remove")}: ${title}, ${about}`,
          onclick: () => void removeGame(table, changed),
        },
        icon("trash"),
      ),
    ),
  );
}

/**
 * Forget a game on this device; a table that still waits for an opponent is cancelled.
 * @param {Table} table
 * @param {() => void} changed
 */
async function removeGame(table, changed) {
  if (table.status === "playing" && !(await confirmDialog(t("remove_sure"), t("remove")))) return;
  if (table.status === "open" || table.status === "dealing") await cancelOpenTable(table.id).catch(() => null);
  removeSeatTokens(table.id);
  changed();
}
