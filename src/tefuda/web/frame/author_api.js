// REST for those who build decks, write cards, set positions and solve puzzles (docs/server.md).

import { fetchJson, fetchCards, postJson } from "./api.js";

/** @typedef {import("./message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("./message_types.js").Card} Card */
/** @typedef {import("./message_types.js").Deck} Deck */
/** @typedef {import("./message_types.js").Problem} Problem */
/** @typedef {import("./message_types.js").Puzzle} Puzzle */

/** @typedef {{card: string, ability: number | null, text: LocalizedText, position: object}} AbilityDemo a position in which an ability, or a card without any, can be tried */
/** @typedef {{cards: (Card & {abilities: LocalizedText[], yaml: string})[], problems: Problem[], tries: AbilityDemo[]}} CheckedCards */

/**
 * Cards that somebody is writing: how they look, what they say, what is wrong with them.
 * @param {string} game
 * @param {string} yaml
 * @returns {Promise<CheckedCards>}
 */
export const checkCards = (game, yaml) => postJson(`/api/games/${game}/cards/check`, JSON.stringify({ yaml }));

/**
 * A file to begin a card of a type with.
 * @param {string} game
 * @param {string} type
 * @param {string} language
 * @returns {Promise<{yaml: string}>}
 */
export const fetchStarterCard = (game, type, language) =>
  fetchJson(`/api/games/${game}/cards/starter?type=${encodeURIComponent(type)}&language=${language}`);

/**
 * A card that ships, as its file.
 * @param {string} game
 * @param {string} card
 * @returns {Promise<{yaml: string}>}
 */
export const fetchCardFile = (game, card) => fetchJson(`/api/games/${game}/cards/${encodeURIComponent(card)}/yaml`);

/**
 * The reference of the language that cards are written in.
 * @param {string} game
 * @param {string} language
 * @returns {Promise<{title: string, html: string}>}
 */
export const fetchCardReference = (game, language) =>
  fetchJson(`/api/games/${game}/cards/reference?language=${language}`);

/**
 * The cards that a table brings along: those of its maker.
 * @param {string} table
 * @returns {Promise<Card[]>}
 */
export const fetchCustomCards = (table) => fetchJson(`/api/tables/${encodeURIComponent(table)}/cards`);

/**
 * A game's cards, and in place of or beside them those that somebody wrote.
 * @param {Card[]} shipped
 * @param {Card[]} own
 * @returns {Card[]}
 */
export const mergeCards = (shipped, own) => [
  ...shipped.filter((card) => !own.some(({ id }) => id === card.id)),
  ...own,
];

/**
 * All cards that can be met at a table. Own ones are at practice tables alone.
 * @param {import("./message_types.js").Table} table
 * @returns {Promise<Card[]>}
 */
export async function fetchTableCards({ id, game, practice }) {
  return mergeCards(...(await Promise.all([fetchCards(game), practice ? fetchCustomCards(id) : []])));
}

/**
 * All cards that can be met in a position or a replay, which has own ones as they were written.
 * @param {string} game
 * @param {{cards?: unknown} | null | undefined} position
 * @returns {Promise<Card[]>}
 */
export async function fetchPositionCards(game, position) {
  const own = Array.isArray(position?.cards) && position.cards.length > 0 ? position.cards : null;
  const written = own ? checkCards(game, JSON.stringify(own)).then((answer) => answer.cards) : [];
  return mergeCards(...(await Promise.all([fetchCards(game), written])));
}

/**
 * What is wrong with a deck, its file, and how an option takes it.
 * @param {string} game
 * @param {Deck} deck
 * @returns {Promise<{yaml: string, option: string, problems: Problem[]}>}
 */
export const checkDeck = (game, deck) => postJson(`/api/games/${game}/decks/check`, JSON.stringify(deck));

/**
 * The deck in a file; one with too few or too many cards is read all the same.
 * @param {string} game
 * @param {string} yaml
 * @returns {Promise<{deck: Deck | null, problems: Problem[]}>}
 */
export const readDeck = (game, yaml) => postJson(`/api/games/${game}/decks/read`, JSON.stringify({ yaml }));

/**
 * @param {string} game
 * @returns {Promise<Puzzle[]>}
 */
export const fetchPuzzles = (game) => fetchJson(`/api/games/${game}/puzzles`);

/** @returns {Promise<{date: string, game: string, puzzle: string}>} */
export const fetchDailyPuzzle = () => fetchJson("/api/puzzles/daily");

/**
 * @typedef {object} ParsedPosition
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
 * @returns {Promise<ParsedPosition>}
 */
export const readPosition = (text, game, ply) => postJson("/api/positions", JSON.stringify({ text, game, ply }));

/**
 * @typedef {object} Proof
 * @property {"SOLVED" | "IMPOSSIBLE" | "UNKNOWN"} verdict
 * @property {number | null} par the fewest plays that win, where that is proved
 * @property {number | null} at_least no win takes fewer; null where nothing wins
 * @property {{action: string, text: LocalizedText}[]} line
 * @property {number} nodes
 * @property {number} seconds
 */

/**
 * What can be proved about a position of a game for one.
 * @param {string} game
 * @param {object} position
 * @returns {Promise<Proof>}
 */
export const provePosition = (game, position) => postJson("/api/positions/proof", JSON.stringify({ game, position }));

/**
 * A puzzle made of a position: proved, measured, as a file.
 * @param {string} game
 * @param {object} position
 * @param {LocalizedText} title
 * @returns {Promise<{puzzle: Puzzle, yaml: string}>}
 */
export const makePuzzle = (game, position, title) =>
  postJson("/api/positions/puzzle", JSON.stringify({ game, position, title }));

/**
 * Some games played by a level, the first of them with the deal `first`.
 * @param {string} game
 * @param {{options: Record<string, string | number>, level: number, first: number, count: number}} what
 * @returns {Promise<{played: number, won: number}>} as many as there was time for
 */
export const runTrials = (game, what) => postJson(`/api/games/${game}/trials`, JSON.stringify(what));
