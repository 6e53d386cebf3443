// A text that one page gives to another, or to itself after a reload: kept as long as the window is open.

/** @typedef {{text: string, game: string, ply: number}} Handed */

const KEY = "tefuda.handed";

/**
 * @param {"open" | "replay"} page
 * @param {Handed} what
 * @returns {boolean} whether the browser keeps it
 */
export function hand(page, what) {
  try {
    sessionStorage.setItem(`${KEY}.${page}`, JSON.stringify(what));
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {"open" | "replay"} page
 * @returns {Handed | null}
 */
export function handed(page) {
  try {
    const { text, game, ply } = JSON.parse(sessionStorage.getItem(`${KEY}.${page}`) ?? "null");
    return { text: String(text), game: String(game), ply: Number(ply) || 0 };
  } catch {
    return null;
  }
}
