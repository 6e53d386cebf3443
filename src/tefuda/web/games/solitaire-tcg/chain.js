// The chain of an action: queued and resolved abilities in order, with their results.

import { cardId } from "./fold.js";

/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {"waiting" | "now" | "done" | "fizzled" | "skipped" | "dropped"} EntryState */
/**
 * @typedef {object} ChainEntry
 * @property {number} key
 * @property {string} card its name on the table at that time
 * @property {string} when
 * @property {number} ability
 * @property {EntryState} state
 * @property {string} reason why it did not resolve fully, or empty
 */
/** @typedef {{line: LocalizedText, kind: string}} Line */

const MAX_CHAIN_LINES = 200;
/** Kinds of event that start an action. */
const STARTING_KINDS = ["play", "use", "end"];
let lastKey = 0;

export class Chain {
  /** @type {ChainEntry[]} finished, then current, then waiting ones */
  entries = [];
  /** @type {Line[]} */
  lines = [];
  /** Whether the action is finished; the next event starts a new chain. */
  #finished = true;

  /** Start a new chain. */
  clear() {
    this.entries = [];
    this.lines = [];
  }

  /** @returns {Chain} an independent copy */
  copy() {
    const copy = new Chain();
    copy.entries = this.entries.map((entry) => ({ ...entry }));
    copy.lines = [...this.lines];
    copy.#finished = this.#finished;
    return copy;
  }

  get waiting() {
    return this.entries.filter((entry) => entry.state === "waiting");
  }

  /** The ability that is resolving; the innermost of several. */
  get current() {
    return this.entries.findLast((entry) => entry.state === "now") ?? null;
  }

  /** @param {GameEvent} event */
  fold(event) {
    const { kind } = event;
    if (this.#finished || STARTING_KINDS.includes(kind)) {
      // A played field is told after the field that it replaces.
      const replaced = this.lines.slice(-1).filter((line) => line.kind === "overwritten");
      this.clear();
      if (kind === "play") this.lines = replaced;
    }
    this.#finished = false;
    if (event.text) this.lines = [...this.lines, { line: event.text, kind }].slice(-MAX_CHAIN_LINES);
    switch (kind) {
      case "use":
        this.#insert({ ...event, when: "activated" }, "now");
        break;
      case "run":
        this.#finishOnPlay(event);
        this.#insert(event, "now");
        break;
      case "queued":
        this.#insert(event, "waiting", this.#startedCount + event.place);
        break;
      case "resolve":
        this.#finishCurrent();
        this.#firstWaiting(event).state = "now";
        break;
      case "skip": {
        if (event.when === "on_play") this.#finishOnPlay(event);
        else this.#finishCurrent();
        const entry = event.when === "on_play" ? this.#insert(event, "now") : this.#firstWaiting(event);
        Object.assign(entry, { state: "skipped", reason: "condition" });
        break;
      }
      case "fizzle":
        Object.assign(this.#activeEntry(event), {
          state: "fizzled",
          reason: event.reason,
        });
        break;
      case "nothing":
        this.#activeEntry(event).reason = "nothing";
        break;
      case "stalled":
        for (const entry of this.waiting) Object.assign(entry, { state: "dropped", reason: "stalled" });
        break;
      case "win":
      case "lose":
        // The rest of the queue does not resolve.
        this.#finishCurrent();
        this.entries = this.entries.filter(({ state }) => state !== "waiting");
        break;
      default:
    }
  }

  /**
   * Synchronize with a view at the end of an action or at a choice.
   * @param {{queue: {card: string, when: string, ability: number}[], choice: object | null}} view
   */
  sync({ queue, choice }) {
    this.#finished = !choice;
    if (!choice) this.#finishCurrent();
    const same = queue.length === this.waiting.length;
    if (same) return;
    this.entries = this.entries.filter((entry) => entry.state !== "waiting");
    for (const entry of queue) this.#insert(entry, "waiting");
  }

  /** Number of entries that are not waiting. */
  get #startedCount() {
    return this.entries.length - this.waiting.length;
  }

  /**
   * @param {Record<string, any>} event
   * @param {EntryState} state
   * @param {number} [at]
   */
  #insert(
    { card = "", when = "", ability = 0 },
    state,
    at = state === "waiting" ? this.entries.length : this.#startedCount,
  ) {
    lastKey += 1;
    /** @type {ChainEntry} */
    const entry = { key: lastKey, card, when, ability, state, reason: "" };
    this.entries.splice(at, 0, entry);
    return entry;
  }

  /**
   * The first waiting entry; inserted if it was queued before the page was opened.
   * @param {GameEvent} event
   */
  #firstWaiting(event) {
    return this.waiting[0] ?? this.#insert(event, "waiting");
  }

  /** An on_play ability is finished when the next one of the same card starts. @param {GameEvent} event */
  #finishOnPlay(event) {
    const { current: now } = this;
    if (now && now.when === "on_play" && cardId(now.card) === cardId(event.card)) now.state = "done";
  }

  /** Mark the current entries as done. */
  #finishCurrent() {
    for (const entry of this.entries) if (entry.state === "now") entry.state = "done";
  }

  /** The current entry of the event's card. @param {GameEvent} event */
  #activeEntry(event) {
    const open = this.entries.filter((entry) => entry.state === "now");
    const own = open.filter((entry) => cardId(entry.card) === cardId(event.card ?? ""));
    return own.at(-1) ?? open.at(-1) ?? this.#insert(event, "now");
  }
}
