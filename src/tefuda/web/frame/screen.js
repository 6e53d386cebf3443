// The base class of game screens. Only the frame calls these methods.

import { localize } from "./words.js";

/**
 * @typedef {object} ScreenContext
 * @property {import("./message_types.js").Game} game
 * @property {import("./message_types.js").Table | null} table null in the replay viewer
 * @property {import("./message_types.js").Seat[]} [seats] the players of a replay, if they are known
 * @property {number | null} seat the seat whose view is shown; null for spectators
 * @property {import("./message_types.js").Card[]} cards
 * @property {(notation: string) => void} act asks the table to play an action; the board changes with the server's update
 * @property {() => Promise<import("./message_types.js").LegalAction[]>} describe returns the legal actions as sentences, with the places that they would change
 * @property {(item: string) => Promise<import("./message_types.js").LocalizedText | null>} explain returns why a card, a place or an action cannot be used now; null if there is nothing to say
 * @property {() => (() => void) | null} [takeBack] returns what takes the last action back at once; null where it needs an agreement, or where there is nothing to take back
 * @property {import("./settings.js").Settings} settings
 * @property {import("./motion.js").Motion} motion
 * @property {boolean} replay true in the replay viewer, where no action is possible
 * @property {() => number} [ply] number of actions so far; not in the replay viewer
 * @property {() => number} [plays] number of plays so far, without the choices that belong to another play
 */

/** @typedef {{action: string, text: import("./message_types.js").LocalizedText, chance: number | null}} Hint an action with its win chance; without one it is the task of a lesson, which the player is to do without help */
/** @typedef {typeof Screen} ScreenClass */
/** @typedef {Record<string, string>} SoundTable names of sounds by kind of event, or by `kind.by` */

export class Screen extends HTMLElement {
  /** The custom element's name. */
  static tag = "";
  /** @type {URL | null} the screen's style sheet: new URL("style.css", import.meta.url) */
  static style = null;
  /** @type {"page" | "full"} "full" uses the whole viewport with a slim bar */
  static layout = "page";

  /** @type {SoundTable} */
  static sounds = {};

  /** @type {ScreenContext} */
  context = /** @type {any} */ (null);

  /**
   * Called once, before all other methods.
   * @param {ScreenContext} context
   */
  prepare(context) {
    this.context = context;
  }

  /**
   * The server's word for a key or value of a view or event; the name itself if there is none.
   * @param {string} name
   */
  label(name) {
    return localize(this.context.game.labels[name]) || name;
  }

  /**
   * Show a view now, without animation.
   * @param {import("./message_types.js").View} view
   */
  show(view) {
    void view;
  }

  /**
   * Animate one event; return false for an unknown kind.
   * @param {import("./message_types.js").GameEvent} event
   * @param {import("./message_types.js").Goal[]} goals the ways to win with their values after the update
   * @returns {Promise<boolean | void>}
   */
  async playEvent(event, goals) {
    void [event, goals];
    return false;
  }

  /**
   * Play the sound of an event. Screens call it when they start to animate the event.
   * @param {import("./message_types.js").GameEvent} event
   */
  playEventSound({ kind, by }) {
    const { sounds } = /** @type {ScreenClass} */ (this.constructor);
    const name = sounds[`${kind}.${by}`] ?? sounds[kind];
    // Loaded on use: the lobby loads this module too.
    if (name) void import("./sound.js").then(({ playSound }) => playSound(name));
  }

  /**
   * Set the legal actions; [] while others act or events play.
   * @param {string[]} legal
   * @param {import("./message_types.js").View} view
   * @param {import("./message_types.js").LocalizedText | null} prompt the choice that the player is asked to make
   */
  offerActions(legal, view, prompt) {
    void legal;
    void view;
    void prompt;
  }

  /**
   * Show the ways to win, with their present values.
   * @param {import("./message_types.js").Goal[]} goals
   */
  showGoals(goals) {
    void goals;
  }

  /**
   * @typedef {object} HintProof
   * @property {boolean} proved whether the first action is proved to win
   * @property {number | null} [plays] in how many plays
   * @property {boolean} [whole] whether to mark the action at once, without steps and text: a lesson says what to do
   *
   * Show a hint. Return false to let the page list it, or the level of a hint that is shown in steps (`progress.js`).
   * @param {Hint[]} actions best first
   * @param {HintProof} proof
   * @returns {boolean | number}
   */
  showHint(actions, proof) {
    void actions;
    void proof;
    return false;
  }

  /**
   * How close a lost game came to a win, for the result; null if there is nothing to say.
   * @returns {{title: string, lines: string[]} | null}
   */
  closeness() {
    return null;
  }

  /** Called after a hint was recorded, which may cost stars. */
  hintRecorded() {}

  /**
   * Show that a hint is being computed, or that it is done.
   * @param {boolean} on
   * @param {() => void} [cancel] stops waiting for it
   */
  setThinking(on, cancel) {
    void on;
    void cancel;
  }

  /**
   * Load the events before the next view, for the logs of the screen: after a jump in a replay, a reload or a
   * takeback. A takeback is the last event.
   * @param {import("./message_types.js").GameEvent[]} events
   */
  loadHistory(events) {
    void events;
  }

  /**
   * Show how a game ended that its events do not end: by a resignation, a timeout or a player who left. Called with each
   * view; null otherwise.
   * @param {import("./message_types.js").LocalizedText | null} ending
   */
  showEnding(ending) {
    void ending;
  }

  /**
   * Who decides, if the decision does not belong to the turn of that player; null otherwise.
   * @returns {string | null}
   */
  decisionText() {
    return null;
  }

  /** Called when the language has changed. */
  relabel() {}

  /**
   * Add a line to the logs of the screen. The page has its own log of all lines.
   * @param {string} name
   * @param {import("./message_types.js").LocalizedText} line
   * @param {import("./message_types.js").GameEvent} event
   */
  appendLog(name, line, event) {
    void name;
    void line;
    void event;
  }
}

/**
 * Return the context of a screen without actions.
 * @param {Pick<ScreenContext, "game" | "seat" | "seats" | "cards" | "settings" | "motion">} shown
 * @returns {ScreenContext}
 */
export function spectatorContext(shown) {
  return { ...shown, table: null, replay: true, act: () => {}, describe: async () => [], explain: async () => null };
}

/** @type {Map<string, Promise<void>>} */
const styleSheets = new Map();

/**
 * Create a game's screen after loading its style sheet.
 * @param {ScreenClass} kind
 * @returns {Promise<Screen>}
 */
export async function createScreen(kind) {
  if (!customElements.get(kind.tag)) customElements.define(kind.tag, kind);
  if (kind.style) await loadStyleSheet(kind.style.href);
  return /** @type {Screen} */ (document.createElement(kind.tag));
}

/**
 * @param {string} href
 * @returns {Promise<void>}
 */
export function loadStyleSheet(href) {
  let loading = styleSheets.get(href);
  if (!loading) {
    loading = new Promise((resolve) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = href;
      link.onload = link.onerror = () => resolve();
      document.head.append(link);
    });
    styleSheets.set(href, loading);
  }
  return loading;
}
