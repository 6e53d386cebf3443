// One table's socket: says hello, sends again what was not acknowledged, and comes back by itself.

import { Refused, build } from "./api.js";

/** @typedef {{message: Record<string, any>, resolve: (answer: any) => void, reject: (failure: Refused) => void}} Asked */
/**
 * @typedef {object} Handlers
 * @property {(welcome: import("./message_types.js").Welcome) => void} welcome
 * @property {(update: import("./message_types.js").Update) => void} update
 * @property {(table: import("./message_types.js").Table) => void} seats
 * @property {(presence: {seats: boolean[], watchers: number}) => void} presence
 * @property {(emote: {seat: number, emote: string}) => void} emote
 * @property {(rematch: {table: string, seat: number | null}) => void} rematch
 * @property {(connected: boolean) => void} connection
 * @property {() => void} reload the page is not of the server's build
 * @property {(refusal: import("./message_types.js").Refusal) => void} refused the server will not have us at this table
 */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
const PING = 20_000;
const DEAF = 50_000;

export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Asked>} */
  #asked = new Map();
  /** @type {number | null} */
  #have = null;
  #welcomed = false;
  #closed = false;
  #pause = FIRST_PAUSE;
  #heard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setInterval>} */
  #beat;

  /**
   * @param {string} table
   * @param {string | null} token
   * @param {Handlers} handlers
   */
  constructor(table, token, handlers) {
    this.table = table;
    this.token = token;
    this.handlers = handlers;
    this.#beat = setInterval(() => this.#check(), PING);
    addEventListener("online", this.#hasten);
    addEventListener("offline", this.#cut);
    this.#connect();
  }

  /**
   * Ask for something; kept with the answer, broken with a `Refused`.
   * @param {"play" | "resign" | "takeback" | "rematch" | "hint" | "describe"} kind
   * @param {Record<string, any>} [fields]
   * @returns {Promise<any>}
   */
  ask(kind, fields = {}) {
    const id =
      crypto.randomUUID?.().replaceAll("-", "") ??
      Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("");
    const message = { type: kind, id, ...fields };
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { message, resolve, reject });
      if (this.#welcomed) this.#send(message);
    });
  }

  /** @param {string} emote */
  emote(emote) {
    if (this.#welcomed) this.#send({ type: "emote", emote });
  }

  close() {
    this.#closed = true;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    removeEventListener("online", this.#hasten);
    removeEventListener("offline", this.#cut);
    this.#socket?.close();
  }

  #hasten = () => {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** Nothing comes through this line any more: begin anew, without waiting for its end. */
  #cut = () => {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost();
    socket.close();
  };

  #connect() {
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => this.#send({ type: "hello", protocol: 1, build, token: this.token, have: this.#have });
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #lost() {
    this.#socket = null;
    this.#welcomed = false;
    if (this.#closed) return;
    this.handlers.connection(false);
    this.#retry = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 1.7, LONGEST_PAUSE);
  }

  /** Keep the line busy; one on which nothing has been heard for long is dead. */
  #check() {
    if (!this.#welcomed) return;
    if (Date.now() - this.#heard > DEAF) this.#cut();
    else this.#send({ type: "ping" });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {any} message */
  #hear(message) {
    this.#heard = Date.now();
    const { handlers } = this;
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "update":
        this.#have = message.number;
        return handlers.update(message);
      case "ack":
      case "hint":
      case "described":
        return this.#answered(message.id, (asked) => asked.resolve(message));
      case "refused":
        if (message.id && this.#asked.has(message.id))
          return this.#answered(message.id, (asked) => asked.reject(new Refused(message)));
        if (!this.#welcomed) this.close();
        return handlers.refused(message);
      case "seats":
        return handlers.seats(message.table);
      case "presence":
        return handlers.presence(message);
      case "emote":
        return handlers.emote(message);
      case "rematch":
        if (!message.id) return handlers.rematch(message);
        return undefined;
      case "reload":
        this.close();
        return handlers.reload();
      default:
        return undefined;
    }
  }

  /** @param {import("./message_types.js").Welcome} message */
  #welcome(message) {
    this.#welcomed = true;
    this.#pause = FIRST_PAUSE;
    this.#have = message.number;
    this.handlers.connection(true);
    this.handlers.welcome(message);
    for (const { message: waiting } of this.#asked.values()) this.#send(waiting);
  }

  /**
   * @param {string} id
   * @param {(asked: Asked) => void} answer
   */
  #answered(id, answer) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (asked) answer(asked);
  }
}
