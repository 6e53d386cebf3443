// The deck builder: cards to choose from on one side, the deck on the other; on a phone one at a time.

import * as api from "../../frame/api.js";
import { readDeck } from "../../frame/author_api.js";
import { fill, h } from "../../frame/dom.js";
import { keep } from "../../frame/seat_tokens.js";
import { draftOf, keepDeck, keepDraft, newKey, ownDeck } from "../../frame/saved_decks.js";
import { Page, go } from "../../frame/page.js";
import { styled } from "../../frame/screen.js";
import { both } from "../../frame/words.js";
import { faceOf } from "../../games/index.js";
import { Bench, emptyDeck, same } from "./deck_editor.js";
import { Check } from "./check.js";
import { showCard } from "./detail.js";
import { fieldsOf } from "./facts.js";
import { exportDeck, importDeck, placed } from "./files.js";
import { tryHand } from "./sample_hand.js";
import { holdsDeck, textOf } from "./link.js";
import { nameDeck, unnamed } from "./rename_deck.js";
import { Panel } from "./panel.js";
import { DRAGGED, Pool } from "./card_pool.js";
import { renamed, showShelf } from "./deck_list.js";
import { bothWords, w } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/message_types.js").Game} Game */
/** @typedef {ReturnType<typeof parts>} Parts */

/**
 * What the page is made of, once its game is known.
 * @param {Game} game
 * @param {Card[]} cards
 * @param {import("../../games/index.js").Face} face
 * @param {{changed: () => void, judged: () => void}} told
 */
function parts(game, cards, face, told) {
  const fields = fieldsOf(cards);
  const known = new Map(cards.map((card) => [card.id, card]));
  const option = (/** @type {string} */ name) => Number(game.options.find((one) => one.name === name)?.default ?? 0);
  const limits = { size: option("deck_size"), copies: option("copies"), opening: option("opening_hand") };
  return {
    game,
    face,
    fields,
    known,
    limits,
    pool: new Pool(cards, fields, face),
    panel: new Panel(game, known, fields, limits),
    bench: new Bench(draftOf(game.id) ?? { deck: emptyDeck(bothWords("unnamed")), key: null }, told.changed),
    check: new Check(game.id, told.judged),
  };
}

export default class DecksPage extends Page {
  static tag = "decks-page";
  /** @type {Parts | null} */
  #parts = null;
  #notice = h("p", { class: "notice db-notice", role: "status", hidden: true });
  #spoken = h("p", { class: "unseen", role: "status" });
  #tabs = h("nav", { class: "db-tabs" });
  #keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
  #linked = () => void this.#openLink();

  /** @param {string[]} params */
  async open([id]) {
    document.body.dataset.layout = "wide";
    try {
      const sheet = styled(new URL("style.css", import.meta.url).href);
      const [game, cards, face] = await Promise.all([api.game(id), api.cards(id), faceOf(id), sheet]);
      if (!game.decks.length) return go(`/cards/${id}`, { replace: true });
      this.#build(parts(game, cards, face, { changed: () => this.#changed(), judged: () => this.#judged() }));
      await this.#openLink();
    } catch (failure) {
      fill(this, h("p", { class: "notice", role: "alert" }, api.sentence(failure)));
    }
    return undefined;
  }

