// Checks the deck on the server after each change, and retries when the server is unreachable.

import { checkDeck } from "../../frame/author_api.js";

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/message_types.js").Problem} Problem */
/**
 * @typedef {object} CheckResult
 * @property {"empty" | "asking" | "unknown" | "known"} state
 * @property {Problem[]} problems of the last check
 * @property {string} option option value of the deck, once known
 * @property {unknown} failure why the check failed
 */

const CHECK_DELAY_MS = 250;
const RETRY_DELAY_MS = 4000;

export class DeckChecker {
  /** @type {CheckResult} */
  result = { state: "empty", problems: [], option: "", failure: null };
  #game;
  #filesFor;
  #onResult;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #requestId = 0;
  /** The card files that the deck needs. */
  #custom = "";

  /**
   * @param {string} game
   * @param {(deck: Deck) => string} filesFor returns the custom cards of a deck
   * @param {() => void} onResult called when the result has changed
   */
  constructor(game, filesFor, onResult) {
    this.#game = game;
    this.#filesFor = filesFor;
    this.#onResult = onResult;
  }

  /** Whether the deck is valid. */
  get isValid() {
    return this.result.state === "known" && this.result.problems.length === 0;
  }

  /** Whether the deck contains cards of the workshop. */
  get isPractice() {
    return this.#custom !== "";
  }

  /** @param {Deck} deck */
  check(deck) {
    this.#custom = this.#filesFor(deck);
    this.stop();
    const some = Object.keys(deck.cards).length > 0;
    this.result = { ...this.result, state: some ? "asking" : "empty", problems: some ? this.result.problems : [] };
    if (some) this.#timer = setTimeout(() => this.#request(deck), CHECK_DELAY_MS);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#requestId += 1;
  }

  /** @param {Deck} deck */
  async #request(deck) {
    const requestId = this.#requestId;
    const answer = await checkDeck(this.#game, { ...deck, custom: this.#custom }).catch((failure) => failure);
    if (requestId !== this.#requestId) return;
    if (answer instanceof Error) {
      this.result = { ...this.result, state: "unknown", failure: answer };
      this.#timer = setTimeout(() => this.#request(deck), RETRY_DELAY_MS);
    } else this.result = { state: "known", problems: answer.problems, option: answer.option, failure: null };
    this.#onResult();
  }
}
