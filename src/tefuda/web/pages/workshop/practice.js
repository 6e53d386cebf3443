// Practice tables that start from a position, or with custom cards.

import { createTable } from "../../frame/api.js";
import { h } from "../../frame/dom.js";
import { chosenLevel, cpuName, saveLevel } from "../../frame/levels.js";
import { t } from "./words.js";
import { enterTable } from "../enter_table.js";
import { levelNumbers, nameField, seatsAgainstCpu } from "../table_request.js";

/** @typedef {import("../../frame/message_types.js").Game} Game */

/** Whether the player controls both sides. */
let playsBothSides = false;

/**
 * The select for the opponent; null for one-player games.
 * @param {Game} game
 */
export function opponentSelect(game) {
  if (game.seats < 2) return null;
  const chosen = playsBothSides ? "me" : String(chosenLevel(game));
  const choose = (/** @type {any} */ event) => {
    playsBothSides = event.target.value === "me";
    if (!playsBothSides) saveLevel(game.id, Number(event.target.value));
  };
  return h(
    "label",
    { class: "opponent" },
    h("span", null, t("other_side")),
    h(
      "select",
      { onchange: choose },
      ...levelNumbers(game).map((n) => h("option", { value: n, selected: String(n) === chosen }, cpuName(n))),
      h("option", { value: "me", selected: playsBothSides }, t("other_me")),
    ),
  );
}

/**
 * The seats of a practice table, with the player at `mine`.
 * @param {Game} game
 * @param {number} [mine]
 */
export function practiceSeats(game, mine = 0) {
  return playsBothSides ? game.seat_titles.map(() => "me") : seatsAgainstCpu(game, mine);
}

/**
 * Create the table and open it.
 * @param {Game} game
 * @param {object} from a position, or a deal with custom cards
 * @param {import("../../frame/seat_tokens.js").TableOrigin} origin the current page
 */
export async function startPractice(game, from, origin) {
  const made = await createTable({
    game: game.id,
    seats: practiceSeats(game),
    practice: true,
    from,
    ...nameField(),
  });
  await enterTable(made, origin);
}
