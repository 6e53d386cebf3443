// Status and result of a game, and the actions after it.

import { createTable, fetchPar } from "../frame/api.js";
import { h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { levelName, saveLevel } from "../frame/levels.js";
import { loadSeatTokens, tableBranch } from "../frame/seat_tokens.js";
import { formatSigned, t, translateBoth } from "../frame/words.js";
import { enterTable } from "./enter_table.js";
import { seatName } from "./players.js";
import { shuffleProof } from "./shuffle_proof.js";
import { cpuSeatOf, nameField } from "./table_request.js";
import { originLink } from "./workshop/links.js";
import { puzzleEndActions } from "./puzzles/result.js";
import { startPuzzle, startNextPuzzle } from "./puzzles/start.js";

/** @typedef {import("../frame/message_types.js").Table} Table */
/** @typedef {import("../frame/message_types.js").Game} Game */

/** Log lines of entries that are not plays. @type {Record<string, string>} */
const ENTRY_KEYS = {
  resign: "resigned",
  timeout: "timed_out",
  abandon: "abandoned",
  forfeit: "forfeited",
  takeback: "undone",
  takeback_request: "takeback_wanted",
  takeback_decline: "takeback_declined",
  rematch: "rematch_wanted",
};

/**
 * The log line of an entry in both languages; null for plays.
 * @param {Table} table
 * @param {{kind: string, seat: number}} entry
 * @returns {import("../frame/message_types.js").LocalizedText | null}
 */
export function entryText({ seats }, { kind, seat }) {
  if (!(kind in ENTRY_KEYS)) return null;
  const { name, title } = seats[seat];
  const key = kind === "resign" && seats.length === 1 ? "gave_up" : ENTRY_KEYS[kind];
  return translateBoth(key, { en: { name: name ?? title.en }, ja: { name: name ?? title.ja } });
}

/**
 * How a game ended that its events do not end; null for other games.
 * @param {Table} table
 * @param {Pick<Table, "ended" | "outcomes">} now
 */
export function endingText(table, { ended, outcomes }) {
  const loser = outcomes?.indexOf(0) ?? -1;
  return ended && ended !== "play" && loser >= 0 ? entryText(table, { kind: ended, seat: loser }) : null;
}

/**
 * The result as a short text, with payoffs for games that have them.
 * @param {Table} table
 * @param {Game} game
 * @param {number[]} own the player's seats
 */
export function resultText(table, game, own) {
  const { result } = table;
  const payoffs = game.min_score !== 0 || game.max_score !== 1;
  const paid = own.length === 1 ? [result?.[own[0]] ?? 0] : (result ?? []);
  const outcome = outcomeText(table, own);
  return payoffs ? t("with_payoff", { text: outcome, n: paid.map(formatSigned).join(" / ") }) : outcome;
}

/**
 * @param {Table} table
 * @param {number[]} own
 */
function outcomeText(table, own) {
  const outcomes = table.outcomes ?? [];
  const winner = outcomes.indexOf(1);
  if (outcomes.length === 1) {
    if (table.puzzle) return t(winner === 0 ? "solved" : "unsolved");
    return t(winner === 0 ? "cleared" : "not_cleared");
  }
  if (winner < 0) return t("drawn");
  if (own.length === 1) return t(winner === own[0] ? "won" : "lost");
  return t("wins", { name: seatName(table, winner) });
}

/**
 * The line above the board: the result, the seat to act, or what the table waits for.
 * @param {Table} table
 * @param {Game} game
 * @param {number[]} own the player's seats
 * @param {number | null} turn
 * @param {string | null} decision who decides outside their turn
 */
export function statusText(table, game, own, turn, decision) {
  const { status, result, seats } = table;
  if (result) return resultText(table, game, own);
  if (status === "open" || status === "dealing") return t(status === "open" ? "waiting" : "dealing");
  if (decision) return [decision, !own.length && t("watching")].filter(Boolean).join(" · ");
  if (own.length === 1 && turn === own[0]) return t("your_turn");
  const whose =
    turn !== null && t(seats[turn].kind === "cpu" ? "thinking" : "turn_of", { name: seatName(table, turn) });
  return [whose, !own.length && t("watching")].filter(Boolean).join(" · ");
}

/** @typedef {{deal?: object | string, next?: boolean, level?: number}} RestartOptions the same deal, the next puzzle, or another CPU level */
/**
 * @typedef {object} EndHandlers actions after the end; null if not available
 * @property {((more?: RestartOptions) => void) | null} again
 * @property {(() => void) | null} sameDeal
 * @property {(() => void) | null} rematch
 * @property {(() => void) | null} takeback
 * @property {number[]} rematchSeats seats that have asked for a rematch
 * @property {number[]} own the player's seats
 */

/**
 * @param {Table} table
 * @param {Game} game
 * @param {EndHandlers} handlers
 */
export function endActions(table, game, handlers) {
  const { again, takeback: back } = handlers;
  if (table.puzzle && again) return puzzleEndActions(table, table.puzzle, { again, back });
  const secret = isDailyToday(table);
  // Tables made from a position link back to it instead of a new game.
  const origin = originLink(table.id);
  const level = nextLevel(table, game, handlers.own);
  const review = !secret && table.ply > 0 ? reviewParts(table, game, handlers.own) : null;
  return h(
    "div",
    { class: "ending" },
    table.seats.length === 1 && playCount(table),
    again && !origin && level && levelButton(level, () => again({ level })),
    again &&
      !origin &&
      h("button", { class: level ? "" : "primary", onclick: () => again() }, icon("again"), t("again")),
    ...(handlers.rematch ? rematchOffer(table, handlers, handlers.rematch) : []),
    handlers.sameDeal &&
      h("button", { class: origin && "primary", onclick: handlers.sameDeal }, icon("cards"), t("same_deal")),
    origin,
    secret
      ? h("p", { class: "faint" }, t("replay_tomorrow"))
      : h("a", { class: "button", href: `/replay?table=${table.id}` }, icon("film"), t("replay")),
    review?.button,
    h("a", { class: "button", href: "/" }, icon("home"), t("to_lobby")),
    shuffleProof(table),
    review?.box,
  );
}

/**
 * The CPU level after the one that the player has beaten; null if there is none.
 * @param {Table} table
 * @param {Game} game
 * @param {number[]} own
 */
function nextLevel({ seats, outcomes }, game, own) {
  const beaten = Math.max(...seats.map((seat) => seat.level ?? 0));
  const won = own.length === 1 && outcomes?.[own[0]] === 1;
  return won && beaten > 0 && beaten < game.levels ? beaten + 1 : null;
}

/**
 * @param {number} level
 * @param {() => void} onclick
 */
function levelButton(level, onclick) {
  return h("button", { class: "primary", onclick }, icon("next"), t("next_level", { name: levelName(level) }));
}

/**
 * The button for the chances and turning points of the game, and their place below all buttons, which do not move.
 * @param {Table} table
 * @param {Game} game
 * @param {number[]} own
 */
function reviewParts(table, game, own) {
  const box = h("div", { class: "review", tabindex: "-1", hidden: true });
  const open = async () => {
    button.disabled = true;
    box.hidden = false;
    box.focus({ preventScroll: true });
    const { showTableReview } = await import("./analysis/review.js");
    await showTableReview(box, table, game, own);
    const list = /** @type {HTMLElement} */ (box.querySelector(".cg-turning") ?? box);
    list.focus({ preventScroll: true });
    list.scrollIntoView({ block: "nearest" });
  };
  const button = h("button", { class: "review-open", onclick: () => void open() }, icon("chart"), t("review"));
  return { button, box };
}

/**
 * The rematch button, with who has asked for a rematch.
 * @param {Table} table
 * @param {Pick<EndHandlers, "rematchSeats" | "own">} asked
 * @param {() => void} onclick
 */
function rematchOffer(table, { rematchSeats, own }, onclick) {
  if (rematchSeats.some((seat) => own.includes(seat)))
    return [h("p", { class: "score", role: "status" }, t("rematch_asked"))];
  const [other = null] = rematchSeats;
  const offer = other !== null && t("rematch_wanted", { name: seatName(table, other) });
  const key = offer ? "rematch_accept" : "rematch";
  return [
    offer && h("p", { class: "score", role: "status" }, offer),
    h("button", { class: "primary", onclick }, icon("again"), t(key)),
  ];
}

/** Whether a table has today's daily deal, whose cards the server reveals tomorrow. @param {Table} table */
function isDailyToday({ daily }) {
  return daily === new Date().toISOString().slice(0, 10);
}

/** The request for the deal of a table. @param {Table} table */
export function sameDeal(table) {
  return isDailyToday(table) ? "daily" : { same_as: table.id };
}

/**
 * The number of plays, and the par once the server has found it.
 * @param {import("../frame/progress.js").PlayedTable} table
 */
function playCount(table) {
  const line = h("p", { class: "score", role: "status" }, t("plays_taken", { n: table.plays ?? 0 }));
  const add = (/** @type {string} */ text) => line.append(` ${text}`);
  fetchPar(table.id).then(
    (found) => {
      const fewest = found.par ?? found.fewest;
      if (found.par !== null) add(t("par_is", { n: found.par }));
      else if (found.fewest !== null) add(t("par_within", { n: found.fewest }));
      else if (found.verdict === "IMPOSSIBLE") add(t("par_never"));
      // A player who followed the hints was not slow: they do not look for the shortest way.
      if (table.outcomes?.[0] === 1 && fewest !== null && (table.plays ?? 0) > fewest) add(t("par_hints"));
    },
    () => null,
  );
  return line;
}

/**
 * Start the same table again; puzzles are set again.
 * @param {Table} table
 * @param {RestartOptions} [more]
 */
export async function playAgain(table, { next, level, ...more } = {}) {
  if (table.puzzle) return await (next ? startNextPuzzle : startPuzzle)(table.game, table.puzzle.id);
  if (level) saveLevel(table.game, level);
  const { game, clock, practice } = table;
  const { branch, ...origin } = loadSeatTokens()[table.id] ?? {};
  // A table with a position has no decks; a new deal has those of the game before.
  const options = tableBranch(table.id)?.options ?? table.options;
  const seats = table.seats.map((seat) => {
    if (seat.kind !== "cpu") return "me";
    return level ? { cpu: level } : cpuSeatOf(seat);
  });
  const extra = { ...(clock ? { clock } : {}), ...nameField() };
  // A repeated deal includes its options.
  const made = await createTable({ game, seats, practice, ...(more.deal ? {} : { options }), ...extra, ...more });
  return enterTable(made, more.deal ? { ...origin, branch } : origin);
}
