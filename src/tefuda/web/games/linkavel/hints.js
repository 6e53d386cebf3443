/** A hint: the best actions with their chances to win. */

import { localize } from "../../frame/words.js";
import { parseAction } from "./actions.js";
import { effectLabel } from "./panels.js";
import { cardAtSpot } from "./spots.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/screen.js").Hint} Hint */

/** Actions in the prompt besides the best one. */
const MAX_ALTERNATIVES = 2;

/** @param {Hint} hint */
const percent = ({ chance }) => Math.round(100 * (chance ?? 0));

/** Summons of one card into different slots are the same idea; so is to play nothing more in a phase. @param {string} notation */
function idea(notation) {
  const { verb, from } = parseAction(notation);
  if (verb === "main2" || verb === "end") return "go on";
  return verb === "summon" ? `${verb} ${from}` : notation;
}

export class Hints {
  #actions;

  /** @param {Hint[]} actions legal ones, best first */
  constructor(actions = []) {
    const ideas = new Set();
    this.#actions = actions.filter(({ action }) => !ideas.has(idea(action)) && ideas.add(idea(action)));
  }

  /** The best action; null without a hint. */
  get best() {
    return this.#actions[0]?.action ?? null;
  }

  /** Whether it is advice with chances. The task of a lesson has none. */
  get isAdvice() {
    return typeof this.#actions[0]?.chance === "number";
  }

  /**
   * The hint as lines of the prompt: the action, why, what to choose next, and chances.
   * @param {string} reason @param {string | null} step what to choose next, if the first choice is made
   */
  lines(reason, step) {
    if (!this.isAdvice) return [];
    const [best, ...others] = this.#actions;
    const next = others
      // Main 2 has the same plays.
      .filter(({ action }) => action !== "main2")
      .slice(0, MAX_ALTERNATIVES)
      .map((one) => t("hintOption", { text: localize(one.text), n: percent(one) }));
    return [
      t("hint", { text: localize(best.text) }),
      reason,
      step ?? "",
      t("hintChance", { n: percent(best) }),
      next.length ? t("hintNext", { list: next.join(t("listSeparator")) }) : "",
    ].filter(Boolean);
  }
}

/**
 * What to choose next for a hint whose first choice is made.
 * @param {import("./fold.js").View} view
 * @param {string} hint
 * @param {import("./face.js").Catalogue} cards
 */
export function hintStep(view, hint, cards) {
  const { verb, from, to } = parseAction(hint);
  const id = (from && cardAtSpot(view, from)) ?? "";
  const target = () => {
    if (verb === "summon") return t("stepSlot", { side: t(`side${to?.at(-1)}`) });
    if (to === "lp") return t("stepLp");
    if (to && verb === "attack") return t("cardName", { card: cards.name(cardAtSpot(view, to) ?? "") });
    return t("stepButton", { label: effectLabel(verb, hint, cards.get(id).facts.uses) });
  };
  return t("hintStep", { card: cards.name(id), target: target() });
}
