// Puzzle progress on this device: stars, solved days and hints.

import { readStored, writeStored } from "./storage.js";

/** @typedef {{plays: number, stars: number}} BestResult */
/** @typedef {import("./message_types.js").Table & {plays?: number}} PlayedTable a table with the number of plays of its last state */
/** @typedef {{hints: number, level?: number, day: string | null, when: number}} Attempt a table with a puzzle: the number of hints, the most detailed one, and the day if it was the daily puzzle */
/** @typedef {{best: Record<string, BestResult>, days: string[], tries: Record<string, Attempt>}} Progress */

const STORAGE_KEY = "tefuda.puzzles";
const VERSION = 1;
const LIMITS = { best: 2000, days: 1000, tries: 300 };
const MAX_PLAYS = 9999;
/** Plays over par that still earn two stars. */
const TWO_STAR_MARGIN = 2;
const DAY_MS = 86_400_000;

/** The levels of hints: what kind of play, which card, which action. */
export const DIRECTION_HINT = 1;
export const CARD_HINT = 2;
export const ACTION_HINT = 3;
/** The most stars by the level of the most detailed hint. */
const MAX_STARS = [3, 2, 2, 1];

/** Return the most stars after a hint. @param {number} level */
export const maxStars = (level) => MAX_STARS[level];

/**
 * Return the stars of a solution: three within par, two slightly above, else one; at most what the hints leave.
 * @param {number} plays
 * @param {number | null} par
 * @param {number} level the most detailed hint; 0 without hints
 */
export function starsFor(plays, par, level) {
  const over = par === null ? 0 : plays - par;
  const earned = over <= 0 ? 3 : over <= TWO_STAR_MARGIN ? 2 : 1;
  return Math.min(maxStars(level), earned);
}

/**
 * Return the level of the most detailed hint at a table. Older records have no level.
 * @param {string} table
 */
export function hintLevel(table) {
  const { hints = 0, level } = loadProgress().tries[table] ?? {};
  return level ?? (hints > 0 ? CARD_HINT : 0);
}

/**
 * @param {string} game
 * @param {string} puzzle
 */
export const puzzleKey = (game, puzzle) => `${game}/${puzzle}`;

/** Load the progress; invalid data is ignored. @returns {Progress} */
export function loadProgress() {
  const stored = readStored(STORAGE_KEY);
  const { best, days, tries } = stored?.version === VERSION ? stored : {};
  return {
    best: validEntries(best, (one) => isIntegerBetween(one?.plays, 0, MAX_PLAYS) && isIntegerBetween(one?.stars, 1, 3)),
    days: Array.isArray(days) ? Array.from(new Set(days.filter(isDay))).sort() : [],
    tries: validEntries(
      tries,
      (one) =>
        isIntegerBetween(one?.hints, 0, Infinity) &&
        (one.level === undefined || isIntegerBetween(one.level, 0, ACTION_HINT)) &&
        (one.day === null || isDay(one.day)) &&
        isIntegerBetween(one.when, 0, Infinity),
    ),
  };
}

/**
 * @param {unknown} value
 * @param {number} low
 * @param {number} high
 */
const isIntegerBetween = (value, low, high) => Number.isInteger(value) && Number(value) >= low && Number(value) <= high;

/** @param {unknown} value */
function isDay(value) {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(value);
}

/**
 * Return the valid entries of a stored object.
 * @param {unknown} found
 * @param {(one: any) => boolean} good
 * @returns {Record<string, any>}
 */
function validEntries(found, good) {
  const entries = found !== null && typeof found === "object" && !Array.isArray(found) ? Object.entries(found) : [];
  return Object.fromEntries(entries.filter(([, one]) => good(one)));
}

/** @param {Progress} now */
function saveProgress({ best, days, tries }) {
  const newest = Object.entries(tries).sort(([, one], [, other]) => other.when - one.when);
  writeStored(STORAGE_KEY, {
    version: VERSION,
    best: Object.fromEntries(Object.entries(best).slice(-LIMITS.best)),
    days: days.slice(-LIMITS.days),
    tries: Object.fromEntries(newest.slice(0, LIMITS.tries)),
  });
}

/**
 * Record that a puzzle was started at a table.
 * @param {string} table
 * @param {string | null} day the UTC day if it is a daily puzzle
 */
export function recordStart(table, day) {
  const now = loadProgress();
  saveProgress({ ...now, tries: { ...now.tries, [table]: { hints: 0, level: 0, day, when: Date.now() } } });
}

/**
 * Record a hint at a table.
 * @param {string} table
 * @param {number} level
 */
export function recordHint(table, level) {
  const now = loadProgress();
  const before = now.tries[table] ?? { hints: 0, day: null, when: Date.now() };
  const most = Math.max(level, hintLevel(table));
  saveProgress({ ...now, tries: { ...now.tries, [table]: { ...before, hints: before.hints + 1, level: most } } });
}

/** @typedef {{stars: number, hints: number, best: BestResult, day: string | null}} SolveResult */

/**
 * Record that a puzzle was solved at a table. Calling it twice has no effect.
 * @param {Pick<PlayedTable, "id" | "game" | "plays">} table
 * @param {import("./message_types.js").Puzzle} puzzle
 * @returns {SolveResult} the result and the best result so far
 */
export function recordSolved(table, puzzle) {
  const now = loadProgress();
  const { hints, day } = now.tries[table.id] ?? { hints: 0, day: null };
  const key = puzzleKey(table.game, puzzle.id);
  const plays = table.plays ?? 0;
  const mine = { plays, stars: starsFor(plays, puzzle.par, hintLevel(table.id)) };
  const best = betterResult(now.best[key], mine);
  const days = day === null || now.days.includes(day) ? now.days : [...now.days, day].sort();
  saveProgress({ ...now, best: { ...now.best, [key]: best }, days });
  return { stars: mine.stars, hints, best, day };
}

/**
 * The result with more stars, then with fewer plays.
 * @param {BestResult | undefined} one
 * @param {BestResult} other
 */
function betterResult(one, other) {
  if (!one || other.stars > one.stars) return other;
  return other.stars === one.stars && other.plays < one.plays ? other : one;
}

/**
 * Return the date `by` days later.
 * @param {string} day
 * @param {number} by
 */
export function shiftDay(day, by) {
  return new Date(Date.parse(`${day}T00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Return the number of consecutive solved days up to today. Today may be unsolved.
 * @param {string[]} days
 * @param {string} today
 */
export function streak(days, today) {
  const done = new Set(days);
  let day = done.has(today) ? today : shiftDay(today, -1);
  let count = 0;
  for (; done.has(day); day = shiftDay(day, -1)) count += 1;
  return count;
}
