// Passes a text to another page, or to the same page after a reload, for this session.

/** @typedef {{text: string, game: string, ply: number}} PageTransfer */

const KEY = "tefuda.handed";

/**
 * @param {"open" | "replay"} page
 * @param {PageTransfer} what
 * @returns {boolean} false if the browser refuses to store it
 */
export function storeTransfer(page, what) {
  try {
    sessionStorage.setItem(`${KEY}.${page}`, JSON.stringify(what));
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {"open" | "replay"} page
 * @returns {PageTransfer | null}
 */
export function loadTransfer(page) {
  try {
    const { text, game, ply } = JSON.parse(sessionStorage.getItem(`${KEY}.${page}`) ?? "null");
    return { text: String(text), game: String(game), ply: Number(ply) || 0 };
  } catch {
    return null;
  }
}
