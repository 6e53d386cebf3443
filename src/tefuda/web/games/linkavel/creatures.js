/** Procedural monster pictures: the family of shapes follows from the card's name, the rest is random by card id. */

import { svg } from "../../frame/dom.js";
import { frog, mammoth, mole, otter, seal, waves } from "./animals.js";
import { starPoints, between, disc, eye, line, polygonPath, limbPath, mirrorPoints, pickOne, shape, smoothPath } from "./shapes.js";

/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("./shapes.js").RandomSource} RandomSource */
/** @typedef {import("./shapes.js").Paint} Paint */
/** @typedef {{random: RandomSource, paint: Paint, level: number, words: string}} Model input of a family */
/** @typedef {(model: Model) => SVGElement[]} Family */

/** Ground line and centre; pictures are 126 by 74. */
const GROUND = 67;
const MIDDLE = 63;

/** A beast on four legs. @type {Family} */
function beast({ random, paint, level, words }) {
  const has = (/** @type {RegExp} */ some) => some.test(words);
  const big = has(/elephant|rhino|\box\b|bear/) ? 1 : has(/\brat\b|piglet|hare|badger/) ? 0 : 0.35;
  const bulk = Math.min(1, big * 0.8 + level * 0.05 + between(random, 0, 0.1));
  const long = 27 + 17 * bulk;
  const high = 12 + 15 * bulk;
  const leg = has(/deer|hare|mule|antler/) ? 17 : has(/badger|piglet|boar|\brat\b/) ? 7 : 11 + between(random, 0, 4);
  const belly = GROUND - leg;
  const spine = belly - high;
  const rump = MIDDLE - 4 - long / 2;
  const chest = MIDDLE - 4 + long / 2;
  const neck = has(/deer|mule|antler/) ? 1 : has(/rhino|\brat\b/) ? 0 : between(random, 0, 0.45);
  const head = /** @type {Point} */ ([chest + 6 + 4 * neck, spine + (has(/rhino/) ? 9 : 1) - 14 * neck]);
  const skull = (has(/lynx/) ? 6.600 : 5.4) + 3.4 * bulk;
  const body = smoothPath([
    [rump - 1, belly - high * 0.4], [rump + 3, spine + 2], [MIDDLE - 4, spine - between(random, -2, 4)],
    [chest - 3, spine - 1], [chest + 4, belly - high * 0.55], [chest - 2, belly + 1], [MIDDLE - 4, belly - 1], [rump + 4, belly + 1],
  ]);
  const far = [rump + 8, chest - 7].map((x) => shape(limbPath([[x, belly - 4], [x + 2, belly + leg * 0.5], [x + 1, GROUND]], 4 + 5 * bulk, 2.6 + 3 * bulk), paint.ground));
  const near = [rump + 3, chest - 1].map((x) => shape(limbPath([[x, belly - 5], [x - 1, belly + leg * 0.5], [x, GROUND + 1]], 5 + 5 * bulk, 3 + 3 * bulk), paint.ink));
  const tail = has(/piglet|deer|hare|bear|rhino|lynx/) ? 4 : between(random, 10, 18);
  const curl = between(random, -10, 8);
  const snout = has(/lynx/) ? 1.1 : has(/rhino/) ? 2.4 : 1.7;
  const parts = [
    ...far,
    has(/\brat\b/)
      ? line(`M${rump + 1} ${belly - 4}q-9 8-17 3t-18 1`, paint.rim, 1.500)
      : shape(limbPath([[rump + 2, spine + 5], [rump - tail * 0.6, spine + 6 + curl], [rump - tail, spine - 2 + curl * 1.6]], 4, 1.2), paint.ink),
    shape(limbPath([[chest - 6, belly - high * 0.45], [chest + 1, spine + 2 - 5 * neck], head], high * 0.85, skull * 1.3), paint.ink),
    shape(body, paint.ink),
    ...near,
    disc(head[0], head[1], skull, paint.ink),
    shape(limbPath([[head[0], head[1] + 1], [head[0] + skull * snout * 0.7, head[1] + 2.6], [head[0] + skull * snout, head[1] + 3.6]], skull * 1.3, skull * 0.7), paint.ink),
    line(smoothPath([[rump + 4, spine + 2.6], [MIDDLE - 4, spine + 1.6], [chest - 5, spine + 1]], false), paint.rim, 1),
  ];
  const [x, y] = head;
  if (has(/antler|deer/)) {
    for (const side of [-3, 3]) parts.push(line(`M${x - 1} ${y - skull}q${side - 2}-7 ${side * 1.6}-12m${-side * 0.8} 6q${side * 0.4}-3 ${side * 1.9}-4`, paint.rim, 1.5));
  } else if (has(/rhino/)) {
    parts.push(shape(smoothPath([[x + skull * 1.7, y + 1], [x + skull * 2.4, y - 15], [x + skull * 2.5, y + 3]]), paint.rim), shape(smoothPath([[x + skull, y - 3], [x + skull * 1.4, y - 11], [x + skull * 1.6, y]]), paint.rim));
    parts.push(shape(polygonPath([[x - 5, y - 5], [x - 5, y - skull - 6], [x, y - skull + 1]]), paint.ink));
  }
  else if (has(/elephant/)) {
    parts.push(shape(limbPath([[x + skull, y + 2], [x + skull * 1.8, y + 12], [x + skull * 1.4, y + 22], [x + skull * 2, y + 25]], 6, 2.4), paint.ink));
    parts.push(line(`M${x + skull * 0.9} ${y + 6}q4 9 12 6`, paint.rim, 2), shape(smoothPath([[x - skull - 2, y - 3], [x - 1, y - 2], [x - 1, y + 8], [x - skull, y + 9]]), paint.ground));
  } else if (has(/\box\b/)) parts.push(line(`M${x - 3} ${y - skull + 1}q-3-6 2-9M${x + 2} ${y - skull + 1}q6-2 7-8`, paint.rim, 2));
  else if (has(/hare|mule/)) parts.push(shape(limbPath([[x - 1, y - 3], [x - 5, y - 11], [x - 7, y - 18]], 3.4, 1.4), paint.ink), shape(limbPath([[x + 2, y - 3], [x + 1, y - 12], [x + 2, y - 19]], 3.4, 1.4), paint.ink));
  else if (has(/bear|\brat\b|badger/)) parts.push(disc(x - 3.4, y - skull + 0.6, 2.8, paint.ink), disc(x + 2.6, y - skull, 2.6, paint.ink));
  else parts.push(shape(polygonPath([[x - 5, y - 2], [x - 4.600, y - skull - 6], [x + 0.5, y - skull + 1]]), paint.ink), shape(polygonPath([[x, y - skull + 1], [x + 3.600, y - skull - 5], [x + 5, y - 3]]), paint.ink));
  if (has(/lynx/)) {
    parts.push(line(`M${x - 4} ${y - skull - 5}v-4M${x + 3.600} ${y - skull - 4}v-4`, paint.ink, 0.9), shape(polygonPath([[x - 6, y - 2], [x - 10, y + 6], [x - 6, y + 6], [x - 5, y + 10], [x - 1, y + 7], [x + 3, y + 9], [x + 5, y + 3]]), paint.ink));
    parts.push(line(Array.from({ length: 7 }, (_, place) => `M${rump + 4 + place * 3.600} ${spine + 6 + (place % 2) * 4}h.1`).join(""), paint.rim, 1.800));
  }
  if (has(/\brat\b/)) parts.push(disc(x - 4, y - skull, 4.200, paint.ink), disc(x - 4, y - skull, 2.400, paint.rim), line(`M${x + skull * 1.5} ${y + 4}l3 4m-3-4l5 2`, paint.rim, 0.7));
  if (has(/boar|piglet/)) parts.push(line(`M${x + skull * 1.3} ${y + 4}q4-1 4-5`, paint.rim, 1.600));
  if (has(/boar|badger|hound|mane/)) parts.push(line(`M${rump + 6} ${spine + 1}l3-5 3 4 3-5 3 4 3-5 3 4`, paint.ink, 1.800));
  return [...parts, ...eye(paint, x + skull * 0.35, y - 1, 1.5)];
}

