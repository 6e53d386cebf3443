// The ways to win, with their present values.

import { enableRovingFocus, fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { about, tip } from "./explanations.js";
import { markScrollEdges, watchScrollEdges } from "./scroll_edges.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Goal} Goal */

export class GoalsView {
  element = h("ul", { class: "stc-goals", hidden: true });
  /** The rendered goals, to skip equal ones. */
  #renderedKey = "";
  #settle = enableRovingFocus(this.element, "button");
  #tooltips;
  #openCard;

  /**
   * @param {import("../../frame/tooltips.js").Tooltips} tooltips
   * @param {(id: string) => void} openCard
   */
  constructor(tooltips, openCard) {
    this.#tooltips = tooltips;
    this.#openCard = openCard;
    watchScrollEdges(this.element);
    new ResizeObserver(() => markScrollEdges(this.element)).observe(this.element);
  }

  /**
   * @param {Goal[]} goals
   * @param {(id: string) => import("../../frame/message_types.js").Card} cardOf
   */
  render(goals, cardOf) {
    const items = goals.map(({ card, parts }) => ({
      card,
      name: localize(cardOf(card).name),
      parts: parts.map(({ text, met }) => ({ text: localize(text), met })),
    }));
    const now = JSON.stringify([items, t("goalsOf")]);
    if (now === this.#renderedKey) return;
    this.#renderedKey = now;
    this.element.hidden = !items.length;
    this.element.setAttribute("aria-label", t("goalsOf"));
    fill(
      this.element,
      ...items.map(({ card, name, parts }) => {
        const item = h(
          "li",
          { dataset: { card, met: parts.every(({ met }) => met) } },
          h("button", { class: "stc-goal-name", onclick: () => this.#openCard(card) }, name),
          ...parts.map(({ text, met }) => h("span", { class: "stc-goal-part", dataset: { met } }, met && "✓ ", text)),
        );
        return this.#tooltips.explain(item, () => tip(name, localize(cardOf(card).text), about("goal")));
      }),
    );
    this.#settle();
    markScrollEdges(this.element);
  }
}
