// The dialog for the name and plan of a deck.

import { openDialog } from "../../frame/dialog.js";
import { h } from "../../frame/dom.js";
import { language, t as frameText } from "../../frame/words.js";
import { deckId } from "./deck_editor.js";
import { translatePair, t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */

export const MAX_LENGTHS = { name: 60, plan: 400, id: 40 };

/** Whether a deck has no name yet. @param {Deck} deck */
export const isUnnamed = (deck) => deck.name.en === translatePair("unnamed").en;

/**
 * @param {Deck} deck
 * @param {(deck: Deck) => void} done
 */
export function openRenameDialog(deck, done) {
  const [here, there] = language() === "ja" ? /** @type {const} */ (["ja", "en"]) : /** @type {const} */ (["en", "ja"]);
  const field = (/** @type {string} */ name, /** @type {string} */ value, /** @type {number} */ maxlength) =>
    h(
      "label",
      { class: "field" },
      h("span", null, t(name)),
      h("input", { name, value, maxlength, autocomplete: "off" }),
    );
  // Equal texts are shown once. A default name is not shown.
  const pairOf = (/** @type {"name" | "plan"} */ what, /** @type {LocalizedText | null} */ text) => [
    field(`${what}_${here}`, text?.[here] ?? "", MAX_LENGTHS[what]),
    field(`${what}_${there}`, text && text[here] !== text[there] ? text[there] : "", MAX_LENGTHS[what]),
  ];
  const form = h(
    "form",
    { class: "db-naming", method: "dialog" },
    ...pairOf("name", isUnnamed(deck) ? null : deck.name),
    ...pairOf("plan", deck.plan),
    h("p", { class: "faint" }, t("name_hint")),
    field("file_id", deck.id, MAX_LENGTHS.id),
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", onclick: () => dialog.close() }, frameText("cancel")),
      h("button", { class: "primary" }, t("apply")),
    ),
  );
  form.addEventListener("submit", () => {
    const data = new FormData(form);
    const said = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
    const name = textPair(said("name_en"), said("name_ja")) ?? deck.name;
    // An id derived from the name follows it.
    const id = said("file_id") === deckId(deck.name) || !said("file_id") ? deckId(name) : said("file_id");
    done({ ...deck, id, name, plan: textPair(said("plan_en"), said("plan_ja")) });
  });
  // A new name clears the name in the other language, unless that was edited too.
  let follows = true;
  const [first, second] = form.querySelectorAll("input");
  first.addEventListener("input", () => {
    if (follows) second.value = "";
  });
  second.addEventListener("input", () => {
    follows = false;
  });
  const dialog = openDialog(t("name"), [form]);
  form.querySelector("input")?.select();
}

/**
 * Return a localized text; null if both are empty.
 * @param {string} en
 * @param {string} ja
 */
function textPair(en, ja) {
  return en || ja ? { en: en || ja, ja: ja || en } : null;
}