/** Birds, moths and air spirits. @type {Family} */
function winged({ random, paint, level, words }) {
  const moth = /\b(moth|butterfly|sprite)\b/.test(words);
  const holy = /seraph|angel/.test(words);
  const span = between(random, 30, 38) + level * 2;
  const lift = between(random, 8, 18);
  const y = 36;
  const parts = [];
  const pairs = holy ? 3 : moth ? 2 : 1;
  for (let pair = pairs - 1; pair >= 0; pair -= 1) {
    const reach = span * (1 - pair * 0.22);
    const up = lift - pair * 15;
    /** @type {Point[]} */
    const wing = moth
      ? [[MIDDLE - 2, y], [MIDDLE - reach * 0.4, y - up - 5], [MIDDLE - reach, y - up], [MIDDLE - reach * 0.9, y - up + 12], [MIDDLE - reach * 0.4, y + 9]]
      : [[MIDDLE, y - 4], [MIDDLE - reach * 0.5, y - up - 5], [MIDDLE - reach, y - up * 0.3], [MIDDLE - reach * 0.82, y + 5], [MIDDLE - reach * 0.62, y + 3], [MIDDLE - reach * 0.48, y + 10], [MIDDLE - reach * 0.3, y + 5], [MIDDLE - 6, y + 12]];
    const fill = pair ? paint.ground : paint.ink;
    for (const side of [wing, mirrorPoints(wing, MIDDLE)]) parts.push(shape(smoothPath(side), fill), line(smoothPath(side.slice(0, 3), false), paint.rim, 1));
    if (moth && pair === 0) for (const side of [-1, 1]) parts.push(disc(MIDDLE + side * reach * 0.66, y - up + 4, 4.4, paint.rim), disc(MIDDLE + side * reach * 0.66, y - up + 4, 2.2, paint.ink));
  }
  parts.push(shape(smoothPath([[MIDDLE, y - 14], [MIDDLE + 5.500, y - 4], [MIDDLE + 4, y + 12], [MIDDLE, y + 24], [MIDDLE - 4, y + 12], [MIDDLE - 5.500, y - 4]]), paint.ink));
  parts.push(disc(MIDDLE, y - 13, 5.2, paint.ink));
  if (moth) parts.push(line(`M${MIDDLE - 2} ${y - 17}q-4-5-8-5M${MIDDLE + 2} ${y - 17}q4-5 8-5`, paint.ink, 1.4));
  else if (holy) parts.push(line(`M${MIDDLE - 8} ${y - 22}a8 2.400 0 1 0 16 0a8 2.400 0 1 0-16 0`, paint.glow, 1.6));
  else {
    parts.push(shape(polygonPath([[MIDDLE - 2, y - 13], [MIDDLE + 2, y - 13], [MIDDLE, y - 5]]), paint.rim));
    parts.push(shape(smoothPath([[MIDDLE, y + 14], [MIDDLE + 8, y + 29], [MIDDLE, y + 26], [MIDDLE - 8, y + 29]]), paint.ink));
  }
  if (/griffin|lion/.test(words)) parts.push(shape(limbPath([[MIDDLE, y + 18], [MIDDLE + 10, y + 28], [MIDDLE + 18, y + 22]], 3, 1.200), paint.ink), line(`M${MIDDLE - 4} ${y - 18}l-2-5M${MIDDLE + 4} ${y - 18}l2-5`, paint.ink, 2.4));
  return [...parts, ...eye(paint, MIDDLE - 2.3, y - 14, 1.3), ...eye(paint, MIDDLE + 2.3, y - 14, 1.3)];
}

