// The figure in a card's picture, by type, tags, name and random numbers.

import { svg } from "../../frame/dom.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./seeded_random.js").CardRandom} CardRandom */
/** @typedef {import("./art.js").Air} Air */

/** Equipment from -24 to 24: a dark body, then light lines. @type {Record<string, [string, string]>} */
const GEAR = {
  quill: ["M-16 22C-10 6 0-14 20-22 18-4 8 8-8 14L-14 23Z", "M-15 21C-6 4 4-8 18-20M-6 8 2 8M0 0 9-2"],
  blade: ["M-3 10-6-14 0-26 6-14 3 10H10V14H3V24H-3V14H-10V10Z", "M0-20V8M-8 12H8"],
  shield: ["M0-23 19-16V0C19 12 10 20 0 25-10 20-19 12-19 0V-16Z", "M0-14V16M-11-4H11M-13-12C-5-8 5-8 13-12"],
  harness: ["M-18-18C-6-8 6-8 18-18L20-10C14 2 14 8 20 16L12 22C4 10-4 10-12 22L-20 16C-14 8-14 2-20-10Z", "M-14-10C-4 0 4 0 14-10M-12 14C-4 4 4 4 12 14M0-6V6"],
  arm: ["M-20 20-14 4-4-4-6-18 4-24 10-16 4-12 6-6 14-10 20-4 14 6 2 10-8 24Z", "M-12 8-2 2M2-18-2-6M8-2 14-4"],
  anchor: ["M-3-16A6 6 0 1 1 3-16V-10H11V-5H3V15C9 14 13 10 15 5L20 12C16 20 8 25 0 25-8 25-16 20-20 12L-15 5C-13 10-9 14-3 15V-5H-11V-10H-3Z", "M0-12V18M-8-8H8"],
  collar: ["M0-16C14-16 22-9 22 0 22 10 12 17 0 17-12 17-22 10-22 0-22-9-14-16 0-16ZM0-9C-8-9-14-5-14 0-14 6-8 9 0 9 8 9 14 6 14 0 14-5 8-9 0-9Z", "M-18 4C-12 12 12 12 18 4M0 13V21"],
  brand: ["M-20 20 8-8 4-12 14-22 22-14 12-4 8-8-14 24Z", "M-14 18 6-4M12-16 16-12"],
  crown: ["M-22 16-24-10-12 0 0-20 12 0 24-10 22 16Z", "M-18 10H18M0-12V2M-20-4V4M20-4V4"],
  mantle: ["M0-22C8-22 12-16 12-12L24 22C8 16-8 16-24 22L-12-12C-12-16-8-22 0-22Z", "M-6-12-12 16M6-12 12 16M0-8V14"],
  wings: ["M0 16C-6 2-10-8-26-18-26-4-22 6-12 12-8 16-4 18 0 22 4 18 8 16 12 12 22 6 26-4 26-18 10-8 6 2 0 16Z", "M-20-10C-14-4-8 4-3 14M20-10C14-4 8 4 3 14"],
  ring: ["M0-6A15 15 0 1 1-.1-6ZM0 0A9 9 0 1 0 .1 0ZM-7-9 0-22 7-9Z", "M-4-12 0-19 4-12M-11 8A11 11 0 0 0 0 20"],
};

