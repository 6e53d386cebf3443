/** Where changes of power come from. Views have their sum; events tell which effect was at work, so what was told is kept. */

/** @typedef {import("./fold.js").Thing} Thing */
/** @typedef {{card: string, amount: number}} Source */

const EFFECTS = ["magic", "use", "resolve"];
const ARRIVALS = ["summon", "special_summon"];

export class Sources {
  /** The card whose effect is at work. */
  #working = "";
  /** @type {Map<string, Source[]>} what was told of each place */
  #told = new Map();

  /** @param {import("../../frame/message_types.js").GameEvent} event */
  hear({ kind, card, at, amount }) {
    if (EFFECTS.includes(kind)) this.#working = card;
    else if (ARRIVALS.includes(kind)) this.#told.delete(at);
    else if (kind === "power") this.#told.set(at, [...(this.#told.get(at) ?? []), { card: this.#working, amount }]);
  }

  clear() {
    this.#told.clear();
  }

  /**
   * The changes that a thing has now: the newest that were told and add up to what the view says; none where they do not,
   * for then something was not told here.
   * @param {string} place
   * @param {Thing} thing
   * @returns {Source[]}
   */
  of(place, { changed = 0 }) {
    const told = changed ? (this.#told.get(place) ?? []) : [];
    let sum = 0;
    for (let from = told.length - 1; from >= 0; from -= 1) {
      sum += told[from].amount;
      if (sum === changed) return told.slice(from).filter(({ card }) => card);
    }
    return [];
  }
}
