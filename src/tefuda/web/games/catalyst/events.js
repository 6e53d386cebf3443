/** Event handlers: each updates the view and animates the change. */

import { cardBack } from "./cards.js";
import { BURN_MS, CLOSE_MS, DEAL_STEP_MS, DRAW_MS, PLACE_MS, burn, showEnd } from "./effects.js";
import { fold } from "./fold.js";
import { animateMove, animateFrom } from "./row.js";

/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/**
 * @typedef {object} EventStage
 * @property {import("../../frame/motion.js").Motion} motion
 * @property {import("./table_layout.js").TableParts} table
 * @property {import("./row.js").CardRow} field
 * @property {import("./row.js").CardRow} hand
 * @property {import("./fold.js").CatalystView} view the view on the screen
 * @property {() => void} render updates the screen
 */

/**
 * Set up a new game or a position.
 * @param {EventStage} stage @param {GameEvent} event
 */
export async function setupTable(stage, event) {
  fold(stage.view, event);
  stage.field.setCards(stage.view.field);
  stage.hand.setCards(stage.view.hand);
  stage.render();
}

/**
 * Deal cards from the deck to the right end of the field.
 * @param {EventStage} stage @param {GameEvent} event
 */
export async function dealCards(stage, event) {
  const here = [...stage.field.cards];
  const cards = /** @type {string[]} */ (event.cards);
  const dealt = cards.map((card) => stage.field.insert(card, stage.field.cards.length));
  fold(stage.view, event);
  await Promise.all([
    animateMove(stage.motion, here, stage.render, CLOSE_MS),
    ...dealt.map((card, place) => turnUpCard(stage, card, place * DEAL_STEP_MS)),
  ]);
}

/**
 * Move a card from the hand into a gap.
 * @param {EventStage} stage @param {GameEvent} event
 */
export async function placeCard(stage, event) {
  const { motion, field, hand, view } = stage;
  const same = hand.cards.filter((card) => card.dataset.card === event.card);
  const held = same.find((card) => card.matches(".held, .chosen")) ?? same[0];
  const from = held?.getBoundingClientRect();
  const others = [...field.cards, ...hand.cards.filter((card) => card !== held)];
  hand.cards = hand.cards.filter((card) => card !== held);
  const card = field.insert(event.card, event.at);
  fold(view, event);
  const gliding = animateMove(motion, others, stage.render, PLACE_MS);
  card.classList.add("flying");
  const arriving = motion.reduced || !from ? fadeIn(motion, card, PLACE_MS) : animateFrom(motion, card, from, PLACE_MS);
  await Promise.all([gliding, arriving]);
  card.classList.remove("flying");
}

/**
 * Burn three cards and close the row.
 * @param {EventStage} stage @param {GameEvent} event
 */
export async function reactCards(stage, event) {
  const { motion, table, field, view } = stage;
  const cards = field.cards.slice(event.at, event.at + 3);
  await burn(motion, table.layer, cards, event.by);
  field.cards = field.cards.filter((card) => !cards.includes(card));
  fold(view, event);
  void motion.animate(table.spent, [{ filter: "brightness(1.9)" }, { filter: "none" }], { duration: 2 * BURN_MS });
  await animateMove(motion, field.cards, stage.render, CLOSE_MS);
}

/**
 * Draw a card.
 * @param {EventStage} stage @param {GameEvent} event
 */
export async function drawCard(stage, event) {
  const here = [...stage.hand.cards];
  const card = stage.hand.insert(event.card, here.length);
  fold(stage.view, event);
  await Promise.all([animateMove(stage.motion, here, stage.render, DRAW_MS), turnUpCard(stage, card, 0)]);
}

/**
 * Show the result.
 * @param {EventStage} stage @param {GameEvent} event
 */
export async function showResult(stage, event) {
  fold(stage.view, event);
  stage.render();
  await showEnd(stage.motion, stage.table, event.kind === "win");
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
