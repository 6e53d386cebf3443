// The deck builder: the card pool and the deck side by side; on phones as tabs.

import * as api from "../../frame/api.js";
import { readDeck } from "../../frame/author_api.js";
import { fill, h } from "../../frame/dom.js";
import { loadDraft, saveDeck, saveDraft, newDeckKey, findDeck } from "../../frame/saved_decks.js";
import { loadStyleSheet } from "../../frame/screen.js";
import { localize } from "../../frame/words.js";
import { loadCardFace } from "../../games/index.js";
import { DeckEditor, emptyDeck, isSameDeck } from "./deck_editor.js";
import { DeckChecker } from "./check.js";
import { openCardDetail } from "./detail.js";
import { filterFields } from "./facts.js";
import { exportDeck, findDeckGame, importDeck, problemText } from "./files.js";
import { openSampleHand } from "./sample_hand.js";
import { hasDeckHash, readDeckHash } from "./link.js";
import { openRenameDialog, isUnnamed } from "./rename_deck.js";
import { DeckPanel } from "./panel.js";
import { CARD_DRAG_TYPE, CardPool } from "./card_pool.js";
import { copyWithNextName, openDeckList } from "./deck_list.js";
import { WorkshopCards } from "./workshop_cards.js";
import { translatePair, t } from "./words.js";
import { enterTable } from "../enter_table.js";
import { GamePage } from "../game_page.js";
import { deckOptions } from "../option_fields.js";
import { startPractice } from "../workshop/practice.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/message_types.js").Game} Game */
/** @typedef {ReturnType<typeof createParts>} PageParts */

/**
 * Create the parts of the page.
 * @param {Game} game
 * @param {Card[]} included
 * @param {import("../../games/index.js").CardFace} face
 * @param {{changed: () => void, checked: () => void}} handlers
 */
function createParts(game, included, face, handlers) {
  const workshop = new WorkshopCards(game.id, included);
  const cards = workshop.all;
  const fields = filterFields(cards);
  const known = new Map(cards.map((card) => [card.id, card]));
  const option = (/** @type {string} */ name) => Number(game.options.find((one) => one.name === name)?.default ?? 0);
  const limits = { size: option("deck_size"), copies: option("copies"), opening: option("opening_hand") };
  return {
    game,
    face,
    fields,
    known,
    limits,
    workshop,
    pool: new CardPool(cards, fields, face, limits.copies),
    panel: new DeckPanel(game, known, fields, limits),
    editor: new DeckEditor(
      loadDraft(game.id) ?? { deck: emptyDeck(translatePair("unnamed")), key: null },
      limits.copies,
      handlers.changed,
    ),
    check: new DeckChecker(game.id, (deck) => workshop.filesFor(deck), handlers.checked),
  };
}

export default class DecksPage extends GamePage {
  static tag = "decks-page";
  /** @type {PageParts | null} */
  #parts = null;
  #notice = h("p", { class: "notice db-notice", role: "status", hidden: true });
  #announcer = h("p", { class: "visually-hidden", role: "status" });
  #tabs = h("nav", { class: "db-tabs" });
  #onKeydown = (/** @type {KeyboardEvent} */ event) => this.#handleKey(event);
  #onHashChange = () => void this.#openLink();

