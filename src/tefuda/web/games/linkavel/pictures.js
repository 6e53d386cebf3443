/** Procedural card pictures in the style of woodblock prints. */

import { svg } from "../../frame/dom.js";
import { seededRandom } from "../../frame/seeded_random.js";
import { sign } from "./badges.js";
import { creature } from "./creatures.js";
import { emblem } from "./emblems.js";
import { starPoints, between, polygonPath, pickOne, shape, smoothPath } from "./shapes.js";

/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("./shapes.js").RandomSource} RandomSource */

/** @type {Record<string, {sky: string[], sun: string, ground: string, ink: string, rim: string, glow: string}>} */
const PAINTS = {
  fire: { sky: ["#fbe3ad", "#f6bb72", "#e88748", "#cf5a2e"], sun: "#fff3cf", ground: "#7c2c1b", ink: "#35100b", rim: "#ffb24d", glow: "#ffe98a" },
  water: { sky: ["#dff1f2", "#aed8e2", "#74b3d0", "#4288b4"], sun: "#ffffff", ground: "#24598a", ink: "#0d2a4b", rim: "#a8e4f2", glow: "#effeff" },
  grass: { sky: ["#f4f4cd", "#d5e29a", "#a5c56a", "#74a34c"], sun: "#fffbe0", ground: "#3b6a31", ink: "#173014", rim: "#d3ee8f", glow: "#fdffd6" },
  light: { sky: ["#fffbe8", "#fdeebb", "#f5d680", "#e3b44e"], sun: "#ffffff", ground: "#a87328", ink: "#4f330d", rim: "#fff4c4", glow: "#ffffff" },
  dark: { sky: ["#c7b6d9", "#9a80b8", "#6b4f8e", "#473063"], sun: "#f3e3b0", ground: "#2f1d46", ink: "#120a1d", rim: "#c9a0f2", glow: "#ffe27a" },
  neutral: { sky: ["#f3eee2", "#ded4c0", "#c2b59c", "#a39479"], sun: "#fffaf0", ground: "#6c5e4a", ink: "#2d261d", rim: "#f2e5c6", glow: "#fff6d6" },
};

/** The attribute of a faction, for the colours of its magic. @type {Record<string, string>} */
const FACTIONS = { ember: "fire", tide: "water", root: "grass", lantern: "light", hollow: "dark" };

/**
 * Hills that fit the attribute.
 * @param {RandomSource} random @param {string} kind @param {number} y @param {string} fill
 */
function hills(random, kind, y, fill) {
  /** @type {Point[]} */
  const tops = Array.from({ length: 8 }, (_, place) => [place * 20 - 7, y + between(random, -7, 7)]);
  const ridge = kind === "round" ? smoothPath(tops, false) : `M${tops.map(([x, top], place) => `${x} ${place % 2 ? top + 6 : top - 5}`).join("L")}`;
  return shape(`${ridge}L134 80L-8 80Z`, fill);
}

/** Towers and roofs. @param {RandomSource} random @param {number} y @param {string} fill */
function roofs(random, y, fill) {
  let x = -4;
  let path = `M-4 80L-4 ${y}`;
  while (x < 130) {
    const wide = between(random, 7, 16);
    const top = y - between(random, 0, 17);
    path += random() < 0.5 ? `L${x} ${top}L${x + wide / 2} ${top - 7}L${x + wide} ${top}` : `L${x} ${top}L${x + wide} ${top}`;
    x += wide;
  }
  return shape(`${path}L130 80Z`, fill);
}

/**
 * Sky and land.
 * @param {RandomSource} random @param {string} name
 */
function scenery(random, name) {
  const { sky, sun, ground, rim } = PAINTS[name];
  const turned = random() < 0.35 && name !== "dark";
  const bands = turned ? [...sky].reverse() : sky;
  const edge = between(random, 12, 20);
  /** @type {SVGElement[]} */
  const parts = [svg("rect", { width: 126, height: 74, fill: bands[0] })];
  bands.slice(1).forEach((colour, place) => {
    const y = edge + place * between(random, 11, 15);
    const wave = Array.from({ length: 5 }, (_, step) => /** @type {Point} */ ([step * 36 - 9, y + between(random, -3, 3)]));
    parts.push(shape(`${smoothPath(wave, false)}L140 80L-9 80Z`, colour));
  });
  const [x, y, size] = [between(random, 16, 110), between(random, 12, 30), between(random, 7, 13)];
  if (name === "light") parts.push(shape(polygonPath(starPoints(x, y, 12, size * 3.2, size * 1.1, random())), sun, { opacity: 0.5 }));
  parts.push(svg("circle", { cx: x, cy: y, r: size, fill: sun }));
  if (name === "dark") parts.push(svg("circle", { cx: x + size * 0.45, cy: y - size * 0.2, r: size * 0.85, fill: bands[y > edge ? 1 : 0] }));
  const kind = pickOne(random, name === "fire" || name === "neutral" ? ["sharp", "roofs", "sharp"] : name === "light" || name === "dark" ? ["roofs", "sharp", "round"] : ["round", "round", "sharp"]);
  const far = between(random, 44, 52);
  parts.push(svg("g", { opacity: 0.45 }, kind === "roofs" ? roofs(random, far, ground) : hills(random, kind, far, ground)));
  parts.push(svg("g", { opacity: 0.8 }, hills(random, pickOne(random, ["round", "sharp"]), 60, ground)));
  for (let spark = 0; spark < 9; spark += 1) {
    const [cx, cy] = [between(random, 3, 123), between(random, 4, 50)];
    parts.push(name === "water" ? svg("path", { d: `M${cx} ${cy}h${between(random, 4, 10)}`, stroke: rim, "stroke-width": 0.8 }) : svg("circle", { cx, cy, r: between(random, 0.4, 1.1), fill: name === "dark" || name === "fire" ? PAINTS[name].glow : sun }));
  }
  return parts;
}

