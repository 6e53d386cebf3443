// What cards can be found and counted by: the fields that are printed on them, whatever a game's are.

/** @typedef {import("../../frame/message_types.js").Both} Both */
/** @typedef {import("../../frame/message_types.js").Card} Card */
/**
 * @typedef {object} Words
 * @property {string} name
 * @property {"words"} kind
 * @property {boolean} named they are words of the rules, not texts
 * @property {Map<string, Both | null>} values by id; null: to be named by the page
 */
/** @typedef {{name: string, kind: "number", values: number[]}} Numbers */
/** @typedef {Words | Numbers} Field */

/** The value of a card that has none. */
export const NONE = "";
/** What is read as a text, not looked for by its value. */
const TEXTS = ["line", "flavor"];

/**
 * The fields that tell the cards of a game apart, in the order in which they are printed.
 * @param {Card[]} cards
 * @returns {Field[]}
 */
export function fieldsOf(cards) {
  const names = new Set(cards.flatMap((card) => Object.keys(card.facts)));
  const telling = Array.from(names).filter((name) => !TEXTS.includes(name) && !name.endsWith("_name"));
  return telling.map((name) => fieldOf(name, cards)).filter((field) => sizeOf(field) > 1);
}

/** @param {Field} field */
const sizeOf = (field) => (field.kind === "number" ? field.values.length : field.values.size);

/**
 * @param {string} name
 * @param {Card[]} cards
 * @returns {Field}
 */
function fieldOf(name, cards) {
  const facts = cards.map((card) => card.facts[name]);
  if (facts.some((fact) => typeof fact === "number")) {
    const values = new Set(facts.filter((fact) => typeof fact === "number"));
    return { name, kind: "number", values: Array.from(values).sort((one, other) => one - other) };
  }
  /** @type {Map<string, Both | null>} */
  const values = new Map();
  let without = false;
  for (const card of cards) {
    const found = valuesOf(card, name);
    without ||= found.length === 0;
    for (const { id, label } of found) values.set(id, label);
  }
  const named = facts.some((fact) => typeof fact === "string" || Array.isArray(fact));
  const listed = Array.from(values);
  if (!named) listed.sort(([one], [other]) => (one < other ? -1 : 1));
  if (without) listed.push([NONE, null]);
  return { name, kind: "words", named, values: new Map(listed) };
}

/**
 * What a card has in a field of words; nothing, one or several.
 * @param {Card} card
 * @param {string} name
 * @returns {{id: string, label: Both | null}[]}
 */
export function valuesOf(card, name) {
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
 * How a text is compared: without regard to capitals, or to the width of letters.
 * @param {string} text
 */
export const plain = (text) => text.normalize("NFKC").toLowerCase();

/** What is looked for: words in names and texts, and values of fields. All of it must be so. */
export class Wish {
  text = "";
  /** By field, any of these. @type {Map<string, Set<string>>} */
  chosen = new Map();
  /** By field, from and to. @type {Map<string, [number | null, number | null]>} */
  between = new Map();

  /** How many fields are asked for. */
  get fields() {
    return this.chosen.size + this.between.size;
  }

  clear() {
    this.text = "";
    this.chosen.clear();
    this.between.clear();
  }

  /**
   * @param {string} field
   * @param {string} value
   */
  toggle(field, value) {
    const values = this.chosen.get(field) ?? new Set();
    if (!values.delete(value)) values.add(value);
    if (values.size) this.chosen.set(field, values);
    else this.chosen.delete(field);
  }

  /**
   * @param {string} field
   * @param {number | null} from
   * @param {number | null} to
   */
  limit(field, from, to) {
    if (from === null && to === null) this.between.delete(field);
    else this.between.set(field, [from, to]);
  }

  /** @param {Card} card */
  fits(card) {
    return this.#says(card) && this.#has(card) && this.#within(card);
  }

  /** @param {Card} card */
  #says({ name, text }) {
    const said = plain([name.en, name.ja, text.en, text.ja].join("\n"));
    return plain(this.text)
      .split(/\s+/)
      .every((word) => said.includes(word));
  }

  /** @param {Card} card */
  #has(card) {
    return Array.from(this.chosen).every(([field, wanted]) => {
      const values = valuesOf(card, field);
      return values.length ? values.some(({ id }) => wanted.has(id)) : wanted.has(NONE);
    });
  }

  /** @param {Card} card */
  #within(card) {
    return Array.from(this.between).every(([field, [from, to]]) => {
      const value = card.facts[field];
      return typeof value === "number" && (from === null || value >= from) && (to === null || value <= to);
    });
  }
}
