// Plays updates on a screen: event by event, then the view of the server. Nothing else changes the board.

/** @typedef {{entries: import("./message_types.js").LogEntry[], view: import("./message_types.js").View, legal: string[], prompt: import("./message_types.js").LocalizedText | null, ending?: import("./message_types.js").LocalizedText | null, goals?: import("./message_types.js").Goal[]}} PlaybackStep `ending`: how a game ended that its events do not end; `goals`: the ways to win with their present values */
/**
 * @typedef {object} PlaybackHooks
 * @property {(line: import("./message_types.js").LocalizedText, channel: string) => void} [onLine] called with a line for the log
 * @property {() => void} [onIdle] called when everything has been played
 */

/** With more events than this in the queue, animations are skipped. */
const MAX_QUEUED_EVENTS = 150;

export class Playback {
  /** @type {PlaybackStep[]} */
  #queue = [];
  /** @type {Promise<void> | null} resolves when the queue is empty */
  #running = null;
  /** Counts resets; playback of an older generation stops. */
  #generation = 0;
  /** @type {import("./message_types.js").View} the last view shown */
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

  /** Whether updates are being played or queued. */
  get busy() {
    return this.#running !== null;
  }

  /** Resolve when everything has been played. */
  async whenIdle() {
    await this.#running;
  }

  /**
   * Show a view now and drop everything queued.
   * @param {import("./message_types.js").View} view
   * @param {string[]} legal
   * @param {Partial<PlaybackStep>} [more]
   */
  reset(view, legal, more = {}) {
    const step = { entries: [], view, legal, prompt: null, ...more };
    this.#generation += 1;
    this.#queue = [];
    if (this.#running) {
      this.#queue.push(step);
      this.fastForward();
    } else {
      this.#showView(step);
      this.#hooks.onIdle?.();
    }
  }

  /**
   * Queue an update.
   * @param {PlaybackStep} step
   */
  push(step) {
    this.#queue.push(step);
    this.#running ??= this.#run();
  }

  /** Finish everything queued now: the page is hidden, or the user skips. */
  fastForward() {
    if (this.#running) void this.#motion.fastForward(this.#running);
  }

  async #run() {
    this.#callScreen(() => this.#screen.offerActions([], this.#view, null));
    await null; // lets `#running` be set first, even if nothing takes time
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      const era = this.#generation;
      for (const event of step.entries.flatMap((entry) => entry.events)) {
        this.#log(event);
        if (!this.#shouldSkip()) await this.#play(event, step.goals ?? []);
        else if (!this.#isBehind()) this.#callScreen(() => this.#screen.playEventSound(event));
        if (era !== this.#generation) break;
      }
      if (era === this.#generation) this.#showView(step);
    }
    this.#running = null;
    this.#hooks.onIdle?.();
  }

  /** Whether to skip animations. */
  #shouldSkip() {
    return !Number.isFinite(this.#motion.rate) || this.#isBehind();
  }

  /** Whether the user sees nothing, or there is too much to show. */
  #isBehind() {
    const waiting = this.#queue.flatMap((step) => step.entries).reduce((sum, entry) => sum + entry.events.length, 0);
    return document.hidden || waiting > MAX_QUEUED_EVENTS;
  }

  /**
   * @param {import("./message_types.js").GameEvent} event
   * @param {import("./message_types.js").Goal[]} goals
   */
  async #play(event, goals) {
    try {
      await this.#screen.playEvent(event, goals);
    } catch (failure) {
      console.warn("Cannot show event", event.kind, failure);
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
    const { legal, view, prompt } = this.#queue.length ? { ...step, legal: [], prompt: null } : step;
    this.#callScreen(() => this.#screen.showEnding(step.ending ?? null));
    this.#callScreen(() => this.#screen.showGoals(step.goals ?? []));
    this.#callScreen(() => this.#screen.offerActions(legal, view, prompt));
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
