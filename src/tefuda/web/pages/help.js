// Help about a game, loaded on first use.

/** @typedef {import("../frame/message_types.js").Game} Game */

/** Show how to play a game. @param {Game} game */
export async function showHowToPlay(game) {
  const { openHowToPlay } = await import("./how_to_play/dialog.js");
  await openHowToPlay(game);
}
