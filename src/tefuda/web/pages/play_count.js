// The number of plays and the number of actions of a game.

/**
 * Whether a game has actions that are no plays of their own, such as the choice of a target.
 * @param {import("../frame/progress.js").PlayedTable} table
 */
export const hasChoices = ({ ply, plays }) => plays !== undefined && ply > plays;
