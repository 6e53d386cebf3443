// Names of the CPU levels, from 1.

import { t } from "./words.js";

/** @param {number} level */
export const levelName = (level) => t(`level_${level}`);

/** The name of a CPU player. @param {number | null | undefined} level */
export const cpuName = (level) => (level ? t("cpu_level", { name: levelName(level) }) : t("cpu"));