/** Whales, eels and rays. @type {Family} */
function swimmer({ random, paint, level, words }) {
  const parts = [];
  if (/eel|serpent/.test(words)) {
    /** @type {Point[]} */
    const along = Array.from({ length: 9 }, (_, place) => [104 - place * 10, 40 + (12 - place * 0.4) * Math.sin(place * 0.9 + random() * 0.5)]);
    parts.push(shape(limbPath(along, 11, 1.5), paint.ink), line(smoothPath(along.slice(1, 7), false), paint.rim, 1));
    parts.push(...eye(paint, along[0][0] + 1, along[0][1] - 1.500, 1.6));
  } else if (/manta|\bray\b/.test(words)) {
    /** @type {Point[]} */
    const half = [[MIDDLE, 22], [MIDDLE - 12, 26], [MIDDLE - 42, 30 + between(random, -6, 6)], [MIDDLE - 20, 42], [MIDDLE, 50]];
    for (const side of [half, mirrorPoints(half, MIDDLE)]) parts.push(shape(smoothPath(side), paint.ink), line(smoothPath(side.slice(1, 4), false), paint.rim, 1));
    parts.push(shape(limbPath([[MIDDLE, 46], [MIDDLE + 5, 58], [MIDDLE + 2, 70]], 4, 1), paint.ink), ...eye(paint, MIDDLE - 5, 28, 1.4), ...eye(paint, MIDDLE + 5, 28, 1.4));
  } else {
    const bulk = /whale/.test(words) ? 1 : 0.3 + level * 0.08;
    const [long, high] = [30 + 24 * bulk, 9 + 11 * bulk];
    const tilt = between(random, -4, 9);
    /** @type {Point[]} */
    const body = [[MIDDLE + long * 0.6, 38 - tilt], [MIDDLE + long * 0.35, 38 - high * 0.75 - tilt], [MIDDLE - long * 0.1, 36 - high * 0.7], [MIDDLE - long * 0.55, 42], [MIDDLE - long * 0.62, 46], [MIDDLE - long * 0.1, 42 + high * 0.7], [MIDDLE + long * 0.4, 42 + high * 0.5 - tilt]];
    const tail = MIDDLE - long * 0.58;
    parts.push(shape(smoothPath([[tail, 43], [tail - 12, 30], [tail - 8, 43], [tail - 15, 52], [tail - 2, 47]]), paint.ink), shape(smoothPath(body), paint.ink));
    parts.push(shape(smoothPath([[MIDDLE + long * 0.5, 42 - tilt], [MIDDLE, 40 + high * 0.3], [MIDDLE - long * 0.3, 43 + high * 0.25], [MIDDLE, 43 + high * 0.6]]), paint.rim, { opacity: 0.55 }));
    parts.push(shape(smoothPath([[MIDDLE + 4, 44], [MIDDLE - 6, 58 + high * 0.2], [MIDDLE - 9, 55], [MIDDLE - 4, 44]]), paint.ground), ...eye(paint, MIDDLE + long * 0.42, 38 - tilt - high * 0.15, 1.7));
    if (bulk > 0.9) parts.push(line(`M${MIDDLE + 14} ${26 - tilt}v-8m0 0q-6-5-10 1m10-1q6-5 10 1`, paint.glow, 1.6));
    else parts.push(line(`M${MIDDLE + long * 0.56} ${41 - tilt}l7 1m-7 1l6 3`, paint.rim, 0.8));
  }
  return waves(paint, parts);
}

