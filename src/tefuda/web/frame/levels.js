// The CPU levels, from 1: their names, and the last one chosen for each game. Names of CPU players.

import { settings } from "./settings.js";
import { readStored, writeStored } from "./storage.js";
import { t } from "./words.js";

const STORAGE_KEY = "tefuda.levels";

/** The level that was chosen last for a game. @param {import("./message_types.js").Game} game */
export function chosenLevel(game) {
  const stored = readStored(STORAGE_KEY)?.[game.id];
  return Math.min(Number.isInteger(stored) && stored > 0 ? stored : settings.level, game.levels);
}

/** @param {string} game @param {number} level */
export function saveLevel(game, level) {
  const stored = readStored(STORAGE_KEY);
  writeStored(STORAGE_KEY, { ...(typeof stored === "object" ? stored : {}), [game]: level });
}

/** @param {number} level */
export const levelName = (level) => t(`level_${level}`);

/** The name of a CPU player at a seat: a bot has a name. @param {Pick<import("./message_types.js").Seat, "name" | "level">} seat */
export const cpuSeatName = ({ name, level }) => name || cpuName(level);

/** The name of a CPU level. @param {number | null | undefined} level */
export const cpuName = (level) => (level ? t("cpu_level", { name: levelName(level) }) : t("cpu"));