  leave() {
    this.#parts?.check.stop();
    document.removeEventListener("keydown", this.#keys);
    removeEventListener("hashchange", this.#linked);
  }

  /** @param {Parts} made */
  #build(made) {
    this.#parts = made;
    const { pool, panel, bench } = made;
    this.dataset.tab = "pool";
    this.append(this.#notice, this.#spoken, pool.element, panel.element, this.#tabs);
    this.addEventListener("add", (event) => this.#add(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("about", (event) => {
      const { card, among } = /** @type {CustomEvent} */ (event).detail;
      showCard(card, among, { ...made, copies: made.limits.copies });
    });
    this.addEventListener("begin", (event) => this.#take(renamed(/** @type {CustomEvent} */ (event).detail), null));
    this.addEventListener("tool", (event) => this.#tool(/** @type {CustomEvent} */ (event).detail));
    panel.element.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
    });
    panel.element.addEventListener("drop", (event) => {
      const card = made.known.get(event.dataTransfer?.getData(DRAGGED) ?? "");
      if (!card) return;
      event.preventDefault();
      this.#add({ card, by: 1 });
    });
    document.addEventListener("keydown", this.#keys);
    addEventListener("hashchange", this.#linked);
    made.check.look(bench.deck);
    this.relabel();
  }

  relabel() {
    if (!this.#parts) return;
    const { game, pool } = this.#parts;
    const title = w("title", { game: both(game.title) });
    this.entitle(title);
    pool.relabel(title);
    this.#say("");
    this.#show();
  }

  #show() {
    if (!this.#parts) return;
    const { bench, check, limits, panel, pool } = this.#parts;
    pool.mark(bench.deck.cards);
    panel.show(bench, check, this.#unsaved);
    const tab = (/** @type {string} */ name, /** @type {string} */ more) =>
      h(
        "button",
        { "aria-pressed": String(this.dataset.tab === name), onclick: () => this.#turn(name) },
        w(name),
        more,
      );
    fill(this.#tabs, tab("pool", ""), tab("deck", ` ${w("size", { n: bench.size, of: limits.size })}`));
  }

  /** @param {string} tab */
  #turn(tab) {
    this.dataset.tab = tab;
    scrollTo(0, 0);
    this.#show();
    /** @type {HTMLElement | null} */ (this.#tabs.querySelector("[aria-pressed=true]"))?.focus();
  }

  /** The deck is another now. */
  #changed() {
    if (!this.#parts) return;
    const { bench, check, game } = this.#parts;
    this.#say(keepDraft(game.id, bench.draft) ? "" : w("no_room"));
    check.look(bench.deck);
    this.#show();
  }

  /** The server has answered: a saved deck that it finds nothing wrong with can be chosen for a table. */
  #judged() {
    if (!this.#parts) return;
    const { bench, check, panel } = this.#parts;
    panel.judge(check);
    const saved = ownDeck(bench.key);
    const option = check.good ? check.verdict.option : null;
    if (saved && same(saved.deck, bench.deck) && saved.option !== option) keepDeck({ ...saved, option });
  }

  get #unsaved() {
    const bench = this.#parts?.bench;
    const saved = ownDeck(bench?.key ?? null);
    return !bench || !saved || !same(saved.deck, bench.deck);
  }

  /** @param {string | Node[]} sentence */
  #say(sentence) {
    fill(this.#notice, ...(typeof sentence === "string" ? [sentence] : sentence));
    this.#notice.hidden = sentence.length === 0;
  }

  /** @param {{card: Card, by: number}} wish */
  #add({ card, by }) {
    if (!this.#parts) return;
    const { bench } = this.#parts;
    bench.add(card.id, by);
    this.#spoken.textContent = w("now_in", { card: both(card.name), n: bench.count(card.id), size: bench.size });
  }

  /**
   * Go on with another deck; the one before can be brought back by undo.
   * @param {Deck} deck
   * @param {string | null} key
   */
  #take(deck, key) {
    if (!this.#parts) return;
    const before = this.#parts.bench.size;
    this.#parts.bench.step(deck, key);
    if (before && this.#notice.hidden) this.#say(w("opened", { name: both(deck.name) }));
  }

  /** A deck in the address is read like any file from elsewhere, and leaves the address. */
  async #openLink() {
    const { hash, pathname, search } = location;
    if (!this.#parts || !holdsDeck(hash)) return;
    history.replaceState(null, "", pathname + search);
    try {
      const text = await textOf(hash);
      if (text === null) return this.#say(w("bad_link"));
      const { deck, problems } = await readDeck(this.#parts.game.id, text);
      if (deck) return this.#take(deck, null);
      return this.#say([
        h("span", null, w("link_wrong")),
        h("ul", null, ...problems.map((problem) => h("li", null, placed(problem)))),
      ]);
    } catch (failure) {
      return this.#say(api.sentence(failure));
    }
  }

  /** @param {string} name */
  #tool(name) {
    if (!this.#parts) return;
    const { bench, face, game, known, limits } = this.#parts;
    const take = (/** @type {Deck} */ deck) => this.#take(deck, null);
    /** @type {Record<string, () => void>} */
    const tools = {
      undo: () => bench.undo(),
      redo: () => bench.redo(),
      name: () => nameDeck(bench.deck, (deck) => bench.step(deck, bench.key)),
      save: () => this.#save(),
      play: () => void this.#play(),
      share: () => void exportDeck(game.id, bench.deck),
      hand: () => tryHand(bench.listed(known), limits.opening, face),
      decks: () =>
        showShelf(game, bench.key, {
          take: (deck, key) => this.#take(deck, key),
          begin: () => take(emptyDeck(bothWords("unnamed"))),
          read: () => importDeck(game.id, take),
          changed: (key, there) => {
            if (there ? bench.key === null : bench.key === key) bench.bind(there ? key : null);
          },
          full: () => this.#say(w("no_room")),
        }),
    };
    tools[name]();
  }

  /** Keep the deck; one without a name is asked for it once. */
  #save(asked = false) {
    if (!this.#parts) return;
    const { bench, check, game } = this.#parts;
    if (!asked && !bench.key && unnamed(bench.deck))
      return nameDeck(bench.deck, (deck) => {
        bench.step(deck, null);
        this.#save(true);
      });
    const key = bench.key ?? newKey();
    const option = check.good ? check.verdict.option : null;
    if (!keepDeck({ key, game: game.id, when: Date.now(), option, deck: bench.deck })) return this.#say(w("no_room"));
    return bench.bind(key);
  }

  async #play() {
    if (!this.#parts) return;
    const { bench, check, game } = this.#parts;
    const { setup } = await import("../new_table.js");
    const start = async (/** @type {object} */ wish) => {
      try {
        const { table, seats } = await api.create(wish);
        keep(table.id, table.game, seats);
        go(`/table/${table.id}`);
      } catch (failure) {
        this.#say(api.sentence(failure));
      }
    };
    setup(game, start, { name: bench.deck.name, option: check.verdict.option });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing = /** @type {HTMLElement} */ (event.target).matches?.("input, select, textarea");
    if (!this.#parts || typing || document.querySelector("dialog[open]")) return;
    const command = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (command && letter === "z" && !event.shiftKey) this.#parts.bench.undo();
    else if (command && (letter === "y" || letter === "z")) this.#parts.bench.redo();
    else if (!command && event.key === "/") {
      this.#turn("pool");
      this.#parts.pool.search();
    } else return;
    event.preventDefault();
  }
}
