// A table as seen by one seat: socket, screen and log. Two players on one screen have two of these.

import { h } from "../frame/dom.js";
import { tablePuzzle } from "../frame/seat_tokens.js";
import { motion } from "../frame/motion.js";
import { Playback } from "../frame/playback.js";
import { recordHint } from "../frame/progress.js";
import { createScreen } from "../frame/screen.js";
import { settings } from "../frame/settings.js";
import { TableSocket } from "../frame/socket.js";
import { localize, t } from "../frame/words.js";
import { requestHint } from "./table_actions.js";

/** @typedef {import("../frame/message_types.js").TableState} TableState */
/** @typedef {import("../frame/message_types.js").LogEntry} LogEntry */
/** @typedef {import("../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("../frame/message_types.js").GameEvent} GameEvent */
/**
 * @typedef {object} SeatViewHost callbacks of the page
 * @property {(seatView: SeatView) => void} stateChanged the state has changed; the screen may still be playing events
 * @property {(seatView: SeatView) => void} settled the screen shows the current state
 * @property {(table: import("../frame/message_types.js").Table) => void} seats
 * @property {(presence: {seats: boolean[], watchers: number}) => void} presence
 * @property {(emote: {seat: number, emote: string}) => void} emote
 * @property {(seatView: SeatView, rematch: {table: string, seat: number | null}) => void} rematch
 * @property {(connected: boolean) => void} connection
 * @property {() => void} reload
 * @property {(refusal: import("../frame/message_types.js").ErrorMessage) => void} connectionRefused
 * @property {(failure: unknown) => void} requestFailed
 * @property {(entry: LogEntry) => LocalizedText | null} entryText the log line of an entry that is not a play
 */

const MAX_LOG_LINES = 400;
const MAX_ANNOUNCED_LINES = 8;

