// The seats that this browser has: tokens by table, on this device only.

/** @typedef {import("./message_types.js").Puzzle} Puzzle */
/** @typedef {{from?: string, puzzle?: Puzzle}} Origin the page that made a table, to go back to; the puzzle that it set, where only the reader has it */
/** @typedef {{game: string, when: number, seats: {seat: number, token: string}[]} & Origin} Kept */

const KEY = "tefuda.tables";
const MOST = 200;

/** @returns {Record<string, Kept>} */
export function kept() {
  try {
    const all = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    return Object.fromEntries(all.filter(([, one]) => Array.isArray(one?.seats)));
  } catch {
    return {};
  }
}

/** @param {Record<string, Kept>} all */
function write(all) {
  const newest = Object.entries(all).sort(([, one], [, other]) => other.when - one.when);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest.slice(0, MOST))));
  } catch {
    // Without storage a game lasts as long as its page.
  }
}

/**
 * @param {string} id
 * @param {string} game
 * @param {{seat: number, token: string}[]} seats
 * @param {Origin} [origin]
 */
export function keep(id, game, seats, { from, puzzle } = {}) {
  const origin = { ...(from ? { from } : {}), ...(puzzle ? { puzzle } : {}) };
  write({ ...kept(), [id]: { game, seats, when: Date.now(), ...origin } });
}

/**
 * The puzzle that a table sets: one that the server knows, or one of the reader's own.
 * @param {import("./message_types.js").Table} table
 * @returns {Puzzle | null}
 */
export function puzzleAt(table) {
  const own = kept()[table.id]?.puzzle;
  return table.puzzle ?? (typeof own?.title?.en === "string" && typeof own.goal?.en === "string" ? own : null);
}

/** @param {string} id */
export function forget(id) {
  const { [id]: _, ...others } = kept();
  write(others);
}
