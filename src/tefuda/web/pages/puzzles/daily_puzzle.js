// The daily puzzle card for the lobby and the puzzle page.

import { fetchGame } from "../../frame/api.js";
import { fetchDailyPuzzle, fetchPuzzles } from "../../frame/author_api.js";
import { h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { puzzleKey, loadProgress, shiftDay, streak } from "../../frame/progress.js";
import { tierName } from "../../frame/puzzle_tiers.js";
import { loadStyleSheet } from "../../frame/screen.js";
import { localize, language } from "../../frame/words.js";
import { constellation, starRow } from "./stars.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Puzzle} Puzzle */
/** @typedef {{game: string, title: import("../../frame/message_types.js").LocalizedText, date: string, all: Puzzle[], puzzle: Puzzle}} DailyPuzzle the daily puzzle and all puzzles of its game in order */

const WEEKS = 4;
const WEEK_DAYS = 7;

/** Load the style sheet of puzzles. */
export const loadPuzzleStyle = () => loadStyleSheet(new URL("style.css", import.meta.url).href);

/** @returns {Promise<DailyPuzzle>} */
export async function loadDailyPuzzle() {
  const { date, game, puzzle: id } = await fetchDailyPuzzle();
  const [all, { title }] = await Promise.all([fetchPuzzles(game), fetchGame(game), loadPuzzleStyle()]);
  const puzzle = all.find((one) => one.id === id);
  if (!puzzle) throw new Error(`no puzzle ${id}`);
  return { game, title, date, all, puzzle };
}

/**
 * @param {DailyPuzzle} today
 * @param {() => void} play
 * @param {{calendar?: boolean}} [how]
 */
export function dailyPuzzleCard({ game, title, date, puzzle }, play, how = {}) {
  const { best, days } = loadProgress();
  const earned = best[puzzleKey(game, puzzle.id)]?.stars ?? 0;
  const done = days.includes(date);
  const row = streak(days, date);
  return h(
    "article",
    { class: "today", "aria-labelledby": "today-title", dataset: { puzzle: puzzle.id, done } },
    constellation(puzzle, done ? earned : 0),
    h(
      "div",
      { class: "today-about" },
      h(
        "p",
        { class: "today-day" },
        icon("calendar"),
        h("span", null, t("daily")),
        h("time", { datetime: date }, formatDay(date)),
      ),
      h("h2", { id: "today-title" }, localize(puzzle.title)),
      h("p", { class: "goal" }, localize(puzzle.goal)),
      h(
        "p",
        { class: "facts" },
        h("span", null, localize(title)),
        h("span", null, parText(puzzle)),
        h("span", null, tierName(puzzle.tier)),
        done && h("span", { class: "done" }, t("daily_done"), " ", starRow(earned)),
      ),
    ),
    h(
      "p",
      { class: "today-do" },
      h("button", { class: "primary", onclick: play }, icon("play"), t(done ? "solve_again" : "solve")),
      row > 0 && h("strong", { class: "row-of-days" }, t("streak", { n: row })),
      !how.calendar && h("a", { href: "/puzzles" }, t("to_puzzles")),
    ),
    how.calendar && calendar(days, date, row),
  );
}

/**
 * A calendar of solved days: four weeks, Monday to Sunday.
 * @param {string[]} days
 * @param {string} today
 * @param {number} row
 */
function calendar(days, today, row) {
  const weekday = (new Date(`${today}T00:00Z`).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  const first = shiftDay(today, -weekday - WEEK_DAYS * (WEEKS - 1));
  const short = new Intl.DateTimeFormat(language(), { weekday: "narrow", timeZone: "UTC" });
  const all = Array.from({ length: WEEKS * WEEK_DAYS }, (_, at) => shiftDay(first, at));
  return h(
    "div",
    { class: "calendar" },
    h(
      "ol",
      { "aria-label": t("calendar") },
      ...all
        .slice(0, WEEK_DAYS)
        .map((day) => h("li", { class: "weekday", "aria-hidden": "true" }, short.format(utcDate(day)))),
      ...all
        .filter((day) => day <= today)
        .map((day) => {
          const solved = days.includes(day);
          return h(
            "li",
            { class: solved ? "day solved" : "day", "aria-current": day === today && "date", dataset: { day } },
            h("span", { "aria-hidden": "true" }, Number(day.slice(-2))),
            h("span", { class: "visually-hidden" }, t(solved ? "day_solved" : "day_open", { day: formatDay(day) })),
          );
        }),
    ),
    h("p", { class: "calendar-note" }, !row && h("span", null, t("no_streak")), h("span", null, t("daily_note"))),
  );
}

/**
 * The links of a game with puzzles.
 * @param {string} game
 */
export function puzzleLinks(game) {
  return [
    h("a", { href: "/puzzles" }, icon("star"), t("puzzles")),
    h("a", { href: `/trials/${game}` }, icon("chart"), t("success_rate")),
  ];
}

/** @param {string} day */
const utcDate = (day) => new Date(`${day}T00:00Z`);

/** @param {string} day */
export function formatDay(day) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(utcDate(day));
}

/** @param {Puzzle} puzzle */
export function parText({ par }) {
  return par === null ? t("par_open") : t("par", { n: par });
}
