// REST for those who build decks, write cards, set positions and solve puzzles (docs/server.md).

import { ask, cards, post } from "./api.js";

/** @typedef {import("./message_types.js").Both} Both */
/** @typedef {import("./message_types.js").Card} Card */
/** @typedef {import("./message_types.js").Deck} Deck */
/** @typedef {import("./message_types.js").Problem} Problem */
/** @typedef {import("./message_types.js").Puzzle} Puzzle */

/** @typedef {{card: string, ability: number | null, text: Both, position: object}} Trial a position in which an ability, or a card without any, can be tried */
/** @typedef {{cards: (Card & {abilities: Both[], yaml: string})[], problems: Problem[], tries: Trial[]}} CheckedCards */

/**
 * Cards that somebody is writing: how they look, what they say, what is wrong with them.
 * @param {string} game
 * @param {string} yaml
 * @returns {Promise<CheckedCards>}
 */
export const checkCards = (game, yaml) => post(`/api/games/${game}/cards/check`, JSON.stringify({ yaml }));

/**
 * A file to begin a card of a type with.
 * @param {string} game
 * @param {string} type
 * @param {string} language
 * @returns {Promise<{yaml: string}>}
 */
export const starter = (game, type, language) =>
  ask(`/api/games/${game}/cards/starter?type=${encodeURIComponent(type)}&language=${language}`);

/**
 * A card that ships, as its file.
 * @param {string} game
 * @param {string} card
 * @returns {Promise<{yaml: string}>}
 */
export const cardFile = (game, card) => ask(`/api/games/${game}/cards/${encodeURIComponent(card)}/yaml`);

/**
 * The reference of the language that cards are written in.
 * @param {string} game
 * @param {string} language
 * @returns {Promise<{title: string, html: string}>}
 */
export const cardLanguage = (game, language) => ask(`/api/games/${game}/cards/reference?language=${language}`);

/**
 * The cards that a table brings along: those of its maker.
 * @param {string} table
 * @returns {Promise<Card[]>}
 */
export const tableCards = (table) => ask(`/api/tables/${encodeURIComponent(table)}/cards`);

/**
 * A game's cards, and in place of or beside them those that somebody wrote.
 * @param {Card[]} shipped
 * @param {Card[]} own
 * @returns {Card[]}
 */
export const withOwn = (shipped, own) => [...shipped.filter((card) => !own.some(({ id }) => id === card.id)), ...own];

/**
 * All cards that can be met at a table. Own ones are at practice tables alone.
 * @param {import("./message_types.js").Table} table
 * @returns {Promise<Card[]>}
 */
export async function cardsAt({ id, game, practice }) {
  return withOwn(...(await Promise.all([cards(game), practice ? tableCards(id) : []])));
}

/**
 * All cards that can be met in a position or a replay, which has own ones as they were written.
 * @param {string} game
 * @param {{cards?: unknown} | null | undefined} position
 * @returns {Promise<Card[]>}
 */
export async function cardsIn(game, position) {
  const own = Array.isArray(position?.cards) && position.cards.length > 0 ? position.cards : null;
  const written = own ? checkCards(game, JSON.stringify(own)).then((answer) => answer.cards) : [];
  return withOwn(...(await Promise.all([cards(game), written])));
}

/**
 * What is wrong with a deck, its file, and how an option takes it.
 * @param {string} game
 * @param {Deck} deck
 * @returns {Promise<{yaml: string, option: string, problems: Problem[]}>}
 */
export const checkDeck = (game, deck) => post(`/api/games/${game}/decks/check`, JSON.stringify(deck));

/**
 * The deck in a file; one with too few or too many cards is read all the same.
 * @param {string} game
 * @param {string} yaml
 * @returns {Promise<{deck: Deck | null, problems: Problem[]}>}
 */
export const readDeck = (game, yaml) => post(`/api/games/${game}/decks/read`, JSON.stringify({ yaml }));

/**
 * @param {string} game
 * @returns {Promise<Puzzle[]>}
 */
export const puzzles = (game) => ask(`/api/games/${game}/puzzles`);

/** @returns {Promise<{date: string, game: string, puzzle: string}>} */
export const dailyPuzzle = () => ask("/api/puzzles/daily");

/**
 * @typedef {object} Read
 * @property {"position" | "puzzle" | "replay" | null} kind
 * @property {string | null} game
 * @property {object | null} position of a replay, how it was after `ply` actions
 * @property {import("./message_types.js").View | null} view the position as `seat` sees it, whose turn it is
 * @property {number | null} seat
 * @property {Puzzle | null} puzzle
 * @property {Problem[]} problems
 */

/**
 * What a text is: a position, a puzzle or a replay; `game` is for positions, which do not say it, `ply` for replays.
 * @param {string} text
 * @param {string} game
 * @param {number} [ply]
 * @returns {Promise<Read>}
 */
export const readPosition = (text, game, ply) => post("/api/positions", JSON.stringify({ text, game, ply }));

/**
 * @typedef {object} Proof
 * @property {"SOLVED" | "IMPOSSIBLE" | "UNKNOWN"} verdict
 * @property {number | null} par the fewest plays that win, where that is proved
 * @property {number | null} at_least no win takes fewer; null where nothing wins
 * @property {{action: string, text: Both}[]} line
 * @property {number} nodes
 * @property {number} seconds
 */

/**
 * What can be proved about a position of a game for one.
 * @param {string} game
 * @param {object} position
 * @returns {Promise<Proof>}
 */
export const prove = (game, position) => post("/api/positions/proof", JSON.stringify({ game, position }));

/**
 * A puzzle made of a position: proved, measured, as a file.
 * @param {string} game
 * @param {object} position
 * @param {Both} title
 * @returns {Promise<{puzzle: Puzzle, yaml: string}>}
 */
export const makePuzzle = (game, position, title) =>
  post("/api/positions/puzzle", JSON.stringify({ game, position, title }));

/**
 * Some games played by a level, the first of them with the deal `first`.
 * @param {string} game
 * @param {{options: Record<string, string | number>, level: number, first: number, count: number}} what
 * @returns {Promise<{played: number, won: number}>} as many as there was time for
 */
export const trials = (game, what) => post(`/api/games/${game}/trials`, JSON.stringify(what));