/** Devices, standing at 24. @type {Record<string, [string, string]>} */
const DEVICES = {
  lamp: ["M-10 24H10L7 18H-7ZM-9 18H9L12-8 6-14H-6L-12-8ZM-4-14V-20A4 4 0 0 1 4-20V-14Z", "M-8 12V-6M8 12V-6M0 10C-6 4-2-2 0-8 2-2 6 4 0 10Z"],
  clock: ["M-16 24V-8A16 16 0 0 1 16-8V24Z", "M0-18A10 10 0 1 1-.1-18ZM0-8V-15M0-8H5M-8 10H8V20H-8ZM0 10V17"],
  urn: ["M-9-20H9V-16L6-12C16-8 18 8 6 20V24H-6V20C-18 8-16-8-6-12L-9-16Z", "M-12-2H12M-11 6H11M-6-10C-10-4-10 8-4 16"],
  gauge: ["M-18 24V18H-12V-16A12 12 0 0 1 12-16V18H18V24Z", "M-6-14V14M-6-8H2M-6-2H-1M-6 4H2M-6 10H-1M6-12V12"],
  boiler: ["M-20 24V20H-17V0A17 17 0 0 1 8-15V-24H16V-8C18-4 18 0 17 4V20H20V24Z", "M-10 6A8 8 0 1 1-9.900 6ZM-2-4H10M12-20V-10M4 10H12V18H4Z"],
  piano: ["M-22 24V-6C-22-16-12-22 0-18 8-16 10-10 22-8V24Z", "M-18 4H18V10H-18M-18 14V24M18 14V24M-8-10C0-14 4-6 14-4"],
  cabinet: ["M-18 24V-22H18V24Z", "M-14-18H14V20H-14ZM0-18V20M-14-4H14M-14 9H14M-7-14V-8M7-14A3 3 0 1 1 7-8M-7 0V5M7 14H9"],
  orrery: ["M-12 24H12L3 18V2H-3V18Z", "M0-22A22 9 0 1 1-.1-22M0-16A13 18 0 1 1-.1-16M0-8A5 5 0 1 1-.1-8ZM20-10A3 3 0 1 1 19.900-10M-16 0A2 2 0 1 1-16.100 0"],
  box: ["M-20 24V2H20V24ZM-20 0-16-14H22L20 0Z", "M-16 8H16V20H-16ZM0 8V20M-12-5H14M4-14V-22L12-24V-18"],
  seal: ["M-12 24V16H-8L-4 2C-10-2-12-8-10-14-8-22 8-22 10-14 12-8 10-2 4 2L8 16H12V24Z", "M-8 20H8M-5-12A6 6 0 1 1-5-11.900M-2 6 0 14 2 6"],
  model: ["M-24 24V12H-18V-2L-12-10-6-2V8H-2V-14L4-22 10-14V6H16V0L20-4 24 0V24Z", "M-14 4H-10M2-8H6M2 0H6M-14 12H-10M2 10H6V24M18 8H21M-20 18H-4M12 16H20"],
};

/** Words of names and their shapes; the first match counts. @type {[RegExp, string][]} */
const SHAPE_WORDS = [
  [/quill|pen|brush/i, "quill"], [/blade|sword|knife/i, "blade"], [/shield/i, "shield"], [/vine|harness/i, "harness"],
  [/arm\b|hand|glove/i, "arm"], [/anchor/i, "anchor"], [/collar|necklace/i, "collar"], [/brand|ink|wand/i, "brand"],
  [/crown|hat/i, "crown"], [/mantle|cloak|uniform/i, "mantle"], [/wing/i, "wings"], [/ring/i, "ring"],
  [/orrery|planet/i, "orrery"], [/boiler|engine/i, "boiler"], [/music|box/i, "box"], [/lamp|lantern/i, "lamp"],
  [/gauge|meter/i, "gauge"], [/clock|watch/i, "clock"], [/urn|vase|pot/i, "urn"], [/piano|organ/i, "piano"],
  [/cabinet|chest|shelf/i, "cabinet"], [/seal|stamp/i, "seal"], [/model|campus/i, "model"],
];

/**
 * @param {Record<string, [string, string]>} shapes
 * @param {Card} card
 * @param {CardRandom} random
 */
function pickShape(shapes, card, random) {
  const name = SHAPE_WORDS.find(([word, shape]) => shape in shapes && word.test(card.name.en))?.[1];
  return shapes[name ?? random.pick(Object.keys(shapes))];
}

/**
 * @param {Card} card
 * @param {string[]} tags
 * @param {CardRandom} random
 * @param {Air} air
 * @returns {SVGElement[]}
 */
export function figure(card, tags, random, air) {
  switch (card.facts.type) {
    case "monster":
      return creature(tags, card, random, air);
    case "spell":
      return circle(random, air);
    case "equip":
      return device(pickShape(GEAR, card, random), random, air, random.whole(-16, 16));
    case "artifact":
      return [svg("path", { d: "M22 74H98L104 84H16Z", fill: air.ink, opacity: 0.75 }), ...device(pickShape(DEVICES, card, random), random, air, 0)];
    case "field":
      return place(card, random, air);
    default:
      return circle(random, air);
  }
}

/** Kinds of monsters. @type {Record<string, (random: CardRandom, air: Air, card: Card) => SVGElement[]>} */
const KINDS = { scholar, beast, spirit, golem };

