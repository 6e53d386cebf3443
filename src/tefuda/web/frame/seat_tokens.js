// The seat tokens of this browser, by table.

import { readStored, writeStored } from "./storage.js";

/** @typedef {import("./message_types.js").Puzzle} Puzzle */
/** @typedef {{ply: number, options: Record<string, any>}} Branch the actions played before a table that continues another game, and the options of that game */
/** @typedef {{from?: string, puzzle?: Puzzle, branch?: Branch}} TableOrigin the page that created the table, a puzzle that only this browser has, and the game that it continues */
/** @typedef {{commitment: string, seatCommitments: (string | null)[]}} Commitments of the server and, by seat, of the players */
/** @typedef {{contribution?: string, rematchContribution?: string}} Contributions to the seeds of the table and its rematch */
/** @typedef {{game: string, when: number, seats: {seat: number, token: string}[]} & TableOrigin & Partial<Commitments> & Contributions} SavedSeats */

const STORAGE_KEY = "tefuda.tables";
const MAX_TABLES = 200;

/** @returns {Record<string, SavedSeats>} */
export function loadSeatTokens() {
  const all = Object.entries(readStored(STORAGE_KEY) ?? {});
  return Object.fromEntries(all.filter(([, one]) => Array.isArray(one?.seats)));
}

/** @param {Record<string, SavedSeats>} all */
function writeSeatTokens(all) {
  const newest = Object.entries(all).sort(([, one], [, other]) => other.when - one.when);
  writeStored(STORAGE_KEY, Object.fromEntries(newest.slice(0, MAX_TABLES)));
}

/**
 * @param {string} id
 * @param {string} game
 * @param {{seat: number, token: string}[]} seats
 * @param {TableOrigin & {contribution?: string}} [origin]
 */
export function saveSeatTokens(id, game, seats, { from, puzzle, branch, contribution } = {}) {
  const origin = {
    ...(from ? { from } : {}),
    ...(puzzle ? { puzzle } : {}),
    ...(branch ? { branch } : {}),
    ...(contribution ? { contribution } : {}),
  };
  writeSeatTokens({ ...loadSeatTokens(), [id]: { game, seats, when: Date.now(), ...origin } });
}

/**
 * Save the commitments of a game when all its seats are taken. Saved ones are kept.
 * @param {string} id
 * @param {Commitments} commitments
 */
export function saveCommitments(id, commitments) {
  const all = loadSeatTokens();
  if (all[id] && !all[id].commitment) writeSeatTokens({ ...all, [id]: { ...all[id], ...commitments } });
}

/**
 * Save the contribution to the rematch of a table.
 * @param {string} id
 * @param {string} rematchContribution
 */
export function saveRematchContribution(id, rematchContribution) {
  const all = loadSeatTokens();
  if (all[id]) writeSeatTokens({ ...all, [id]: { ...all[id], rematchContribution } });
}

/**
 * Return the puzzle of a table: one from the server, or one of the player's own.
 * @param {import("./message_types.js").Table} table
 * @returns {Puzzle | null}
 */
export function tablePuzzle(table) {
  const own = loadSeatTokens()[table.id]?.puzzle;
  return table.puzzle ?? (typeof own?.title?.en === "string" && typeof own.goal?.en === "string" ? own : null);
}

/**
 * The game that a table continues; null for other tables.
 * @param {string} id
 * @returns {Branch | null}
 */
export function tableBranch(id) {
  const branch = loadSeatTokens()[id]?.branch;
  return Number.isInteger(branch?.ply) && typeof branch?.options === "object" ? branch : null;
}

/** @param {string} id */
export function removeSeatTokens(id) {
  const { [id]: _, ...others } = loadSeatTokens();
  writeSeatTokens(others);
}
