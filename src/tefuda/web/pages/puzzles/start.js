// From a puzzle to a table that sets it.

import { createTable } from "../../frame/api.js";
import { fetchDailyPuzzle, fetchPuzzles } from "../../frame/author_api.js";
import { navigate } from "../../frame/page.js";
import { recordStart, puzzleKey, loadProgress } from "../../frame/progress.js";
import { enterTable } from "../enter_table.js";
import { nameField } from "../table_request.js";

/** @typedef {import("../../frame/message_types.js").Puzzle} Puzzle */

/**
 * Sit down at a new table with this puzzle. Whose day it is by now counts for that day, even if it is solved after midnight.
 * @param {string} game
 * @param {string} puzzle
 */
export async function startPuzzle(game, puzzle) {
  const [made, today] = await Promise.all([
    createTable({ game, seats: ["me"], from: { puzzle }, ...nameField() }),
    fetchDailyPuzzle().catch(() => null),
  ]);
  recordStart(made.table.id, today?.game === game && today.puzzle === puzzle ? today.date : null);
  enterTable(made);
}

/**
 * The puzzle to go on with: the next one after `puzzle` that is not solved yet, from the beginning again if need be.
 * @param {string} game
 * @param {Puzzle[]} all in their order
 * @param {string | null} puzzle
 * @returns {Puzzle | null} null where all are solved
 */
export function nextUnsolved(game, all, puzzle = null) {
  const { best } = loadProgress();
  const at = all.findIndex((one) => one.id === puzzle) + 1;
  return [...all.slice(at), ...all.slice(0, at)].find((one) => !(puzzleKey(game, one.id) in best)) ?? null;
}

/**
 * Go on after a puzzle; to the list of them where none is left.
 * @param {string} game
 * @param {string} puzzle
 */
export async function startNextPuzzle(game, puzzle) {
  const next = nextUnsolved(game, await fetchPuzzles(game), puzzle);
  if (next) await startPuzzle(game, next.id);
  else navigate("/puzzles");
}
