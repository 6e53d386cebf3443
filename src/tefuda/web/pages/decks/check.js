// What the server says about the deck as it is now: asked a moment after the last change, and again where nobody answers.

import { checkDeck } from "../../frame/author_api.js";

/** @typedef {import("../../frame/message_types.js").Both} Both */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/message_types.js").Problem} Problem */
/**
 * @typedef {object} Verdict
 * @property {"empty" | "asking" | "unknown" | "known"} state
 * @property {Problem[]} problems of the last answer
 * @property {string} option how an option takes the deck, once it is known
 * @property {unknown} failure why nothing is known
 */

const PAUSE = 250;
const RETRY = 4000;

export class Check {
  /** @type {Verdict} */
  verdict = { state: "empty", problems: [], option: "", failure: null };
  #game;
  #told;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asked = 0;

  /**
   * @param {string} game
   * @param {() => void} told called when the verdict has changed
   */
  constructor(game, told) {
    this.#game = game;
    this.#told = told;
  }

  /** Whether the deck can be played with. */
  get good() {
    return this.verdict.state === "known" && this.verdict.problems.length === 0;
  }

  /** @param {Deck} deck */
  look(deck) {
    this.stop();
    const some = Object.keys(deck.cards).length > 0;
    this.verdict = { ...this.verdict, state: some ? "asking" : "empty", problems: some ? this.verdict.problems : [] };
    if (some) this.#timer = setTimeout(() => this.#ask(deck), PAUSE);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** @param {Deck} deck */
  async #ask(deck) {
    const asked = this.#asked;
    const answer = await checkDeck(this.#game, deck).catch((failure) => failure);
    if (asked !== this.#asked) return;
    if (answer instanceof Error) {
      this.verdict = { ...this.verdict, state: "unknown", failure: answer };
      this.#timer = setTimeout(() => this.#ask(deck), RETRY);
    } else this.verdict = { state: "known", problems: answer.problems, option: answer.option, failure: null };
    this.#told();
  }
}
