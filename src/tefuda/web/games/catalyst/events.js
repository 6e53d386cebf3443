/** Event handlers: each updates the view and animates the change. */

import { cardBack } from "./cards.js";
import { BURN_MS, CLOSE_MS, DEAL_STEP_MS, DRAW_MS, PLACE_MS, burn, showEnd } from "./effects.js";
import { animateMove, animateFrom } from "./row.js";

/**
 * @typedef {{field: string[], hand: string[], deck: number, removed: string[], result: "win" | "loss" | null}} CatalystView
 * @typedef {object} EventStage
 * @property {import("../../frame/motion.js").Motion} motion
 * @property {import("./table_layout.js").TableParts} table
 * @property {import("./row.js").CardRow} field
 * @property {import("./row.js").CardRow} hand
 * @property {CatalystView} view the view on the screen
 * @property {() => void} render updates the screen
 */

/**
 * Set up a new game or a position.
 * @param {EventStage} stage @param {Record<string, any>} event
 */
export async function setupTable(stage, event) {
  const { field, hand, removed, deck } = event;
  stage.view = { field, hand, removed, deck, result: null };
  stage.field.setCards(field);
  stage.hand.setCards(hand);
  stage.render();
}

/**
 * Deal cards from the deck to the right end of the field.
 * @param {EventStage} stage @param {string[]} cards
 */
export async function dealCards(stage, cards) {
  const here = [...stage.field.cards];
  const dealt = cards.map((card) => stage.field.insert(card, stage.field.cards.length));
  stage.view.field = stage.field.names;
  stage.view.deck -= cards.length;
  await Promise.all([
    animateMove(stage.motion, here, stage.render, CLOSE_MS),
    ...dealt.map((card, place) => turnUpCard(stage, card, place * DEAL_STEP_MS)),
  ]);
}

/**
 * Move a card from the hand into a gap.
 * @param {EventStage} stage @param {string} name @param {number} at
 */
export async function placeCard(stage, name, at) {
  const { motion, field, hand, view } = stage;
  const same = hand.cards.filter((card) => card.dataset.card === name);
  const held = same.find((card) => card.matches(".held, .chosen")) ?? same[0];
  const from = held?.getBoundingClientRect();
  const others = [...field.cards, ...hand.cards.filter((card) => card !== held)];
  hand.cards = hand.cards.filter((card) => card !== held);
  const card = field.insert(name, at);
  view.field = field.names;
  view.hand = hand.names;
  const gliding = animateMove(motion, others, stage.render, PLACE_MS);
  card.classList.add("flying");
  const arriving = motion.reduced || !from ? fadeIn(motion, card, PLACE_MS) : animateFrom(motion, card, from, PLACE_MS);
  await Promise.all([gliding, arriving]);
  card.classList.remove("flying");
}

/**
 * Burn three cards and close the row.
 * @param {EventStage} stage @param {number} at @param {string} by
 */
export async function reactCards(stage, at, by) {
  const { motion, table, field, view } = stage;
  const cards = field.cards.slice(at, at + 3);
  await burn(motion, table.layer, cards, by);
  field.cards = field.cards.filter((card) => !cards.includes(card));
  view.removed = [...view.removed, ...cards.map((card) => card.dataset.card ?? "")];
  view.field = field.names;
  void motion.animate(table.spent, [{ filter: "brightness(1.9)" }, { filter: "none" }], { duration: 2 * BURN_MS });
  await animateMove(motion, field.cards, stage.render, CLOSE_MS);
}

/**
 * Draw a card.
 * @param {EventStage} stage @param {string} name
 */
export async function drawCard(stage, name) {
  const here = [...stage.hand.cards];
  const card = stage.hand.insert(name, here.length);
  stage.view.hand = stage.hand.names;
  stage.view.deck -= 1;
  await Promise.all([animateMove(stage.motion, here, stage.render, DRAW_MS), turnUpCard(stage, card, 0)]);
}

/**
 * Show the result.
 * @param {EventStage} stage @param {"win" | "loss"} result
 */
export async function showResult(stage, result) {
  stage.view.result = result;
  stage.render();
  await showEnd(stage.motion, stage.table, result === "win");
}

/**
 * Animate the first deal. The cards are already in place.
 * @param {EventStage} stage
 */
export async function animateDeal(stage) {
  await Promise.all(
    [...stage.field.cards, ...stage.hand.cards].map((card, place) => turnUpCard(stage, card, place * DEAL_STEP_MS)),
  );
}

/**
 * Move a card from the deck and turn it over.
 * @param {EventStage} stage @param {HTMLElement} card @param {number} delay
 */
async function turnUpCard(stage, card, delay) {
  const { motion, table } = stage;
  const timing = { duration: DRAW_MS, delay, fill: /** @type {FillMode} */ ("backwards") };
  if (motion.reduced) return motion.animate(card, [{ opacity: 0 }, { opacity: 1 }], timing);
  const from = table.pile.getBoundingClientRect();
  const to = card.getBoundingClientRect();
  const away = (/** @type {number} */ part) => {
    const [dx, dy] = [part * (from.left - to.left), part * (from.top - to.top)];
    return `translate(${dx}px, ${dy}px) scale(${1 + part * (from.width / (to.width || 1) - 1)})`;
  };
  const cover = cardBack();
  card.append(cover);
  const half = { ...timing, duration: DRAW_MS / 2 };
  card.classList.add("flying");
  await motion.animate(
    card,
    [
      { transform: `${away(1)} rotateY(0deg)`, transformOrigin: "0 0" },
      { transform: `${away(0.5)} rotateY(90deg)`, transformOrigin: "50% 0" },
    ],
    { ...half, easing: "ease-in" },
  );
  cover.remove();
  await motion.animate(
    card,
    [
      { transform: `${away(0.5)} rotateY(-90deg)`, transformOrigin: "50% 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    { ...half, delay: 0, easing: "ease-out" },
  );
  card.classList.remove("flying");
}

/**
 * @param {EventStage["motion"]} motion @param {HTMLElement} card @param {number} ms
 */
async function fadeIn(motion, card, ms) {
  await motion.animate(card, [{ opacity: 0 }, { opacity: 1 }], { duration: ms });
}
