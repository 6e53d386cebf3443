// Card facts as filters and statistics, for any game.

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("../../frame/message_types.js").Card} Card */
/**
 * @typedef {object} WordField
 * @property {string} name
 * @property {"words"} kind
 * @property {boolean} named values are game terms, not texts
 * @property {Map<string, LocalizedText | null>} values by id; null if the page provides the label
 */
/** @typedef {{name: string, kind: "number", values: number[]}} NumberField */
/** @typedef {WordField | NumberField} Field */

/** The value of cards without one. */
export const NO_VALUE = "";
/** Facts that are texts, not filter values. */
const TEXT_FACTS = ["line", "flavor", "uses"];

/**
 * Return the facts that differ between cards, in printed order.
 * @param {Card[]} cards
 * @returns {Field[]}
 */
export function filterFields(cards) {
  const names = new Set(cards.flatMap((card) => Object.keys(card.facts)));
  const filterable = Array.from(names).filter((name) => !TEXT_FACTS.includes(name) && !name.endsWith("_name"));
  return filterable.map((name) => createField(name, cards)).filter((field) => valueCount(field) > 1);
}

/** @param {Field} field */
const valueCount = (field) => (field.kind === "number" ? field.values.length : field.values.size);

/**
 * @param {string} name
 * @param {Card[]} cards
 * @returns {Field}
 */
function createField(name, cards) {
  const facts = cards.map((card) => card.facts[name]);
  if (facts.some((fact) => typeof fact === "number")) {
    const values = new Set(facts.filter((fact) => typeof fact === "number"));
    return { name, kind: "number", values: Array.from(values).sort((one, other) => one - other) };
  }
  /** @type {Map<string, LocalizedText | null>} */
  const values = new Map();
  let without = false;
  for (const card of cards) {
    const found = factValues(card, name);
    without ||= found.length === 0;
    for (const { id, label } of found) values.set(id, label);
  }
  const named = facts.some((fact) => typeof fact === "string" || Array.isArray(fact));
  const listed = Array.from(values);
  if (!named) listed.sort(([one], [other]) => (one < other ? -1 : 1));
  if (without) listed.push([NO_VALUE, null]);
  return { name, kind: "words", named, values: new Map(listed) };
}

/**
 * The values of a card's fact.
 * @param {Card} card
 * @param {string} name
 * @returns {{id: string, label: LocalizedText | null}[]}
 */
export function factValues(card, name) {
  const fact = card.facts[name];
  if (fact === null || fact === undefined) return [];
  const parts = Array.isArray(fact) ? fact : [fact];
  return parts.map((part) =>
    typeof part === "object"
      ? { id: part.id ?? part.en, label: part }
      : { id: String(part), label: card.facts[`${name}_name`] ?? null },
  );
}

/**
 * Normalize case and character width for comparison.
 * @param {string} text
 */
export const normalizeText = (text) => text.normalize("NFKC").toLowerCase();

/** A filter: words in names and texts, and values of facts. All must match. */
export class CardFilter {
  text = "";
  /** Selected values by field. @type {Map<string, Set<string>>} */
  selected = new Map();
  /** Lower and upper limit by field. @type {Map<string, [number | null, number | null]>} */
  ranges = new Map();

  /** The number of active fields. */
  get fieldCount() {
    return this.selected.size + this.ranges.size;
  }

  clear() {
    this.text = "";
    this.selected.clear();
    this.ranges.clear();
  }

  /**
   * @param {string} field
   * @param {string} value
   */
  toggle(field, value) {
    const values = this.selected.get(field) ?? new Set();
    if (!values.delete(value)) values.add(value);
    if (values.size) this.selected.set(field, values);
    else this.selected.delete(field);
  }

  /**
   * @param {string} field
   * @param {number | null} from
   * @param {number | null} to
   */
  setRange(field, from, to) {
    if (from === null && to === null) this.ranges.delete(field);
    else this.ranges.set(field, [from, to]);
  }

  /** @param {Card} card */
  matches(card) {
    return this.#matchesText(card) && this.#matchesValues(card) && this.#matchesRanges(card);
  }

  /** @param {Card} card */
  #matchesText({ name, text }) {
    const searched = normalizeText([name.en, name.ja, text.en, text.ja].join("\n"));
    return normalizeText(this.text)
      .split(/\s+/)
      .every((word) => searched.includes(word));
  }

  /** @param {Card} card */
  #matchesValues(card) {
    return Array.from(this.selected).every(([field, wanted]) => {
      const values = factValues(card, field);
      return values.length ? values.some(({ id }) => wanted.has(id)) : wanted.has(NO_VALUE);
    });
  }

  /** @param {Card} card */
  #matchesRanges(card) {
    return Array.from(this.ranges).every(([field, [from, to]]) => {
      const value = card.facts[field];
      return typeof value === "number" && (from === null || value >= from) && (to === null || value <= to);
    });
  }
}
