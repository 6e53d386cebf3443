/** Actions as the board offers them: where each begins and where it ends. Places are called as in the notation. */

/**
 * @typedef {object} LegalAction
 * @property {string} notation
 * @property {string} verb
 * @property {string | null} from what is chosen first: `m1`, `s2`, or `hand:` with a card; null where one step does it
 * @property {string | null} to what is chosen then: a place, `hand:` with a card, `lp`, `magics`; null for a button
 * @property {string | null} card the card of a pile that is taken
 * @property {string | null} where the pile: `deck` or `trash`
 */

const PLACE = /^(opp\.)?[ms][1-3]$/;

/**
 * @param {string} notation
 * @returns {LegalAction}
 */
export function parseAction(notation) {
  const [verb, rest = ""] = notation.split(" ");
  const [first, second = null] = rest.split(/[@>:]/);
  const move = { notation, verb, from: null, to: null, card: null, where: null };
  switch (verb) {
    case "summon":
      return { ...move, from: `hand:${first}`, to: `m${second}` };
    case "magic":
      return { ...move, from: `hand:${first}`, to: "magics" };
    case "use":
      return { ...move, from: first };
    case "attack":
      return { ...move, from: `m${first}`, to: second === "lp" ? "lp" : `opp.m${second}` };
    case "pick":
      if (PLACE.test(rest)) return { ...move, to: rest };
      return second ? { ...move, card: first, where: second } : { ...move, to: `hand:${first}` };
    default:
      return move;
  }
}

export class LegalActions {
  /** @param {string[]} legal */
  constructor(legal = []) {
    this.legal = legal;
    this.all = legal.map(parseAction);
  }

  /** @param {string} notation */
  has(notation) {
    return this.legal.includes(notation);
  }

  /** What can be done with a place or a card of the hand, in one step or two. @param {string} spot */
  with(spot) {
    return this.all.filter(({ from, to }) => (from === null ? to === spot : from === spot));
  }

  /** What begins with a choice. @param {string | null} spot */
  startingAt(spot) {
    return spot === null ? [] : this.all.filter(({ from }) => from === spot);
  }

  /**
   * What a place does now, if it is chosen: the second step of what was chosen, or something that needs one step only.
   * @param {string} spot
   * @param {string | null} chosen
   * @returns {string | null}
   */
  actionAt(spot, chosen) {
    const fits = (/** @type {string | null} */ to) => to === spot || (to === "magics" && /^s[1-3]$/.test(spot));
    return this.all.find(({ from, to }) => from === chosen && fits(to))?.notation ?? null;
  }

  /** Cards of piles that can be taken. */
  get fromPiles() {
    return this.all.filter(({ where }) => where !== null);
  }
}
