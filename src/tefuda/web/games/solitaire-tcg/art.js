// Procedural card pictures: colours of the first tag, symbols of all tags, and a figure by type.

import { svg } from "../../frame/dom.js";
import { cardRandom } from "./seeded_random.js";
import { figure } from "./figures.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./seeded_random.js").CardRandom} CardRandom */
/** @typedef {{hue: number, deep: string, mid: string, low: string, glow: string, ink: string}} Air */

export const ART_WIDTH = 120;
export const ART_HEIGHT = 84;

/** Hue, saturation and the hue of the light, by tag. @type {Record<string, [number, number, number]>} */
const AIRS = {
  echo: [256, 42, 268],
  memory: [338, 30, 32],
  garden: [148, 38, 78],
  lamp: [22, 48, 42],
  tide: [198, 52, 178],
  clock: [220, 18, 46],
};

let pictureCount = 0;

/**
 * @param {string | undefined} tag
 * @param {CardRandom} random
 * @returns {Air}
 */
function air(tag, random) {
  const [hue, full, light] = AIRS[tag ?? ""] ?? [random.whole(0, 359), 34, random.whole(0, 359)];
  const turned = hue + random.whole(-14, 14);
  const dark = random.whole(-3, 4);
  return {
    hue: turned,
    deep: `hsl(${turned} ${full}% ${15 + dark}%)`,
    mid: `hsl(${turned + 8} ${full}% ${33 + dark}%)`,
    low: `hsl(${(turned + light) / 2} ${full}% ${52 + dark}%)`,
    glow: `hsl(${light} 90% 80%)`,
    ink: `hsl(${turned} ${full}% 9%)`,
  };
}

/** Symbols by tag. @type {Record<string, (random: CardRandom, air: Air) => SVGElement[]>} */
const SIGNS = {
  echo(random, { glow }) {
    const [x, y, step] = [random.between(15, 105), random.between(8, 40), random.between(9, 14)];
    return Array.from({ length: 7 }, (_, n) =>
      svg("circle", { cx: x, cy: y, r: 6 + n * step, fill: "none", stroke: glow, "stroke-width": 1.6 - n * 0.15, opacity: 0.55 - n * 0.06 }),
    );
  },
  memory(random, { glow }) {
    return Array.from({ length: random.whole(5, 8) }, () => {
      const [x, y, size] = [random.between(4, 112), random.between(4, 64), random.between(0.6, 1.3)];
      const at = `translate(${x} ${y}) rotate(${random.whole(-50, 50)}) scale(${size})`;
      return svg(
        "g",
        { transform: at, opacity: random.between(0.25, 0.6) },
        svg("path", { d: "M0 0H9L11 2V14H0Z", fill: glow }),
        svg("path", { d: "M2 4H8M2 6.500H9M2 9H7", stroke: "#0006", "stroke-width": 0.8, fill: "none" }),
      );
    });
  },
  garden(random, { glow }) {
    return Array.from({ length: random.whole(6, 9) }, (_, n) => {
      const [x, lean, high] = [n * 15 + random.between(-5, 6), random.between(-12, 12), random.between(22, 52)];
      const [topX, topY] = [x + lean, ART_HEIGHT - high];
      const leaf = (/** @type {number} */ part, /** @type {number} */ side) => {
        const [lx, ly] = [x + lean * part * part, ART_HEIGHT - high * part];
        return svg("path", { d: "M0 0Q5-5 10-3 6 3 0 0", transform: `translate(${lx} ${ly}) scale(${side} 1)`, fill: glow, opacity: 0.4 });
      };
      return svg(
        "g",
        null,
        svg("path", { d: `M${x} ${ART_HEIGHT}Q${x} ${ART_HEIGHT - high / 2} ${topX} ${topY}`, stroke: glow, "stroke-width": 1, fill: "none", opacity: 0.4 }),
        leaf(0.45, 1),
        leaf(0.65, -1),
        svg("circle", { cx: topX, cy: topY, r: random.between(1.4, 3.4), fill: glow, opacity: 0.7 }),
      );
    });
  },
  lamp(random, { glow }) {
    return Array.from({ length: random.whole(3, 6) }, (_, n) => {
      const [x, y, r] = [8 + n * 22 + random.between(-6, 8), random.between(8, 38), random.between(2, 3.6)];
      return svg(
        "g",
        null,
        svg("path", { d: `M${x} 0V${y - r}`, stroke: glow, "stroke-width": 0.6, opacity: 0.5 }),
        svg("circle", { cx: x, cy: y, r: r * 4.2, fill: glow, opacity: 0.12 }),
        svg("circle", { cx: x, cy: y, r: r * 2.3, fill: glow, opacity: 0.22 }),
        svg("circle", { cx: x, cy: y, r, fill: "#fff8e0" }),
      );
    });
  },
  tide(random, { glow }) {
    return Array.from({ length: 4 }, (_, n) => {
      const [y, size, shift] = [44 + n * 11, random.between(2, 5), random.between(0, 30)];
      let d = `M${-shift} ${y}`;
      for (let x = 0; x < 6; x += 1) d += `q7.500 ${-size * 2} 15 0t15 0`;
      return svg("path", { d: `${d}V${ART_HEIGHT + 4}H${-shift}Z`, fill: glow, opacity: 0.1 + n * 0.05 });
    });
  },
  clock(random, { glow }) {
    const [x, y, r] = [random.between(26, 94), random.between(26, 44), random.between(24, 36)];
    const tick = (/** @type {number} */ n) => svg("path", { d: `M0 ${-r + 2}V${-r + (n % 3 ? 5 : 8)}`, transform: `rotate(${n * 30})` });
    const hands = svg("path", { d: `M0 0V${-r * 0.55}`, transform: `rotate(${random.whole(0, 359)})` });
    const hand = svg("path", { d: `M0 0V${-r * 0.78}`, transform: `rotate(${random.whole(0, 359)})` });
    const ring = svg("circle", { r, fill: "none" });
    const ticks = Array.from({ length: 12 }, (_, n) => tick(n));
    return [svg("g", { transform: `translate(${x} ${y})`, stroke: glow, "stroke-width": 1.6, "stroke-linecap": "round", opacity: 0.45 }, ring, ...ticks, hands, hand)];
  },
};

