// The WebSocket of a table: says hello, resends unanswered requests and reconnects.

import { ApiError, build } from "./api.js";

/** @typedef {{message: Record<string, any>, resolve: (answer: any) => void, reject: (failure: ApiError) => void}} PendingRequest */
/**
 * @typedef {object} SocketHandlers
 * @property {(welcome: import("./message_types.js").Welcome) => void} welcome
 * @property {(update: import("./message_types.js").Update) => void} update
 * @property {(answer: import("./message_types.js").ViewAnswer) => void} view
 * @property {(table: import("./message_types.js").Table) => void} seats
 * @property {(presence: import("./message_types.js").Presence) => void} presence
 * @property {(emote: import("./message_types.js").Emote) => void} emote
 * @property {(rematch: import("./message_types.js").Rematch) => void} rematch
 * @property {(connected: boolean) => void} connection
 * @property {() => void} reload the server has another build
 * @property {(refusal: import("./message_types.js").ErrorMessage) => void} error the server refuses the connection
 */

const MIN_RETRY_MS = 400;
const MAX_RETRY_MS = 8000;
const PING_INTERVAL_MS = 20_000;
const SILENCE_LIMIT_MS = 50_000;

/**
 * Close a socket without a handler. A socket that is still connecting is closed when it opens, because browsers
 * write a warning otherwise.
 * @param {WebSocket} socket
 */
function closeQuietly(socket) {
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, PendingRequest>} */
  #pending = new Map();
  /** @type {number | null} */
  #lastNumber = null;
  #ready = false;
  #closed = false;
  #retryDelay = MIN_RETRY_MS;
  #lastReceived = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retryTimer;
  /** @type {ReturnType<typeof setInterval>} */
  #pingTimer;

  /**
   * @param {string} table
   * @param {{token: string | null, views: boolean}} identity `views`: every update has the view
   * @param {SocketHandlers} handlers
   */
  constructor(table, identity, handlers) {
    this.table = table;
    this.identity = identity;
    this.handlers = handlers;
    this.#pingTimer = setInterval(() => this.#checkAlive(), PING_INTERVAL_MS);
    addEventListener("online", this.#reconnectNow);
    addEventListener("offline", this.#dropConnection);
    this.#connect();
  }

  /**
   * Send a request; resolve with the answer or reject with an `ApiError`.
   * @param {"play" | "resign" | "takeback" | "takeback_request" | "takeback_decline" | "claim" | "rematch" | "hint" | "describe" | "explain"} kind
   * @param {Record<string, any>} [fields]
   * @returns {Promise<any>}
   */
  request(kind, fields = {}) {
    const id =
      crypto.randomUUID?.().replaceAll("-", "") ??
      Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("");
    const message = { type: kind, id, ...fields };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { message, resolve, reject });
      if (this.#ready) this.#send(message);
    });
  }

  /** @param {string} emote */
  emote(emote) {
    if (this.#ready) this.#send({ type: "emote", emote });
  }

  /** Ask for the current view. After a lost connection, `welcome` has it. */
  requestView() {
    if (this.#ready) this.#send({ type: "view" });
  }

  close() {
    this.#closed = true;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#retryTimer);
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#dropConnection);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) closeQuietly(socket);
  }

  #reconnectNow = () => {
    if (this.#socket) return;
    clearTimeout(this.#retryTimer);
    this.#connect();
  };

  /** Reconnect without waiting for the old connection to close. */
  #dropConnection = () => {
    const socket = this.#socket;
    if (!socket) return;
    this.#onDisconnect();
    closeQuietly(socket);
  };

  #connect() {
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#lastReceived = Date.now();
    socket.onopen = () => this.#send({ type: "hello", protocol: 2, build, ...this.identity, have: this.#lastNumber });
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.#socket === socket) this.#onDisconnect();
    };
  }

  #onDisconnect() {
    this.#socket = null;
    this.#ready = false;
    if (this.#closed) return;
    this.handlers.connection(false);
    this.#retryTimer = setTimeout(() => this.#connect(), this.#retryDelay * (0.75 + Math.random() / 2));
    this.#retryDelay = Math.min(this.#retryDelay * 1.7, MAX_RETRY_MS);
  }

  /** Send a ping; drop the connection after a long silence. */
  #checkAlive() {
    if (!this.#ready) return;
    if (Date.now() - this.#lastReceived > SILENCE_LIMIT_MS) this.#dropConnection();
    else this.#send({ type: "ping" });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {import("./message_types.js").ServerMessage} message */
  #receive(message) {
    this.#lastReceived = Date.now();
    const { handlers } = this;
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "update":
        this.#lastNumber = message.number;
        return handlers.update(message);
      case "view":
        return handlers.view(message);
      case "ack":
      case "hint":
      case "described":
      case "explained":
        return this.#settle(message.id, (request) => request.resolve(message));
      case "refused":
        if (message.id && this.#pending.has(message.id))
          return this.#settle(message.id, (request) => request.reject(new ApiError(message)));
        if (!this.#ready) this.close();
        return handlers.error(message);
      case "seats":
        return handlers.seats(message.table);
      case "presence":
        return handlers.presence(message);
      case "emote":
        return handlers.emote(message);
      case "rematch":
        return handlers.rematch(message);
      case "reload":
        this.close();
        return handlers.reload();
      default:
        return undefined;
    }
  }

  /** @param {import("./message_types.js").Welcome} message */
  #welcome(message) {
    this.#ready = true;
    this.#retryDelay = MIN_RETRY_MS;
    this.#lastNumber = message.number;
    this.handlers.connection(true);
    this.handlers.welcome(message);
    for (const { message: waiting } of this.#pending.values()) this.#send(waiting);
  }

  /**
   * @param {string} id
   * @param {(request: PendingRequest) => void} answer
   */
  #settle(id, answer) {
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    if (request) answer(request);
  }
}
