// The only one that touches a board: plays what happened, event by event, and ends on the view that the server sent.

/** @typedef {{entries: import("./message_types.js").LogEntry[], view: import("./message_types.js").View, legal: string[]}} PlaybackStep */
/**
 * @typedef {object} PlaybackHooks
 * @property {(line: import("./message_types.js").LocalizedText, channel: string) => void} [onLine] a line for the log beside the table
 * @property {() => void} [onIdle] everything has been played
 */

/** More than this many events waiting is a backlog, which nobody wants to sit through. */
const MAX_QUEUED_EVENTS = 150;

export class Playback {
  /** @type {PlaybackStep[]} */
  #queue = [];
  /** @type {Promise<void> | null} the work under way */
  #running = null;
  /** Counts resets, so that what was being played then can tell that it is over. */
  #generation = 0;
  /** @type {import("./message_types.js").View} the last that was shown */
  #view = {};
  #screen;
  #motion;
  #hooks;

  /**
   * @param {import("./screen.js").Screen} screen
   * @param {import("./motion.js").Motion} motion
   * @param {PlaybackHooks} [hooks]
   */
  constructor(screen, motion, hooks = {}) {
    this.#screen = screen;
    this.#motion = motion;
    this.#hooks = hooks;
  }

  /** Whether something is being played or waits for it. */
  get busy() {
    return this.#running !== null;
  }

  /** Kept as soon as everything has been played. */
  async whenIdle() {
    await this.#running;
  }

  /**
   * Show a view at once, whatever was being played.
   * @param {import("./message_types.js").View} view
   * @param {string[]} legal
   */
  reset(view, legal) {
    this.#generation += 1;
    this.#queue = [];
    if (this.#running) {
      this.#queue.push({ entries: [], view, legal });
      this.fastForward();
    } else {
      this.#showView({ entries: [], view, legal });
      this.#hooks.onIdle?.();
    }
  }

  /**
   * Play this after what is under way.
   * @param {PlaybackStep} step
   */
  push(step) {
    this.#queue.push(step);
    this.#running ??= this.#run();
  }

  /** Be done with everything that waits, now: the page is being hidden, or the reader has seen enough. */
  fastForward() {
    if (this.#running) void this.#motion.fastForward(this.#running);
  }

  async #run() {
    this.#callScreen(() => this.#screen.offerActions([], this.#view));
    await null; // so that this is the work under way before it is over, also where nothing takes time
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      const era = this.#generation;
      for (const event of step.entries.flatMap((entry) => entry.events)) {
        this.#log(event);
        if (!this.#shouldSkip()) await this.#play(event);
        if (era !== this.#generation) break;
      }
      if (era === this.#generation) this.#showView(step);
    }
    this.#running = null;
    this.#hooks.onIdle?.();
  }

  /** Whether the view at once is better than the way there. */
  #shouldSkip() {
    const waiting = this.#queue.flatMap((step) => step.entries).reduce((sum, entry) => sum + entry.events.length, 0);
    return document.hidden || !Number.isFinite(this.#motion.rate) || waiting > MAX_QUEUED_EVENTS;
  }

  /** @param {import("./message_types.js").GameEvent} event */
  async #play(event) {
    try {
      await this.#screen.playEvent(event);
    } catch (failure) {
      console.warn("The screen could not show", event.kind, failure);
    }
  }

  /** @param {import("./message_types.js").GameEvent} event */
  #log(event) {
    const { text, channel = "normal" } = event;
    if (!text) return;
    this.#hooks.onLine?.(text, channel);
    this.#callScreen(() => this.#screen.appendLog(channel, text, event));
  }

  /** @param {PlaybackStep} step */
  #showView(step) {
    this.#view = step.view;
    this.#callScreen(() => this.#screen.show(step.view));
    this.#callScreen(() => this.#screen.offerActions(this.#queue.length ? [] : step.legal, step.view));
  }

  /** @param {() => void} act */
  #callScreen(act) {
    try {
      act();
    } catch (failure) {
      console.warn("The screen failed", failure);
    }
  }
}
