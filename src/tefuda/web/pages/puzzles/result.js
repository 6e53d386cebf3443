// The result of a puzzle and the actions after it.

import { h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { motion } from "../../frame/motion.js";
import { hintLevel, loadProgress, maxStars, recordSolved, streak } from "../../frame/progress.js";
import { localize, t as frameText } from "../../frame/words.js";
import { starRow } from "./stars.js";
import { showSolution } from "./solution.js";
import { loadPuzzleStyle } from "./daily_puzzle.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Table} Table */
/** @typedef {import("../../frame/message_types.js").Puzzle} Puzzle */

const POP_MS = 420;

/**
 * The task shown next to the board.
 * @param {Puzzle} puzzle
 */
export function puzzleTask(puzzle) {
  void loadPuzzleStyle();
  const par = puzzle.par === null ? t("par_open") : t("par", { n: puzzle.par });
  return h(
    "div",
    { class: "puzzle-task" },
    h("p", null, h("strong", null, t("goal_of", { title: localize(puzzle.title) }))),
    h("p", null, localize(puzzle.goal)),
    h("p", { class: "faint" }, `${par} · `, h("a", { href: "/puzzles" }, t("to_puzzles"))),
  );
}

/**
 * @param {Table} table
 * @param {Puzzle} puzzle
 * @param {{again: (more?: {next: boolean}) => void, back: (() => void) | null}} handlers
 */
export function puzzleEndActions(table, puzzle, handlers) {
  void loadPuzzleStyle();
  const won = table.outcomes?.[0] === 1;
  const choice = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h("button", { onclick }, icon(sign), text);
  const next = choice("play", t("next_puzzle"), () => handlers.again({ next: true }));
  const again = choice("again", t("try_again"), () => handlers.again());
  const back = handlers.back && choice("undo", frameText("takeback"), handlers.back);
  // The most likely action comes first.
  const order = won ? [next, again, back] : [back, again, next];
  order.find((one) => one)?.classList.add("primary");
  return h(
    "div",
    { class: "ending puzzle-ending" },
    won ? earnedStars(table, puzzle) : h("p", { class: "score" }, handlers.back ? t("stuck") : localize(puzzle.goal)),
    ...order,
    choice("bulb", t("solution"), () => void showSolution(table)),
    h("a", { class: "button", href: `/replay?table=${table.id}` }, icon("film"), frameText("replay")),
    h("a", { class: "button", href: "/puzzles" }, icon("star"), t("to_puzzles")),
  );
}

/**
 * The earned stars and how they were determined.
 * @param {import("../../frame/progress.js").PlayedTable} table
 * @param {Puzzle} puzzle
 */
function earnedStars(table, puzzle) {
  const outcome = recordSolved(table, puzzle);
  const row = starRow(outcome.stars, "big");
  Array.from(row.querySelectorAll(".star.full")).forEach((star, at) => {
    const frames = [
      { opacity: 0, transform: "scale(.2) rotate(-40deg)" },
      { opacity: 1, transform: "scale(1.25) rotate(6deg)", offset: 0.7 },
      { opacity: 1, transform: "none" },
    ];
    void motion.animate(star, frames, {
      duration: POP_MS,
      delay: 150 + at * 300,
      fill: "backwards",
      easing: "ease-out",
    });
  });
  const n = table.plays ?? 0;
  const over = puzzle.par === null ? 0 : n - puzzle.par;
  const { days } = loadProgress();
  const lines = [
    puzzle.par === null ? t("plays_only", { n }) : t("plays_of", { n, par: puzzle.par }),
    puzzle.par !== null && (over > 0 ? t("over", { n: over }) : t("at_par")),
    outcome.hints > 0 && t("hinted", { n: outcome.hints, stars: maxStars(hintLevel(table.id)) }),
    outcome.day !== null && t("day_counts", { n: streak(days, outcome.day) }),
  ];
  const { best } = outcome;
  const surpassed = best.stars > outcome.stars || best.plays < n;
  return h(
    "div",
    { class: "earned", dataset: { stars: outcome.stars } },
    h("p", { class: "earned-title" }, localize(puzzle.title)),
    row,
    ...lines.filter((line) => line).map((line) => h("p", null, line)),
    surpassed && h("p", null, t("your_best", { n: best.plays }), " ", starRow(best.stars)),
  );
}
