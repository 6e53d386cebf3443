// Names of the CPU levels, from 1, and of CPU players.

import { t } from "./words.js";

/** @param {number} level */
export const levelName = (level) => t(`level_${level}`);

/** The name of a CPU player at a seat: a bot has a name. @param {Pick<import("./message_types.js").Seat, "name" | "level">} seat */
export const cpuSeatName = ({ name, level }) => name || cpuName(level);

/** The name of a CPU level. @param {number | null | undefined} level */
export const cpuName = (level) => (level ? t("cpu_level", { name: levelName(level) }) : t("cpu"));
