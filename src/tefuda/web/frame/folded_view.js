// The view of a seat, updated with the events of the server's updates.

import { viewDigest } from "./view_digest.js";

/** @typedef {import("./message_types.js").View} View */
/** @typedef {import("./message_types.js").GameEvent} GameEvent */
/** @typedef {(view: any, event: GameEvent) => void} Fold applies an event to a view */

export class FoldedView {
  /** @type {View | null} null if events do not lead to the server's view */
  #view = null;
  #fold;

  /** @param {Fold | null} fold null if the server sends every view */
  constructor(fold) {
    this.#fold = fold;
  }

  /**
   * Return the view of the server after an update; null if the events do not lead to it.
   * @param {Pick<import("./message_types.js").Update, "view" | "digest" | "entries">} update
   * @returns {View | null}
   */
  update({ view, digest, entries }) {
    if (view) return this.replace(view);
    const events = entries.flatMap((entry) => entry.events);
    if (this.#view && !this.#apply(events, digest)) this.#view = null;
    return structuredClone(this.#view);
  }

  /**
   * Start from a view and return it. Screens change their views, so a copy is kept.
   * @param {View} view
   * @returns {View}
   */
  replace(view) {
    this.#view = structuredClone(view);
    return view;
  }

  /**
   * Apply events; return whether the result has the digest.
   * @param {GameEvent[]} events
   * @param {string} digest
   */
  #apply(events, digest) {
    const view = /** @type {View} */ (this.#view);
    try {
      for (const event of structuredClone(events)) this.#fold?.(view, event);
    } catch {
      return false;
    }
    return viewDigest(view) === digest;
  }
}