/** Jellyfish and crabs. @type {Family} */
function seaborn({ random, paint, words }) {
  if (/crab|lobster/.test(words)) {
    const y = 50;
    const parts = [];
    for (const side of [-1, 1]) {
      for (const leg of [0, 1, 2]) parts.push(line(`M${MIDDLE + side * 14} ${y + leg * 2}l${side * (10 + leg * 3)}-${5 - leg * 2}l${side * 5} ${14 - leg}`, paint.ink, 2.6));
      parts.push(shape(limbPath([[MIDDLE + side * 14, y - 4], [MIDDLE + side * 28, y - 12], [MIDDLE + side * 30, y - 22]], 5, 6), paint.ink));
      parts.push(shape(smoothPath([[MIDDLE + side * 26, y - 20], [MIDDLE + side * 22, y - 36 - between(random, 0, 6)], [MIDDLE + side * 31, y - 28], [MIDDLE + side * 38, y - 36], [MIDDLE + side * 36, y - 21]]), paint.ink));
    }
    parts.push(shape(smoothPath([[MIDDLE - 22, y], [MIDDLE - 14, y - 13], [MIDDLE, y - 17], [MIDDLE + 14, y - 13], [MIDDLE + 22, y], [MIDDLE + 12, y + 10], [MIDDLE - 12, y + 10]]), paint.ink));
    parts.push(line(`M${MIDDLE - 12} ${y - 10}q12-7 24 0`, paint.rim, 1.3));
    return [...parts, ...eye(paint, MIDDLE - 5, y - 6, 2.1), ...eye(paint, MIDDLE + 5, y - 6, 2.1)];
  }
  const wide = between(random, 17, 23);
  const parts = Array.from({ length: 6 }, (_, place) => {
    const x = MIDDLE - wide * 0.75 + (place * wide * 1.5) / 5;
    return shape(limbPath([[x, 32], [x + between(random, -6, 6), 46], [x + between(random, -8, 8), 58], [x + between(random, -8, 8), 69]], 3.400, 0.800), place % 2 ? paint.ink : paint.ground);
  });
  const bell = smoothPath([[MIDDLE - wide, 34], [MIDDLE - wide * 0.75, 16], [MIDDLE, 7], [MIDDLE + wide * 0.75, 16], [MIDDLE + wide, 34], [MIDDLE + wide * 0.4, 31], [MIDDLE, 35], [MIDDLE - wide * 0.4, 31]]);
  return [...parts, shape(bell, paint.ink), line(`M${MIDDLE - wide * 0.6} 17q${wide * 0.6}-12 ${wide * 1.2} 0`, paint.rim, 1.3), ...eye(paint, MIDDLE - 6, 25, 2), ...eye(paint, MIDDLE + 6, 25, 2)];
}

/** Dragons. @type {Family} */
function dragon({ random, paint, level, words }) {
  const small = /salamander|drake|lizard/.test(words);
  const up = small ? 10 : 4;
  const span = (small ? 16 : 26) + level * 2;
  const curl = between(random, -6, 6);
  /** @type {Point[]} */
  const wing = [[MIDDLE - 4, 38], [MIDDLE - span * 0.6, 12 + up], [MIDDLE - span * 1.3, 10 + up], [MIDDLE - span * 1.1, 26 + up * 0.5], [MIDDLE - span * 0.8, 30], [MIDDLE - span * 0.6, 38], [MIDDLE - span * 0.3, 38]];
  const parts = [wing, mirrorPoints(wing, MIDDLE + 1)].flatMap((side, place) => [
    shape(polygonPath([side[0], side[1], side[2], side[3], [side[4][0], side[4][1] - 4], side[5], [side[6][0], side[6][1] - 4]]), place ? paint.ground : paint.ink),
    line(`M${side[0]}L${side[1]}L${side[3]}M${side[1]}L${side[5]}`, paint.rim, 0.8),
  ]);
  parts.push(shape(limbPath([[MIDDLE + 4, 54], [MIDDLE - 18, 62 + curl * 0.3], [MIDDLE - 36, 56 + curl], [MIDDLE - 44, 46 + curl]], 14, 1.5), paint.ink));
  parts.push(shape(limbPath([[MIDDLE - 2, 56], [MIDDLE + 5, 44], [MIDDLE + 14, 32], [MIDDLE + 12, 20 + up], [MIDDLE + 20, 15 + up]], 19, 7), paint.ink));
  parts.push(shape(smoothPath([[MIDDLE + 14, 10 + up], [MIDDLE + 24, 10 + up], [MIDDLE + 36, 17 + up], [MIDDLE + 34, 20 + up], [MIDDLE + 26, 20 + up], [MIDDLE + 18, 21 + up]]), paint.ink));
  parts.push(shape(limbPath([[MIDDLE + 17, 11 + up], [MIDDLE + 9, 6 + up], [MIDDLE + 4, 1 + up]], 4, 1), paint.rim), shape(limbPath([[MIDDLE + 21, 11 + up], [MIDDLE + 16, 4 + up], [MIDDLE + 14, -1 + up]], 3.500, 1), paint.ink));
  for (const x of [MIDDLE - 4, MIDDLE + 8]) parts.push(shape(limbPath([[x, 55], [x + 3, 62], [x + 1, GROUND + 2]], 8, 5), paint.ink));
  parts.push(line(`M${MIDDLE + 3} 56q6-10 12-20q2-8-1-14`, paint.rim, 1.2));
  if (/fire|ember|flame|salamander/.test(words)) parts.push(shape(smoothPath([[MIDDLE + 35, 19 + up], [MIDDLE + 50, 14 + up], [MIDDLE + 60, 22 + up], [MIDDLE + 48, 24 + up]]), paint.glow));
  return [...parts, ...eye(paint, MIDDLE + 24, 14 + up, 1.7)];
}

