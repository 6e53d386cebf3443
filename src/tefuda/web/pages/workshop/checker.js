// Asks the server about a text as it is typed: a moment after the last letter, one question at a time, newest text last.

import { Refused, sentence } from "../../frame/api.js";

const PAUSE = 250;
const AGAIN = 3000;

/**
 * @template A
 * @typedef {object} Hooks
 * @property {(text: string) => Promise<A>} ask
 * @property {() => void} waiting a question is due or under way
 * @property {(answer: A, text: string) => void} answered about the newest text
 * @property {(sentence: string, offline: boolean) => void} failed nothing can be said about the text
 */

/** @template A */
export class Checker {
  /** @type {Hooks<A>} */
  #hooks;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts the texts, so that an answer about an older one is known for it. */
  #count = 0;

  /** @param {Hooks<A>} hooks */
  constructor(hooks) {
    this.#hooks = hooks;
  }

  /**
   * The text has changed.
   * @param {string} text
   * @param {number} [pause]
   */
  change(text, pause = PAUSE) {
    this.#count += 1;
    clearTimeout(this.#timer);
    this.#hooks.waiting();
    this.#timer = setTimeout(() => void this.#ask(text, this.#count), pause);
  }

  stop() {
    this.#count += 1;
    clearTimeout(this.#timer);
  }

  /**
   * @param {string} text
   * @param {number} count
   */
  async #ask(text, count) {
    try {
      const answer = await this.#hooks.ask(text);
      if (count === this.#count) this.#hooks.answered(answer, text);
    } catch (failure) {
      if (count !== this.#count) return;
      const { code } = failure instanceof Refused ? failure.refusal : { code: "" };
      const passing = code === "offline" || code === "too_many_requests" || code === "busy";
      this.#hooks.failed(sentence(failure), passing);
      if (passing) this.#timer = setTimeout(() => void this.#ask(text, count), AGAIN);
    }
  }
}
