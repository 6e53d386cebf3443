/** Fire effects: reacting cards glow, rise and burn. */

import { h } from "../../frame/dom.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/motion.js").Motion} Motion */

export const PLACE_MS = 300;
const GLOW_MS = 380;
export const BURN_MS = 460;
const BURN_STEP_MS = 90;
export const CLOSE_MS = 280;
export const DRAW_MS = 320;
export const DEAL_STEP_MS = 70;
const END_MS = 1200;

const EMBERS = 8;

/**
 * Three cards glow together, then burn from left to right. The caller removes them.
 * @param {Motion} motion
 * @param {HTMLElement} layer layer for embers
 * @param {HTMLElement[]} cards
 * @param {string} by `player` or `auto`
 */
export async function burn(motion, layer, cards, by) {
  const tag = h(
    "div",
    { class: `tag ${by}`, "aria-hidden": "true" },
    t(by === "player" ? "playerReaction" : "autoReaction"),
  );
  placeAbove(layer, tag, cards[1].getBoundingClientRect());
  layer.append(tag);
  for (const card of cards) {
    card.classList.add("reacting");
    card.dataset.by = by;
  }
  const rise = [{ transform: "none" }, { transform: "translateY(-10%) scale(1.05)" }];
  await Promise.all(
    cards.map((card) => motion.animate(card, rise, { duration: GLOW_MS, easing: "ease-out", fill: "forwards" })),
  );
  await Promise.all(cards.map((card, place) => burnCard(motion, layer, card, place * BURN_STEP_MS)));
  tag.remove();
}

/**
 * Burn a card from its lower edge.
 * @param {Motion} motion @param {HTMLElement} layer @param {HTMLElement} card @param {number} delay
 */
async function burnCard(motion, layer, card, delay) {
  const edge = h("div", { class: "edge" });
  card.append(edge);
  const timing = { duration: BURN_MS, delay, easing: "ease-in", fill: /** @type {FillMode} */ ("forwards") };
  void motion.wait(delay + BURN_MS * 0.25).then(() => sparks(motion, layer, card.getBoundingClientRect(), EMBERS));
  const shrink = motion.reduced
    ? [{ opacity: 1 }, { opacity: 0 }]
    : [{ clipPath: "inset(-60% -60% -60% -60%)" }, { clipPath: "inset(-60% -60% 100% -60%)" }];
  await Promise.all([
    motion.animate(card, shrink, timing),
    motion.animate(
      edge,
      [
        { transform: "translateY(0)", opacity: 1 },
        { transform: "translateY(calc(-1 * var(--tall)))", opacity: 1 },
      ],
      timing,
    ),
  ]);
}

/**
 * Let embers rise from a box.
 * @param {Motion} motion @param {HTMLElement} layer @param {DOMRect} from @param {number} count @param {number} [ms]
 */
function sparks(motion, layer, from, count, ms = 900) {
  if (motion.reduced) return;
  const box = layer.getBoundingClientRect();
  for (let made = 0; made < count; made += 1) {
    const ember = h("i", { class: "ember" });
    ember.style.left = `${from.left - box.left + Math.random() * from.width}px`;
    ember.style.top = `${from.top - box.top + (0.3 + 0.7 * Math.random()) * from.height}px`;
    layer.append(ember);
    const drift = (Math.random() - 0.5) * 60;
    const up = -60 - Math.random() * 90;
    const frames = [
      { transform: "translate(0, 0) scale(1)", opacity: 1 },
      { transform: `translate(${drift * 0.7}px, ${up * 0.6}px) scale(.8)`, opacity: 0.9, offset: 0.6 },
      { transform: `translate(${drift}px, ${up}px) scale(.2)`, opacity: 0 },
    ];
    void motion
      .animate(ember, frames, { duration: ms * (0.6 + 0.4 * Math.random()), easing: "ease-out" })
      .then(() => ember.remove());
  }
}

/**
 * Show the result with a light over the table.
 * @param {Motion} motion @param {import("./table_layout.js").TableParts} table @param {boolean} won
 */
export async function showEnd(motion, { layer, light, outcome }, won) {
  const { left, top, width, height } = layer.getBoundingClientRect();
  if (won) sparks(motion, layer, new DOMRect(left, top + height * 0.35, width, height * 0.3), 26, 2 * END_MS);
  const timing = { duration: END_MS, easing: "ease-out" };
  await Promise.all([
    motion.animate(light, [{ opacity: 0 }, { opacity: 1 }], timing),
    motion.animate(
      outcome,
      [
        { opacity: 0, transform: "translateY(10px)" },
        { opacity: 1, transform: "none" },
      ],
      timing,
    ),
  ]);
}

/**
 * Centre a label above a box.
 * @param {HTMLElement} layer @param {HTMLElement} label @param {DOMRect} place
 */
function placeAbove(layer, label, place) {
  const box = layer.getBoundingClientRect();
  label.style.left = `${Math.max(60, Math.min(box.width - 60, place.left - box.left + place.width / 2))}px`;
  label.style.top = `${Math.max(24, place.top - box.top - place.height * 0.12)}px`;
}
