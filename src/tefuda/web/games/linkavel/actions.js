/** Legal actions as the board offers them, with their start and target. Places are named as in the notation. */

/**
 * @typedef {object} LegalAction
 * @property {string} notation
 * @property {string} verb
 * @property {string | null} from the first choice: `m1`, `s2`, or `hand:` and a card; null if one step is enough
 * @property {string | null} to the second choice: a place, `hand:` and a card, `lp`, or `magics`; null for a button
 * @property {string | null} card the card chosen from a pile
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

  /** The actions with a place or hand card. @param {string} spot */
  with(spot) {
    return this.all.filter(({ from, to }) => (from === null ? to === spot : from === spot));
  }

  /** The actions that start with a choice. @param {string | null} spot */
  startingAt(spot) {
    return spot === null ? [] : this.all.filter(({ from }) => from === spot);
  }

  /**
   * The action of a place: the second step of the current choice, or an action of one step.
   * @param {string} spot
   * @param {string | null} chosen
   * @returns {string | null}
   */
  actionAt(spot, chosen) {
    const fits = (/** @type {string | null} */ to) => to === spot || (to === "magics" && /^s[1-3]$/.test(spot));
    return this.all.find(({ from, to }) => from === chosen && fits(to))?.notation ?? null;
  }

  /** Whether an attack is possible now. */
  get canAttack() {
    return this.all.some(({ verb }) => verb === "attack");
  }

  /** The actions that choose a card from a pile. */
  get fromPiles() {
    return this.all.filter(({ where }) => where !== null);
  }
}
