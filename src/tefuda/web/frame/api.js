// REST requests (docs/server.md). A failed request throws an `ApiError` with a message in both languages.

import { newContribution } from "./contribution.js";
import { localize } from "./words.js";

/** @typedef {import("./message_types.js").Table} Table */
/** @typedef {import("./message_types.js").Seated & {contribution?: string}} JoinedTable with this browser's contribution to the seed */

export class ApiError extends Error {
  /** @param {import("./message_types.js").ErrorMessage} refusal */
  constructor(refusal) {
    super(refusal.en);
    this.detail = refusal;
  }
}

/** The build of this page; null if the page was not served by tefuda. */
export const build = document.querySelector('meta[name="build"]')?.getAttribute("content") ?? null;

/** The seat number of spectators. */
const SPECTATOR_SEAT = -1;
const OFFLINE_ERROR = {
  code: "offline",
  en: "The server cannot be reached. Please try again in a moment.",
  ja: "サーバーに接続できません。少し待ってからもう一度お試しください。",
};
const INVALID_RESPONSE_ERROR = {
  code: "invalid_response",
  en: "The server sent an invalid response.",
  ja: "サーバーの応答が正しくありません。",
};

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<string>}
 */
async function fetchText(path, init) {
  const answer = await fetch(path, init).catch(() => null);
  if (!answer) throw new ApiError(OFFLINE_ERROR);
  const body = await answer.text();
  if (answer.ok) return body;
  const error = parseJson(body);
  throw new ApiError(error?.en ? error : INVALID_RESPONSE_ERROR);
}

