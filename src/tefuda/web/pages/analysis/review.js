// Loads the chances of a finished game and shows their graph.

import { createTable, errorMessage, fetchChances, fetchReplay } from "../../frame/api.js";
import { fill, h } from "../../frame/dom.js";
import { navigate } from "../../frame/page.js";
import { enterTable } from "../enter_table.js";
import { seatName } from "../players.js";
import { branchOf, nameField, seatsOfRetry } from "../table_request.js";
import { ChanceGraph } from "./chance_graph.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Table} Table */
/** @typedef {import("../../frame/message_types.js").Game} Game */

/**
 * Show the chances of a seat over a replay in a box; return the graph, or null if there is an error.
 * @param {HTMLElement} box
 * @param {string | Promise<string>} file
 * @param {number} seat
 * @param {import("./chance_graph.js").GraphOptions} options
 */
export async function showChances(box, file, seat, options) {
  fill(box, h("p", { class: "faint", role: "status" }, t("estimating")));
  try {
    const chances = await fetchChances(await file, seat);
    // A seat without decisions has no chances.
    if (!chances.points.length) {
      fill(box);
      return null;
    }
    const graph = new ChanceGraph(chances, options);
    fill(box, graph.element);
    return graph;
  } catch (failure) {
    fill(box, h("p", { class: "faint", role: "status" }, errorMessage(failure)));
    return null;
  }
}

/**
 * Show the chances of the player at a finished table; those of the first seat to a spectator.
 * @param {HTMLElement} box
 * @param {Table} table
 * @param {Game} game
 * @param {number[]} own the player's seats
 */
export async function showTableReview(box, table, game, own) {
  const seat = own[0] ?? 0;
  await showChances(box, fetchReplay(table.id), seat, {
    game,
    nameOf: (one) => seatName(table, one),
    own,
    step: (ply) => navigate(`/replay?table=${table.id}&ply=${ply}`),
    retry: own.length ? (ply) => void tryAgain(ply) : null,
  });

  /** Play on from an earlier position. @param {number} ply */
  async function tryAgain(ply) {
    const seats = seatsOfRetry(game, table, own);
    const request = { game: game.id, seats, practice: true, from: { table: table.id, ply }, ...nameField() };
    try {
      await enterTable(await createTable(request), { branch: branchOf(table.id, table.options, ply) });
    } catch (failure) {
      box.prepend(h("p", { class: "notice", role: "alert" }, errorMessage(failure)));
    }
  }
}
