// The card dialog: full face, facts and copies in the deck.

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { factValues } from "./facts.js";
import { limitCopies, stepper } from "./stepper.js";
import { fieldName, t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./facts.js").Field} Field */

/**
 * @param {Card} first the first card shown
 * @param {Card[]} among cards to page through
 * @param {{face: (card: Card) => Node, fields: Field[], editor: import("./deck_editor.js").DeckEditor, copies: number}} table
 */
export function openCardDetail(first, among, { face, fields, editor, copies }) {
  const inside = h("div", { class: "db-detail" });
  const dialog = openDialog(localize(first.name), [inside], { wide: true });
  dialog.classList.add("db-dialog");
  let card = first;
  const show = () => {
    fill(/** @type {Element} */ (dialog.querySelector("h2")), localize(card.name));
    const count = h("strong", { role: "status" });
    const change = (/** @type {number} */ by) => {
      editor.add(card.id, by);
      counted();
    };
    const copyStepper = stepper(localize(card.name), count, change);
    const counted = () => {
      const n = editor.count(card.id);
      count.textContent = t("of_copies", { n, most: copies });
      limitCopies(copyStepper, n, copies);
    };
    counted();
    fill(
      inside,
      h("div", { class: "db-large" }, face(card)),
      h(
        "div",
        { class: "db-facts" },
        h("dl", null, ...fields.flatMap((field) => factRow(card, field))),
        card.text.en && h("p", { class: "text" }, localize(card.text)),
        card.facts.flavor && h("p", { class: "db-flavor" }, localize(card.facts.flavor)),
        h("div", { class: "row" }, h("span", null, t("in_deck")), copyStepper),
        among.length > 1 &&
          h(
            "div",
            { class: "row" },
            h("button", { onclick: () => turn(-1), "aria-label": t("previous") }, icon("back")),
            h("button", { onclick: () => turn(1), "aria-label": t("next") }, icon("next")),
          ),
      ),
    );
  };
  /** @param {number} by */
  const turn = (by) => {
    card = among[(among.indexOf(card) + by + among.length) % among.length];
    const label = document.activeElement?.getAttribute("aria-label");
    show();
    for (const button of inside.querySelectorAll("button"))
      if (button.getAttribute("aria-label") === label) button.focus();
  };
  dialog.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && among.includes(card)) turn(by);
  });
  show();
}

/**
 * @param {Card} card
 * @param {Field} field
 * @returns {HTMLElement[]}
 */
function factRow(card, { name, kind }) {
  const value =
    kind === "number"
      ? String(card.facts[name] ?? "")
      : factValues(card, name)
          .filter(({ id }) => id !== "true")
          .map(({ id, label }) => (label ? localize(label) : t({ false: "no" }[id] ?? id)))
          .join(", ");
  return value ? [h("div", null, h("dt", null, fieldName(name)), h("dd", null, value))] : [];
}
