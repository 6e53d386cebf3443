// Charts of a deck: columns for numbers, bars for named values. Each has a text alternative.

import { h, svg } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { factValues } from "./facts.js";
import { fieldName, t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./facts.js").Field} Field */
/** @typedef {{label: string, count: number, tint: string}} ChartRow */

/** Fields with more values are not charted. */
const MAX_COLUMNS = 10;
/** Only the most frequent values are shown. */
const MAX_BARS = 8;

/** Colours of the rulebooks by value. @type {Record<string, string>} */
const COLOURS = {
  fire: "#d2492a",
  water: "#2f7fc1",
  grass: "#4c9a3f",
  light: "#d9a514",
  dark: "#7650a8",
  neutral: "#8b8578",
  normal_monster: "#e8cf7a",
  effect_monster: "#e08a3c",
  normal_magic: "#4a4a55",
  permanent_magic: "#6d6d7c",
  ember: "#d2492a",
  tide: "#2f7fc1",
  root: "#4c9a3f",
  lantern: "#d9a514",
  hollow: "#7650a8",
  monster: "#c08a2c",
  spell: "#4a66c4",
  artifact: "#6d7787",
  equip: "#b0486a",
  field: "#3f8d5f",
  lamp: "#d9a514",
  clock: "#a98432",
  memory: "#8c6bb1",
  garden: "#4c9a3f",
  echo: "#c0608a",
};

/**
 * The colour of a card: by attribute, else by type.
 * @param {Card | undefined} card
 */
export function cardColour(card) {
  const facts = card?.facts ?? {};
  return COLOURS[facts.attribute] ?? COLOURS[facts.type] ?? "var(--soft)";
}

/**
 * @param {Card[]} cards one entry for each copy
 * @param {Field[]} fields
 * @returns {HTMLElement[]}
 */
export function deckCharts(cards, fields) {
  return fields.flatMap((field) => {
    const curved = field.kind === "number" && field.values.length <= MAX_COLUMNS;
    const named = field.kind === "words" && field.named;
    const rows = curved ? countNumbers(cards, field) : named ? countWords(cards, field) : [];
    return rows.some((row) => row.count)
      ? [chartFigure(field.name, curved ? columnChart(rows) : barChart(rows), rows)]
      : [];
  });
}

/**
 * @param {Card[]} cards
 * @param {import("./facts.js").NumberField} field
 * @returns {ChartRow[]}
 */
function countNumbers(cards, { name, values }) {
  return values.map((value) => ({
    label: String(value),
    count: cards.filter((card) => card.facts[name] === value).length,
    tint: "var(--accent)",
  }));
}

/**
 * Count each value, most frequent first.
 * @param {Card[]} cards
 * @param {import("./facts.js").WordField} field
 * @returns {ChartRow[]}
 */
function countWords(cards, { name, values }) {
  const rows = Array.from(values).map(([id, label]) => ({
    label: localize(label),
    count: cards.filter((card) => factValues(card, name).some((value) => value.id === id)).length,
    tint: COLOURS[id] ?? "var(--accent)",
  }));
  return rows
    .filter((row) => row.count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_BARS);
}

/**
 * @param {string} name
 * @param {SVGElement} drawing
 * @param {ChartRow[]} rows
 */
function chartFigure(name, drawing, rows) {
  const said = rows.map((row) => `${row.label} ${row.count}`).join(", ");
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", t("plot", { field: fieldName(name), rows: said }));
  return h("figure", { class: "db-plot", dataset: { field: name } }, h("figcaption", null, fieldName(name)), drawing);
}

/** Width of a chart in its own units. */
const CHART_WIDTH = 300;

/** @param {ChartRow[]} rows */
function columnChart(rows) {
  const most = Math.max(1, ...rows.map((row) => row.count));
  const high = 92;
  const step = CHART_WIDTH / rows.length;
  const width = Math.min(step * 0.7, 40);
  return svg(
    "svg",
    { viewBox: `0 0 ${CHART_WIDTH} ${high}`, class: "db-columns" },
    ...rows.flatMap((row, at) => {
      const tall = Math.max((row.count / most) * (high - 34), 1);
      const middle = step * (at + 0.5);
      return [
        svg("rect", { x: middle - width / 2, y: high - 16 - tall, width, height: tall, rx: 3, fill: row.tint }),
        svg("text", { x: middle, y: high - 20 - tall, class: "db-value" }, row.count || ""),
        svg("text", { x: middle, y: high - 3 }, row.label),
      ];
    }),
  );
}

/** @param {ChartRow[]} rows */
function barChart(rows) {
  const most = Math.max(1, ...rows.map((row) => row.count));
  const [high, from] = [19, 112];
  return svg(
    "svg",
    { viewBox: `0 0 ${CHART_WIDTH} ${high * rows.length}`, class: "db-lines" },
    ...rows.flatMap((row, at) => {
      const width = (row.count / most) * (CHART_WIDTH - from - 28);
      return [
        svg("text", { x: from - 7, y: high * at + 14, class: "db-label" }, row.label),
        svg("rect", { x: from, y: high * at + 3.5, width, height: high - 7, rx: 3, fill: row.tint }),
        svg("text", { x: from + width + 6, y: high * at + 14, class: "db-value db-end" }, row.count),
      ];
    }),
  );
}
