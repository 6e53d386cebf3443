// The plan of a deck and pictures of its key cards.

import { fetchCards } from "../frame/api.js";
import { openDialog } from "../frame/dialog.js";
import { fill, h } from "../frame/dom.js";
import { loadDecks } from "../frame/saved_decks.js";
import { localize, t } from "../frame/words.js";
import { loadCardFace } from "../games/index.js";
import { RANDOM_DECK } from "./option_fields.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Card} Card */

const CARDS_SHOWN = 3;

/**
 * The cards that a deck is built around: those its plan names, then the highest and strongest ones.
 * @param {Card[]} cards of the game
 * @param {string[]} ids of the cards in the deck
 * @param {string} plan in English
 */
function keyCards(cards, ids, plan) {
  const rank = (/** @type {Card} */ card) => [
    plan.includes(card.name.en) ? 1 : 0,
    Number(card.facts.level ?? 0),
    Number(card.facts.power ?? 0),
  ];
  const compare = (/** @type {Card} */ one, /** @type {Card} */ other) => {
    const [a, b] = [rank(one), rank(other)];
    return b[0] - a[0] || b[1] - a[1] || b[2] - a[2];
  };
  return cards
    .filter((card) => ids.includes(card.id))
    .sort(compare)
    .slice(0, CARDS_SHOWN);
}

/**
 * A preview that follows a select of decks.
 * @param {Game} game
 * @param {HTMLSelectElement} select
 */
export function deckPreview(game, select) {
  const pictures = h("div", { class: "deck-cards" });
  const plan = h("p", { class: "deck-plan" });
  const render = async () => {
    const { value } = select;
    const deck =
      game.decks.find((one) => one.id === value) ?? loadDecks(game.id).find((one) => one.option === value)?.deck;
    plan.textContent = value === RANDOM_DECK ? t("random_deck_note") : localize(deck?.plan);
    // A custom deck is a list of cards: "spark*3 ember*2".
    const ids = deck ? Object.keys(deck.cards) : value.split(/\s+/).map((item) => item.split("*")[0]);
    const [cards, face] = await Promise.all([fetchCards(game.id), loadCardFace(game.id)]);
    if (select.value !== value) return;
    fill(pictures, ...keyCards(cards, ids, deck?.plan?.en ?? "").map((card) => cardButton(card, face)));
  };
  const update = () => void render().catch(() => fill(pictures));
  select.addEventListener("change", update);
  update();
  return h("div", { class: "deck-preview" }, pictures, plan);
}

/**
 * A picture of a card that opens it in full size.
 * @param {Card} card
 * @param {import("../games/index.js").CardFace} face
 */
function cardButton(card, face) {
  const name = localize(card.name);
  const open = () => openDialog(name, [h("div", { class: "deck-card-large" }, face(card))]);
  // The face is decorative; the button on top has the card's name.
  return h(
    "div",
    { class: "deck-card" },
    h("div", { inert: true, "aria-hidden": "true" }, face(card)),
    h("button", { type: "button", "aria-label": name, title: name, onclick: open }),
  );
}
