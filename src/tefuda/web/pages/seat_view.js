// A table as seen by one seat: socket, screen and log. Two players on one screen have two of these.

import { ApiError } from "../frame/api.js";
import { h } from "../frame/dom.js";
import { FoldedView } from "../frame/folded_view.js";
import { tablePuzzle } from "../frame/seat_tokens.js";
import { motion } from "../frame/motion.js";
import { Playback } from "../frame/playback.js";
import { createScreen } from "../frame/screen.js";
import { recordHint } from "../frame/progress.js";
import { settings } from "../frame/settings.js";
import { TableSocket } from "../frame/socket.js";
import { localize, t } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").TableState & {view: import("../frame/message_types.js").View}} ShownState */
/** @typedef {import("../frame/message_types.js").LogEntry} LogEntry */
/** @typedef {import("../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("../frame/message_types.js").GameEvent} GameEvent */
/**
 * @typedef {object} SeatViewHost callbacks of the page
 * @property {(seatView: SeatView) => void} stateChanged the state has changed; the screen may still be playing events
 * @property {(seatView: SeatView) => void} settled the screen shows the current state
 * @property {(table: import("../frame/message_types.js").Table) => void} seats
 * @property {(presence: import("../frame/message_types.js").Presence) => void} presence
 * @property {(emote: {seat: number, emote: string}) => void} emote
 * @property {(seatView: SeatView, rematch: {table: string, seat: number | null}) => void} rematch
 * @property {(connected: boolean) => void} connection
 * @property {() => void} reload
 * @property {(refusal: import("../frame/message_types.js").ErrorMessage) => void} connectionRefused
 * @property {(failure: unknown) => void} requestFailed
 * @property {(entry: LogEntry) => LocalizedText | null} entryText the log line of an entry that is not a play
 * @property {(now: ShownState) => LocalizedText | null} endingText how a game ended that its events do not end
 */

const MAX_LOG_LINES = 400;
const MAX_ANNOUNCED_LINES = 8;

export class SeatView {
  /** @type {number | null} */
  seat = null;
  /** @type {ShownState | null} */
  state = null;
  /** @type {string[]} */
  emotes = [];
  claimSeconds = 0;
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
  /** Events by ply, without taken-back ones. @type {{ply: number, kind: LogEntry["kind"], events: GameEvent[]}[]} */
  #history = [];
  /** Entries whose events do not lead to the server's view, which was requested. @type {LogEntry[]} */
  #unfolded = [];
  /** Whether an action has been sent and not been answered. */
  #playing = false;
  #foldedView;
  #socket;
  #host;
  #table;
  #parts;

