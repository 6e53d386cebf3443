// The base class of game screens. Only the frame calls these methods.

/**
 * @typedef {object} ScreenContext
 * @property {import("./message_types.js").Game} game
 * @property {import("./message_types.js").Table | null} table null in the replay viewer
 * @property {number | null} seat the seat whose view is shown; null for spectators
 * @property {import("./message_types.js").Card[]} cards
 * @property {(notation: string) => void} act asks the table to play an action; the board changes with the server's update
 * @property {() => Promise<import("./message_types.js").DescribedAction[]>} describe returns the legal actions as sentences
 * @property {import("./settings.js").Settings} settings
 * @property {import("./motion.js").Motion} motion
 * @property {boolean} replay true in the replay viewer, where no action is possible
 * @property {() => number} [ply] number of actions so far; not in the replay viewer
 * @property {() => void} [takeback] takes the last action back; at practice tables only
 * @property {() => void} [hint] requests a hint for `showHint`; at practice tables only
 */

/** @typedef {typeof Screen} ScreenClass */

export class Screen extends HTMLElement {
  /** The custom element's name. */
  static tag = "";
  /** @type {URL | null} the screen's style sheet: new URL("style.css", import.meta.url) */
  static style = null;
  /** @type {"page" | "full"} "full" uses the whole viewport with a slim bar */
  static layout = "page";

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
   * Show a view now, without animation.
   * @param {import("./message_types.js").View} view
   */
  show(view) {
    void view;
  }

  /**
   * Animate one event; return false for an unknown kind.
   * @param {import("./message_types.js").GameEvent} event
   * @returns {Promise<boolean | void>}
   */
  async playEvent(event) {
    void event;
    return false;
  }

  /**
   * Set the legal actions; [] while others act or events play.
   * @param {string[]} legal
   * @param {import("./message_types.js").View} view
   */
  offerActions(legal, view) {
    void legal;
    void view;
  }

  /**
   * Show a hint. Return false to let the page list it.
   * @param {{action: string, text: import("./message_types.js").LocalizedText, chance: number}[]} actions best first
   * @param {{proved: boolean, plays?: number | null}} proof whether the first action is proved to win, and in how many plays
   * @returns {boolean}
   */
  showHint(actions, proof) {
    void actions;
    void proof;
    return false;
  }

  /**
   * Show that a hint is being computed, or that it is done.
   * @param {boolean} on
   */
  setThinking(on) {
    void on;
  }

  /**
   * Load the events before the next view, for the logs of the screen: after a jump in a replay, a reload or a
   * takeback. A takeback is the last event.
   * @param {import("./message_types.js").GameEvent[]} events
   */
  loadHistory(events) {
    void events;
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
 * @param {Pick<ScreenContext, "game" | "seat" | "cards" | "settings" | "motion">} shown
 * @returns {ScreenContext}
 */
export function spectatorContext(shown) {
  return { ...shown, table: null, replay: true, act: () => {}, describe: async () => [] };
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
