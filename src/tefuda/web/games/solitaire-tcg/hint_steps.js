// A hint in steps: what kind of play, then which card, then which action.

import { ACTION_HINT, CARD_HINT, DIRECTION_HINT } from "../../frame/progress.js";
import { capitalize, localize } from "../../frame/words.js";
import { cardId } from "./fold.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/screen.js").Hint} Hint */
/** @typedef {import("../../frame/message_types.js").Card} Card */

/** The level after another request for a hint. @param {number} level */
export const nextHintLevel = (level) => Math.min(level + 1, ACTION_HINT);

/**
 * The actions to mark, with their chances. The direction marks none, the card only the best.
 * @param {Hint[]} actions
 * @param {number} level
 * @returns {Map<string, number | null>}
 */
export function markedActions(actions, level) {
  const shown = level === DIRECTION_HINT ? [] : level === CARD_HINT ? actions.slice(0, 1) : actions;
  return new Map(shown.map(({ action, chance }) => [action, level === ACTION_HINT ? chance : null]));
}

/**
 * @param {Hint[]} actions best first
 * @param {{proved: boolean, plays?: number | null}} proof
 * @param {number} level
 * @param {(id: string) => Card} cardOf
 */
export function hintText([best], { proved, plays }, level, cardOf) {
  if (!best) return t("solverLost");
  const chance = best.chance === null ? "" : t("hintBest", { n: Math.round(100 * best.chance) });
  const outlook = !proved ? chance : plays ? t("solverIn", { n: plays }) : t("solver");
  const [verb, name = ""] = best.action.split(" ");
  const card = cardOf(cardId(name.split(":")[0]));
  const parts =
    {
      [DIRECTION_HINT]: [direction(verb, card), t("hintMore")],
      [CARD_HINT]: [name ? t("hintCard", { card: localize(card.name) }) : direction(verb, card), t("hintMost")],
      [ACTION_HINT]: [capitalize(localize(best.text))],
    }[level] ?? [];
  return [outlook, ...parts].filter(Boolean).join(t("sentenceGap"));
}

/**
 * @param {string} verb of an action in notation
 * @param {Card} card
 */
function direction(verb, card) {
  if (verb === "play") return t("hintPlay", { type: localize(card.facts.type_name).toLowerCase() });
  return t(verb === "use" ? "hintUse" : verb === "pick" ? "hintPick" : "hintEnd");
}

/**
 * Mark the cards of a hint.
 * @param {Element} root
 * @param {Map<string, number | null>} hints chances by notation, best first
 * @param {boolean} proved
 */
export function markHints(root, hints, proved) {
  const [best = null] = hints.keys();
  for (const button of root.querySelectorAll(".stc-card, .stc-end")) {
    const { does = "", menu = "" } = /** @type {HTMLElement} */ (button).dataset;
    const own = [does, ...menu.split("|")].filter((one) => hints.has(one));
    const chance = Math.max(-1, ...own.map((one) => hints.get(one) ?? -1));
    button.classList.toggle(
      "hinted",
      own.some((one) => one === best),
    );
    const mark = proved ? t("solverMark") : t("chance", { n: Math.round(100 * chance) });
    if (chance >= 0) button.setAttribute("data-chance", mark);
    else button.removeAttribute("data-chance");
  }
}