  /** @param {string[]} params */
  async open([id]) {
    document.body.dataset.layout = "wide";
    try {
      const game = await this.findGame(id);
      if (!game) return undefined;
      if (!game.decks.length) return this.showMissing({ key: "no_card_files", game, id });
      const sheet = loadStyleSheet(new URL("style.css", import.meta.url).href);
      const [cards, face] = await Promise.all([api.fetchCards(id), loadCardFace(id), sheet]);
      this.#build(
        createParts(game, cards, face, { changed: () => this.#onDeckChange(), checked: () => this.#onCheckResult() }),
      );
      await this.#openLink();
    } catch (failure) {
      fill(this, h("p", { class: "notice", role: "alert" }, api.errorMessage(failure)));
    }
    return undefined;
  }

  leave() {
    this.#parts?.check.stop();
    document.removeEventListener("keydown", this.#onKeydown);
    removeEventListener("hashchange", this.#onHashChange);
  }

  /** @param {PageParts} made */
  #build(made) {
    this.#parts = made;
    const { pool, panel, editor } = made;
    this.dataset.tab = "pool";
    this.append(this.#notice, this.#announcer, pool.element, panel.element, this.#tabs);
    this.addEventListener("add", (event) => this.#add(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("about", (event) => {
      const { card, among } = /** @type {CustomEvent} */ (event).detail;
      openCardDetail(card, among, { ...made, copies: made.limits.copies });
    });
    this.addEventListener("sort", () => this.#render());
    this.addEventListener("begin", (event) =>
      this.#openDeck(copyWithNextName(/** @type {CustomEvent} */ (event).detail), null),
    );
    this.addEventListener("tool", (event) => this.#runTool(/** @type {CustomEvent} */ (event).detail));
    panel.element.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes(CARD_DRAG_TYPE)) event.preventDefault();
    });
    panel.element.addEventListener("drop", (event) => {
      const card = made.known.get(event.dataTransfer?.getData(CARD_DRAG_TYPE) ?? "");
      if (!card) return;
      event.preventDefault();
      this.#add({ card, by: 1 });
    });
    document.addEventListener("keydown", this.#onKeydown);
    addEventListener("hashchange", this.#onHashChange);
    made.check.check(editor.deck);
    this.relabel();
  }

  relabel() {
    if (!this.#parts) return super.relabel();
    const { game, pool } = this.#parts;
    const title = t("title", { game: localize(game.title) });
    this.setHeading(title);
    pool.relabel(title);
    this.#showNotice("");
    this.#render();
  }

  #render() {
    if (!this.#parts) return;
    const { editor, check, limits, panel, pool } = this.#parts;
    pool.setCounts(editor.deck.cards);
    panel.setOrder(pool.sorted);
    panel.render(editor, check, this.#unsaved);
    const tab = (/** @type {string} */ name, /** @type {string} */ more) =>
      h(
        "button",
        { "aria-pressed": String(this.dataset.tab === name), onclick: () => this.#showTab(name) },
        t(name),
        more,
      );
    fill(this.#tabs, tab("pool", ""), tab("deck", ` ${t("size", { n: editor.size, of: limits.size })}`));
  }

  /** @param {string} tab */
  #showTab(tab) {
    this.dataset.tab = tab;
    scrollTo(0, 0);
    this.#render();
    /** @type {HTMLElement | null} */ (this.#tabs.querySelector("[aria-pressed=true]"))?.focus();
  }

  /** Called when the deck has changed. */
  #onDeckChange() {
    if (!this.#parts) return;
    const { editor, check, game } = this.#parts;
    this.#showNotice(saveDraft(game.id, editor.draft) ? "" : t("no_room"));
    check.check(editor.deck);
    this.#render();
  }

  /** Called when the check is done. A valid saved deck can be chosen for tables. */
  #onCheckResult() {
    if (!this.#parts) return;
    const { editor, check, panel } = this.#parts;
    panel.showCheckResult(check);
    const saved = findDeck(editor.key);
    const option = this.#tableOption;
    if (saved && isSameDeck(saved.deck, editor.deck) && saved.option !== option) saveDeck({ ...saved, option });
  }

  /** The option value of the deck; null if it is invalid or for practice only. */
  get #tableOption() {
    if (!this.#parts) return null;
    const { check, editor, workshop } = this.#parts;
    return check.isValid && !workshop.filesFor(editor.deck) ? check.result.option : null;
  }

  get #unsaved() {
    const editor = this.#parts?.editor;
    const saved = findDeck(editor?.key ?? null);
    return !editor || !saved || !isSameDeck(saved.deck, editor.deck);
  }

  /** @param {string | Node[]} sentence */
  #showNotice(sentence) {
    fill(this.#notice, ...(typeof sentence === "string" ? [sentence] : sentence));
    this.#notice.hidden = sentence.length === 0;
  }

  /** @param {{card: Card, by: number}} request */
  #add({ card, by }) {
    if (!this.#parts) return;
    const { editor } = this.#parts;
    editor.add(card.id, by);
    this.#announcer.textContent = t("now_in", {
      card: localize(card.name),
      n: editor.count(card.id),
      size: editor.size,
    });
  }

  /**
   * Open another deck. Undo restores the previous one.
   * @param {Deck} deck
   * @param {string | null} key
   */
  #openDeck(deck, key) {
    if (!this.#parts) return;
    const before = this.#parts.editor.size;
    this.#parts.editor.replace(deck, key);
    if (before && this.#notice.hidden) this.#showNotice(t("opened", { name: localize(deck.name) }));
  }

  /** Open the deck in the address, and remove it from the address. */
  async #openLink() {
    const { hash, pathname, search } = location;
    if (!this.#parts || !hasDeckHash(hash)) return;
    history.replaceState(null, "", pathname + search);
    try {
      const text = await readDeckHash(hash);
      if (text === null) return this.#showNotice(t("bad_link"));
      const { deck, problems } = await readDeck(this.#parts.game.id, text);
      if (deck) return this.#openDeck(deck, null);
      const other = await findDeckGame(text, this.#parts.game.id);
      if (other) {
        const title = localize(other.title);
        const link = h("a", { href: `/decks/${other.id}${hash}` }, t("other_builder", { game: title }));
        return this.#showNotice([h("span", null, t("other_game", { game: title }), " "), link]);
      }
      return this.#showNotice([
        h("span", null, t("link_wrong")),
        h("ul", null, ...problems.map((problem) => h("li", null, problemText(problem)))),
      ]);
    } catch (failure) {
      return this.#showNotice(api.errorMessage(failure));
    }
  }

  /** @param {string} name */
  #runTool(name) {
    if (!this.#parts) return;
    const { editor, face, game, known, limits } = this.#parts;
    const take = (/** @type {Deck} */ deck) => this.#openDeck(deck, null);
    /** @type {Record<string, () => void>} */
    const tools = {
      undo: () => editor.undo(),
      redo: () => editor.redo(),
      name: () => openRenameDialog(editor.deck, (deck) => editor.replace(deck, editor.key)),
      save: () => this.#save(),
      play: () => void this.#play(),
      share: () => void exportDeck(game.id, editor.deck),
      hand: () => openSampleHand(editor.cardList(known), limits.opening, face),
      decks: () =>
        openDeckList(game, editor.key, {
          openDeck: (deck, key) => this.#openDeck(deck, key),
          newDeck: () => take(emptyDeck(translatePair("unnamed"))),
          importDeck: () => importDeck(game.id, take),
          savedChanged: (key, there) => {
            if (there ? editor.key === null : editor.key === key) editor.setKey(there ? key : null);
          },
          storageFull: () => this.#showNotice(t("no_room")),
        }),
    };
    tools[name]();
  }

  /** Save the deck. A deck without a name is named first. */
  #save(named = false) {
    if (!this.#parts) return;
    const { editor, game } = this.#parts;
    if (!named && !editor.key && isUnnamed(editor.deck))
      return openRenameDialog(editor.deck, (deck) => {
        editor.replace(deck, null);
        this.#save(true);
      });
    const key = editor.key ?? newDeckKey();
    const option = this.#tableOption;
    if (!saveDeck({ key, game: game.id, when: Date.now(), option, deck: editor.deck }))
      return this.#showNotice(t("no_room"));
    return editor.setKey(key);
  }

  async #play() {
    if (!this.#parts) return;
    const { editor, check, game, workshop } = this.#parts;
    const custom = workshop.filesFor(editor.deck);
    if (custom) return this.#practise(custom);
    const [{ openStartPanel }, { startGame }] = await Promise.all([
      import("../start_panel.js"),
      import("../start_choices.js"),
    ]);
    const start = async (/** @type {import("../start_choices.js").StartChoices} */ choices) => {
      try {
        await enterTable(await startGame(game, choices));
      } catch (failure) {
        this.#showNotice(api.errorMessage(failure));
      }
    };
    return openStartPanel(game, start, { name: editor.deck.name, option: check.result.option });
  }

  /**
   * Play the deck at a practice table.
   * @param {string} custom its cards from the workshop
   */
  async #practise(custom) {
    if (!this.#parts) return;
    const { check, game } = this.#parts;
    const options = { [deckOptions(game)[0].name]: check.result.option };
    try {
      await startPractice(game, { custom, options }, { from: location.pathname });
    } catch (failure) {
      this.#showNotice(api.errorMessage(failure));
    }
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const typing = /** @type {HTMLElement} */ (event.target).matches?.("input, select, textarea");
    if (!this.#parts || typing || document.querySelector("dialog[open]")) return;
    const command = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (command && letter === "z" && !event.shiftKey) this.#parts.editor.undo();
    else if (command && (letter === "y" || letter === "z")) this.#parts.editor.redo();
    else if (!command && event.key === "/") {
      this.#showTab("pool");
      this.#parts.pool.focusSearch();
    } else return;
    event.preventDefault();
  }
}
