// Why a hint is good: a proof or a win chance, and the group that the card forms.

import { t } from "./words.js";

const RANKS = "A23456789TJQK";

/**
 * The reason for the best action; empty for the task of a lesson, which has no chance.
 * @param {import("../../frame/screen.js").Hint} best
 * @param {{proved: boolean, plays?: number | null}} proof
 * @param {string[]} field
 * @param {string} react the option: whether equal ranks, equal suits or both react
 */
export function hintReason({ action, chance }, { proved, plays }, field, react) {
  if (chance === null) return "";
  const group = groupReason(action, field, react);
  if (!proved) return t("reasonChance", { n: Math.round(100 * chance) }) + group;
  return (plays ? t("reasonPlays", { n: plays }) : t("reasonProved")) + group;
}

/**
 * The three or the pair of neighbours that the card forms; empty if there is none.
 * @param {string} action @param {string[]} field @param {string} react
 */
function groupReason(action, field, react) {
  const [card, gap] = action.split("@");
  const at = Number(gap);
  const row = field.toSpliced(at, 0, card);
  for (const [size, key] of /** @type {const} */ ([
    [3, "makesThree"],
    [2, "makesPair"],
  ])) {
    for (const part of /** @type {const} */ ([0, 1])) {
      if (react === (part ? "rank" : "suit")) continue;
      for (let from = Math.max(0, at - size + 1); from <= at && from + size <= row.length; from += 1) {
        if (row.slice(from, from + size).some((one) => one[part] !== card[part])) continue;
        return t(key, {
          cards: part ? t(/** @type {"S"} */ (card[1])) : t("ranks").split(" ")[RANKS.indexOf(card[0])],
        });
      }
    }
  }
  return "";
}
