// The puzzle page: all puzzles by tier, with progress.

import { errorMessage } from "../../frame/api.js";
import { fill, h, enableRovingFocus } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { Page } from "../../frame/page.js";
import { puzzleKey, loadProgress } from "../../frame/progress.js";
import { localize } from "../../frame/words.js";
import { constellation, starRow } from "./stars.js";
import { nextUnsolved, startPuzzle } from "./start.js";
import { ownPuzzleList } from "./own_puzzles.js";
import { tierName } from "../../frame/puzzle_tiers.js";
import { loadDailyPuzzle, parText, dailyPuzzleCard } from "./daily_puzzle.js";
import { t } from "./words.js";
import { createNotice, showNotice } from "../../frame/notice.js";

/** @typedef {import("../../frame/message_types.js").Puzzle} Puzzle */
/** @typedef {Record<string, import("../../frame/progress.js").BestResult>} BestResults */

export default class extends Page {
  static tag = "puzzles-page";

  /** @type {import("./daily_puzzle.js").DailyPuzzle | null} */
  #daily = null;
  #notice = createNotice();
  #top = h("div", { class: "top" });
  #tiers = h("div", { class: "tiers" });
  #footer = h("div", { class: "foot" });

  async open() {
    this.append(h("h1"), h("p", { class: "lead" }), this.#notice, this.#top, this.#tiers, this.#footer);
    this.relabel();
    try {
      this.#daily = await loadDailyPuzzle();
      this.relabel();
    } catch (failure) {
      this.#showError(failure);
    }
  }

  relabel() {
    this.setHeading(t("puzzles"));
    fill(/** @type {Element} */ (this.querySelector("h1")), t("puzzles"));
    const today = this.#daily;
    if (!today) return;
    fill(/** @type {Element} */ (this.querySelector(".lead")), t("lead", { game: localize(today.title) }));
    const { best } = loadProgress();
    const next = nextUnsolved(today.game, today.all);
    fill(
      this.#top,
      dailyPuzzleCard(today, () => this.#start(today.puzzle), { calendar: true }),
      this.#summary(today.all, best, next),
    );
    const tiers = Array.from(new Set(today.all.map((puzzle) => puzzle.tier)));
    fill(
      this.#tiers,
      ...tiers.map((tier) => {
        const own = today.all.filter((puzzle) => puzzle.tier === tier);
        return this.#tier(tier, own, best, next);
      }),
      ownPuzzleList((failure) => this.#showError(failure)),
    );
    fill(this.#footer, starRules(), footerLinks(today.game));
  }

  /**
   * The total progress and the next puzzle.
   * @param {Puzzle[]} all
   * @param {BestResults} best
   * @param {Puzzle | null} next
   */
  #summary(all, best, next) {
    const done = this.#solvedCounts(all, best);
    const missing = 3 * all.length - done.stars;
    return h(
      "section",
      { class: "summary", "aria-labelledby": "summary-title" },
      h("h2", { id: "summary-title" }, next ? t("next") : t("all_solved")),
      next
        ? h(
            "button",
            { class: "next", onclick: () => this.#start(next) },
            icon("play"),
            h("span", null, h("strong", null, localize(next.title)), `${tierName(next.tier)} · ${parText(next)}`),
          )
        : h("p", null, missing ? t("more_stars", { n: missing }) : t("all_stars")),
      progressMeter(t("in_all"), done, all.length),
      h("p", { class: "faint" }, t("device")),
    );
  }

  /**
   * @param {number | null} tier
   * @param {Puzzle[]} own
   * @param {BestResults} best
   * @param {Puzzle | null} next
   */
  #tier(tier, own, best, next) {
    const id = `tier-${tier ?? 0}`;
    const pars = own.flatMap(({ par }) => par ?? []);
    const range = { low: Math.min(...pars), high: Math.max(...pars) };
    const section = h(
      "section",
      { class: "tier", "aria-labelledby": id, dataset: { tier: tier ?? 0 } },
      h(
        "header",
        null,
        h(
          "div",
          null,
          h("h2", { id }, tierName(tier)),
          h("p", null, t(`tier_${tier ?? 0}_note`), pars.length > 0 && h("small", null, ` ${t("par_between", range)}`)),
        ),
        progressMeter(tierName(tier), this.#solvedCounts(own, best), own.length),
      ),
      h("ol", { class: "tiles" }, ...own.map((puzzle) => h("li", null, this.#tile(puzzle, best, puzzle === next)))),
    );
    enableRovingFocus(section, ".tile");
    return section;
  }

  /**
   * @param {Puzzle} puzzle
   * @param {BestResults} best
   * @param {boolean} next
   */
  #tile(puzzle, best, next) {
    const mine = this.#bestResult(puzzle, best);
    return h(
      "button",
      {
        class: next ? "tile is-next" : "tile",
        dataset: { puzzle: puzzle.id, stars: mine?.stars ?? 0 },
        onclick: () => this.#start(puzzle),
      },
      constellation(puzzle, mine?.stars ?? 0),
      next && h("span", { class: "flag" }, t("next")),
      h("strong", null, localize(puzzle.title)),
      h("span", { class: "goal" }, localize(puzzle.goal)),
      h(
        "span",
        { class: "line" },
        h("span", { class: "pars" }, parText(puzzle), mine && h("small", null, t("best", { n: mine.plays }))),
        starRow(mine?.stars ?? 0),
      ),
    );
  }

  /**
   * @param {Puzzle} puzzle
   * @param {BestResults} best
   * @returns {import("../../frame/progress.js").BestResult | undefined}
   */
  #bestResult(puzzle, best) {
    return best[puzzleKey(this.#daily?.game ?? "", puzzle.id)];
  }

  /**
   * @param {Puzzle[]} some
   * @param {BestResults} best
   */
  #solvedCounts(some, best) {
    const solved = some.flatMap((puzzle) => this.#bestResult(puzzle, best) ?? []);
    return { solved: solved.length, stars: solved.reduce((sum, one) => sum + one.stars, 0) };
  }

  /** @param {Puzzle} puzzle */
  async #start(puzzle) {
    try {
      await startPuzzle(this.#daily?.game ?? "", puzzle.id);
    } catch (failure) {
      this.#showError(failure);
    }
  }

  /** @param {unknown} failure */
  #showError(failure) {
    showNotice(this.#notice, errorMessage(failure));
    this.#notice.scrollIntoView({ block: "nearest" });
  }
}

/**
 * A progress bar.
 * @param {string} name
 * @param {{solved: number, stars: number}} done
 * @param {number} of
 */
function progressMeter(name, done, of) {
  const share = of ? done.solved / of : 0;
  return h(
    "div",
    { class: "meter" },
    h(
      "p",
      null,
      h("span", null, t("solved_of", { n: done.solved, of })),
      h("span", null, t("stars_of", { n: done.stars, of: 3 * of })),
    ),
    h(
      "div",
      {
        class: "track",
        role: "progressbar",
        "aria-label": name,
        "aria-valuemin": 0,
        "aria-valuemax": of,
        "aria-valuenow": done.solved,
        "aria-valuetext": t("solved_of", { n: done.solved, of }),
      },
      h("div", { style: { width: `${100 * share}%` } }),
    ),
  );
}

function starRules() {
  return h(
    "section",
    { class: "rules", "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title" }, t("rule")),
    h("dl", null, ...[3, 2, 1].map((n) => h("div", null, h("dt", null, starRow(n)), h("dd", null, t(`rule_${n}`))))),
    h("p", { class: "faint" }, t("rule_note")),
  );
}

/** @param {string} game */
function footerLinks(game) {
  return h(
    "p",
    { class: "links" },
    h("a", { href: `/rules/${game}` }, icon("book"), t("rules")),
    h("a", { href: `/trials/${game}` }, icon("chart"), t("success_rate")),
    h("a", { href: "/open" }, icon("bulb"), t("open")),
  );
}
