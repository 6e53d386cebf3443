// Asks the server about a text as it is typed: a moment after the last letter, one question at a time, newest text last.

import { ApiError, errorMessage } from "../../frame/api.js";

const CHECK_DELAY_MS = 250;
const RETRY_DELAY_MS = 3000;

/**
 * @template A
 * @typedef {object} CheckerHooks
 * @property {(text: string) => Promise<A>} check
 * @property {() => void} onStart a question is due or under way
 * @property {(answer: A, text: string) => void} onResult about the newest text
 * @property {(sentence: string, offline: boolean) => void} onError nothing can be said about the text
 */

/** @template A */
export class TextChecker {
  /** @type {CheckerHooks<A>} */
  #hooks;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts the texts, so that an answer about an older one is known for it. */
  #version = 0;

  /** @param {CheckerHooks<A>} hooks */
  constructor(hooks) {
    this.#hooks = hooks;
  }

  /**
   * The text has changed.
   * @param {string} text
   * @param {number} [pause]
   */
  schedule(text, pause = CHECK_DELAY_MS) {
    this.#version += 1;
    clearTimeout(this.#timer);
    this.#hooks.onStart();
    this.#timer = setTimeout(() => void this.#run(text, this.#version), pause);
  }

  stop() {
    this.#version += 1;
    clearTimeout(this.#timer);
  }

  /**
   * @param {string} text
   * @param {number} count
   */
  async #run(text, count) {
    try {
      const answer = await this.#hooks.check(text);
      if (count === this.#version) this.#hooks.onResult(answer, text);
    } catch (failure) {
      if (count !== this.#version) return;
      const { code } = failure instanceof ApiError ? failure.detail : { code: "" };
      const passing = code === "offline" || code === "too_many_requests" || code === "busy";
      this.#hooks.onError(errorMessage(failure), passing);
      if (passing) this.#timer = setTimeout(() => void this.#run(text, count), RETRY_DELAY_MS);
    }
  }
}