/** People with a tool. @type {Family} */
function figure({ random, paint, level, words }) {
  const tall = Math.min(1.15, 0.84 + level * 0.06 + between(random, 0, 0.06));
  const top = GROUND - 46 * tall;
  const lean = between(random, -3, 3);
  const hem = between(random, 12, 19);
  const face = /** @type {Point} */ ([MIDDLE + lean, top + 2]);
  const hood = random() < 0.34;
  const hand = /** @type {Point} */ ([MIDDLE + 15, GROUND - 24 * tall]);
  const striding = random() < 0.5;
  const low = striding ? GROUND - 15 * tall : GROUND;
  const wide = striding ? hem * 0.75 : hem;
  const cloak = smoothPath([[MIDDLE + lean, top + 3], [MIDDLE + 9, top + 12], [MIDDLE + 9, low - 12], [MIDDLE + wide, low], [MIDDLE + 2, low - 2], [MIDDLE - wide, low + 1], [MIDDLE - 9, low - 12], [MIDDLE - 9, top + 12]]);
  const legs = striding ? [[-4, -8], [4, 7]].map(([hip, foot]) => shape(limbPath([[MIDDLE + hip, low - 4], [MIDDLE + (hip + foot) / 2 + 1, (low + GROUND) / 2], [MIDDLE + foot, GROUND + 1]], 7, 5), paint.ink)) : [];
  const parts = [];
  if (level >= 4 || random() < 0.3) parts.push(shape(smoothPath([[MIDDLE - 4, top + 10], [MIDDLE - 22, GROUND - 24], [MIDDLE - 34, GROUND - 4], [MIDDLE - 14, GROUND - 2]]), paint.ground));
  parts.push(...tool(words, random, paint, hand));
  parts.push(...legs, shape(cloak, paint.ink), shape(limbPath([[MIDDLE + 6, top + 14], [MIDDLE + 13, GROUND - 27 * tall], hand], 7, 4), paint.ink));
  if (hood) parts.push(shape(smoothPath([[face[0] - 1, face[1] - 9], [face[0] + 8, face[1] - 1], [face[0] + 6, face[1] + 8], [face[0] - 7, face[1] + 8], [face[0] - 8, face[1] - 1]]), paint.ink));
  else parts.push(disc(face[0], face[1], 6.4, paint.ink), ...hair(random, paint, face, level));
  parts.push(line(`M${MIDDLE - 8} ${top + 14}Q${MIDDLE - 10} ${low - 14} ${MIDDLE - wide + 2} ${low - 2}`, paint.rim, 1), line(`M${MIDDLE - 8.500} ${low - (striding ? 8 : 19 * tall)}h17`, paint.rim, 1.4));
  return [...parts, ...eye(paint, face[0] - 2, face[1] + 0.5, 1.2), ...eye(paint, face[0] + 2.8, face[1] + 0.5, 1.2)];
}

/** @param {RandomSource} random @param {Paint} paint @param {Point} face @param {number} level */
function hair(random, paint, [x, y], level) {
  if (level >= 5) return [shape(polygonPath([[x - 6, y - 4], [x - 7, y - 12], [x - 3, y - 8], [x, y - 14], [x + 3, y - 8], [x + 7, y - 12], [x + 6, y - 4]]), paint.glow)];
  const kind = pickOne(random, ["hat", "tail", "helm", "wild"]);
  if (kind === "hat") return [shape(smoothPath([[x - 12, y - 2], [x - 5, y - 6], [x - 1, y - 14], [x + 5, y - 6], [x + 12, y - 2]]), paint.ground)];
  if (kind === "tail") return [shape(limbPath([[x - 4, y - 5], [x - 11, y - 1], [x - 12, y + 9]], 5, 1.500), paint.ink)];
  if (kind === "helm") return [shape(smoothPath([[x - 7, y], [x - 6, y - 7], [x, y - 9], [x + 6, y - 7], [x + 7, y]]), paint.ground), line(`M${x} ${y - 9}v-5`, paint.rim, 2)];
  return [shape(polygonPath(starPoints(x, y - 2, 7, 9.5, 6)), paint.ink)];
}

