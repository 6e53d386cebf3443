// A table as one seat sees it: its socket, its screen, its log. Two on one screen are two of these.

import { h } from "../frame/dom.js";
import { puzzleAt } from "../frame/seat_tokens.js";
import { motion } from "../frame/motion.js";
import { Playback } from "../frame/playback.js";
import { helped } from "../frame/progress.js";
import { makeScreen } from "../frame/screen.js";
import { settings } from "../frame/settings.js";
import { TableSocket } from "../frame/socket.js";
import { both, t } from "../frame/words.js";
import { hint } from "./table_actions.js";

/** @typedef {import("../frame/message_types.js").Now} Now */
/** @typedef {import("../frame/message_types.js").Entry} Entry */
/** @typedef {import("../frame/message_types.js").Both} Both */
/** @typedef {import("../frame/message_types.js").GameEvent} GameEvent */
/**
 * @typedef {object} Host what a side tells the page
 * @property {(side: Side) => void} changed how things stand has changed; the screen may still be playing it
 * @property {(side: Side) => void} rested the screen shows how things stand
 * @property {(table: import("../frame/message_types.js").Table) => void} seats
 * @property {(presence: {seats: boolean[], watchers: number}) => void} presence
 * @property {(emote: {seat: number, emote: string}) => void} emote
 * @property {(side: Side, rematch: {table: string, seat: number | null}) => void} rematch
 * @property {(connected: boolean) => void} connection
 * @property {() => void} reload
 * @property {(refusal: import("../frame/message_types.js").Refusal) => void} turnedAway
 * @property {(failure: unknown) => void} refused
 * @property {(entry: Entry) => Both | null} remark a line for an entry that is no play
 */

const LINES = 400;
const SPOKEN = 8;

