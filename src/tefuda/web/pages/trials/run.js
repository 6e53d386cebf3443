// A run of trials in batches of about half a second.

import { runTrials } from "../../frame/author_api.js";

/** @typedef {{options: Record<string, string | number>, level: number, first: number}} TrialSetup */
/** @typedef {{played: number, won: number}} RunCount */

const BATCH_MS = 500;
const FIRST_BATCH = 4;
const MAX_BATCH = 500;
/** Maximum number of counts for the plot; then every other one is dropped. */
const MAX_COUNTS = 240;

export class TrialRun {
  played = 0;
  won = 0;
  /** @type {RunCount[]} counts over time */
  counts = [];
  running = false;
  /** The error that ended the run. @type {unknown} */
  failure = null;
  /** Whether a game exceeded the server's time limit. */
  slow = false;
  #stopping = false;
  #batch = FIRST_BATCH;

  /**
   * @param {string} game
   * @param {TrialSetup} setup
   * @param {number} wanted number of games
   */
  constructor(game, setup, wanted) {
    this.game = game;
    this.setup = setup;
    this.wanted = wanted;
  }

  get stopping() {
    return this.running && this.#stopping;
  }

  get done() {
    return this.played >= this.wanted;
  }

  /** Stop after the current batch. */
  stop() {
    this.#stopping = true;
  }

  /**
   * Play until the wanted number of games or `stop`. A second call continues with the next deal.
   * @param {() => void} changed called after every batch and at the end
   */
  async start(changed) {
    this.running = true;
    this.#stopping = false;
    this.failure = null;
    this.slow = false;
    changed();
    try {
      while (!this.#stopping && !this.done) {
        await this.#playBatch();
        if (!this.#stopping && !this.done) changed();
      }
    } catch (failure) {
      this.failure = failure;
    }
    this.running = false;
    changed();
  }

  async #playBatch() {
    const { options, level, first } = this.setup;
    const count = Math.min(this.#batch, this.wanted - this.played);
    const began = performance.now();
    const { played, won } = await runTrials(this.game, { options, level, first: first + this.played, count });
    const took = Math.max(1, performance.now() - began);
    this.played += played;
    this.won += won;
    if (played > 0) this.counts.push({ played: this.played, won: this.won });
    if (this.counts.length > MAX_COUNTS) this.counts = this.counts.filter((_, at) => at % 2 === 1);
    // At most double the batch: the first answer says little.
    const fitting = Math.round((played * BATCH_MS) / took);
    this.#batch = Math.max(1, Math.min(fitting, 2 * count, MAX_BATCH));
    this.slow = played === 0;
    if (this.slow) this.stop();
  }
}
