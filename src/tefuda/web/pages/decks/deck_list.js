// The deck list dialog: saved decks, starter decks, new deck and import.

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { deleteDeck, saveDeck, newDeckKey, loadDecks } from "../../frame/saved_decks.js";
import { localize } from "../../frame/words.js";
import { copyDeck } from "./deck_editor.js";
import { MAX_LENGTHS } from "./rename_deck.js";
import { t } from "./words.js";

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
 * @param {DeckListHandlers} handlers
 */
export function openDeckList(game, current, handlers) {
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
    if (!listed.length) fill(yours, h("li", { class: "faint" }, t("yours_none")));
  };
  /** @param {SavedDeck} own */
  const row = (own) => {
    const name = localize(own.deck.name);
    const act = (/** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h("button", { dataset: { command: key }, onclick, "aria-label": `${t(key)}: ${name}` }, t(key));
    if (gone.has(own.key))
      return h(
        "li",
        null,
        h("span", null, t("deleted", { name })),
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
          leave(() => handlers.openDeck(own.deck, own.key)),
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
    handlers.savedChanged(own.key, false);
    list();
    focusRow(yours, listed.indexOf(own));
  };
  /** @param {SavedDeck} own */
  const restore = (own) => {
    if (!saveDeck(own)) return handlers.storageFull();
    gone.delete(own.key);
    handlers.savedChanged(own.key, true);
    list();
    focusRow(yours, listed.indexOf(own));
  };
  /** @param {SavedDeck} own */
  const duplicate = (own) => {
    const copy = { ...own, key: newDeckKey(), when: Date.now(), deck: copyWithNextName(own.deck) };
    if (!saveDeck(copy)) return handlers.storageFull();
    listed = [copy, ...listed];
    list();
    focusRow(yours, 0);
  };
  list();
  const dialog = openDialog(
    t("decks_title"),
    [
      h(
        "div",
        { class: "row" },
        h("button", { dataset: { command: "new" }, onclick: leave(handlers.newDeck) }, icon("deck"), t("new")),
        h(
          "button",
          { dataset: { command: "import" }, onclick: leave(handlers.importDeck) },
          icon("download"),
          t("import"),
        ),
      ),
      h("h3", null, t("yours")),
      yours,
      h("h3", null, t("ready_decks")),
      h("p", { class: "faint" }, t("ready_hint")),
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
                onclick: leave(() => handlers.openDeck(copyWithNextName(deck), null)),
                "aria-label": `${t("open_copy")}: ${localize(deck.name)}`,
              },
              t("open_copy"),
            ),
          ),
        ),
      ),
    ],
    { wide: true },
  );
}

/** The name of a copy, and of a copy of that. @type {Record<"en" | "ja", {name: RegExp, mark: (n: string) => string}>} */
const COPY_NAMES = {
  en: { name: /^(.*?)(?: \(copy(?: (\d{1,3}))?\))?$/, mark: (n) => ` (copy${n && ` ${n}`})` },
  ja: { name: /^(.*?)(?:（コピー(\d{1,3})?）)?$/, mark: (n) => `（コピー${n}）` },
};

/**
 * Copy a deck and mark its name as a copy.
 * @param {Deck} deck
 */
export function copyWithNextName(deck) {
  const next = (/** @type {"en" | "ja"} */ language) => {
    const { name, mark } = COPY_NAMES[language];
    const [whole, base = "", n] = name.exec(deck.name[language]) ?? [""];
    const end = mark(base === whole ? "" : String(Number(n ?? 1) + 1));
    return base.slice(0, MAX_LENGTHS.name - end.length) + end;
  };
  return copyDeck(deck, { en: next("en"), ja: next("ja") });
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
