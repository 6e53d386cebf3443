// REST (docs/server.md). What is refused arrives as a `Refused` with a sentence in both languages.

import { both } from "./words.js";

/** @typedef {import("./message_types.js").Table} Table */
/** @typedef {{table: Table, seats: {seat: number, token: string}[]}} Seated */

export class Refused extends Error {
  /** @param {import("./message_types.js").Refusal} refusal */
  constructor(refusal) {
    super(refusal.en);
    this.refusal = refusal;
  }
}

/** The build that this page is of; null where the page was not served by tefuda. */
export const build = document.querySelector('meta[name="build"]')?.getAttribute("content") ?? null;

/** The seat of those who look on. */
const ONLOOKER = -1;
const OFFLINE = {
  code: "offline",
  en: "The server cannot be reached. Please try again in a moment.",
  ja: "サーバーに接続できません。少し待ってからもう一度お試しください。",
};
const STRANGE = {
  code: "strange",
  en: "The server gave an answer that makes no sense.",
  ja: "サーバーの応答が正しくありません。",
};

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<string>}
 */
async function text(path, init) {
  const answer = await fetch(path, init).catch(() => null);
  if (!answer) throw new Refused(OFFLINE);
  const body = await answer.text();
  if (answer.ok) return body;
  const said = parsed(body);
  throw new Refused(said?.en ? said : STRANGE);
}

/** @param {string} body */
function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
export async function ask(path, init) {
  return JSON.parse(await text(path, init));
}

/**
 * @param {string} path
 * @param {string} body
 */
export function post(path, body) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/** @type {Promise<import("./message_types.js").Game[]> | null} */
let known = null;

/** @returns {Promise<import("./message_types.js").Game[]>} */
export function games() {
  known ??= ask("/api/games").then((answer) => answer.games);
  known.catch(() => (known = null));
  return known;
}

/**
 * @param {string} id
 * @returns {Promise<import("./message_types.js").Game>}
 */
export async function game(id) {
  const found = (await games()).find((one) => one.id === id);
  if (!found)
    throw new Refused({
      code: "unknown_game",
      en: `There is no game ${id} here.`,
      ja: `${id} というゲームはありません。`,
    });
  return found;
}

/** @type {Map<string, Promise<import("./message_types.js").Card[]>>} */
const decks = new Map();

/**
 * @param {string} id
 * @returns {Promise<import("./message_types.js").Card[]>}
 */
export function cards(id) {
  const found = decks.get(id) ?? ask(`/api/games/${id}/cards`);
  decks.set(id, found);
  found.catch(() => decks.delete(id));
  return found;
}

/**
 * @param {string} id
 * @param {string} language
 * @returns {Promise<{title: string, html: string}>}
 */
export const rules = (id, language) => ask(`/api/games/${id}/rules?language=${language}`);

/**
 * @param {"open" | "playing"} status
 * @returns {Promise<Table[]>}
 */
export const tables = (status) => ask(`/api/tables?status=${status}`);

/**
 * @param {string} id
 * @returns {Promise<Table>}
 */
export const table = (id) => ask(`/api/tables/${encodeURIComponent(id)}`);

/**
 * @param {object} wish
 * @returns {Promise<Seated>}
 */
export const create = (wish) => post("/api/tables", JSON.stringify(wish));

/**
 * @param {string} game
 * @param {string} name
 * @returns {Promise<Seated>}
 */
export const quick = (game, name) => post("/api/tables/quick", JSON.stringify({ game, ...(name ? { name } : {}) }));

/**
 * @param {string} id
 * @param {string} name
 * @returns {Promise<Seated>}
 */
export const join = (id, name) =>
  post(`/api/tables/${encodeURIComponent(id)}/seats`, JSON.stringify(name ? { name } : {}));

/**
 * A replay file, as text. Replays stay text on their way: a digest is kept over them, and JSON that was read and written
 * again is not always the same (1.0 becomes 1).
 * @param {string} id
 * @returns {Promise<string>}
 */
export const replay = (id) => text(`/api/tables/${encodeURIComponent(id)}/replay`);

/** @type {Map<string, Promise<{verdict: string, par: number | null, fewest: number | null}>>} */
const pars = new Map();

/**
 * What is proved about the deal of a game that is over.
 * @param {string} id
 */
export function par(id) {
  const found = pars.get(id) ?? ask(`/api/tables/${encodeURIComponent(id)}/par`);
  pars.set(id, found);
  found.catch(() => pars.delete(id));
  return found;
}

/**
 * @param {string} file
 * @param {number | null} seat
 * @returns {Promise<{verdict: {kind: string, ply: number | null, en: string, ja: string}, frames: import("./message_types.js").Frame[]}>}
 */
export const frames = (file, seat) => post(`/api/replays?seat=${seat ?? ONLOOKER}`, file);

/**
 * A table that goes on from a replay.
 * @param {object} wish
 * @param {string} file
 * @param {number} ply
 * @returns {Promise<Seated>}
 */
export function createFrom(wish, file, ply) {
  const open = JSON.stringify({ ...wish, from: { ply } }).slice(0, -2);
  return post("/api/tables", `${open}, "replay": ${file}}}`);
}

/**
 * Why something did not work, as a sentence.
 * @param {unknown} failure
 * @returns {string}
 */
export function sentence(failure) {
  if (failure instanceof Refused) return both(failure.refusal);
  console.warn(failure);
  return both(STRANGE);
}
