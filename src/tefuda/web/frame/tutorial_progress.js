// Completed tutorials on this device, and whether the offer of the tutorials was closed.

import { readStored, writeStored } from "./storage.js";

const STORAGE_KEY = "tefuda.tutorials";
const OFFER_KEY = "tefuda.tutorials.closed";

/** @returns {string[]} the ids of the games */
export function completedTutorials() {
  const stored = readStored(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
}

/** @param {string} game */
export function completeTutorial(game) {
  writeStored(STORAGE_KEY, [...completedTutorials().filter((one) => one !== game), game]);
}

/**
 * The games whose tutorials to offer: those not completed, until the offer is closed.
 * @template {{id: string, tutorial: boolean}} G
 * @param {G[]} games
 */
export function offeredTutorials(games) {
  if (readStored(OFFER_KEY) === true) return [];
  const completed = completedTutorials();
  return games.filter(({ id, tutorial }) => tutorial && !completed.includes(id));
}

/** Stop offering the tutorials. */
export const closeTutorialOffer = () => writeStored(OFFER_KEY, true);