/** The tool of a figure: by name, else random. @param {string} words @param {RandomSource} random @param {Paint} paint @param {Point} hand */
function tool(words, random, paint, [x, y]) {
  const named = [
    ["hammer", /hammer|smith|forge|anvil|foreman|headsman|gladiator|collector/], ["spear", /lancer|halberd|spear|captain|sentry|warden|footman/],
    ["lamp", /torch|lantern|wick|oil|candle|page|chaplain|augur|snuffer/], ["bow", /archer|hunter/], ["bell", /bell|cantor|novice|minstrel|dancer/],
    ["blade", /duelist|knight|sword|squire|regent|countess|throne/], ["shield", /pavise|shield|bearer|matron|shutter|mirror/], ["net", /net|mender|diver|gardener|nurse/],
    ["scroll", /notary|listener|peddler|courier|runner|letter|map|keeper|sister/],
  ].find(([, some]) => /** @type {RegExp} */ (some).test(words));
  const kind = named ? named[0] : pickOne(random, ["hammer", "spear", "lamp", "blade", "scroll", "bell", "bow"]);
  const shaft = `M${x - 3} ${GROUND + 1}L${x + 4} ${y - 30}`;
  switch (kind) {
    case "hammer":
      return [line(`M${x - 2} ${y + 12}L${x + 6} ${y - 20}`, paint.ground, 2.6), shape(polygonPath([[x - 3, y - 26], [x + 17, y - 21], [x + 15, y - 12], [x - 5, y - 17]]), paint.ink), line(`M${x - 2} ${y - 24}l17 4`, paint.rim, 1)];
    case "spear":
      return [line(shaft, paint.ground, 2.2), shape(polygonPath([[x + 4, y - 42], [x + 8, y - 30], [x + 4, y - 26], [x + 0.5, y - 30]]), paint.rim)];
    case "lamp":
      return [line(`M${x - 4} ${GROUND}L${x + 1} ${y - 24}q5-6 9 1`, paint.ground, 2), disc(x + 10, y - 14, 11, paint.glow), shape(polygonPath([[x + 6, y - 20], [x + 14, y - 20], [x + 16, y - 9], [x + 4, y - 9]]), paint.ink), disc(x + 10, y - 14, 3.4, paint.glow)];
    case "bow":
      return [line(`M${x - 2} ${y - 20}q18 18 0 40`, paint.rim, 2), line(`M${x - 2} ${y - 20}V${y + 20}M${x - 10} ${y}H${x + 16}`, paint.ink, 1)];
    case "bell":
      return [shape(smoothPath([[x + 6, y - 22], [x + 13, y - 10], [x + 17, y - 2], [x - 4, y - 2], [x, y - 10]]), paint.rim), disc(x + 6.500, y, 2.6, paint.ink), line(`M${x + 22} ${y - 14}q4 5 1 10M${x - 9} ${y - 14}q-4 5-1 10`, paint.glow, 1.200)];
    case "shield":
      return [shape(smoothPath([[x + 4, y - 19], [x + 17, y - 15], [x + 16, y + 5], [x + 5, y + 16], [x - 5, y + 4], [x - 7, y - 15]]), paint.ground), line(`M${x + 5} ${y - 15}V${y + 11}M${x - 4} ${y - 4}H${x + 14}`, paint.rim, 1.6)];
    case "net":
      return [line(`M${x - 4} ${GROUND}L${x + 2} ${y - 18}`, paint.ground, 2), line(smoothPath([[x - 4, y - 18], [x + 2, y - 32], [x + 14, y - 32], [x + 18, y - 18], [x + 8, y - 12]]), paint.rim, 1.2), line(`M${x - 1} ${y - 25}l18 6M${x + 2} ${y - 14}l8-18M${x + 10} ${y - 13}l5-18`, paint.rim, 0.8)];
    case "scroll":
      return [shape(polygonPath([[x - 2, y - 16], [x + 14, y - 19], [x + 17, y + 2], [x + 1, y + 5]]), paint.glow), line(`M${x + 2} ${y - 12}l10-2M${x + 3} ${y - 7}l10-2M${x + 3.600} ${y - 2}l7-1.200`, paint.ink, 1)];
    default:
      return [shape(polygonPath([[x - 2, y + 4], [x + 20, y - 32], [x + 22, y - 27], [x + 3, y + 6]]), paint.rim), line(`M${x - 4} ${y - 2}l10 7`, paint.ground, 2.6)];
  }
}

/** Giants of stone or wood. @type {Family} */
function giant({ random, paint, level, words }) {
  const wide = 15 + level * 1.7 + between(random, 0, 3);
  const top = 14 - level;
  const wood = /oak|tree|grove|root|elder|eldest|treant/.test(words);
  const torso = smoothPath([[MIDDLE, top + 4], [MIDDLE + wide, top + 10], [MIDDLE + wide * 0.85, 44], [MIDDLE + wide * 0.6, 56], [MIDDLE - wide * 0.6, 56], [MIDDLE - wide * 0.85, 44], [MIDDLE - wide, top + 10]]);
  const parts = [];
  for (const side of [-1, 1]) {
    const drop = between(random, 50, 62);
    parts.push(shape(limbPath([[MIDDLE + side * wide * 0.8, top + 12], [MIDDLE + side * (wide + 9), 36], [MIDDLE + side * (wide + 6), drop]], 12, 8), side < 0 ? paint.ink : paint.ground));
    parts.push(disc(MIDDLE + side * (wide + 6), drop, 6.4, side < 0 ? paint.ink : paint.ground));
    parts.push(shape(limbPath([[MIDDLE + side * wide * 0.4, 50], [MIDDLE + side * wide * 0.5, 60], [MIDDLE + side * wide * 0.5, GROUND + 2]], 13, 12), paint.ink));
  }
  parts.push(shape(torso, paint.ink), shape(smoothPath([[MIDDLE - 6, top + 6], [MIDDLE - 6, top - 4], [MIDDLE, top - 7], [MIDDLE + 6, top - 4], [MIDDLE + 6, top + 6]]), paint.ink));
  if (wood) for (const [dx, dy, size] of [[-wide, 4, 9], [-wide * 0.4, -5, 10], [wide * 0.5, -6, 11], [wide, 5, 8]]) parts.push(disc(MIDDLE + dx, top + dy, size, random() < 0.5 ? paint.ground : paint.rim));
  const cracks = Array.from({ length: 4 }, () => `M${MIDDLE + between(random, -wide * 0.6, wide * 0.4)} ${between(random, top + 14, 46)}l${between(random, -4, 6)} ${between(random, 3, 7)}l${between(random, -5, 5)} ${between(random, 2, 6)}`);
  parts.push(line(cracks.join(""), paint.rim, 1.1));
  if (wood) parts.push(...eye(paint, MIDDLE - 4, top + 18, 2), ...eye(paint, MIDDLE + 4, top + 18, 2));
  else parts.push(...eye(paint, MIDDLE - 2.6, top, 1.5), ...eye(paint, MIDDLE + 2.6, top, 1.5));
  return parts;
}

