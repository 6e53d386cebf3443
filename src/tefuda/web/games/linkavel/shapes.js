/** Shapes of pictures: smooth outlines, tapered limbs and eyes. */

import { svg } from "../../frame/dom.js";

/** @typedef {[number, number]} Point */
/** @typedef {import("../../frame/seeded_random.js").RandomSource} RandomSource */
/** @typedef {{ink: string, rim: string, glow: string, ground: string}} Paint */

/** @param {string} d @param {string} fill @param {object} [more] */
export const shape = (d, fill, more = {}) => svg("path", { d, fill, ...more });

/** @param {string} d @param {string} stroke @param {number} width */
export const line = (d, stroke, width) =>
  svg("path", {
    d,
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });

/** @param {number} cx @param {number} cy @param {number} r @param {string} fill */
export const disc = (cx, cy, r, fill) => svg("circle", { cx, cy, r, fill });

/** @param {Paint} paint @param {number} x @param {number} y @param {number} size */
export const eye = (paint, x, y, size) => [
  disc(x, y, size, paint.glow),
  disc(x + size * 0.25, y, size * 0.45, paint.ink),
];

/**
 * @param {RandomSource} random @param {number} low @param {number} high
 */
export const between = (random, low, high) => low + (high - low) * random();

/**
 * @template T
 * @param {RandomSource} random @param {T[]} all
 * @returns {T}
 */
export const pickOne = (random, all) => all[Math.floor(random() * all.length) % all.length];

/** @param {number} number */
const formatNumber = (number) => String(Math.round(number * 10) / 10);

/** @param {Point} point */
const formatPoint = ([x, y]) => `${formatNumber(x)} ${formatNumber(y)}`;

/**
 * A smooth path through points.
 * @param {Point[]} points
 * @param {boolean} [closed]
 */
export function smoothPath(points, closed = true) {
  const count = points.length;
  const near = (/** @type {number} */ place) =>
    points[closed ? (place + count) % count : Math.max(0, Math.min(count - 1, place))];
  let path = `M${formatPoint(points[0])}`;
  for (let place = 0; place < (closed ? count : count - 1); place += 1) {
    const [before, from, to, after] = [near(place - 1), near(place), near(place + 1), near(place + 2)];
    const one = /** @type {Point} */ ([from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]);
    const two = /** @type {Point} */ ([to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]);
    path += `C${formatPoint(one)} ${formatPoint(two)} ${formatPoint(to)}`;
  }
  return closed ? `${path}Z` : path;
}

/**
 * A polygon.
 * @param {Point[]} points
 */
export const polygonPath = (points) => `M${points.map(formatPoint).join("L")}Z`;

/**
 * A tapered limb along points, `from` wide at the start and `to` wide at the end.
 * @param {Point[]} points
 * @param {number} from
 * @param {number} to
 */
export function limbPath(points, from, to) {
  const last = points.length - 1;
  /** @type {Point[]} */
  const left = [];
  /** @type {Point[]} */
  const right = [];
  points.forEach(([x, y], place) => {
    const [before, after] = [points[Math.max(0, place - 1)], points[Math.min(last, place + 1)]];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    const half = (from + ((to - from) * place) / last) / 2;
    left.push([x - (dy / length) * half, y + (dx / length) * half]);
    right.unshift([x + (dy / length) * half, y - (dx / length) * half]);
  });
  return smoothPath([...left, ...right]);
}

/**
 * Points around a centre; a star if the radii differ.
 * @param {number} x @param {number} y @param {number} count @param {number} outer @param {number} inner @param {number} [turn]
 * @returns {Point[]}
 */
export function starPoints(x, y, count, outer, inner, turn = -Math.PI / 2) {
  return Array.from({ length: 2 * count }, (_, place) => {
    const angle = turn + (Math.PI * place) / count;
    const far = place % 2 ? inner : outer;
    return /** @type {Point} */ ([x + far * Math.cos(angle), y + far * Math.sin(angle)]);
  });
}

/**
 * Mirror points horizontally.
 * @param {Point[]} points
 * @param {number} axis
 * @returns {Point[]}
 */
export const mirrorPoints = (points, axis) => points.map(([x, y]) => /** @type {Point} */ ([2 * axis - x, y]));