  /**
   * @param {import("../frame/message_types.js").Table} table
   * @param {string | null} token
   * @param {{game: import("../frame/message_types.js").Game, cards: import("../frame/message_types.js").Card[], kind: import("../frame/screen.js").ScreenClass, fold: import("../frame/folded_view.js").Fold | null}} parts
   * @param {SeatViewHost} host
   */
  constructor(table, token, parts, host) {
    this.token = token;
    this.#table = table;
    this.#parts = parts;
    this.#host = host;
    this.#foldedView = new FoldedView(parts.fold);
    this.#socket = new TableSocket(
      table.id,
      { token, views: !parts.fold },
      {
        welcome: (message) => void this.#welcome(message),
        update: (update) => this.#receiveUpdate(update),
        view: (answer) => this.#update({ ...answer, view: this.#foldedView.replace(answer.view) }, []),
        seats: (changed) => {
          this.#table = changed;
          host.seats(changed);
        },
        presence: host.presence,
        emote: host.emote,
        rematch: (rematch) => host.rematch(this, rematch),
        connection: host.connection,
        reload: host.reload,
        error: host.connectionRefused,
      },
    );
  }

  /** Whether the game has one player. */
  get isSolo() {
    return this.#parts.game.seats === 1;
  }

  /** Whether all updates have been played. */
  get isSettled() {
    return this.#playback !== null && !this.#playback.busy && this.#pending.length === 0;
  }

  /** The last log line of the game, which tells how it ended. @returns {LocalizedText | null} */
  get lastText() {
    const events = this.#history.flatMap((one) => (one.kind === "play" ? one.events : []));
    return events.findLast(({ text }) => text)?.text ?? null;
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
   * @param {"play" | "resign" | "takeback" | "takeback_request" | "takeback_decline" | "claim" | "rematch" | "hint" | "describe" | "explain"} kind
   * @param {Record<string, any>} [fields]
   */
  async request(kind, fields) {
    try {
      return await this.#socket.request(kind, fields);
    } catch (failure) {
      // The board has changed meanwhile, which the player sees.
      if (!(failure instanceof ApiError && failure.detail.code === "wrong_ply")) this.#host.requestFailed(failure);
      if (kind === "play" && this.state && !this.#playback?.busy)
        this.screen?.offerActions(this.state.legal, this.state.view, this.state.prompt);
      return null;
    }
  }

  /** Record a hint if it costs stars of a puzzle. @param {number} level */
  recordHint(level) {
    if (!this.#table.puzzle) return;
    recordHint(this.#table.id, level);
    this.screen?.hintRecorded();
  }

  /** Play an action. A second one before the answer, as of a double click, is ignored. @param {string} notation */
  async play(notation) {
    if (this.#playing) return;
    this.#playing = true;
    await this.request("play", { ply: this.state?.ply, action: notation });
    this.#playing = false;
  }

  /** @param {string} emote */
  emote(emote) {
    this.#socket.emote(emote);
  }

  /** @param {import("../frame/message_types.js").Welcome} message */
  async #welcome(message) {
    this.seat = message.seat;
    this.emotes = message.emotes;
    this.claimSeconds = message.claim_seconds;
    this.#table = message.table;
    this.#host.seats(message.table);
    this.#foldedView.replace(message.view);
    this.#update(message, message.entries, message.past);
    this.#screenPromise ??= this.#createScreen();
    await this.#screenPromise;
    this.#playPending();
  }

  /** Show an update, or request the view if its events do not lead to it. @param {import("../frame/message_types.js").Update} update */
  #receiveUpdate(update) {
    const view = this.#foldedView.update(update);
    if (view && update.past) return this.#update({ ...update, view }, null, update.past);
    if (view) return this.#update({ ...update, view }, update.entries);
    if (!this.#unfolded.length) {
      console.warn("The events do not lead to the view of the server", update.number);
      this.#socket.requestView();
    }
    this.#unfolded.push(...update.entries);
    return undefined;
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
    const currentTable = () => ({ ...this.#table, puzzle: tablePuzzle(this.#table) });
    return {
      game,
      // The names of players who join later are shown too.
      get table() {
        return currentTable();
      },
      seat: this.seat,
      cards,
      settings,
      motion,
      replay: false,
      act: (notation) => void this.play(notation),
      describe: async () => (await this.request("describe"))?.actions ?? [],
      explain: async (item) =>
        this.seat === null ? null : ((await this.request("explain", { item }))?.reason ?? null),
      takeBack: () => (this.#table.practice && this.state?.can_take_back ? () => void this.request("takeback") : null),
      ply: () => this.state?.ply ?? 0,
      plays: () => this.state?.plays ?? 0,
    };
  }

  /**
   * @param {ShownState} now
   * @param {LogEntry[] | null} entries null if only the view is shown
   * @param {GameEvent[]} [past] earlier events for the logs
   */
  #update(now, entries, past = []) {
    this.unchanged = this.state === null;
    this.state = now;
    this.receivedAt = performance.now();
    const { view, legal, prompt, ply, goals } = now;
    const ending = this.#host.endingText(now);
    const unfolded = this.#unfolded.splice(0);
    const jump = entries === null || unfolded.length > 0 || entries.some((entry) => entry.kind === "takeback");
    this.#pending.push((playback) => {
      for (const entry of unfolded) {
        this.#recordEntry(entry);
        for (const { text, channel } of entry.events) if (text) this.appendLog(text, channel);
      }
      for (const entry of entries ?? []) this.#recordEntry(entry);
      if (entries === null) {
        this.#history = [{ ply, kind: "play", events: past }];
        this.#loadHistory(past);
      } else if (jump) this.screen?.loadHistory(this.#history.flatMap(({ events }) => events));
      if (jump) playback.reset(view, legal, { prompt, ending, goals });
      else playback.push({ entries: entries ?? [], view, legal, prompt, ending, goals });
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
    const told = line ? { kind, text: line, channel: "normal" } : null;
    if (line) this.appendLog(line);
    if (kind === "takeback") this.#history = this.#history.filter((one) => one.ply <= ply);
    else if (told) this.screen?.appendLog("normal", told.text, told);
    this.#history = [...this.#history, { ply, kind, events: told ? [told] : events }].slice(-MAX_LOG_LINES);
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
