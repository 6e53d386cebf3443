// Creates, joins and cancels tables: seat tokens are saved or removed, and the right page opens.

import * as api from "../frame/api.js";
import { navigate } from "../frame/page.js";
import { loadSeatTokens, removeSeatTokens, saveSeatTokens } from "../frame/seat_tokens.js";

/**
 * Save the seat tokens of a created or joined table, and open its page.
 * @param {api.JoinedTable} joined
 * @param {import("../frame/seat_tokens.js").TableOrigin} [origin]
 */
export function enterTable({ table, seats }, origin) {
  saveSeatTokens(table.id, table.game, seats, origin);
  navigate(`/table/${table.id}`);
}

/**
 * Take a seat at the table whose page is open, and open the page again as a player.
 * @param {string} id
 * @param {api.JoinRequest} request
 */
export async function joinOpenTable(id, request) {
  const { table, seats } = await api.joinTable(id, request);
  saveSeatTokens(table.id, table.game, seats);
  navigate("/", { replace: true });
  navigate(`/table/${table.id}`, { replace: true });
}

/**
 * Cancel a table that waits for an opponent, and forget it.
 * @param {string} id
 */
export async function cancelOpenTable(id) {
  const token = loadSeatTokens()[id]?.seats[0]?.token;
  if (token) await api.cancelTable(id, token);
  removeSeatTokens(id);
}
