// The texts that somebody is working on, kept on the device: a list for each game.

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/**
 * @typedef {object} CardDraft
 * @property {string} id
 * @property {string} name what its writer calls it; empty: as the card is called
 * @property {LocalizedText | null} title what the card is called
 * @property {string} text
 * @property {number} when it was changed last
 * @property {boolean} fresh nobody has written in it yet
 */

const MAX_DRAFTS = 60;
/** Longer than any text that the server takes. */
const MAX_TEXT_LENGTH = 150_000;

export class Drafts {
  #key;
  /** The one that is open in this window. */
  #currentId = "";
  /** @type {string | null} what the device would not keep: it lasts as long as the page */
  #memory = null;
  /** Whether the device has kept everything. */
  saved = true;

  /** @param {string} game */
  constructor(game) {
    this.#key = `tefuda.workshop.${game}`;
    this.#currentId = this.#read().now;
  }

  /** The newest first. @returns {CardDraft[]} */
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
   * A new one, which is open then. It takes the place of the open one if nobody has written in that.
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
   * @returns {() => void} brings it back
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
   * Always from what is kept now: another window may have written meanwhile.
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

/** @param {any} one */
function isDraft(one) {
  return (
    typeof one?.id === "string" &&
    typeof one.text === "string" &&
    typeof one.name === "string" &&
    typeof one.when === "number" &&
    (one.title === null || typeof one.title?.en === "string")
  );
}

function newDraftId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
