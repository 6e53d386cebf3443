// Starts puzzles.

import { createTable } from "../../frame/api.js";
import { fetchDailyPuzzle, fetchPuzzles } from "../../frame/author_api.js";
import { navigate } from "../../frame/page.js";
import { recordStart, puzzleKey, loadProgress } from "../../frame/progress.js";
import { enterTable } from "../enter_table.js";
import { nameField } from "../table_request.js";

/** @typedef {import("../../frame/message_types.js").Puzzle} Puzzle */

/**
 * Create a table with a puzzle and open it. The daily puzzle counts for the day of its start.
 * @param {string} game
 * @param {string} puzzle
 */
export async function startPuzzle(game, puzzle) {
  const [made, today] = await Promise.all([
    createTable({ game, seats: ["me"], from: { puzzle }, ...nameField() }),
    fetchDailyPuzzle().catch(() => null),
  ]);
  recordStart(made.table.id, today?.game === game && today.puzzle === puzzle ? today.date : null);
  await enterTable(made);
}

/**
 * Return the next unsolved puzzle after `puzzle`, wrapping around.
 * @param {string} game
 * @param {Puzzle[]} all in order
 * @param {string | null} puzzle
 * @returns {Puzzle | null} null if all are solved
 */
export function nextUnsolved(game, all, puzzle = null) {
  const { best } = loadProgress();
  const at = all.findIndex((one) => one.id === puzzle) + 1;
  return [...all.slice(at), ...all.slice(0, at)].find((one) => !(puzzleKey(game, one.id) in best)) ?? null;
}

/**
 * Start the next unsolved puzzle, or open the list if there is none.
 * @param {string} game
 * @param {string} puzzle
 */
export async function startNextPuzzle(game, puzzle) {
  const next = nextUnsolved(game, await fetchPuzzles(game), puzzle);
  if (next) await startPuzzle(game, next.id);
  else navigate("/puzzles");
}
