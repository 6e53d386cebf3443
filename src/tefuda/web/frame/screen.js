// What a game's screen is. The frame makes it, puts it on the page, and is the only one that calls these methods.

/**
 * @typedef {object} ScreenContext
 * @property {import("./message_types.js").Game} game
 * @property {import("./message_types.js").Table | null} table null in the viewer of replay files
 * @property {number | null} seat whose eyes; null looks on
 * @property {import("./message_types.js").Card[]} cards
 * @property {(notation: string) => void} act asks the table to play it; nothing moves before the server says so
 * @property {() => Promise<import("./message_types.js").DescribedAction[]>} describe the legal actions as sentences
 * @property {import("./settings.js").Settings} settings
 * @property {import("./motion.js").Motion} motion
 * @property {boolean} replay true in the viewer, where nothing can be done
 * @property {() => number} [ply] how many actions have been played; not in the viewer
 * @property {() => void} [takeback] takes the last action back; at practice tables of one's own alone
 * @property {() => void} [hint] asks for a hint, which comes by `hinted`; likewise
 */

/** @typedef {typeof Screen} ScreenClass */

export class Screen extends HTMLElement {
  /** The custom element's name. */
  static tag = "";
  /** @type {URL | null} the screen's style sheet: new URL("style.css", import.meta.url) */
  static style = null;
  /** @type {"page" | "full"} "full" asks for the whole viewport; the page keeps a slim bar */
  static layout = "page";

  /** @type {ScreenContext} */
  context = /** @type {any} */ (null);

  /**
   * Once, before anything else.
   * @param {ScreenContext} context
   */
  prepare(context) {
    this.context = context;
  }

  /**
   * Draw this view at once.
   * @param {import("./message_types.js").View} view
   */
  show(view) {
    void view;
  }

  /**
   * Show one event happening; false for a kind that the screen does not know.
   * @param {import("./message_types.js").GameEvent} event
   * @returns {Promise<boolean | void>}
   */
  async playEvent(event) {
    void event;
    return false;
  }

  /**
   * What the reader may do now, as notations; [] while others decide or events play.
   * @param {string[]} legal
   * @param {import("./message_types.js").View} view
   */
  offerActions(legal, view) {
    void legal;
    void view;
  }

  /**
   * The reader has asked for a hint; a screen that shows it on the board says true, for others the page lists it.
   * @param {{action: string, text: import("./message_types.js").LocalizedText, chance: number}[]} actions the best first
   * @param {{proved: boolean, plays?: number | null}} proof whether the first is proved to win, and in how many plays
   * @returns {boolean}
   */
  showHint(actions, proof) {
    void actions;
    void proof;
    return false;
  }

  /**
   * A hint has been asked for and is being thought of; or that is over. A screen with a button of its own for hints says so.
   * @param {boolean} on
   */
  setThinking(on) {
    void on;
  }

  /**
   * What happened before the view that is shown next: a replay jumped there, the page was opened in the middle of a game, or
   * something was taken back, which is then told last.
   * A screen with logs of its own fills them.
   * @param {import("./message_types.js").GameEvent[]} events
   */
  loadHistory(events) {
    void events;
  }

  /** The language has changed. */
  relabel() {}

  /**
   * A line for the screen's own logs, if it has any; the page has all of them in its own.
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
 * What a screen is given where nothing can be done.
 * @param {Pick<ScreenContext, "game" | "seat" | "cards" | "settings" | "motion">} shown
 * @returns {ScreenContext}
 */
export function spectatorContext(shown) {
  return { ...shown, table: null, replay: true, act: () => {}, describe: async () => [] };
}

/** @type {Map<string, Promise<void>>} */
const styleSheets = new Map();

/**
 * Make a game's screen, its style sheet loaded first so that it never flashes unstyled.
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
