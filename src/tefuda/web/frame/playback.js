// The only one that touches a board: plays what happened, event by event, and ends on the view that the server sent.

/** @typedef {{entries: import("./message_types.js").Entry[], view: import("./message_types.js").View, legal: string[]}} Step */
/**
 * @typedef {object} Hooks
 * @property {(line: import("./message_types.js").Both, channel: string) => void} [line] a line for the log beside the table
 * @property {() => void} [rest] everything has been played
 */

/** More than this many events waiting is a backlog, which nobody wants to sit through. */
const BACKLOG = 150;

export class Playback {
  /** @type {Step[]} */
  #queue = [];
  /** @type {Promise<void> | null} the work under way */
  #work = null;
  /** Counts resets, so that what was being played then can tell that it is over. */
  #era = 0;
  /** @type {import("./message_types.js").View} the last that was shown */
  #view = {};
  #screen;
  #motion;
  #hooks;

  /**
   * @param {import("./screen.js").Screen} screen
   * @param {import("./motion.js").Motion} motion
   * @param {Hooks} [hooks]
   */
  constructor(screen, motion, hooks = {}) {
    this.#screen = screen;
    this.#motion = motion;
    this.#hooks = hooks;
  }

  /** Whether something is being played or waits for it. */
  get busy() {
    return this.#work !== null;
  }

  /** Kept as soon as everything has been played. */
  async idle() {
    await this.#work;
  }

  /**
   * Show a view at once, whatever was being played.
   * @param {import("./message_types.js").View} view
   * @param {string[]} legal
   */
  reset(view, legal) {
    this.#era += 1;
    this.#queue = [];
    if (this.#work) {
      this.#queue.push({ entries: [], view, legal });
      this.hurry();
    } else {
      this.#land({ entries: [], view, legal });
      this.#hooks.rest?.();
    }
  }

  /**
   * Play this after what is under way.
   * @param {Step} step
   */
  push(step) {
    this.#queue.push(step);
    this.#work ??= this.#run();
  }

  /** Be done with everything that waits, now: the page is being hidden, or the reader has seen enough. */
  hurry() {
    if (this.#work) void this.#motion.rush(this.#work);
  }

  async #run() {
    this.#guard(() => this.#screen.offer([], this.#view));
    await null; // so that this is the work under way before it is over, also where nothing takes time
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      const era = this.#era;
      for (const event of step.entries.flatMap((entry) => entry.events)) {
        this.#tell(event);
        if (!this.#hurried()) await this.#play(event);
        if (era !== this.#era) break;
      }
      if (era === this.#era) this.#land(step);
    }
    this.#work = null;
    this.#hooks.rest?.();
  }

  /** Whether the view at once is better than the way there. */
  #hurried() {
    const waiting = this.#queue.flatMap((step) => step.entries).reduce((sum, entry) => sum + entry.events.length, 0);
    return document.hidden || !Number.isFinite(this.#motion.rate) || waiting > BACKLOG;
  }

  /** @param {import("./message_types.js").GameEvent} event */
  async #play(event) {
    try {
      await this.#screen.play(event);
    } catch (failure) {
      console.warn("The screen could not show", event.kind, failure);
    }
  }

  /** @param {import("./message_types.js").GameEvent} event */
  #tell(event) {
    const { text, channel = "normal" } = event;
    if (!text) return;
    this.#hooks.line?.(text, channel);
    this.#guard(() => this.#screen.channel(channel, text, event));
  }

  /** @param {Step} step */
  #land(step) {
    this.#view = step.view;
    this.#guard(() => this.#screen.show(step.view));
    this.#guard(() => this.#screen.offer(this.#queue.length ? [] : step.legal, step.view));
  }

  /** @param {() => void} act */
  #guard(act) {
    try {
      act();
    } catch (failure) {
      console.warn("The screen failed", failure);
    }
  }
}
