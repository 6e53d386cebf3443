/** Results of attacks, from what the server says they would change. */

/** @typedef {"win" | "hit" | "trade" | "loss"} AttackResult */

/**
 * The result of an attack for the attacker: a loss costs only the attacker something; null if it is open.
 * @param {Record<string, string[]>} preview
 * @param {import("./fold.js").Seat | null} seat the attacker
 * @returns {AttackResult | null}
 */
export function attackResult({ destroys = [], damages = [], confirms = [] }, seat) {
  if (confirms.length) return "loss";
  const isOwn = (/** @type {string} */ place) => place.split(".")[0] === seat;
  if (destroys.some((place) => !isOwn(place))) return destroys.some(isOwn) ? "trade" : "win";
  return damages.some((place) => !isOwn(place)) ? "hit" : null;
}

/** Whether an attack has only advantages. @param {AttackResult | null} result */
export const isGoodAttack = (result) => result === "win" || result === "hit";