/** @param {[string, string]} shape @param {CardRandom} random @param {Air} air @param {number} lean */
function device([body, lines], random, air, lean) {
  const size = random.between(1.12, 1.26);
  const at = `translate(60 ${lean ? 43 : 74 - 24 * size}) rotate(${lean}) scale(${size})`;
  return [
    svg(
      "g",
      { transform: at, "stroke-linejoin": "round", "stroke-linecap": "round" },
      svg("path", { d: body, fill: air.ink, "fill-rule": "evenodd", stroke: air.glow, "stroke-width": 1.4 }),
      svg("path", { d: lines, fill: "none", stroke: air.glow, "stroke-width": 1.6, opacity: 0.9 }),
    ),
  ];
}

/** A spell circle. @param {CardRandom} random @param {Air} air */
function circle(random, { glow, ink }) {
  const points = random.whole(5, 9);
  const skip = random.whole(2, Math.floor((points - 1) / 2));
  const [r, turn] = [random.between(25, 30), random.whole(0, 359)];
  const corner = (/** @type {number} */ n, /** @type {number} */ far) => {
    const angle = (n / points) * 2 * Math.PI;
    return `${(Math.sin(angle) * far).toFixed(2)} ${(-Math.cos(angle) * far).toFixed(2)}`;
  };
  const star = Array.from({ length: points }, (_, n) => `M${corner(n, r)}L${corner(n + skip, r)}`).join("");
  const runes = Array.from({ length: points * 2 }, (_, n) => {
    const rune = random.pick(["M-2-2V2M-2 0H2", "M-2 2 0-2 2 2", "M-2-2H2L-2 2H2", "M0-2V2M-2-1 2 1", "M-2 0A2 2 0 1 1 2 0", "M-2-2 2 2M2-2-2 2"]);
    return svg("path", { d: rune, transform: `rotate(${(n * 180) / points}) translate(0 ${-r - 5})` });
  });
  const heart = random.pick(["M0-7 2-2 7 0 2 2 0 7-2 2-7 0-2-2Z", "M-6 0C-3-5 3-5 6 0 3 5-3 5-6 0ZM0-2A2 2 0 1 1-.1-2Z", "M0 7C-5 2-4-3 0-8 4-3 5 2 0 7Z", "M-6-5H6L0 6Z", "M0-6A6 6 0 1 0 4 4 5 5 0 1 1 0-6Z"]);
  return [
    svg(
      "g",
      { transform: `translate(60 42) rotate(${turn})`, fill: "none", stroke: glow, "stroke-width": 1.3, "stroke-linecap": "round" },
      svg("circle", { r: r + 9, fill: ink, "fill-opacity": 0.35 }),
      svg("circle", { r }),
      svg("path", { d: star }),
      svg("circle", { r: random.between(9, 12), fill: ink, "fill-opacity": 0.6 }),
      ...runes,
    ),
    svg("path", { d: heart, transform: "translate(60 42) scale(1.05)", fill: glow }),
  ];
}

/** @param {string[]} tags @param {Card} card @param {CardRandom} random @param {Air} air */
function creature(tags, card, random, air) {
  const kind = tags.find((tag) => tag in KINDS) ?? random.pick(Object.keys(KINDS));
  const parts = KINDS[kind](random, air, card);
  const side = random.next() < 0.5 ? -1 : 1;
  const size = random.between(0.94, 1.08);
  return [svg("g", { transform: `translate(60 84) scale(${side * size} ${size})`, "stroke-linejoin": "round", "stroke-linecap": "round" }, ...parts)];
}

/** A standing scholar; feet at 0. @param {CardRandom} random @param {Air} air */
function scholar(random, { ink, glow, mid }) {
  const wide = random.between(17, 24);
  const hat = random.pick(["M-16-60 0-67 16-60 0-53ZM12-59V-48", "M-12-56C-9-70 4-78 10-72 4-70 8-62 12-56Z", "M-14-50C-16-70 16-70 14-50 10-58-10-58-14-50Z", "M-13-58H13L9-66H-9ZM-9-66C-4-72 4-72 9-66"]);
  const held = random.pick(["M12-32 26-36V-20L12-16ZM26-36 30-34V-18L26-20", "M24 0V-62M20-62A4 4 0 1 1 28-62 4 4 0 1 1 20-62Z", "M18-34V-26M13-26H23L25-12H11Z", "M10-22 30-40M28-42 32-38", "M14-24H28V-14H14ZM18-24V-28H24V-24"]);
  return [
    svg("path", { d: `M${-wide} 4C${-wide + 2}-18-14-36-8-42H8C14-36 ${wide - 2}-18 ${wide} 4Z`, fill: ink, stroke: glow, "stroke-width": 1 }),
    svg("path", { d: `M-6-40 0 ${random.whole(-24, -12)} 6-40M0-20V2`, fill: "none", stroke: glow, "stroke-width": 1.2, opacity: 0.8 }),
    svg("circle", { cx: 0, cy: -50, r: 9.5, fill: mid, stroke: ink, "stroke-width": 1 }),
    svg("path", { d: "M-4-50V-48.500M4-50V-48.500", stroke: glow, "stroke-width": 2 }),
    svg("path", { d: hat, fill: ink, stroke: glow, "stroke-width": 1.1 }),
    svg("path", { d: held, fill: ink, stroke: glow, "stroke-width": 1.5 }),
  ];
}

