// The choices for a new game: opponent, decks, clock and rule settings. The last ones of each game stay on the device.

import * as api from "../frame/api.js";
import { chosenLevel, cpuName } from "../frame/levels.js";
import { readStored, writeStored } from "../frame/storage.js";
import { localize, t } from "../frame/words.js";
import { RANDOM_DECK, deckName, deckOptions, isKnownDeck, ruleOptions } from "./option_fields.js";
import { cpuSeat, nameField, seatsAgainstCpu } from "./table_request.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Option} Option */
/** @typedef {"alone" | "cpu" | "here" | "link" | "quick"} Opponent */
/**
 * @typedef {object} StartChoices
 * @property {Opponent} opponent
 * @property {string} bot the bot that plays as the CPU; empty for the chosen level
 * @property {string} seat number of the player's seat, or "any"
 * @property {string} clock minutes and seconds ("5+5"), or empty
 * @property {boolean} listed whether an online game is listed in the lobby
 * @property {string} deck the player's deck; empty if the game has none
 * @property {string} otherDeck the opponent's deck
 * @property {Record<string, string | number>} options changed rule settings
 */

const STORAGE_KEY = "tefuda.start";
export const CLOCKS = ["3+2", "5+5", "10+10", "30+30"];

/** The possible opponents. @param {Game} game @returns {Opponent[]} */
export const opponentsOf = (game) => (game.seats > 1 ? ["cpu", "here", "link", "quick"] : ["alone"]);

/**
 * The name of a side, for games in which the first one begins.
 * @param {Game} game
 * @param {number} seat
 */
export function sideText(game, seat) {
  const name = localize(game.seat_titles[seat]);
  return seat === 0 ? t("side_first", { name }) : name;
}

/** The choices of a player who has not chosen yet. @param {Game} game @returns {StartChoices} */
export function defaultChoices(game) {
  const [deck = "", otherDeck = ""] = deckOptions(game).map((option) => String(option.quick_start));
  const proposed = ruleOptions(game).filter((option) => option.quick_start !== option.default);
  const options = Object.fromEntries(proposed.map((option) => [option.name, option.quick_start]));
  return { opponent: opponentsOf(game)[0], bot: "", seat: "0", clock: "", listed: false, deck, otherDeck, options };
}

/** Whether a stored value is possible for an option. @param {Option} option @param {unknown} value */
function isPossible(option, value) {
  if (option.choices) return option.choices.includes(String(value));
  return Number.isInteger(value) && Number(value) >= (option.low ?? 0) && Number(value) <= (option.high ?? 0);
}

/**
 * Load the last choices for a game. The default replaces a choice that is not possible any more.
 * @param {Game} game
 * @returns {StartChoices}
 */
export function loadChoices(game) {
  const choices = defaultChoices(game);
  const stored = readStored(STORAGE_KEY)?.[game.id] ?? {};
  const seats = [...game.seat_titles.keys()].map(String);
  if (opponentsOf(game).includes(stored.opponent)) choices.opponent = stored.opponent;
  if (game.bots.includes(stored.bot)) choices.bot = stored.bot;
  if (!game.coin_toss && [...seats, "any"].includes(stored.seat)) choices.seat = stored.seat;
  if (CLOCKS.includes(stored.clock)) choices.clock = stored.clock;
  choices.listed = stored.listed === true;
  if (isKnownDeck(game, stored.deck)) choices.deck = stored.deck;
  if (stored.otherDeck === RANDOM_DECK || isKnownDeck(game, stored.otherDeck)) choices.otherDeck = stored.otherDeck;
  if (stored.options) choices.options = {};
  for (const option of ruleOptions(game)) {
    const value = stored.options?.[option.name];
    if (value !== undefined && isPossible(option, value)) choices.options[option.name] = value;
  }
  return choices;
}

/**
 * @param {Game} game
 * @param {StartChoices} choices
 */
export function saveChoices(game, choices) {
  const stored = readStored(STORAGE_KEY);
  writeStored(STORAGE_KEY, { ...(typeof stored === "object" ? stored : {}), [game.id]: choices });
}

/**
 * Count the rule settings that differ from those of a quick start.
 * @param {Game} game
 * @param {StartChoices["options"]} options
 */
export function countRuleChanges(game, options) {
  return ruleOptions(game).filter((option) => (options[option.name] ?? option.default) !== option.quick_start).length;
}

/**
 * Describe the choices in a few words.
 * @param {Game} game
 * @param {StartChoices} choices
 */
export function describeChoices(game, { opponent, bot, deck, options }) {
  const changed = opponent === "quick" ? 0 : countRuleChanges(game, options);
  return [
    opponent === "cpu" ? bot || cpuName(chosenLevel(game)) : t(`who_${opponent}`),
    ...(deck ? [deckName(game, deck)] : []),
    ...(changed ? [t("rules_changed", { n: changed })] : []),
  ].join(" · ");
}

/**
 * Start a game with these choices.
 * @param {Game} game
 * @param {StartChoices} choices
 */
export function startGame(game, choices) {
  if (choices.opponent === "quick") return api.quickMatch(game.id, { ...nameField(), ...deckField(choices.deck) });
  return api.createTable(newTableRequest(game, choices));
}

/** The deck of a player who joins. @param {string} deck */
export const deckField = (deck) => (deck ? { deck } : {});

/**
 * The request for a new table.
 * @param {Game} game
 * @param {StartChoices} choices
 */
export function newTableRequest(game, choices) {
  const { opponent, clock } = choices;
  const seat = choices.seat === "any" ? Math.floor(Math.random() * game.seats) : Number(choices.seat);
  const cpu = choices.bot ? { bot: choices.bot } : cpuSeat(game);
  const other = opponent === "link" ? "open" : "me";
  const seats =
    opponent === "cpu"
      ? seatsAgainstCpu(game, seat, cpu)
      : game.seat_titles.map((_, at) => (at === seat ? "me" : other));
  const options = { ...choices.options, ...deckValues(game, choices, seat) };
  const [minutes, seconds] = clock.split("+").map(Number);
  return {
    game: game.id,
    seats,
    ...(Object.keys(options).length ? { options } : {}),
    ...nameField(),
    ...(minutes ? { clock: { initial: minutes * 60, increment: seconds } } : {}),
    ...(opponent === "link" && choices.listed ? { public: true } : {}),
    ...(opponent !== "link" && !minutes ? { practice: true } : {}),
  };
}

/**
 * The decks as options: the player's deck for the player's seat. An online opponent chooses a deck on joining.
 * @param {Game} game
 * @param {StartChoices} choices
 * @param {number} seat the player's seat
 */
function deckValues(game, { opponent, deck, otherDeck }, seat) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const [at, option] of deckOptions(game).entries()) {
    const value = at === seat ? deck : opponent === "link" ? String(option.default) : resolveDeck(game, otherDeck);
    if (value !== option.default) values[option.name] = value;
  }
  return values;
}

/** Replace the choice of a random deck by a starter deck. @param {Game} game @param {string} deck */
function resolveDeck(game, deck) {
  return deck === RANDOM_DECK ? game.decks[Math.floor(Math.random() * game.decks.length)].id : deck;
}
