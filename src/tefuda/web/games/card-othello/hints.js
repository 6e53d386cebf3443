// A hint: which of the things that can be done are best, and how likely each wins. Shown on the board, the cards and in the panel.

import { h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {{action: string, text: import("../../frame/message_types.js").LocalizedText, chance: number}} Hint */

/** As many are told in words as fit beside everything else. */
const MAX_LINES = 5;

export class Hints {
  #actions;

  /** @param {Hint[]} actions the best first */
  constructor(actions = []) {
    this.#actions = actions;
  }

  /**
   * How likely the choice of a cell or card wins, in percent; null where the hint says nothing of it.
   * @param {string} what
   */
  chance(what) {
    const found = this.#actions.find(({ action }) => action.split(" ")[1] === what);
    return found ? percent(found) : null;
  }

  /**
   * Whether nothing is better than this cell or card.
   * @param {string} what
   */
  best(what) {
    return this.#actions.length > 0 && this.chance(what) === percent(this.#actions[0]);
  }

  /** In words, the best first. */
  lines() {
    return this.#actions
      .slice(0, MAX_LINES)
      .map((hint) => h("li", null, t("hintLine", { text: localize(hint.text), n: percent(hint) })));
  }

  /**
   * Mark a cell or card with its chance, or take the mark away.
   * @param {Element} element
   * @param {string} what
   */
  mark(element, what) {
    const chance = this.chance(what);
    element.classList.toggle("co-hinted", chance !== null);
    element.classList.toggle("co-best", this.best(what));
    element.querySelector(".co-chance")?.remove();
    if (chance !== null) element.append(h("span", { class: "co-chance" }, `${chance}%`));
  }
}

/** @param {Hint} hint */
function percent({ chance }) {
  return Math.round(100 * chance);
}