/** An animal. @param {CardRandom} random @param {Air} air @param {Card} card */
function beast(random, { ink, glow }, card) {
  const { en } = card.name;
  const kind = /owl|bird|crow|moth/i.test(en) ? 0 : /fox|cat|wolf|dog|hound/i.test(en) ? 1 : /leviathan|fish|whale|serpent/i.test(en) ? 2 : /crab|hermit|shell/i.test(en) ? 3 : random.whole(0, 3);
  const bodies = [
    "M-18 2C-26-24-20-52-14-60L-8-54C-3-57 3-57 8-54L14-60C20-52 26-24 18 2Z",
    "M-28 2C-30-14-22-24-8-26L-6-46-14-58 0-50 14-58 10-44 16-36 8-30C16-16 16-8 16 2ZM-26 0C-44-4-46-24-36-36-36-22-30-16-22-16Z",
    "M-46-8C-40-30-20-42 4-40 24-38 34-26 46-34 44-22 44-14 48-4 38-10 30-8 22-4 4 6-30 8-46-8Z",
    "M-24 2C-30-20-18-46 4-50 24-46 30-22 22 2ZM-22 0C-36-2-44-12-38-22-36-14-30-12-22-14ZM20 0C36-2 44-12 38-22 36-14 30-12 20-14Z",
  ];
  const marks = [
    "M-10-24C-6-16 6-16 10-24M-10-12C-6-4 6-4 10-12M0-38-3-33H3Z",
    "M-4-20C0-10 0-4-2 2M4-38H6M-36-30-32-20",
    "M-34-14C-20-4 0-4 16-12M-8-40-2-50 6-40M-24-10-28 0",
    "M4-44C-8-40-14-26-8-16-2-8 12-12 10-22 8-30-2-28-1-22",
  ];
  const eyes = [[[-7, -44], [7, -44]], [[-1, -42], [7, -42]], [[-32, -20]], [[-8, -6], [8, -6]]][kind];
  return [
    svg("path", { d: bodies[kind], fill: ink, stroke: glow, "stroke-width": 1.2 }),
    svg("path", { d: marks[kind], fill: "none", stroke: glow, "stroke-width": 1.3, opacity: 0.8 }),
    ...eyes.map(([x, y]) => svg("circle", { cx: x, cy: y, r: random.between(2, kind ? 2.6 : 4.4), fill: glow })),
  ];
}

