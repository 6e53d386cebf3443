// The result of a game and the actions after it.

import { createTable, fetchPar } from "../frame/api.js";
import { h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { loadSeatTokens } from "../frame/seat_tokens.js";
import { formatSigned, t } from "../frame/words.js";
import { enterTable } from "./enter_table.js";
import { seatName } from "./players.js";
import { nameField } from "./table_request.js";
import { originLink } from "./workshop/links.js";
import { puzzleEndActions } from "./puzzles/result.js";
import { startPuzzle, startNextPuzzle } from "./puzzles/start.js";

/** @typedef {import("../frame/message_types.js").Table} Table */
/** @typedef {import("../frame/message_types.js").Game} Game */

/**
 * The result as a short text, with payoffs for games that have them.
 * @param {Table} table
 * @param {Game} game
 * @param {number[]} own the player's seats
 */
export function resultText(table, game, own) {
  const { result, ended } = table;
  const payoffs = game.min_score !== 0 || game.max_score !== 1;
  const paid = own.length === 1 ? [result?.[own[0]] ?? 0] : (result ?? []);
  const outcome = outcomeText(table, own);
  const text = payoffs ? t("with_payoff", { text: outcome, n: paid.map(formatSigned).join(" / ") }) : outcome;
  return ended === "resign" || ended === "timeout" ? t(`by_${ended}`, { text }) : text;
}

/**
 * @param {Table} table
 * @param {number[]} own
 */
function outcomeText(table, own) {
  const outcomes = table.outcomes ?? [];
  const winner = outcomes.indexOf(1);
  if (outcomes.length === 1) return t(winner === 0 ? "solved" : "unsolved");
  if (winner < 0) return t("drawn");
  if (own.length === 1) return t(winner === own[0] ? "won" : "lost");
  return t("wins", { name: seatName(table, winner) });
}

/** @typedef {{deal?: object, next?: boolean}} RestartOptions the same deal, or the next puzzle */
/**
 * @typedef {object} EndHandlers actions after the end; null if not available
 * @property {((more?: RestartOptions) => void) | null} again
 * @property {(() => void) | null} sameDeal
 * @property {(() => void) | null} rematch
 * @property {(() => void) | null} takeback
 */

/**
 * @param {Table} table
 * @param {EndHandlers} handlers
 */
export function endActions(table, handlers) {
  const { again, takeback: back } = handlers;
  if (table.puzzle && again) return puzzleEndActions(table, table.puzzle, { again, back });
  // Tables made from a position link back to it instead of a new game.
  const origin = originLink(table.id);
  return h(
    "div",
    { class: "ending" },
    table.seats.length === 1 && playCount(table),
    again && !origin && h("button", { class: "primary", onclick: () => again() }, icon("again"), t("again")),
    handlers.rematch && h("button", { class: "primary", onclick: handlers.rematch }, icon("again"), t("rematch")),
    handlers.sameDeal &&
      h("button", { class: origin && "primary", onclick: handlers.sameDeal }, icon("cards"), t("same_deal")),
    origin,
    h("a", { class: "button", href: `/replay?table=${table.id}` }, icon("film"), t("replay")),
    h("a", { class: "button", href: "/" }, icon("home"), t("to_lobby")),
  );
}

/**
 * The number of plays, and the par once the server has found it.
 * @param {Table} table
 */
function playCount(table) {
  const line = h("p", { class: "score", role: "status" }, t("plays_taken", { n: table.ply }));
  const add = (/** @type {string} */ text) => line.append(` ${text}`);
  fetchPar(table.id).then(
    (found) => {
      if (found.par !== null) add(t("par_is", { n: found.par }));
      else if (found.fewest !== null) add(t("par_within", { n: found.fewest }));
      else if (found.verdict === "IMPOSSIBLE") add(t("par_never"));
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
export async function playAgain(table, { next, ...more } = {}) {
  if (table.puzzle) return await (next ? startNextPuzzle : startPuzzle)(table.game, table.puzzle.id);
  const { game, options, clock, practice } = table;
  const seats = table.seats.map((seat) => (seat.kind === "cpu" ? { cpu: seat.level } : "me"));
  const extra = { ...(clock ? { clock } : {}), ...nameField() };
  // A repeated deal includes its options.
  const made = await createTable({ game, seats, practice, ...(more.deal ? {} : { options }), ...extra, ...more });
  return enterTable(made, loadSeatTokens()[table.id]);
}