export class SeatView {
  /** @type {number | null} */
  seat = null;
  /** @type {TableState | null} */
  state = null;
  /** @type {string[]} */
  emotes = [];
  /** @type {import("../frame/screen.js").Screen | null} */
  screen = null;
  receivedAt = 0;
  /** Whether the state is still the first one since the page was opened. */
  unchanged = true;
  log = h("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": t("log"), tabindex: "0" });
  board = h("div", { class: "board" });
  /** The latest log lines for screen readers, if the log is hidden. */
  announcer = h("div", { class: "visually-hidden announcer", "aria-live": "polite" });
  /** Whether this view is visible. Updates are queued meanwhile. */
  #shown = false;
  /** @type {((playback: Playback) => void)[]} */
  #pending = [];
  /** @type {Playback | null} */
  #playback = null;
  /** @type {Promise<void> | null} */
  #screenPromise = null;
  /** Events by ply, without taken-back ones. @type {{ply: number, events: GameEvent[]}[]} */
  #history = [];
  #socket;
  #host;
  #table;
  #parts;

  /**
   * @param {import("../frame/message_types.js").Table} table
   * @param {string | null} token
   * @param {{game: import("../frame/message_types.js").Game, cards: import("../frame/message_types.js").Card[], kind: import("../frame/screen.js").ScreenClass}} parts
   * @param {SeatViewHost} host
   */
  constructor(table, token, parts, host) {
    this.token = token;
    this.#table = table;
    this.#parts = parts;
    this.#host = host;
    this.#socket = new TableSocket(table.id, token, {
      welcome: (message) => void this.#welcome(message),
      update: (update) => this.#update(update, update.entries),
      seats: host.seats,
      presence: host.presence,
      emote: host.emote,
      rematch: (rematch) => host.rematch(this, rematch),
      connection: host.connection,
      reload: host.reload,
      error: host.connectionRefused,
    });
  }

  /** Whether all updates have been played. */
  get isSettled() {
    return this.#playback !== null && !this.#playback.busy && this.#pending.length === 0;
  }

  /** Show this view and play the queued updates. */
  show() {
    this.#shown = true;
    this.board.hidden = this.log.hidden = this.announcer.hidden = false;
    this.#playPending();
  }

  /** Hide this view. */
  hide() {
    this.#shown = false;
    this.board.hidden = this.log.hidden = this.announcer.hidden = true;
  }

  close() {
    this.#socket.close();
    this.#playback?.fastForward();
  }

  fastForward() {
    this.#playback?.fastForward();
  }

  relabel() {
    this.log.setAttribute("aria-label", t("log"));
    for (const line of this.log.children) line.textContent = localize(lineTexts.get(line));
    this.screen?.relabel();
  }

  /**
   * Send a request; errors are shown near the board.
   * @param {"play" | "resign" | "takeback" | "rematch" | "hint" | "describe"} kind
   * @param {Record<string, any>} [fields]
   */
  async request(kind, fields) {
    try {
      const answer = await this.#socket.request(kind, fields);
      if (kind === "hint" && this.#table.puzzle) recordHint(this.#table.id);
      return answer;
    } catch (failure) {
      this.#host.requestFailed(failure);
      if (kind === "play" && this.state && !this.#playback?.busy)
        this.screen?.offerActions(this.state.legal, this.state.view);
      return null;
    }
  }

  /** @param {string} emote */
  emote(emote) {
    this.#socket.emote(emote);
  }

  /** @param {import("../frame/message_types.js").Welcome} message */
  async #welcome(message) {
    this.seat = message.seat;
    this.emotes = message.emotes;
    this.#host.seats(message.table);
    this.#update(message, message.entries, message.past);
    this.#screenPromise ??= this.#createScreen();
    await this.#screenPromise;
    this.#playPending();
  }

  async #createScreen() {
    const screen = await createScreen(this.#parts.kind);
    this.screen = screen;
    screen.prepare(this.#context());
    this.board.replaceChildren(screen);
    this.#playback = new Playback(screen, motion, {
      onLine: (text, channel) => this.appendLog(text, channel),
      onIdle: () => this.#host.settled(this),
    });
  }

  /** @returns {import("../frame/screen.js").ScreenContext} */
  #context() {
    const { game, cards } = this.#parts;
    return {
      game,
      table: { ...this.#table, puzzle: tablePuzzle(this.#table) },
      seat: this.seat,
      cards,
      settings,
      motion,
      replay: false,
      act: (notation) => void this.request("play", { ply: this.state?.ply, action: notation }),
      describe: async () => (await this.request("describe"))?.actions ?? [],
      ply: () => this.state?.ply ?? 0,
      ...(this.#table.practice &&
        this.seat !== null && {
          takeback: () => void this.request("takeback"),
          hint: () => void requestHint(this),
        }),
    };
  }

  /**
   * @param {TableState} now
   * @param {LogEntry[] | null} entries null if only the view is shown
   * @param {GameEvent[]} [past] earlier events for the logs
   */
  #update(now, entries, past = []) {
    this.unchanged = this.state === null;
    this.state = now;
    this.receivedAt = performance.now();
    const { view, legal, ply } = now;
    const back = entries === null || entries.some((entry) => entry.kind === "takeback");
    this.#pending.push((playback) => {
      for (const entry of entries ?? []) this.#recordEntry(entry);
      if (entries === null) {
        this.#history = [{ ply, events: past }];
        this.#loadHistory(past);
      } else if (back) this.screen?.loadHistory(this.#history.flatMap(({ events }) => events));
      if (back) playback.reset(view, legal);
      else playback.push({ entries: entries ?? [], view, legal });
    });
    this.#host.stateChanged(this);
    this.#playPending();
  }

  /**
   * Record the events of an entry, and remove those that it takes back.
   * @param {LogEntry} entry
   */
  #recordEntry(entry) {
    const { kind, ply, events } = entry;
    const line = this.#host.entryText(entry);
    if (line) this.appendLog(line);
    if (kind === "takeback") this.#history = this.#history.filter((one) => one.ply <= ply);
    const recorded = line && kind === "takeback" ? [{ kind, text: line, channel: "normal" }] : events;
    this.#history = [...this.#history, { ply, events: recorded }].slice(-MAX_LOG_LINES);
  }

  /**
   * Fill the logs with earlier events.
   * @param {GameEvent[]} past
   */
  #loadHistory(past) {
    this.log.replaceChildren();
    const lines = past.flatMap(({ text, channel }) => (text ? [this.#logLine(text, channel)] : []));
    this.log.append(...lines.slice(-MAX_LOG_LINES));
    this.log.scrollTop = this.log.scrollHeight;
    this.screen?.loadHistory(past);
  }

  #playPending() {
    if (!this.#shown || !this.#playback) return;
    for (const step of this.#pending.splice(0)) step(this.#playback);
  }

  /**
   * @param {LocalizedText} text
   * @param {string} [channel]
   */
  #logLine(text, channel = "normal") {
    const line = h("p", { dataset: { channel } }, localize(text));
    lineTexts.set(line, text);
    return line;
  }

  /**
   * Add a line to the log.
   * @param {LocalizedText} text
   * @param {string} [channel]
   */
  appendLog(text, channel) {
    this.log.append(this.#logLine(text, channel));
    if (this.announcer.isConnected && !this.announcer.hidden) {
      this.announcer.append(h("p", null, localize(text)));
      while (this.announcer.children.length > MAX_ANNOUNCED_LINES) this.announcer.firstElementChild?.remove();
    }
    while (this.log.children.length > MAX_LOG_LINES) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }
}

/** @type {WeakMap<Element, LocalizedText>} lines in both languages */
const lineTexts = new WeakMap();
