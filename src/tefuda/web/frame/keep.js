// The seats that this browser has: tokens by table, on this device only.

/** @typedef {{game: string, when: number, seats: {seat: number, token: string}[]}} Kept */

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
 */
export function keep(id, game, seats) {
  write({ ...kept(), [id]: { game, seats, when: Date.now() } });
}

/** @param {string} id */
export function forget(id) {
  const { [id]: _, ...others } = kept();
  write(others);
}
