// Creates, joins and cancels tables: seat tokens are saved or removed, and the right page opens.

import * as api from "../frame/api.js";
import { newContribution, sha256 } from "../frame/contribution.js";
import { navigate } from "../frame/page.js";
import { loadSeatTokens, removeSeatTokens, saveRematchContribution, saveSeatTokens } from "../frame/seat_tokens.js";
import { revealOwnContribution } from "./shuffle_proof.js";

/**
 * Save the seats of a created or joined table and, if it is full, reveal the contribution, which may start the game.
 * @param {api.JoinedTable} joined
 * @param {import("../frame/seat_tokens.js").TableOrigin} [origin]
 */
async function takeSeats({ table, seats, contribution }, origin) {
  saveSeatTokens(table.id, table.game, seats, { ...origin, contribution });
  // The page of the table tries again.
  await revealOwnContribution(table).catch(() => null);
}

/**
 * Save the seat tokens of a created or joined table, and open its page.
 * @param {api.JoinedTable} joined
 * @param {import("../frame/seat_tokens.js").TableOrigin} [origin]
 */
export async function enterTable(joined, origin) {
  await takeSeats(joined, origin);
  navigate(`/table/${joined.table.id}`);
}

/**
 * Take a seat at the table whose page is open, and open the page again as a player.
 * @param {string} id
 * @param {api.JoinRequest} request
 */
export async function joinOpenTable(id, request) {
  await takeSeats(await api.joinTable(id, request));
  navigate("/", { replace: true });
  navigate(`/table/${id}`, { replace: true });
}

/**
 * The fields of a request for a rematch: the commitment to a new contribution. One that is sent again has the same.
 * @param {string} id
 */
export async function rematchFields(id) {
  const saved = loadSeatTokens()[id]?.rematchContribution;
  if (saved) return { commitment: await sha256(saved) };
  const made = await newContribution();
  if (made) saveRematchContribution(id, made.contribution);
  return made ? { commitment: made.commitment } : {};
}

/**
 * Save the seat of a rematch.
 * @param {api.Table} before the table that is played again
 * @param {string} id
 * @param {{seat: number, token: string}} seat
 */
export function saveRematchSeat(before, id, seat) {
  const contribution = loadSeatTokens()[before.id]?.rematchContribution;
  saveSeatTokens(id, before.game, [seat], { contribution });
}

/**
 * Cancel a table that has not started, and forget it.
 * @param {string} id
 */
export async function cancelOpenTable(id) {
  const token = loadSeatTokens()[id]?.seats[0]?.token;
  if (token) await api.cancelTable(id, token);
  removeSeatTokens(id);
}
