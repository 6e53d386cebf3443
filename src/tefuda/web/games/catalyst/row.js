/** A row of cards: the field or the hand. */

import { arrangeRow } from "./layout.js";

/**
 * @typedef {HTMLElement} CardElement with the card's notation in `dataset.card`
 * @typedef {(card: string) => CardElement} CreateCard
 */

/** Narrower cards are drawn plainly. */
const NARROW_CARD_WIDTH = 64;

export class CardRow {
  /** @type {CardElement[]} from left to right */
  cards = [];
  /** @type {import("./layout.js").RowLayout} */
  layout;
  #box;
  #shape;
  #createCard;

  /**
   * @param {HTMLElement} box the box of the row; the caller inserts the cards
   * @param {import("./layout.js").RowShape} shape
   * @param {CreateCard} make
   */
  constructor(box, shape, make) {
    this.#box = box;
    this.#shape = shape;
    this.#createCard = make;
    this.layout = arrangeRow(0, 0, 0, shape);
  }

  /** The cards in notation. */
  get names() {
    return this.cards.map((card) => /** @type {string} */ (card.dataset.card));
  }

  /**
   * Set the cards. Existing cards keep their elements.
   * @param {string[]} names
   */
  setCards(names) {
    const here = new Map();
    for (const card of this.cards) here.set(card.dataset.card, [...(here.get(card.dataset.card) ?? []), card]);
    this.cards = names.map((name) => here.get(name)?.shift() ?? this.#createCard(name));
  }

  /**
   * Insert a new card.
   * @param {string} name @param {number} at
   */
  insert(name, at) {
    const card = this.#createCard(name);
    this.cards.splice(at, 0, card);
    return card;
  }

  /**
   * Position the cards, with room for at least this many.
   * @param {number} [room]
   */
  position(room = 0) {
    const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (this.#box.parentElement);
    this.layout = arrangeRow(Math.max(this.cards.length, room), clientWidth, clientHeight, this.#shape);
    const { card, tall, height, spots } = this.layout;
    this.#box.style.height = `${height}px`;
    this.#box.style.setProperty("--card", `${card}px`);
    this.#box.style.setProperty("--tall", `${tall}px`);
    this.#box.style.setProperty("--gap", `${this.layout.gap}px`);
    this.#box.classList.toggle("narrow", card < NARROW_CARD_WIDTH);
    this.#box.classList.toggle("scrolls", height > clientHeight);
    this.cards.forEach((element, place) => {
      element.style.left = `${spots[place].x}px`;
      element.style.top = `${spots[place].y}px`;
    });
  }
}

/**
 * Animate elements from their old positions to those after `change`.
 * @param {import("../../frame/motion.js").Motion} motion
 * @param {HTMLElement[]} elements
 * @param {() => void} change
 * @param {number} ms
 */
export async function animateMove(motion, elements, change, ms) {
  const before = elements.map((element) => element.getBoundingClientRect());
  change();
  await Promise.all(elements.map((element, which) => animateFrom(motion, element, before[which], ms)));
}

/**
 * Animate an element from a box to its position.
 * @param {import("../../frame/motion.js").Motion} motion
 * @param {HTMLElement} element @param {DOMRect} from @param {number} ms
 */
export async function animateFrom(motion, element, from, ms) {
  const to = element.getBoundingClientRect();
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (!to.width || (Math.abs(dx) < 0.5 && Math.abs(dy) < 0.5 && Math.abs(from.width - to.width) < 0.5)) return;
  const start = `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`;
  const frames = [
    { transform: start, transformOrigin: "0 0" },
    { transform: "none", transformOrigin: "0 0" },
  ];
  await motion.animate(element, frames, { duration: ms, easing: "cubic-bezier(.2, .8, .3, 1)" });
}
