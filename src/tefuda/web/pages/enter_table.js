import { navigate } from "../frame/page.js";
import { saveSeatTokens } from "../frame/seat_tokens.js";

/**
 * Save the seat tokens of a created or joined table, and open its page.
 * @param {import("../frame/api.js").JoinedTable} joined
 * @param {import("../frame/seat_tokens.js").TableOrigin} [origin]
 */
export function enterTable({ table, seats }, origin) {
  saveSeatTokens(table.id, table.game, seats, origin);
  navigate(`/table/${table.id}`);
}