/** Rays behind high-level monsters. @param {RandomSource} random @param {string} colour */
const rays = (random, colour) => shape(polygonPath(starPoints(63, 38, 14, 90, 12, random())), colour, { opacity: 0.34 });

/**
 * A magic circle with a random star around a symbol.
 * @param {RandomSource} random @param {string} name @param {boolean} stays @param {string} words
 */
function sigil(random, name, stays, words) {
  const { rim, glow, ground, ink } = PAINTS[name];
  const [x, y] = [63, 37];
  const count = 5 + Math.floor(random() * 5);
  const skip = 2 + Math.floor(random() * Math.max(1, Math.floor(count / 2) - 2));
  const turn = random() * Math.PI;
  const corners = Array.from({ length: count }, (_, place) => turn + (2 * Math.PI * place) / count);
  const to = (/** @type {number} */ angle, /** @type {number} */ far) => `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
  const chords = corners.map((angle, place) => `M${to(angle, 28)}L${to(corners[(place + skip) % count], 28)}`).join("");
  const ticks = Array.from({ length: 12 + Math.floor(random() * 24) }, (_, place, all = 36) => (2 * Math.PI * place) / all).map((angle) => `M${to(angle, 31)}L${to(angle, 34)}`).join("");
  const ring = (/** @type {number} */ r, /** @type {number} */ width, dash = "") => svg("circle", { cx: x, cy: y, r, fill: "none", stroke: rim, "stroke-width": width, "stroke-dasharray": dash || null });
  const moons = corners.map((angle) => {
    const [cx, cy] = to(angle, 28).split(" ");
    return svg("circle", { cx, cy, r: between(random, 1.6, 3.4), fill: glow });
  });
  const streaks = Array.from({ length: 7 }, () => {
    const angle = random() * 2 * Math.PI;
    return `M${to(angle, 38)}L${to(angle, between(random, 44, 70))}`;
  }).join("");
  const about = emblem(words);
  const place = { fill: glow, transform: `translate(${x} ${y}) scale(${about ? 1 : 1.15})` };
  return [
    svg("rect", { width: 126, height: 74, fill: ink }),
    shape(polygonPath(starPoints(x, y, 9 + Math.floor(random() * 8), 80, 22, turn)), ground, { opacity: 0.75 }),
    svg("circle", { cx: x, cy: y, r: 36, fill: ground }),
    svg("path", { d: `${streaks}${ticks}`, stroke: rim, "stroke-width": 0.9, "stroke-linecap": "round" }),
    ring(35.5, stays ? 1.8 : 0.8), ring(30, 0.8, stays ? "" : "3 2"),
    svg("path", { d: chords, fill: "none", stroke: glow, "stroke-width": 1.1, opacity: 0.85 }),
    ...moons,
    svg("circle", { cx: x, cy: y, r: 17.5, fill: ink, stroke: rim, "stroke-width": 1.2 }),
    about ? svg("path", { d: about, "fill-rule": "evenodd", ...place }) : sign(name, place),
  ];
}

/** Mirror some pictures. @param {RandomSource} random @param {SVGElement[]} parts */
const facing = (random, parts) => svg("g", random() < 0.5 ? { transform: "translate(126 0) scale(-1 1)" } : null, ...parts);

/**
 * Draw the picture of a card. It depends only on the card's facts and is unique.
 * @param {import("../../frame/message_types.js").Card} card
 */
export function picture(card) {
  const { type, attribute, faction, level } = card.facts;
  const random = seededRandom(card.id || card.name?.en || "?");
  const magic = String(type ?? "").endsWith("magic");
  const wanted = attribute ?? FACTIONS[faction];
  const name = wanted in PAINTS ? wanted : "neutral";
  const paint = PAINTS[name];
  const stature = Number(level) || 1;
  const model = { random, paint, level: Math.min(5, stature), words: (card.id || "").replaceAll("_", " ") };
  const parts = magic
    ? sigil(random, name, type === "permanent_magic", model.words)
    : [...scenery(random, name), stature >= 5 && rays(random, paint.glow), svg("ellipse", { cx: 63, cy: 69, rx: 34, ry: 4, fill: paint.ink, opacity: 0.35 }), facing(random, creature(model))];
  return svg("svg", { class: "lv-picture", viewBox: "0 0 126 74", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", focusable: "false" }, ...parts);
}