/** @param {CardRandom} random @param {Air} air */
function stars(random, { glow }) {
  return Array.from({ length: 14 }, () =>
    svg("circle", { cx: random.between(2, 118), cy: random.between(2, 60), r: random.between(0.4, 1.3), fill: glow, opacity: random.between(0.3, 0.9) }),
  );
}

/**
 * Draw the picture of a card. Each card has its own.
 * @param {Card} card
 * @returns {SVGSVGElement}
 */
export function picture(card) {
  const random = cardRandom(card.id);
  /** @type {string[]} */
  const tags = (card.facts.tags ?? []).map((/** @type {{id: string}} */ tag) => tag.id);
  const tones = air(tags.find((tag) => tag in AIRS), random);
  // Cropped pictures keep the heads of figures.
  const heads = card.facts.type === "monster" && !tags.includes("beast");
  pictureCount += 1;
  const sky = `stc-sky-${pictureCount}`;
  const light = `stc-light-${pictureCount}`;
  const signs = tags.filter((tag) => tag in SIGNS).flatMap((tag) => SIGNS[tag](random, tones));
  return svg(
    "svg",
    { viewBox: `0 0 ${ART_WIDTH} ${ART_HEIGHT}`, class: "stc-art", preserveAspectRatio: heads ? "xMidYMin slice" : "xMidYMid slice", "aria-hidden": "true", focusable: "false" },
    svg(
      "defs",
      null,
      svg(
        "linearGradient",
        { id: sky, x2: 0, y2: 1 },
        svg("stop", { "stop-color": tones.deep }),
        svg("stop", { offset: 0.65, "stop-color": tones.mid }),
        svg("stop", { offset: 1, "stop-color": tones.low }),
      ),
      svg(
        "radialGradient",
        { id: light },
        svg("stop", { "stop-color": tones.glow, "stop-opacity": 0.75 }),
        svg("stop", { offset: 0.5, "stop-color": tones.glow, "stop-opacity": 0.22 }),
        svg("stop", { offset: 1, "stop-color": tones.glow, "stop-opacity": 0 }),
      ),
    ),
    svg("rect", { width: ART_WIDTH, height: ART_HEIGHT, fill: `url(#${sky})` }),
    ...stars(random, tones),
    ...signs,
    svg("circle", { cx: 60, cy: 46, r: 40, fill: `url(#${light})` }),
    ...figure(card, tags, random, tones),
  );
}
