// Types of the server's messages (docs/server.md).

/** @typedef {{en: string, ja: string}} LocalizedText */
/** @typedef {{code: string, en: string, ja: string}} ErrorMessage */
/** @typedef {Record<string, any>} View */
/** @typedef {{kind: string, text?: LocalizedText, channel?: string} & Record<string, any>} GameEvent */
/** @typedef {{number: number, kind: string, seat: number, ply: number, action: string | null, events: GameEvent[]}} LogEntry */
/** @typedef {{left: number[], running: number | null}} Clock */
/**
 * @typedef {object} TableState
 * @property {number} number
 * @property {number} ply
 * @property {number | null} turn
 * @property {View} view
 * @property {string[]} legal
 * @property {Clock | null} clock
 * @property {string} status
 * @property {number[] | null} result the scores by seat
 * @property {number[] | null} outcomes by seat: 1 for a win, 0.5 for a draw, 0 for a loss
 * @property {string | null} ended
 */
/** @typedef {{entries: LogEntry[]} & TableState} Update */
/** @typedef {{seat: number | null, table: Table, emotes: string[], entries: LogEntry[] | null, past: GameEvent[]} & TableState} Welcome */
/** @typedef {{kind: "human" | "open" | "cpu", name: string | null, level: number | null, title: LocalizedText}} Seat */
/**
 * @typedef {object} Table
 * @property {string} id
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {string} status "open", "playing" or "over"
 * @property {Seat[]} seats
 * @property {boolean} practice
 * @property {boolean} public
 * @property {{initial: number, increment: number} | null} clock
 * @property {string} commitment
 * @property {string | number} created
 * @property {number} number
 * @property {number} ply
 * @property {number | null} turn
 * @property {number[] | null} result the scores by seat
 * @property {number[] | null} outcomes by seat: 1 for a win, 0.5 for a draw, 0 for a loss
 * @property {string | null} ended
 * @property {string | null} rematch
 * @property {string | null} daily
 * @property {Puzzle | null} puzzle
 */
/** @typedef {{name: string, label: LocalizedText, default: any, low: number | null, high: number | null, choices: any[] | null}} Option */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {LocalizedText} title
 * @property {LocalizedText | null} blurb
 * @property {string | null} picture
 * @property {boolean} rules
 * @property {number} seats
 * @property {LocalizedText[]} seat_titles
 * @property {number} min_score
 * @property {number} max_score
 * @property {string} information
 * @property {Option[]} options
 * @property {number} levels
 * @property {boolean} daily
 * @property {Deck[]} decks
 */
/** @typedef {{id: string, name: LocalizedText, text: LocalizedText, facts: Record<string, any>}} Card */
/** @typedef {{ply: number, seat: number | null, action: string | null, text: LocalizedText | null, events: GameEvent[], view: View}} ReplayFrame */
/** @typedef {{action: string, text: LocalizedText}} DescribedAction */

export {};
/** @typedef {{id: string, name: LocalizedText, plan: LocalizedText | null, cards: Record<string, number>}} Deck */
/** @typedef {{id: string, title: LocalizedText, goal: LocalizedText, tier: number | null, par: number | null, solutions: number | null}} Puzzle */
/** @typedef {{line: number | null, column: number | null, path: string, code: string, en: string, ja: string}} Problem counted from 1 */
