/** Previews of actions, and the tooltips of slots and cards. The server says what an action leads to. */

import { Tooltips } from "../../frame/tooltips.js";
import { capitalize, localize } from "../../frame/words.js";
import { attackResult } from "./attack_results.js";
import { statusNotes } from "./card_detail.js";
import { about, cardTerms, tip } from "./explanations.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").LegalAction} LegalAction */
/**
 * @typedef {object} PreviewHost
 * @property {() => Promise<LegalAction[]>} describe
 * @property {(preview: Record<string, string[]> | null) => void} mark marks what an action would change
 * @property {import("./card_detail.js").CardDetail} detail
 */

export class Previews {
  tooltips;
  #host;
  /** The request of the current decision. @type {Promise<void> | null} */
  #request = null;
  /** @type {Map<string, LegalAction>} */
  #actions = new Map();
  /** The element under the mouse, the focus or the finger. @type {HTMLElement | null} */
  #pointed = null;

  /** @param {HTMLElement} root @param {PreviewHost} host */
  constructor(root, host) {
    this.#host = host;
    this.tooltips = new Tooltips(root, (element) => {
      this.#pointed = element;
      this.#markPointed();
    });
  }

  /** Start a new decision. */
  clear() {
    this.#request = null;
    this.#actions = new Map();
    this.#host.mark(null);
  }

  /**
   * Load what the actions of the current decision lead to, once.
   * @returns {Promise<boolean>} false if another decision has begun meanwhile
   */
  async load() {
    const request = (this.#request ??= this.#host.describe().then((actions) => {
      if (this.#request !== request) return;
      this.#actions = new Map(actions.map((one) => [one.action, one]));
      this.#markPointed();
      this.tooltips.refresh();
    }));
    await request;
    return this.#request === request;
  }

  /** What an action leads to; null if it is not loaded. @param {string | null | undefined} action */
  get(action) {
    return (action && this.#actions.get(action)) || null;
  }

  /** What an attack leads to for the attacker; null if it is open or not loaded, and for other actions. @param {string} action @param {import("./fold.js").Seat | null} seat */
  attackResult(action, seat) {
    const known = this.get(action);
    return known && action.startsWith("attack ") ? attackResult(known.preview, seat) : null;
  }

  /** Mark what an action would change; null removes the marks. @param {string | null | undefined} action */
  mark(action) {
    this.#host.mark(this.get(action)?.preview ?? null);
  }

  #markPointed() {
    this.mark(this.#pointed?.dataset.act);
  }

  /**
   * Explain a slot, a card in hand or attackable LP: what its action leads to, or what it is.
   * @param {HTMLElement} spot
   */
  explain(spot) {
    const { act, look, place = null } = spot.dataset;
    const action = this.get(act);
    if (action?.outcome) return tip(capitalize(localize(action.text)), localize(action.outcome));
    if (look) return this.#explainCard(look, place);
    if (!place || act) return null;
    return tip(t("emptySlot"), about(place.includes(".m") ? "monsterSlot" : "magicSlot"));
  }

  /** Explain a card, except for what the panel says if there is room for it. @param {string} id @param {string | null} place */
  #explainCard(id, place) {
    const { detail } = this.#host;
    if (detail.explainsBadges) return null;
    const card = detail.cards.get(id);
    const terms = cardTerms(card).map(([term, text]) => t("term", { term, text }));
    const thing = detail.fieldCard(place);
    const more = detail.isVisible ? [] : [localize(card.text), ...(thing ? statusNotes(thing, detail.cards) : [])];
    return tip(detail.cards.name(id), ...more, ...terms);
  }
}
