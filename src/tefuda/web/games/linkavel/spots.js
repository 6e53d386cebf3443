/** Spots of the notation: `m1` and `s2` are own slots, `opp.m1` is one of the opponent, `hand:CARD` a card in hand. */

import { bottomSeat, fieldCardAt, opponentOf } from "./fold.js";

/** @typedef {import("./fold.js").View} View */

/** The full place of a slot: `m1` is `one.m1`, `opp.m1` is `two.m1`; null for other spots. @param {View} view @param {string | null} spot */
export function slotPlace(view, spot) {
  const [, theirs, slot] = /^(opp\.)?([ms][1-3])$/.exec(spot ?? "") ?? [];
  const own = bottomSeat(view);
  return slot ? `${theirs ? opponentOf(own) : own}.${slot}` : null;
}

/** The card in a slot or in hand; null for an empty slot. @param {View} view @param {string} spot */
export function cardAtSpot(view, spot) {
  if (spot.startsWith("hand:")) return spot.slice("hand:".length);
  return fieldCardAt(view, slotPlace(view, spot) ?? "")?.card ?? null;
}

/**
 * The element of the spot at a point of the window.
 * @param {number} x
 * @param {number} y
 * @returns {HTMLElement | null}
 */
export function spotAtPoint(x, y) {
  return document.elementFromPoint(x, y)?.closest("[data-spot]") ?? null;
}
