// Card drafts on this device, by game.

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("../../frame/message_types.js").CheckedCard} CheckedCard */
/**
 * @typedef {object} CardDraft
 * @property {string} id
 * @property {string} name name of the draft; empty to use the card's name
 * @property {LocalizedText | null} title name of the card
 * @property {string} text
 * @property {number} when of the last change
 * @property {boolean} fresh not edited yet
 * @property {CheckedCard[]} [cards] the cards of its last valid text
 */

const MAX_DRAFTS = 60;
/** Longer than any text that the server accepts. */
const MAX_TEXT_LENGTH = 150_000;

export class Drafts {
  #key;
  /** The id of the open draft. */
  #currentId = "";
  /** @type {string | null} drafts that the browser refused to store, for this session */
  #memory = null;
  /** Whether everything is stored. */
  saved = true;

  /** @param {string} game */
  constructor(game) {
    this.#key = `tefuda.workshop.${game}`;
    this.#currentId = this.#read().now;
  }

  /** Newest first. @returns {CardDraft[]} */
  get all() {
    return this.#read().drafts.sort((one, other) => other.when - one.when);
  }

  /** @returns {CardDraft | null} */
  get current() {
    const { drafts } = this.#read();
    return drafts.find((one) => one.id === this.#currentId) ?? this.all[0] ?? null;
  }

  /** @param {string} id */
  choose(id) {
    this.#currentId = id;
    this.#write((drafts) => drafts);
  }

  /**
   * Add a draft and open it. It replaces the open draft if that was not edited.
   * @param {string} text
   * @param {Partial<CardDraft>} [more]
   * @returns {CardDraft}
   */
  add(text, more = {}) {
    const before = this.current;
    const draft = { name: "", title: null, fresh: true, ...more, id: newDraftId(), text, when: Date.now() };
    this.#currentId = draft.id;
    this.#write((drafts) => [draft, ...drafts.filter((one) => !(before?.fresh && one.id === before.id))]);
    return draft;
  }

  /**
   * @param {string} id
   * @param {Partial<CardDraft>} some
   */
  change(id, some) {
    const large = (some.text?.length ?? 0) > MAX_TEXT_LENGTH;
    if (!large) this.#write((drafts) => drafts.map((one) => (one.id === id ? { ...one, ...some } : one)));
    else this.saved = false;
  }

  /**
   * @param {string} id
   * @returns {() => void} restores it
   */
  remove(id) {
    const gone = this.all.find((one) => one.id === id);
    const open = this.#currentId;
    this.#write((drafts) => drafts.filter((one) => one.id !== id));
    return () => {
      this.#currentId = open;
      if (gone) this.#write((drafts) => [gone, ...drafts]);
    };
  }

  /** @returns {{now: string, drafts: CardDraft[]}} */
  #read() {
    try {
      const { now, drafts } = JSON.parse(this.#memory ?? localStorage.getItem(this.#key) ?? "{}");
      return { now: String(now ?? ""), drafts: (Array.isArray(drafts) ? drafts : []).filter(isDraft) };
    } catch {
      return { now: "", drafts: [] };
    }
  }

  /**
   * Read the stored drafts first: another window may have changed them.
   * @param {(drafts: CardDraft[]) => CardDraft[]} change
   */
  #write(change) {
    const drafts = change(this.#read().drafts).sort((one, other) => other.when - one.when);
    const written = JSON.stringify({ now: this.#currentId, drafts: drafts.slice(0, MAX_DRAFTS) });
    try {
      localStorage.setItem(this.#key, written);
      this.#memory = null;
    } catch {
      this.#memory = written;
    }
    this.saved = this.#memory === null;
  }
}

/**
 * Return the written drafts with valid cards, newest first.
 * @param {string} game
 * @returns {CheckedCard[][]}
 */
export const loadDraftCards = (game) =>
  new Drafts(game).all.flatMap(({ fresh, cards }) => (!fresh && cards?.length ? [cards] : []));

/** @param {any} one */
function isDraft(one) {
  return (
    typeof one?.id === "string" &&
    typeof one.text === "string" &&
    typeof one.name === "string" &&
    typeof one.when === "number" &&
    (one.title === null || typeof one.title?.en === "string") &&
    (one.cards === undefined || (Array.isArray(one.cards) && one.cards.every(isCheckedCard)))
  );
}

/** @param {any} card */
function isCheckedCard(card) {
  return [card?.id, card?.yaml, card?.name?.en, card?.text?.en].every((text) => typeof text === "string") && card.facts;
}

function newDraftId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
