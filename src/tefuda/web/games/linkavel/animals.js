/** Animals with a shape of their own. Pictures are 126 by 74. */

import { between, disc, eye, limbPath, line, mirrorPoints, polygonPath, shape, smoothPath } from "./shapes.js";

/** @typedef {import("./shapes.js").Paint} Paint */
/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("./creatures.js").Family} Family */

const MIDDLE = 63;

/** Put waves behind and in front of a picture. @param {Paint} paint @param {SVGElement[]} parts */
export function waves(paint, parts) {
  const wave = (/** @type {number} */ y, /** @type {string} */ fill) =>
    shape(`${smoothPath([[-4, y], [14, y - 4], [32, y], [50, y - 4], [68, y], [86, y - 4], [104, y], [130, y - 4]], false)}L130 80L-4 80Z`, fill);
  return [wave(56, paint.rim), ...parts, wave(63, paint.ground), wave(68, paint.ink)];
}

/** Whiskers at both sides of a muzzle. @param {Paint} paint @param {number} x @param {number} y @param {number} from @param {number} to */
const whiskers = (paint, x, y, from, to) =>
  line([-1, 1].map((side) => [-2, 0.5, 3].map((rise) => `M${x + side * from} ${y + rise * 0.4}L${x + side * to} ${y + rise}`).join("")).join(""), paint.glow, 0.8);

/** An otter that floats on its back and holds a shell. @type {Family} */
export function otter({ random, paint }) {
  const kick = between(random, -2, 2);
  return waves(paint, [
    shape(limbPath([[44, 55], [28, 59], [12, 52 + kick]], 9, 2), paint.ink),
    shape(limbPath([[46, 52], [37, 45], [31, 37 - kick]], 7, 8), paint.ink),
    shape(smoothPath([[38, 53], [50, 44], [66, 40], [84, 40], [92, 48], [84, 60], [62, 64], [44, 61]]), paint.ink),
    shape(smoothPath([[50, 52], [64, 45], [80, 45], [84, 52], [68, 58], [54, 57]]), paint.rim, { opacity: 0.55 }),
    disc(83, 23, 3.6, paint.ink), disc(101, 24, 3.6, paint.ink), disc(92, 33, 12.5, paint.ink),
    shape(smoothPath([[92, 33], [99, 36], [99, 42], [92, 45], [85, 42], [85, 36]]), paint.rim),
    whiskers(paint, 92, 39, 6, 17),
    shape(smoothPath([[92, 34], [95, 35], [92, 38], [89, 35]]), paint.ink), line("M92 38v3q-3 2-5 0m5 0q3 2 5 0", paint.ink, 0.9),
    ...eye(paint, 87, 29, 2), ...eye(paint, 97, 29.500, 2),
    shape(polygonPath([[66, 44], [58, 34], [61, 29], [66, 27], [71, 29], [74, 34]]), paint.rim), line("M66 43L61 31M66 43V29M66 43l5-12", paint.ground, 0.9),
    shape(limbPath([[56, 48], [56, 42], [61, 40]], 6, 5), paint.ink), shape(limbPath([[80, 46], [77, 41], [71, 40]], 6, 5), paint.ink),
  ]);
}

/** A seal on a rock, with its head up. @type {Family} */
export function seal({ random, paint }) {
  const nod = between(random, -2, 2);
  return waves(paint, [
    shape(polygonPath([[14, 74], [26, 63], [50, 61], [86, 63], [104, 66], [112, 74]]), paint.ground),
    shape(polygonPath([[32, 61], [16, 48], [18, 58], [8, 60], [20, 65]]), paint.ink),
    shape(smoothPath([[90, 16 + nod], [99, 24 + nod], [97, 42], [91, 58], [74, 65], [48, 65], [26, 62], [42, 54], [62, 47], [74, 36], [79, 22 + nod]]), paint.ink),
    shape(limbPath([[92, 25 + nod], [99, 26 + nod], [104, 27 + nod]], 13, 8), paint.ink),
    shape(smoothPath([[97, 32 + nod], [95, 46], [88, 58], [74, 62], [84, 50], [88, 38]]), paint.rim, { opacity: 0.55 }),
    shape(limbPath([[74, 52], [70, 62], [58, 68]], 9, 3), paint.ink), shape(limbPath([[90, 54], [96, 63], [106, 66]], 8, 3), paint.ink),
    line(smoothPath([[71, 51], [66, 60], [58, 65]], false), paint.rim, 0.9),
    disc(106, 25 + nod, 2, paint.ground), line(`M102 ${29 + nod}l9 1m-9 1l8 4m-9-2l5 5`, paint.glow, 0.8), ...eye(paint, 93, 21 + nod, 2.3),
  ]);
}