/** A floating spirit. @param {CardRandom} random @param {Air} air @param {Card} card */
function spirit(random, { ink, glow, low }, card) {
  const [tail, wing, lift, round] = [random.between(-18, 18), random.between(20, 34), random.between(-14, -6), random.between(12, 17)];
  const bodies = [
    `M0-62C${round}-62 ${round + 4}-50 16-38 14-24 8-14 ${tail} 0 ${tail / 3}-10-12-22-15-38-18-52-${round}-62 0-62Z`,
    `M0-64C14-64 20-52 20-40L24-4 14-12 8-2 0-12-8-2-14-12-24-4-20-40C-20-52-14-64 0-64Z`,
    `M${tail / 2}-74C${tail / 2 + 4}-62 22-52 18-32 15-14 8-8 0-6-8-8-15-14-18-32-20-46-8-52-6-64-2-60-2-58 0-56 4-62 2-68 ${tail / 2}-74Z`,
    `M0-60C8-60 10-52 9-44 8-26 6-14 0-4-6-14-8-26-9-44-10-52-8-60 0-60Z`,
  ];
  const { en } = card.name;
  const kind = /moth|sprite|fairy|pollen/i.test(en) ? 3 : /ghost|sheet|twin/i.test(en) ? 1 : /flame|ember|saint|champion/i.test(en) ? 2 : random.whole(0, 3);
  const small = `M-13-42C${-wing}-52 ${-wing - 4}-34 ${-wing + 2}-26-22-28-16-30-12-32M13-42C${wing}-52 ${wing + 4}-34 ${wing - 2}-26 22-28 16-30 12-32`;
  const large = `M-7-42C${-wing - 6}-${random.whole(66, 78)} ${-wing - 14}-40 ${-wing - 4}-34-${wing}-${random.whole(8, 18)}-18-10-7-28ZM7-42C${wing + 6}-70 ${wing + 14}-40 ${wing + 4}-34 ${wing}-14 18-10 7-28Z`;
  const crown = random.pick(["M-10-66A10 4 0 1 1-9.900-65.900Z", "M-8-63-5-74 0-66 5-74 8-63Z", "M-4-60C-8-70-14-72-16-78M4-60C8-70 14-72 16-78", "M-12-58C-22-66-20-76-12-74M12-58C22-66 20-76 12-74", "M-9-64 9-64M-6-68H6"]);
  const mouth = random.pick([`M-3-40Q0-${random.whole(36, 38)} 3-40`, "M-3-39H3", "M0-41V-38", "M-4-38Q0-42 4-38"]);
  return [
    svg(
      "g",
      { transform: `translate(0 ${lift})` },
      svg("path", { d: kind === 3 ? large : small, fill: low, "fill-opacity": 0.55, stroke: glow, "stroke-width": 1 }),
      svg("path", { d: bodies[kind], fill: ink, "fill-opacity": 0.85, stroke: glow, "stroke-width": 1.3 }),
      kind !== 2 && svg("path", { d: crown, fill: "none", stroke: glow, "stroke-width": 1.5 }),
      svg("path", { d: `M-5-50V-${random.whole(45, 47)}M5-50V-46${mouth}`, fill: "none", stroke: glow, "stroke-width": 2 }),
      svg("circle", { cx: 0, cy: -28, r: random.between(2, 4), fill: glow, opacity: 0.7 }),
    ),
  ];
}

/** A golem. @param {CardRandom} random @param {Air} air */
function golem(random, { ink, glow, mid }) {
  const [chest, head, shoulder] = [random.whole(16, 22), random.whole(8, 12), random.whole(6, 10)];
  const core = random.pick(["M0-36A6 6 0 1 1-.1-36Z", "M-6-36H6V-26H-6Z", "M0-38 6-31 0-24-6-31Z"]);
  return [
    svg("path", { d: `M${-chest + 2} 2V-16H-4V2ZM4 2V-16H${chest - 2}V2Z`, fill: ink, stroke: glow, "stroke-width": 1 }),
    svg("path", { d: `M${-chest}-44H${chest}L${chest - 3}-16H${-chest + 3}Z`, fill: ink, stroke: glow, "stroke-width": 1.2 }),
    svg("path", { d: `M${-chest - shoulder * 2}-46H${-chest - 1}V-20L${-chest - 6}-8H${-chest - shoulder * 2 + 2}ZM${chest + shoulder * 2}-46H${chest + 1}V-20L${chest + 6}-8H${chest + shoulder * 2 - 2}Z`, fill: ink, stroke: glow, "stroke-width": 1 }),
    svg("rect", { x: -head, y: -62, width: head * 2, height: 15, rx: random.whole(1, 6), fill: mid, stroke: glow, "stroke-width": 1.2 }),
    svg("path", { d: random.next() < 0.5 ? "M-4-55H4" : "M-4-56V-53M4-56V-53", stroke: glow, "stroke-width": 2.6 }),
    svg("path", { d: core, fill: glow, opacity: 0.85 }),
  ];
}

/** A place. @param {Card} card @param {CardRandom} random @param {Air} air */
function place(card, random, air) {
  const { ink, glow, deep } = air;
  const { en } = card.name;
  const kinds = [hall, tower, shelves, glasshouse, steps];
  const at = /tower|beacon|roof|chapel/i.test(en) ? 1 : /library|bookcase|class|room|reading/i.test(en) ? 2 : /green|garden|orchard|yard|compost/i.test(en) ? 3 : /stair|stage|well|porch|square/i.test(en) ? 4 : /hall|corridor|gallery/i.test(en) ? 0 : random.whole(0, 4);
  const rays = Array.from({ length: 7 }, (_, n) => `M60 60 ${n * 26 - 18} 84`).join("");
  return [
    svg("path", { d: "M0 60H120V84H0Z", fill: deep, opacity: 0.9 }),
    svg("path", { d: `${rays}M0 66H120M0 74H120`, stroke: glow, "stroke-width": 0.6, opacity: 0.35, fill: "none" }),
    ...kinds[at](random).map(([d, lit]) => svg("path", { d, fill: lit ? glow : ink, opacity: lit ? 0.85 : 1, stroke: glow, "stroke-width": lit ? 0 : 0.8, "stroke-linejoin": "round" })),
  ];
}

