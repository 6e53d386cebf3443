// Checks a text on the server while it is typed: after a delay, one request at a time.

import { ApiError, errorMessage } from "../../frame/api.js";

const CHECK_DELAY_MS = 250;
const RETRY_DELAY_MS = 3000;

/**
 * @template A
 * @typedef {object} CheckerHooks
 * @property {(text: string) => Promise<A>} check
 * @property {() => void} onStart a check is scheduled
 * @property {(answer: A, text: string) => void} onResult result for the newest text
 * @property {(sentence: string, offline: boolean) => void} onError the check failed
 */

/** @template A */
export class TextChecker {
  /** @type {CheckerHooks<A>} */
  #hooks;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Counts texts; results for older ones are dropped. */
  #version = 0;

  /** @param {CheckerHooks<A>} hooks */
  constructor(hooks) {
    this.#hooks = hooks;
  }

  /**
   * Schedule a check.
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
