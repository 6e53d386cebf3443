// From a puzzle to a table that sets it.

import { create } from "../../frame/api.js";
import { dailyPuzzle, puzzles } from "../../frame/author_api.js";
import { keep } from "../../frame/seat_tokens.js";
import { go } from "../../frame/page.js";
import { begun, keyOf, progress } from "../../frame/progress.js";
import { settings } from "../../frame/settings.js";

/** @typedef {import("../../frame/message_types.js").Puzzle} Puzzle */

/**
 * Sit down at a new table with this puzzle. Whose day it is by now counts for that day, even if it is solved after midnight.
 * @param {string} game
 * @param {string} puzzle
 */
export async function start(game, puzzle) {
  const name = settings.name ? { name: settings.name } : {};
  const [made, today] = await Promise.all([
    create({ game, seats: ["me"], from: { puzzle }, ...name }),
    dailyPuzzle().catch(() => null),
  ]);
  keep(made.table.id, game, made.seats);
  begun(made.table.id, today?.game === game && today.puzzle === puzzle ? today.date : null);
  go(`/table/${made.table.id}`);
}

/**
 * The puzzle to go on with: the next one after `puzzle` that is not solved yet, from the beginning again if need be.
 * @param {string} game
 * @param {Puzzle[]} all in their order
 * @param {string | null} puzzle
 * @returns {Puzzle | null} null where all are solved
 */
export function nextOf(game, all, puzzle = null) {
  const { best } = progress();
  const at = all.findIndex((one) => one.id === puzzle) + 1;
  return [...all.slice(at), ...all.slice(0, at)].find((one) => !(keyOf(game, one.id) in best)) ?? null;
}

/**
 * Go on after a puzzle; to the list of them where none is left.
 * @param {string} game
 * @param {string} puzzle
 */
export async function startNext(game, puzzle) {
  const next = nextOf(game, await puzzles(game), puzzle);
  if (next) await start(game, next.id);
  else go("/puzzles");
}
