// Why a hint is good: a proof or a win chance.

import { t } from "./words.js";

/**
 * The reason for the best action; empty for the task of a lesson, which has no chance.
 * @param {import("../../frame/screen.js").Hint} best
 * @param {{proved: boolean, plays?: number | null}} proof
 */
export function hintReason({ chance }, { proved, plays }) {
  if (chance === null) return "";
  if (!proved) return t("reasonChance", { n: Math.round(100 * chance) });
  return plays ? t("reasonPlays", { n: plays }) : t("reasonProved");
}
