// Parts of the request that creates a table.

import { chosenLevel } from "../frame/levels.js";
import { tableBranch } from "../frame/seat_tokens.js";
import { settings } from "../frame/settings.js";

/** @typedef {import("../frame/message_types.js").Game} Game */

/** The levels of a game's CPU, from 1. @param {Game} game */
export const levelNumbers = (game) => Array.from({ length: game.levels }, (_, at) => at + 1);

/** A CPU, by default with the level that was chosen last for the game. @param {Game} game */
export const cpuSeat = (game, level = chosenLevel(game)) => ({ cpu: Math.min(level, game.levels) });

/** The CPU of a seat once more. @param {import("../frame/message_types.js").Seat} seat */
export const cpuSeatOf = ({ name, level }) => (level === null ? { bot: name } : { cpu: level });

/**
 * The seats of a game against the CPU.
 * @param {Game} game
 * @param {number} [own] the player's seat
 * @param {{cpu: number} | {bot: string}} [cpu]
 */
export function seatsAgainstCpu(game, own = 0, cpu = cpuSeat(game)) {
  return game.seat_titles.map((_, seat) => (seat === own ? "me" : cpu));
}

/**
 * The seats of a game that continues a finished one: the same CPUs, and a CPU instead of other people.
 * @param {Game} game
 * @param {import("../frame/message_types.js").Table} table
 * @param {number[]} own the player's seats
 */
export function seatsOfRetry(game, table, own) {
  return table.seats.map(({ level }, seat) => (own.includes(seat) ? "me" : cpuSeat(game, level ?? undefined)));
}

/**
 * What a table is that continues a game from an earlier ply. One that continues such a table goes on with its options.
 * @param {string | null} table the table of the game; null for a file
 * @param {Record<string, any>} options
 * @param {number} ply
 * @returns {import("../frame/seat_tokens.js").Branch}
 */
export const branchOf = (table, options, ply) => ({ ply, options: (table && tableBranch(table)?.options) || options });

/** The player's display name, if there is one. */
export const nameField = () => (settings.name ? { name: settings.name } : {});
