/** Tracks the sources of power changes. Views only contain the sum. */

/** @typedef {import("./fold.js").FieldCard} FieldCard */
/** @typedef {{card: string, amount: number}} PowerSource */

const EFFECT_KINDS = ["magic", "use", "resolve"];
const ARRIVAL_KINDS = ["summon", "special_summon"];

export class PowerSources {
  /** The card whose effect is resolving. */
  #activeCard = "";
  /** @type {Map<string, PowerSource[]>} changes by place */
  #changes = new Map();

  /** @param {import("../../frame/message_types.js").GameEvent} event */
  record({ kind, card, at, amount }) {
    if (EFFECT_KINDS.includes(kind)) this.#activeCard = card;
    else if (ARRIVAL_KINDS.includes(kind)) this.#changes.delete(at);
    else if (kind === "power")
      this.#changes.set(at, [...(this.#changes.get(at) ?? []), { card: this.#activeCard, amount }]);
  }

  clear() {
    this.#changes.clear();
  }

  /**
   * Return the latest changes that add up to the change in the view; none if they do not add up.
   * @param {string} place
   * @param {FieldCard} thing
   * @returns {PowerSource[]}
   */
  sourcesOf(place, { changed = 0 }) {
    const changes = changed ? (this.#changes.get(place) ?? []) : [];
    let sum = 0;
    for (let from = changes.length - 1; from >= 0; from -= 1) {
      sum += changes[from].amount;
      if (sum === changed) return changes.slice(from).filter(({ card }) => card);
    }
    return [];
  }
}
