// The deck list dialog: saved decks, starter decks, new deck and import.

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { deleteDeck, saveDeck, newDeckKey, loadDecks } from "../../frame/saved_decks.js";
import { localize } from "../../frame/words.js";
import { copyDeck } from "./deck_editor.js";
import { w } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/saved_decks.js").SavedDeck} SavedDeck */

/**
 * @typedef {object} DeckListHandlers
 * @property {(deck: Deck, key: string | null) => void} openDeck open a deck
 * @property {() => void} newDeck start an empty deck
 * @property {() => void} importDeck import a deck file
 * @property {(key: string, there: boolean) => void} savedChanged a saved deck was deleted or restored
 * @property {() => void} storageFull storage is full
 */

/**
 * @param {import("../../frame/message_types.js").Game} game
 * @param {string | null} current key of the open deck
 * @param {DeckListHandlers} doing
 */
export function openDeckList(game, current, doing) {
  const yours = h("ul", { class: "db-deck-list" });
  /** @param {() => void} action */
  const leave = (action) => () => {
    dialog.close();
    action();
  };
  /** Deleted decks stay listed while the dialog is open, to be restored. @type {Set<string>} */
  const gone = new Set();
  let listed = loadDecks(game.id);
  const list = () => {
    fill(yours, ...listed.map(row));
    if (!listed.length) fill(yours, h("li", { class: "faint" }, w("yours_none")));
  };
  /** @param {SavedDeck} own */
  const row = (own) => {
    const name = localize(own.deck.name);
    const act = (/** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h("button", { dataset: { command: key }, onclick, "aria-label": `${w(key)}: ${name}` }, w(key));
    if (gone.has(own.key))
      return h(
        "li",
        null,
        h("span", null, w("deleted", { name })),
        act("restore", () => restore(own)),
      );
    return h(
      "li",
      { class: own.key === current ? "now" : "" },
      deckSummary(own.deck, name),
      h(
        "div",
        { class: "db-acts" },
        act(
          "open",
          leave(() => doing.openDeck(own.deck, own.key)),
        ),
        act("copy", () => duplicate(own)),
        act("delete", () => remove(own)),
      ),
    );
  };
  /** @param {SavedDeck} own */
  const remove = (own) => {
    gone.add(own.key);
    deleteDeck(own.key);
    doing.savedChanged(own.key, false);
    list();
    focusRow(yours, listed.indexOf(own));
  };
  /** @param {SavedDeck} own */
  const restore = (own) => {
    if (!saveDeck(own)) return doing.storageFull();
    gone.delete(own.key);
    doing.savedChanged(own.key, true);
    list();
    focusRow(yours, listed.indexOf(own));
  };
  /** @param {SavedDeck} own */
  const duplicate = (own) => {
    const copy = { ...own, key: newDeckKey(), when: Date.now(), deck: copyWithNextName(own.deck) };
    if (!saveDeck(copy)) return doing.storageFull();
    listed = [copy, ...listed];
    list();
    focusRow(yours, 0);
  };
  list();
  const dialog = openDialog(
    w("decks_title"),
    [
      h(
        "div",
        { class: "row" },
        h("button", { dataset: { command: "new" }, onclick: leave(doing.newDeck) }, icon("deck"), w("new")),
        h(
          "button",
          { dataset: { command: "import" }, onclick: leave(doing.importDeck) },
          icon("download"),
          w("import"),
        ),
      ),
      h("h3", null, w("yours")),
      yours,
      h("h3", null, w("ready_decks")),
      h("p", { class: "faint" }, w("ready_hint")),
      h(
        "ul",
        { class: "db-deck-list" },
        ...game.decks.map((deck) =>
          h(
            "li",
            null,
            deckSummary(deck, localize(deck.name)),
            h(
              "button",
              {
                onclick: leave(() => doing.openDeck(copyWithNextName(deck), null)),
                "aria-label": `${w("open_copy")}: ${localize(deck.name)}`,
              },
              w("open_copy"),
            ),
          ),
        ),
      ),
    ],
    { wide: true },
  );
}

/**
 * Copy a deck and append the next number to its name.
 * @param {Deck} deck
 */
export function copyWithNextName(deck) {
  const next = (/** @type {string} */ name) => {
    const counted = /^(.*) (\d{1,3})$/.exec(name);
    return counted ? `${counted[1]} ${Number(counted[2]) + 1}` : `${name} 2`;
  };
  return copyDeck(deck, { en: next(deck.name.en), ja: next(deck.name.ja) });
}

/**
 * @param {Deck} deck
 * @param {string} name
 */
function deckSummary(deck, name) {
  return h("div", null, h("strong", null, name), deck.plan && h("small", null, localize(deck.plan)));
}

/**
 * @param {HTMLElement} list
 * @param {number} at
 */
function focusRow(list, at) {
  list.children[at]?.querySelector("button")?.focus();
}