/** @param {string} body */
function parseJson(body) {
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
export async function fetchJson(path, init) {
  return JSON.parse(await fetchText(path, init));
}

/**
 * @param {string} path
 * @param {string} body
 */
export function postJson(path, body) {
  return fetchJson(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

/** @type {Promise<import("./message_types.js").Game[]> | null} */
let gamesRequest = null;

/** @returns {Promise<import("./message_types.js").Game[]>} */
export function fetchGames() {
  gamesRequest ??= fetchJson("/api/games").then((answer) => answer.games);
  gamesRequest.catch(() => (gamesRequest = null));
  return gamesRequest;
}

/**
 * @param {string} id
 * @returns {Promise<import("./message_types.js").Game>}
 */
export async function fetchGame(id) {
  const found = (await fetchGames()).find((one) => one.id === id);
  if (!found)
    throw new ApiError({
      code: "unknown_game",
      en: `Unknown game: ${id}.`,
      ja: `${id}というゲームはありません。`,
    });
  return found;
}

/** @type {Map<string, Promise<import("./message_types.js").Card[]>>} */
const cardRequests = new Map();

/**
 * @param {string} id
 * @returns {Promise<import("./message_types.js").Card[]>}
 */
export function fetchCards(id) {
  const found = cardRequests.get(id) ?? fetchJson(`/api/games/${id}/cards`);
  cardRequests.set(id, found);
  found.catch(() => cardRequests.delete(id));
  return found;
}

/**
 * @param {string} id
 * @param {string} language
 * @returns {Promise<import("./message_types.js").Rules>}
 */
export const fetchRulebook = (id, language) => fetchJson(`/api/games/${id}/rules?language=${language}`);

/**
 * @param {string} id
 * @returns {Promise<import("./message_types.js").Tutorial>}
 */
export const fetchTutorial = (id) => fetchJson(`/api/games/${encodeURIComponent(id)}/tutorial`);

/**
 * @param {string} id
 * @returns {Promise<import("./message_types.js").HowToPlay>}
 */
export const fetchHowToPlay = (id) => fetchJson(`/api/games/${encodeURIComponent(id)}/how-to-play`);

/**
 * @param {"open" | "playing"} status
 * @returns {Promise<Table[]>}
 */
export const fetchTables = (status) => fetchJson(`/api/tables?status=${status}`);

/**
 * Fetch the tables with these ids that exist.
 * @param {string[]} ids
 * @returns {Promise<Table[]>}
 */
export const fetchTablesById = (ids) => fetchJson(`/api/tables?${ids.map((id) => `id=${id}`).join("&")}`);

/**
 * @param {string} id
 * @returns {Promise<Table>}
 */
export const fetchTable = (id) => fetchJson(`/api/tables/${encodeURIComponent(id)}`);

/**
 * Ask for a seat, with the commitment to a contribution to the seed.
 * @param {string} path
 * @param {object} request
 * @returns {Promise<JoinedTable>}
 */
async function requestSeat(path, request) {
  const { contribution, commitment } = (await newContribution()) ?? {};
  const joined = await postJson(path, JSON.stringify({ ...request, commitment }));
  return { ...joined, contribution };
}

/**
 * Players do not contribute to a given deal.
 * @param {{deal?: object | string, from?: object} & Record<string, any>} request
 * @returns {Promise<JoinedTable>}
 */
export const createTable = (request) =>
  request.deal || request.from ? postJson("/api/tables", JSON.stringify(request)) : requestSeat("/api/tables", request);

/** @typedef {{name?: string, deck?: string}} JoinRequest */

/**
 * @param {string} game
 * @param {JoinRequest} request
 * @returns {Promise<JoinedTable>}
 */
export const quickMatch = (game, request) => requestSeat("/api/tables/quick", { game, ...request });

/**
 * @param {string} id
 * @param {JoinRequest} request
 * @returns {Promise<JoinedTable>}
 */
export const joinTable = (id, request) => requestSeat(`/api/tables/${encodeURIComponent(id)}/seats`, request);

/**
 * Reveal the contribution of a seat to the seed. The last one starts the game.
 * @param {string} id
 * @param {string} token
 * @param {string} contribution
 * @returns {Promise<Table>}
 */
export const revealContribution = (id, token, contribution) =>
  postJson(`/api/tables/${encodeURIComponent(id)}/reveal`, JSON.stringify({ token, contribution }));

/**
 * Cancel a table that has not started.
 * @param {string} id
 * @param {string} token
 * @returns {Promise<Table>}
 */
export const cancelTable = (id, token) =>
  postJson(`/api/tables/${encodeURIComponent(id)}/cancel`, JSON.stringify({ token }));

/**
 * Fetch a replay file as text. Replays are never parsed and written again: their digest covers the exact text, and
 * JSON does not keep it (1.0 becomes 1).
 * @param {string} id
 * @returns {Promise<string>}
 */
export const fetchReplay = (id) => fetchText(`/api/tables/${encodeURIComponent(id)}/replay`);

/** @type {Map<string, Promise<import("./message_types.js").Par>>} */
const parRequests = new Map();

/**
 * Fetch the proved par of a finished game's deal.
 * @param {string} id
 */
export function fetchPar(id) {
  const found = parRequests.get(id) ?? fetchJson(`/api/tables/${encodeURIComponent(id)}/par`);
  parRequests.set(id, found);
  found.catch(() => parRequests.delete(id));
  return found;
}

/**
 * @param {string} file
 * @param {number | null} seat
 * @returns {Promise<import("./message_types.js").Frames>}
 */
export const fetchReplayFrames = (file, seat) => postJson(`/api/replays?seat=${seat ?? SPECTATOR_SEAT}`, file);

/**
 * Fetch the chances of a seat over a replay.
 * @param {string} file
 * @param {number} seat
 * @returns {Promise<import("./message_types.js").Chances>}
 */
export const fetchChances = (file, seat) => postJson(`/api/replays/chances?seat=${seat}`, file);

/**
 * Create a table that continues from a replay.
 * @param {object} request
 * @param {string} file
 * @param {number} ply
 * @returns {Promise<JoinedTable>}
 */
export function createTableFromReplay(request, file, ply) {
  const open = JSON.stringify({ ...request, from: { ply } }).slice(0, -2);
  return postJson("/api/tables", `${open}, "replay": ${file}}}`);
}

/**
 * Return the message for an error in the current language.
 * @param {unknown} failure
 * @returns {string}
 */
export function errorMessage(failure) {
  if (failure instanceof ApiError) return localize(failure.detail);
  console.warn(failure);
  return localize(INVALID_RESPONSE_ERROR);
}
