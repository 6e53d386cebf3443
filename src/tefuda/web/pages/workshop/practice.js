// A practice table that begins from a position.

import { createTable } from "../../frame/api.js";
import { h } from "../../frame/dom.js";
import { saveSeatTokens } from "../../frame/seat_tokens.js";
import { navigate } from "../../frame/page.js";
import { changeSettings, settings } from "../../frame/settings.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Game} Game */

/** Whether the reader plays both sides. */
let playsBothSides = false;

/**
 * Who plays the other side, where a game has one.
 * @param {Game} game
 */
export function opponentSelect(game) {
  if (game.seats < 2) return null;
  const levels = Array.from({ length: game.levels }, (_, at) => String(at + 1));
  const chosen = playsBothSides ? "me" : String(Math.min(settings.level, game.levels));
  const choose = (/** @type {any} */ event) => {
    playsBothSides = event.target.value === "me";
    if (!playsBothSides) changeSettings({ level: Number(event.target.value) });
  };
  return h(
    "label",
    { class: "opponent" },
    h("span", null, t("other_side")),
    h(
      "select",
      { onchange: choose },
      ...levels.map((n) => h("option", { value: n, selected: n === chosen }, t("other_cpu", { n }))),
      h("option", { value: "me", selected: playsBothSides }, t("other_me")),
    ),
  );
}

/**
 * Who sits where at a practice table: the reader at `mine`.
 * @param {Game} game
 * @param {number} [mine]
 */
export function practiceSeats(game, mine = 0) {
  const cpu = { cpu: Math.min(settings.level, game.levels) };
  return game.seat_titles.map((_, seat) => (playsBothSides || seat === mine ? "me" : cpu));
}

/**
 * Make the table and go there.
 * @param {Game} game
 * @param {object} position
 * @param {import("../../frame/seat_tokens.js").TableOrigin} origin where the reader comes from
 */
export async function startPractice(game, position, origin) {
  const name = settings.name ? { name: settings.name } : {};
  const made = await createTable({
    game: game.id,
    seats: practiceSeats(game),
    practice: true,
    from: { position },
    ...name,
  });
  saveSeatTokens(made.table.id, game.id, made.seats, origin);
  navigate(`/table/${made.table.id}`);
}