export class Side {
  /** @type {number | null} */
  seat = null;
  /** @type {Now | null} */
  now = null;
  /** @type {string[]} */
  emotes = [];
  /** @type {import("../frame/screen.js").Screen | null} */
  screen = null;
  received = 0;
  /** Whether nothing has happened since this page was opened. */
  fresh = true;
  log = h("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": t("log"), tabindex: "0" });
  board = h("div", { class: "board" });
  /** The newest lines for screen readers, where the log is folded away. */
  voice = h("div", { class: "unseen voice", "aria-live": "polite" });
  /** Whether this side is on the page. What happens meanwhile waits until it is. */
  #shown = false;
  /** @type {((playback: Playback) => void)[]} */
  #later = [];
  /** @type {Playback | null} */
  #playback = null;
  /** @type {Promise<void> | null} */
  #making = null;
  /** What was told and not taken back, by the actions after it. @type {{ply: number, events: GameEvent[]}[]} */
  #told = [];
  #socket;
  #host;
  #table;
  #parts;

  /**
   * @param {import("../frame/message_types.js").Table} table
   * @param {string | null} token
   * @param {{game: import("../frame/message_types.js").Game, cards: import("../frame/message_types.js").Card[], kind: import("../frame/screen.js").ScreenClass}} parts
   * @param {Host} host
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
      refused: host.turnedAway,
    });
  }

  /** Whether everything that happened has been shown. */
  get settled() {
    return this.#playback !== null && !this.#playback.busy && this.#later.length === 0;
  }

  /** Put this side on the page, and play what it has missed. */
  reveal() {
    this.#shown = true;
    this.board.hidden = this.log.hidden = this.voice.hidden = false;
    this.#drain();
  }

  /** Take it off the page. */
  cover() {
    this.#shown = false;
    this.board.hidden = this.log.hidden = this.voice.hidden = true;
  }

  close() {
    this.#socket.close();
    this.#playback?.hurry();
  }

  hurry() {
    this.#playback?.hurry();
  }

  relabel() {
    this.log.setAttribute("aria-label", t("log"));
    for (const line of this.log.children) line.textContent = both(lines.get(line));
    this.screen?.relabel();
  }

  /**
   * Ask the table for something; what is refused is told near the board.
   * @param {"play" | "resign" | "takeback" | "rematch" | "hint" | "describe"} kind
   * @param {Record<string, any>} [fields]
   */
  async ask(kind, fields) {
    try {
      const answer = await this.#socket.ask(kind, fields);
      if (kind === "hint" && this.#table.puzzle) helped(this.#table.id);
      return answer;
    } catch (failure) {
      this.#host.refused(failure);
      if (kind === "play" && this.now && !this.#playback?.busy) this.screen?.offer(this.now.legal, this.now.view);
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
    this.#making ??= this.#make();
    await this.#making;
    this.#drain();
  }

  async #make() {
    const screen = await makeScreen(this.#parts.kind);
    this.screen = screen;
    screen.prepare(this.#context());
    this.board.replaceChildren(screen);
    this.#playback = new Playback(screen, motion, {
      line: (text, channel) => this.say(text, channel),
      rest: () => this.#host.rested(this),
    });
  }

  /** @returns {import("../frame/screen.js").Context} */
  #context() {
    const { game, cards } = this.#parts;
    return {
      game,
      table: { ...this.#table, puzzle: puzzleAt(this.#table) },
      seat: this.seat,
      cards,
      settings,
      motion,
      replay: false,
      act: (notation) => void this.ask("play", { ply: this.now?.ply, action: notation }),
      describe: async () => (await this.ask("describe"))?.actions ?? [],
      ply: () => this.now?.ply ?? 0,
      ...(this.#table.practice &&
        this.seat !== null && {
          takeback: () => void this.ask("takeback"),
          hint: () => void hint(this),
        }),
    };
  }

  /**
   * @param {Now} now
   * @param {Entry[] | null} entries null where the view alone is to be shown
   * @param {GameEvent[]} [past] what led to that view, for the logs
   */
  #update(now, entries, past = []) {
    this.fresh = this.now === null;
    this.now = now;
    this.received = performance.now();
    const { view, legal, ply } = now;
    const back = entries === null || entries.some((entry) => entry.kind === "takeback");
    this.#later.push((playback) => {
      for (const entry of entries ?? []) this.#hear(entry);
      if (entries === null) {
        this.#told = [{ ply, events: past }];
        this.#recall(past);
      } else if (back) this.screen?.recall(this.#told.flatMap(({ events }) => events));
      if (back) playback.reset(view, legal);
      else playback.push({ entries: entries ?? [], view, legal });
    });
    this.#host.changed(this);
    this.#drain();
  }

  /**
   * Keep what an entry told, and forget what it takes back: a screen's own log tells the game as it stands.
   * @param {Entry} entry
   */
  #hear(entry) {
    const { kind, ply, events } = entry;
    const remark = this.#host.remark(entry);
    if (remark) this.say(remark);
    if (kind === "takeback") this.#told = this.#told.filter((one) => one.ply <= ply);
    const said = remark && kind === "takeback" ? [{ kind, text: remark, channel: "normal" }] : events;
    this.#told = [...this.#told, { ply, events: said }].slice(-LINES);
  }

  /**
   * Fill the logs with what happened before this page was there to see it.
   * @param {GameEvent[]} past
   */
  #recall(past) {
    this.log.replaceChildren();
    const lines = past.flatMap(({ text, channel }) => (text ? [this.#line(text, channel)] : []));
    this.log.append(...lines.slice(-LINES));
    this.log.scrollTop = this.log.scrollHeight;
    this.screen?.recall(past);
  }

  #drain() {
    if (!this.#shown || !this.#playback) return;
    for (const step of this.#later.splice(0)) step(this.#playback);
  }

  /**
   * @param {Both} text
   * @param {string} [channel]
   */
  #line(text, channel = "normal") {
    const line = h("p", { dataset: { channel } }, both(text));
    lines.set(line, text);
    return line;
  }

  /**
   * A line in the log beside the table.
   * @param {Both} text
   * @param {string} [channel]
   */
  say(text, channel) {
    this.log.append(this.#line(text, channel));
    if (this.voice.isConnected && !this.voice.hidden) {
      this.voice.append(h("p", null, both(text)));
      while (this.voice.children.length > SPOKEN) this.voice.firstElementChild?.remove();
    }
    while (this.log.children.length > LINES) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }
}

/** @type {WeakMap<Element, Both>} the lines in both languages */
const lines = new WeakMap();