/** @typedef {[string, boolean][]} Parts paths, and whether each is light */

/** @param {CardRandom} random @returns {Parts} */
function hall(random) {
  const count = random.whole(2, 4);
  const [wide, high] = [96 / count, random.between(30, 46)];
  const arch = (/** @type {number} */ n) => {
    const [x, r] = [12 + n * wide, (wide - 9) / 2];
    return `M${x + 4} 62V${62 - high + r}A${r} ${r} 0 0 1 ${x + 4 + 2 * r} ${62 - high + r}V62Z`;
  };
  const all = Array.from({ length: count }, (_, n) => arch(n)).join("");
  const shut = arch(random.whole(0, count - 1));
  return [[`M6 62V${54 - high}L60 ${44 - high}L114 ${54 - high}V62Z`, false], [all, true], [shut, false]];
}

/** @param {CardRandom} random @returns {Parts} */
function tower(random) {
  const [x, w, top] = [random.between(42, 70), random.between(9, 13), random.between(12, 20)];
  const windows = Array.from({ length: 3 }, (_, n) => `M${x - 2} ${top + 12 + n * 13}h4v6h-4Z`).join("");
  return [
    [`M${x - w} 64V${top + 8}L${x} ${top - 8}L${x + w} ${top + 8}V64Z`, false],
    [`M${x + w} 64V${random.whole(36, 46)}H${x + 34}V64ZM${x - w} 64V${random.whole(40, 50)}H${x - 30}V64Z`, false],
    [`${windows}M${x} ${top + 1}a3 3 0 1 1-.1 0Z`, true],
  ];
}

/** @param {CardRandom} random @returns {Parts} */
function shelves(random) {
  let books = "";
  for (const [y, high] of [[14, 13], [30, 13], [46, 13]]) {
    for (let x = 12; x < 106; ) {
      const wide = random.between(2.5, 6);
      const tall = random.between(7, high - 1);
      if (random.next() < 0.8) books += `M${x.toFixed(1)} ${y + high}v${-tall.toFixed(1)}h${wide.toFixed(1)}v${tall.toFixed(1)}Z`;
      x += wide + 0.8;
    }
  }
  const [x, wide] = [random.between(34, 70), random.between(12, 18)];
  return [["M8 62V10H112V62Z", false], [books, true], [`M${x} 64V${random.whole(32, 40)}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0V64Z`, false]];
}

/** @param {CardRandom} random @returns {Parts} */
function glasshouse(random) {
  const [x, w, top] = [random.between(50, 70), random.between(30, 42), random.between(12, 20)];
  const trees = Array.from({ length: random.whole(3, 5) }, (_, n) => `M${12 + n * 24 + random.between(-5, 5)} 66v-10a${random.between(5, 8)} 8 0 1 1 2 0v10Z`).join("");
  const panes = `M${x - w + 4} 60V42H${x - 3}V60ZM${x + 3} 60V42H${x + w - 4}V60ZM${x - w + 8} 38Q${x - 12} ${top + 8} ${x - 3} ${top + 5}V38ZM${x + w - 8} 38Q${x + 12} ${top + 8} ${x + 3} ${top + 5}V38Z`;
  return [[`M${x - w} 64V40Q${x - 14} ${top} ${x} ${top - 4}Q${x + 14} ${top} ${x + w} 40V64Z`, false], [panes, true], [trees, false]];
}

/** @param {CardRandom} random @returns {Parts} */
function steps(random) {
  const count = random.whole(4, 6);
  const side = random.between(46, 74);
  const stairs = Array.from({ length: count }, (_, n) => `M${side - 40 + n * 5} ${66 - n * 6}H${side + 40 - n * 5}V${61 - n * 6}H${side - 40 + n * 5}Z`).join("");
  const top = 66 - count * 6;
  const door = `M${side - 7} ${top}V${top - 14}a7 7 0 0 1 14 0V${top}Z`;
  return [[`M${side - 13} ${top + 1}V${top - 16}a13 13 0 0 1 26 0V${top + 1}Z`, false], [door, true], [stairs, false]];
}
