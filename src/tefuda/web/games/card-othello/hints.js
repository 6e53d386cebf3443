// A hint: the best actions and their win chances, shown on the board, the cards and in the panel.

import { h } from "../../frame/dom.js";
import { capitalize, localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/screen.js").Hint} Hint */

/** Lines that fit into the panel. */
const MAX_HINT_LINES = 5;

export class Hints {
  #actions;

  /** @param {Hint[]} actions best first */
  constructor(actions = []) {
    this.#actions = actions;
  }

  /** @param {string} what a cell or card */
  #find(what) {
    return this.#actions.find(({ action }) => action.split(" ")[1] === what);
  }

  /**
   * The win chance of a cell or card in percent; null without one.
   * @param {string} what
   */
  chance(what) {
    const found = this.#find(what);
    return found ? percent(found) : null;
  }

  /**
   * Whether a cell or card is the best choice.
   * @param {string} what
   */
  best(what) {
    const found = this.#find(what);
    return found !== undefined && percent(found) === percent(this.#actions[0]);
  }

  /** Return the hint as list items, best first. */
  lines() {
    return this.#actions
      .slice(0, MAX_HINT_LINES)
      .filter(({ chance }) => chance !== null)
      .map((hint) => h("li", null, t("hintLine", { text: capitalize(localize(hint.text)), n: percent(hint) ?? "" })));
  }

  /**
   * Show the win chance on a cell or card, or remove it.
   * @param {Element} element
   * @param {string} what
   */
  mark(element, what) {
    const chance = this.chance(what);
    element.classList.toggle("co-hinted", this.#find(what) !== undefined);
    element.classList.toggle("co-best", this.best(what));
    element.querySelector(".co-chance")?.remove();
    if (chance !== null) element.append(h("span", { class: "co-chance" }, `${chance}%`));
  }
}

/** @param {Hint} hint */
function percent({ chance }) {
  return chance === null ? null : Math.round(100 * chance);
}
