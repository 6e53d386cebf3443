// The header: facts, the goal of the puzzle or the plan of the deck, and the ways to win with their present values.

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { hintLevel, starsFor } from "../../frame/progress.js";
import { tierName } from "../../frame/puzzle_tiers.js";
import { localize } from "../../frame/words.js";
import { FactsView } from "./facts_view.js";
import { GoalsView } from "./goals_view.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/message_types.js").Goal} Goal */
/** @typedef {import("../../frame/message_types.js").Puzzle} Puzzle */
/** @typedef {import("../../frame/screen.js").ScreenContext} ScreenContext */
/** @typedef {import("./fold.js").SolitaireView} SolitaireView */

export class HeaderView {
  goal = h("button", { class: "quiet stc-goal", "aria-haspopup": "dialog" });
  #factsView;
  #goalsView;
  #cardOf;

  /**
   * @param {import("../../frame/tooltips.js").Tooltips} tooltips
   * @param {(id: string) => Card} cardOf
   * @param {(id: string) => void} openCard
   */
  constructor(tooltips, cardOf, openCard) {
    this.#factsView = new FactsView(tooltips);
    this.#goalsView = new GoalsView(tooltips, openCard);
    this.#cardOf = cardOf;
    this.facts = this.#factsView.element;
    this.goals = this.#goalsView.element;
  }

  /**
   * @param {ScreenContext} context
   * @param {SolitaireView} view
   * @param {Goal[]} goals
   */
  render(context, view, goals) {
    const puzzle = context.table?.puzzle ?? null;
    const { turn, max_turns: turns, spells } = view;
    const par = puzzle?.par ?? null;
    const plays = puzzle ? (context.plays?.() ?? null) : null;
    const level = context.table ? hintLevel(context.table.id) : 0;
    this.#factsView.render({
      turn: t("of", { n: turn, of: turns }),
      spells,
      plays: plays !== null && par !== null ? t("of", { n: plays, of: par }) : plays,
      stars: plays === null || view.result === "loss" ? null : starsFor(plays, par, level),
    });
    this.#goalsView.render(goals, this.#cardOf);
    const deck = shownDeck(context, goals);
    const winners = goals.map(({ card }) => this.#cardOf(card));
    const title = localize(puzzle?.title ?? deck?.name);
    const tier = puzzle?.tier ? tierName(puzzle.tier) : "";
    const goal = localize(puzzle?.goal ?? deck?.plan) || t("goalPlain");
    fill(
      this.goal,
      h(
        "span",
        { class: "stc-goal-words" },
        title && h("b", null, title),
        tier && h("span", { class: "stc-tier" }, tier),
        goal,
      ),
    );
    const facts = [tier, par && t("parIs", { n: par }), t("turnIs", { n: turn, of: turns })];
    // A click opens the goal with the texts of the winning cards and, for a puzzle, the plan of their deck.
    this.goal.onclick = () =>
      openDialog(title || t("goal"), [
        h("p", null, goal),
        goal !== t("goalPlain") && h("p", null, t("goalPlain")),
        ...winners.map(({ name, text }) => h("p", null, h("b", null, localize(name)), " ", localize(text))),
        puzzle && deck && h("p", null, h("b", null, localize(deck.name)), " ", localize(deck.plan)),
        h("p", { class: "faint" }, facts.filter(Boolean).join(" · ")),
      ]);
  }
}

/**
 * The deck of a game. A game from a position has none; a puzzle shows one with its winning cards.
 * @param {ScreenContext} context
 * @param {Goal[]} goals
 * @returns {Deck | null}
 */
function shownDeck({ game, table }, goals) {
  const { puzzle = null, options = {}, first = null } = table ?? {};
  const chosen = options.deck ?? (first === null ? null : game.options.find(({ name }) => name === "deck")?.default);
  const isShown = (/** @type {Deck} */ { id, cards }) =>
    puzzle ? goals.some(({ card }) => card in cards) : id === chosen;
  return game.decks?.find(isShown) ?? null;
}