/** A mammoth: a high head, a sloping back, long fur and curved tusks. @type {Family} */
export function mammoth({ random, paint }) {
  const fur = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ y, /** @type {number} */ long) =>
    polygonPath([[from, y - 6], ...Array.from({ length: 2 * Math.round((to - from) / 6) + 1 }, (_, place) => /** @type {Point} */ ([from + place * 3, place % 2 ? y + long + between(random, -2, 2) : y])), [to, y - 6]]);
  const strands = Array.from({ length: 9 }, (_, place) => `M${36 + place * 5} ${38 - place * 1.8 + between(random, -4, 4)}q-1 4-3 7`).join("");
  const tusk = "q3 19 17 17q10-3 6-15";
  return [
    shape(limbPath([[27, 34], [20, 43], [20, 52]], 3.500, 2), paint.ink),
    ...[50, 70].map((x) => shape(limbPath([[x, 46], [x, 58], [x + 1, 68]], 12, 11), paint.ground)),
    line(`M99 32${tusk}`, paint.ground, 2.600),
    shape(smoothPath([[25, 48], [27, 32], [42, 23], [58, 17], [69, 12], [80, 18], [86, 50], [60, 55], [34, 56]]), paint.ink),
    ...[36, 79].map((x) => shape(limbPath([[x, 44], [x, 58], [x + 1, 69]], 14, 12), paint.ink)),
    shape(fur(27, 87, 54, 7), paint.ink),
    shape(smoothPath([[77, 22], [81, 9], [90, 3], [98, 9], [102, 24], [100, 37], [88, 42], [78, 34]]), paint.ink),
    shape(limbPath([[98, 26], [104, 40], [102, 54], [107, 62], [114, 59]], 12, 4.500), paint.ink),
    shape(fur(78, 96, 39, 6), paint.ink),
    shape(smoothPath([[79, 20], [85, 19], [87, 27], [83, 33], [79, 28]]), paint.ground),
    line(strands, paint.rim, 0.9), line(smoothPath([[30, 29], [42, 23.500], [58, 17.500], [69, 13]], false), paint.rim, 1),
    line(`M93 35${tusk}`, paint.rim, 3.4), ...eye(paint, 93, 20, 1.7),
  ];
}

/** A mole that comes out of its hill: a pointed snout, small eyes and large hands. @type {Family} */
export function mole({ random, paint }) {
  const sniff = between(random, -3, 1);
  /** @param {number} x @param {number} y */
  const hand = (x, y) => [
    line([-7, -3.500, 0, 3.500, 7].map((turn) => `M${x + turn * 0.6} ${y + 3}L${x + turn} ${y + 9 - Math.abs(turn) * 0.3}`).join(""), paint.glow, 1.9),
    shape(smoothPath([[x - 6, y], [x, y - 5], [x + 6, y], [x + 5, y + 5], [x - 5, y + 5]]), paint.rim),
  ];
  return [
    shape(smoothPath([[12, 71], [28, 60], [44, 54], [63, 52], [84, 55], [100, 61], [114, 71]]), paint.ground),
    shape(smoothPath([[40, 62], [41, 42], [50, 28], [64, 22], [78, 28], [86, 42], [87, 62]]), paint.ink),
    shape(limbPath([[66, 38], [84, 38 + sniff], [104, 42 + sniff * 2]], 27, 5), paint.ink),
    disc(105, 42 + sniff * 2, 3.6, paint.rim), line(`M96 ${45 + sniff * 2}l3 6m-6-6l1 7`, paint.rim, 0.8),
    line(smoothPath([[44, 40], [52, 29], [64, 24]], false), paint.rim, 1), disc(83, 34 + sniff, 1.3, paint.glow),
    shape(smoothPath([[28, 72], [40, 62], [63, 59], [88, 62], [104, 72]]), paint.ground),
    ...hand(50, 58), ...hand(80, 59),
    ...[[24, 58], [33, 52], [103, 56], [110, 62]].map(([x, y]) => disc(x, y + between(random, -3, 3), between(random, 1.200, 2.600), paint.ground)),
  ];
}

/** A frog from the front. @type {Family} */
export function frog({ random, paint }) {
  const grin = between(random, 4, 8);
  /** @type {Point[]} */
  const thigh = [[MIDDLE - 14, 64], [MIDDLE - 18, 50], [MIDDLE - 28, 44], [MIDDLE - 36, 52], [MIDDLE - 32, 64]];
  const parts = [thigh, mirrorPoints(thigh, MIDDLE)].map((side) => shape(smoothPath(side), paint.ground));
  for (const side of [-1, 1]) parts.push(line([0, 5, 10].map((toe) => `M${MIDDLE + side * 24} 65L${MIDDLE + side * (26 + toe)} ${69 - toe * 0.2}`).join(""), paint.ground, 3));
  parts.push(shape(smoothPath([[MIDDLE - 25, 41], [MIDDLE - 16, 28], [MIDDLE, 25], [MIDDLE + 16, 28], [MIDDLE + 25, 41], [MIDDLE + 18, 58], [MIDDLE, 65], [MIDDLE - 18, 58]]), paint.ink));
  parts.push(shape(smoothPath([[MIDDLE - 13, 52], [MIDDLE, 48 + grin], [MIDDLE + 13, 52], [MIDDLE + 9, 61], [MIDDLE, 64], [MIDDLE - 9, 61]]), paint.rim, { opacity: 0.5 }));
  for (const side of [-1, 1]) {
    parts.push(shape(limbPath([[MIDDLE + side * 14, 50], [MIDDLE + side * 12, 60], [MIDDLE + side * 10, 68]], 7, 5), paint.ink), line(`M${MIDDLE + side * 10} 68l-5 2m5-2v2m0-2l5 2`, paint.ink, 2.600));
    parts.push(disc(MIDDLE + side * 14, 25, 8.500, paint.ink), disc(MIDDLE + side * 14, 24, 6, paint.glow), shape(smoothPath([[MIDDLE + side * 14 - 4, 24.500], [MIDDLE + side * 14, 22.500], [MIDDLE + side * 14 + 4, 24.500], [MIDDLE + side * 14, 26.500]]), paint.ink));
  }
  return [...parts, line(`M${MIDDLE - 20} 40Q${MIDDLE} ${44 + 2 * grin} ${MIDDLE + 20} 40`, paint.rim, 1.600), line(`M${MIDDLE - 3} 35h.1m6 0h.1`, paint.rim, 1.600)];
}