/** Turtles, mushrooms and nuts. @type {Family} */
function domed({ random, paint, level, words }) {
  const wide = 16 + level * 3 + between(random, 0, 4);
  const low = GROUND - 8;
  const high = wide * between(random, 0.9, 1.15);
  const dome = smoothPath([[MIDDLE - wide, low], [MIDDLE - wide * 0.8, low - high * 0.75], [MIDDLE, low - high * 1.05], [MIDDLE + wide * 0.8, low - high * 0.75], [MIDDLE + wide, low], [MIDDLE, low + 3]]);
  if (/mushroom|cap|toad/.test(words)) {
    const spots = [[-0.5, 0.5], [0.1, 0.8], [0.55, 0.4], [-0.1, 0.35]].map(([dx, dy]) => disc(MIDDLE + dx * wide, low - 14 - dy * high * 0.8, between(random, 2.400, 4.200), paint.rim));
    return [shape(smoothPath([[MIDDLE - 9, low - 14], [MIDDLE + 9, low - 14], [MIDDLE + 12, GROUND], [MIDDLE - 12, GROUND]]), paint.ground), svg("g", { transform: "translate(0 -12)" }, shape(dome, paint.ink)), ...spots, ...eye(paint, MIDDLE - 4, GROUND - 14, 1.8), ...eye(paint, MIDDLE + 4, GROUND - 14, 1.8)];
  }
  if (/urchin|burr|acorn|pod/.test(words)) {
    const [x, y, r] = [MIDDLE, GROUND - wide * 0.75, wide * 0.72];
    const cap = /acorn/.test(words) ? [shape(smoothPath([[x - r, y - 4], [x - r * 0.6, y - r], [x, y - r - 4], [x + r * 0.6, y - r], [x + r, y - 4]]), paint.ground), line(`M${x} ${y - r - 3}v-5`, paint.ground, 3)] : [shape(polygonPath(starPoints(x, y, Math.round(between(random, 10, 15)), r * 1.45, r * 0.9)), paint.ink)];
    return [...(cap.length === 1 ? cap : []), disc(x, y, r, paint.ink), ...(cap.length > 1 ? cap : []), ...eye(paint, x - 4, y + 1, 2), ...eye(paint, x + 4, y + 1, 2), line(`M${x - 7} ${GROUND}h5M${x + 3} ${GROUND}h5`, paint.ink, 3)];
  }
  const head = /** @type {Point} */ ([MIDDLE + wide + 10, low - between(random, 2, 9)]);
  const parts = [shape(limbPath([[MIDDLE + wide * 0.5, low - 2], [MIDDLE + wide + 3, low - 2], head], 10, 8), paint.ground), disc(head[0], head[1], 5.4, paint.ground)];
  if (/snail/.test(words)) {
    parts.push(shape(limbPath([[MIDDLE - wide - 12, GROUND], [MIDDLE, GROUND - 3], [MIDDLE + wide + 6, low + 1]], 4, 9), paint.ground), shape(dome, paint.ink));
    parts.push(line(`M${MIDDLE + wide * 0.6} ${low - 4}A${wide * 0.6} ${wide * 0.6} 0 1 0 ${MIDDLE - wide * 0.3} ${low - 4}A${wide * 0.4} ${wide * 0.4} 0 1 1 ${MIDDLE + wide * 0.3} ${low - 8}A${wide * 0.22} ${wide * 0.22} 0 1 0 ${MIDDLE} ${low - 10}`, paint.rim, 1.6));
    parts.push(line(`M${head[0]} ${head[1] - 4}l-2-7M${head[0] + 3} ${head[1] - 4}l2-7`, paint.ground, 1.6));
  } else {
    for (const x of [MIDDLE - wide * 0.6, MIDDLE + wide * 0.55]) parts.push(shape(limbPath([[x, low - 3], [x, GROUND - 3], [x + 1, GROUND + 2]], 10, 8), paint.ground));
    parts.push(shape(dome, paint.ink), line(`M${MIDDLE - wide * 0.7} ${low - 5}L${MIDDLE - wide * 0.3} ${low - high * 0.8}M${MIDDLE} ${low - 3}V${low - high * 0.9}M${MIDDLE + wide * 0.7} ${low - 5}L${MIDDLE + wide * 0.3} ${low - high * 0.8}M${MIDDLE - wide * 0.75} ${low - high * 0.42}h${wide * 1.5}`, paint.rim, 1.1));
  }
  return [...parts, ...eye(paint, head[0] + 1.5, head[1] - 1, 1.6)];
}

