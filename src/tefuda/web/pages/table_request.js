// Parts of the request that creates a table.

import { settings } from "../frame/settings.js";

/** @typedef {import("../frame/message_types.js").Game} Game */

/** The levels of a game's CPU, from 1. @param {Game} game */
export const levelNumbers = (game) => Array.from({ length: game.levels }, (_, at) => at + 1);

/** A CPU, by default the one that was chosen last. @param {Game} game */
export const cpuSeat = (game, level = settings.level) => ({ cpu: Math.min(level, game.levels) });

/**
 * The seats of a game against the CPU.
 * @param {Game} game
 * @param {number} [own] the player's seat
 * @param {number} [level]
 */
export function seatsAgainstCpu(game, own = 0, level = settings.level) {
  return game.seat_titles.map((_, seat) => (seat === own ? "me" : cpuSeat(game, level)));
}

/** The player's display name, if there is one. */
export const nameField = () => (settings.name ? { name: settings.name } : {});
