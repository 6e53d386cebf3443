// The state of the screen: a view, and the looks of stones that only events tell.

import { fold, stoneAt } from "./fold.js";

/**
 * @typedef {import("./fold.js").OthelloView & {looks: Record<string, string>, last: string | null}} ScreenState
 * `looks` are special stones without a mark; `last` is the cell of the last placed stone
 */

/**
 * Return the screen state for a view.
 * @param {Record<string, any>} view
 * @param {string | null} last
 * @returns {ScreenState}
 */
export function stateFromView(view, last) {
  const copy = /** @type {ScreenState} */ ({ ...structuredClone(view), looks: {}, last: null });
  return last && stoneAt(copy, last) ? { ...copy, last } : copy;
}

/**
 * Update the state with an event; return false for an unknown kind.
 * @param {ScreenState} state
 * @param {import("../../frame/message_types.js").GameEvent} event
 */
export function updateState(state, event) {
  if (event.kind === "place") {
    state.last = event.at;
    if (event.look) state.looks[event.at] = event.look;
  } else if (event.kind === "mark") delete state.looks[event.at];
  else if (event.kind === "destroy") for (const cell of event.cells) delete state.looks[cell];
  return fold(state, event);
}
