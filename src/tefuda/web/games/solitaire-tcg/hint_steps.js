// A hint in steps: what kind of play, then which card, then which action.

import { ACTION_HINT, CARD_HINT, DIRECTION_HINT } from "../../frame/progress.js";
import { capitalize, localize } from "../../frame/words.js";
import { cardId } from "./fold.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/screen.js").Hint} Hint */
/** @typedef {import("../../frame/message_types.js").Card} Card */

/**
 * The level of the next hint: the first one that says more than the level before.
 * @param {number} level
 * @param {Hint[]} actions best first
 * @param {Set<string>} legal
 * @param {(id: string) => Card} cardOf
 */
export function nextHintLevel(level, actions, legal, cardOf) {
  const [best] = actions;
  if (!best || areEqual(actions, legal)) return Math.max(level, DIRECTION_HINT);
  const left = (/** @type {number} */ one) => candidates(best.action, one, legal, cardOf);
  const cards = new Set(left(DIRECTION_HINT).map((notation) => splitAction(notation).id));
  // The direction would give away a single card without its name.
  const steps = cards.size === 1 && !cards.has("") ? [CARD_HINT] : [DIRECTION_HINT, CARD_HINT];
  return steps.find((one) => one > level && left(one).length < left(level).length) ?? ACTION_HINT;
}

/**
 * The legal actions that a hint leaves.
 * @param {string} best the best action
 * @param {number} level
 * @param {Set<string>} legal
 * @param {(id: string) => Card} cardOf
 */
function candidates(best, level, legal, cardOf) {
  const key = (/** @type {string} */ notation) => {
    const { verb, id } = splitAction(notation);
    const type = verb === "play" ? cardOf(id).facts.type : "";
    return [verb + type, id, notation].slice(0, level).join(" ");
  };
  return Array.from(legal).filter((notation) => key(notation) === key(best));
}

/** @param {string} notation */
function splitAction(notation) {
  const [verb, name = ""] = notation.split(" ");
  return { verb, id: cardId(name.split(":")[0]) };
}

/**
 * Whether all legal actions have the same chance.
 * @param {Hint[]} actions
 * @param {Set<string>} legal
 */
function areEqual(actions, legal) {
  const chances = new Set(actions.map(({ chance }) => (chance === null ? null : Math.round(100 * chance))));
  return actions.length > 1 && actions.length === legal.size && chances.size === 1 && !chances.has(null);
}

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
 * @param {Set<string>} legal
 * @param {(id: string) => Card} cardOf
 */
export function hintText(actions, { proved, plays }, level, legal, cardOf) {
  const [best] = actions;
  if (!best) return t("solverLost");
  const chance = best.chance === null ? "" : t("hintBest", { n: Math.round(100 * best.chance) });
  const outlook = !proved ? chance : plays ? t("solverIn", { n: plays }) : t("solver");
  const { verb, id } = splitAction(best.action);
  const card = cardOf(id);
  const isLast = candidates(best.action, CARD_HINT, legal, cardOf).length === 1;
  const parts = areEqual(actions, legal)
    ? [t("hintEqual")]
    : ({
        [DIRECTION_HINT]: [direction(verb, card), id && t("hintMore")],
        [CARD_HINT]: [
          id ? t(`hintCard_${verb}`, { card: localize(card.name) }) : direction(verb, card),
          !isLast && t("hintMost"),
        ],
        [ACTION_HINT]: [capitalize(localize(best.text))],
      }[level] ?? []);
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
