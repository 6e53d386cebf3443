// REST requests for decks, cards, positions and puzzles (docs/server.md).

import { fetchJson, fetchCards, postJson } from "./api.js";

/** @typedef {import("./message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("./message_types.js").Card} Card */
/** @typedef {import("./message_types.js").Deck} Deck */
/** @typedef {import("./message_types.js").Problem} Problem */
/** @typedef {import("./message_types.js").Puzzle} Puzzle */

/** @typedef {import("./message_types.js").Demo} AbilityDemo */
/** @typedef {import("./message_types.js").CheckedCards} CheckedCards */

/**
 * Check card files: return the cards, their texts and their problems.
 * @param {string} game
 * @param {string} yaml
 * @returns {Promise<CheckedCards>}
 */
export const checkCards = (game, yaml) => postJson(`/api/games/${game}/cards/check`, JSON.stringify({ yaml }));

/**
 * Fetch a template for a new card of a type.
 * @param {string} game
 * @param {string} type
 * @param {string} language
 * @returns {Promise<{yaml: string}>}
 */
export const fetchStarterCard = (game, type, language) =>
  fetchJson(`/api/games/${game}/cards/starter?type=${encodeURIComponent(type)}&language=${language}`);

/**
 * Fetch the file of an included card.
 * @param {string} game
 * @param {string} card
 * @returns {Promise<{yaml: string}>}
 */
export const fetchCardFile = (game, card) => fetchJson(`/api/games/${game}/cards/${encodeURIComponent(card)}/yaml`);

/**
 * Fetch the reference of the card language.
 * @param {string} game
 * @param {string} language
 * @returns {Promise<{title: string, html: string}>}
 */
export const fetchCardReference = (game, language) =>
  fetchJson(`/api/games/${game}/cards/reference?language=${language}`);

/**
 * Fetch the custom cards of a table.
 * @param {string} table
 * @returns {Promise<Card[]>}
 */
export const fetchCustomCards = (table) => fetchJson(`/api/tables/${encodeURIComponent(table)}/cards`);

/**
 * Merge custom cards into the cards of a game. A custom card replaces the card with the same id.
 * @param {Card[]} shipped
 * @param {Card[]} own
 * @returns {Card[]}
 */
export const mergeCards = (shipped, own) => [
  ...shipped.filter((card) => !own.some(({ id }) => id === card.id)),
  ...own,
];

/**
 * Fetch all cards that can appear at a table. Only practice tables have custom cards.
 * @param {import("./message_types.js").Table} table
 * @returns {Promise<Card[]>}
 */
export async function fetchTableCards({ id, game, practice }) {
  return mergeCards(...(await Promise.all([fetchCards(game), practice ? fetchCustomCards(id) : []])));
}

/**
 * Fetch all cards that can appear in a position or a replay. Both contain their custom cards as source.
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
 * Check a deck: return its problems, its file and its option value. It may contain the cards in `custom` (YAML).
 * @param {string} game
 * @param {Deck & {custom?: string}} deck
 * @returns {Promise<{yaml: string, option: string, problems: Problem[]}>}
 */
export const checkDeck = (game, deck) => postJson(`/api/games/${game}/decks/check`, JSON.stringify(deck));

/**
 * Parse a deck file. Decks of the wrong size are accepted.
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

/** @typedef {import("./message_types.js").ReadPosition} ParsedPosition */

/**
 * Parse a position, a puzzle or a replay. `game` is needed for positions, `ply` for replays.
 * @param {string} text
 * @param {string} game
 * @param {number} [ply]
 * @returns {Promise<ParsedPosition>}
 */
export const readPosition = (text, game, ply) => postJson("/api/positions", JSON.stringify({ text, game, ply }));

/** @typedef {import("./message_types.js").Proof} Proof */

/**
 * Prove a position of a one-player game.
 * @param {string} game
 * @param {object} position
 * @returns {Promise<Proof>}
 */
export const provePosition = (game, position) => postJson("/api/positions/proof", JSON.stringify({ game, position }));

/**
 * Make a puzzle of a position: prove it, measure it and write its file.
 * @param {string} game
 * @param {object} position
 * @param {LocalizedText} title
 * @returns {Promise<{puzzle: Puzzle, yaml: string}>}
 */
export const makePuzzle = (game, position, title) =>
  postJson("/api/positions/puzzle", JSON.stringify({ game, position, title }));

/**
 * Play games with a CPU level, starting with deal number `first`.
 * @param {string} game
 * @param {{options: Record<string, string | number>, level: number, first: number, count: number}} what
 * @returns {Promise<{played: number, won: number}>} number of games finished within the time limit
 */
export const runTrials = (game, what) => postJson(`/api/games/${game}/trials`, JSON.stringify(what));