/** Imps and ghosts. @type {Family} */
function imp({ random, paint, level, words }) {
  const size = 13 + level * 1.8 + between(random, 0, 2);
  const y = GROUND - size - 4;
  const ghost = /guest|valet|maid|ghost|spirit|footman|coach/.test(words);
  const parts = [];
  if (ghost) {
    parts.push(shape(smoothPath([[MIDDLE, y - size * 1.2], [MIDDLE + size, y - 4], [MIDDLE + size * 1.1, GROUND - 4], [MIDDLE + size * 0.5, GROUND - 9], [MIDDLE, GROUND], [MIDDLE - size * 0.5, GROUND - 9], [MIDDLE - size * 1.1, GROUND - 3], [MIDDLE - size, y - 4]]), paint.ink));
    for (const side of [-1, 1]) parts.push(shape(limbPath([[MIDDLE + side * size * 0.8, y], [MIDDLE + side * (size + 9), y - between(random, -6, 8)], [MIDDLE + side * (size + 13), y - between(random, 2, 14)]], 6, 2), paint.ink));
  } else {
    for (const side of [-1, 1]) {
      parts.push(shape(limbPath([[MIDDLE + side * size * 0.5, y + size * 0.6], [MIDDLE + side * (size + 4), GROUND - 6], [MIDDLE + side * size, GROUND + 1]], 7, 4), paint.ink));
      parts.push(shape(limbPath([[MIDDLE + side * size * 0.7, y], [MIDDLE + side * (size + 8), y + between(random, -8, 4)], [MIDDLE + side * (size + 10), y - between(random, 2, 14)]], 5, 2), paint.ink));
      parts.push(shape(limbPath([[MIDDLE + side * size * 0.5, y - size * 0.7], [MIDDLE + side * size * 0.9, y - size - 4], [MIDDLE + side * size * 0.5, y - size - 10]], 5, 1), paint.rim));
    }
    parts.push(disc(MIDDLE, y, size, paint.ink), shape(limbPath([[MIDDLE - size * 0.6, y + size * 0.5], [MIDDLE - size - 12, y + size * 0.4], [MIDDLE - size - 16, y - 4]], 4, 1.2), paint.ink));
  }
  const wide = between(random, 4.500, 6.500);
  parts.push(line(`M${MIDDLE - wide} ${y + 4}q${wide} ${between(random, 2, 6)} ${2 * wide} 0`, paint.glow, 1.3));
  return [...parts, ...eye(paint, MIDDLE - wide, y - 4, between(random, 2.4, 3.6)), ...eye(paint, MIDDLE + wide, y - 4, between(random, 2.4, 3.6))];
}

/** Words of names and their families. @type {[string, Family][]} */
const FAMILIES = [
  ["dragon drake salamander wyrm serpent lizard", dragon],
  ["moth gull griffin seraph angel sprite bird hawk owl raven phoenix butterfly", winged],
  ["jellyfish squid octopus crab lobster", seaborn],
  ["whale manta eel fish shark diver tides", swimmer],
  ["otter", otter],
  ["seal", seal],
  ["mammoth", mammoth],
  ["mole", mole],
  ["frog", frog],
  ["giant colossus ogre golem brute mountain oak titan treant eldest tower", giant],
  ["tortoise snail turtle urchin acorn mushroom toad", domed],
  ["lynx hound ox rat boar badger piglet hare deer bear rhinoceros elephant mule cat wolf fox horse lion antler", beast],
  ["imp guest valet maid ghost spirit coach goblin", imp],
  ["apprentice smith lancer gladiator dancer knight duelist keeper collector countess headsman regent throne torchbearer halberdier page warden bearer novice sister sentry courier chaplain matron captain squire peddler drover archer minstrel swordhand nurse gardener mender listener notary augur cantor runner snuffer footman mother elder hunter mage witch king queen soldier", figure],
];
/** @type {Map<string, Family>} */
const BY_WORD = new Map(FAMILIES.flatMap(([words, family]) => words.split(" ").map((word) => /** @type {[string, Family]} */ ([word, family]))));
const ANY = [beast, winged, swimmer, seaborn, dragon, figure, figure, giant, domed, imp];

/**
 * Draw a monster. The last known word of its name selects the family; without one it is random.
 * @param {Model} model
 * @returns {SVGElement[]}
 */
export function creature(model) {
  const families = model.words.split(" ").flatMap((word) => BY_WORD.get(word) ?? []);
  return (families.at(-1) ?? pickOne(model.random, ANY))(model);
}
