// Who played what in a replay: the players, their decks and the rule settings.

import { h } from "../frame/dom.js";
import { cpuName } from "../frame/levels.js";
import { capitalize, localize, t, withColon } from "../frame/words.js";
import { resultText } from "./game_result.js";
import { deckName, deckOptions, describeRules } from "./option_fields.js";
import { nameSeats } from "./players.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Table} Table */
/**
 * @typedef {object} ReplaySource
 * @property {Game} game
 * @property {Record<string, any>} options of the replay file that differ from the defaults
 * @property {Table | null} table null for a replay from a file, which names no players
 * @property {number[]} own the player's seats at the table
 */

/**
 * The name of the player of a seat; the title of the seat if it is unknown.
 * @param {ReplaySource} source
 * @param {number} seat
 */
export function playerName({ game, table, own }, seat) {
  const title = localize(game.seat_titles[seat]);
  if (!table) return title;
  const { kind, level, name } = table.seats[seat];
  if (kind === "cpu") return cpuName(level);
  return own.length === 1 && own[0] === seat ? t("you_title") : name || (own.length ? title : t("guest"));
}

/**
 * The action of a frame; with its player, if the game has several.
 * @param {ReplaySource} source
 * @param {import("../frame/message_types.js").ReplayFrame} frame
 */
export function actionText(source, { seat, text }) {
  const action = localize(text);
  if (source.game.seats === 1 || seat === null) return capitalize(action);
  return withColon(playerName(source, seat), action);
}

/**
 * A player for each seat with side and deck, then the puzzle, rule settings and result.
 * @param {ReplaySource} source
 */
export function replayFacts(source) {
  const { game, options, table, own } = source;
  const decks = deckOptions(game);
  const players = game.seat_titles.map((title, seat) => {
    const name = playerName(source, seat);
    const side = localize(title);
    const option = decks[seat];
    const deck = option && deckName(game, options[option.name] ?? option.default);
    return h(
      "li",
      { dataset: { seat } },
      h("strong", null, name),
      game.seats > 1 && side !== name && h("span", { class: "side" }, side),
      deck && h("span", { class: "deck" }, deck),
    );
  });
  if (table) nameSeats(table, game, own);
  const rules = describeRules(game, options);
  const more = [
    table?.puzzle && localize(table.puzzle.title),
    ...rules,
    table?.result && resultText(table, game, own),
  ].filter(Boolean);
  return h(
    "div",
    { class: "replay-facts" },
    h("ul", { class: "replay-players" }, ...players),
    more.length > 0 && h("p", null, more.join(" · ")),
    table && h("a", { href: `/table/${table.id}` }, t("to_table")),
  );
}
