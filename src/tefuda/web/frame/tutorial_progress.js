// Completed tutorials on this device.

import { readStored, writeStored } from "./storage.js";

const STORAGE_KEY = "tefuda.tutorials";

/** @returns {string[]} the ids of the games */
export function completedTutorials() {
  const stored = readStored(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
}

/** @param {string} game */
export function completeTutorial(game) {
  writeStored(STORAGE_KEY, [...completedTutorials().filter((one) => one !== game), game]);
}
