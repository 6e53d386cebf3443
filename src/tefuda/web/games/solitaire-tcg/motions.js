// Animations of cards.

import { h } from "../../frame/dom.js";

/** @typedef {import("./chain_pace.js").Animator} Animator */
/** @typedef {import("./model.js").MovedPiece} MovedPiece */
/**
 * @typedef {object} MotionStage
 * @property {Animator} motion
 * @property {Map<number, HTMLElement>} cards visible cards by key
 * @property {HTMLElement} layer layer for cards that move to a pile
 * @property {(zone: string) => HTMLElement} pile
 * @property {(id: string) => HTMLElement} ghost creates the small face of a moving card
 * @property {() => void} render
 */

const MOVE_MS = 340;
const PULSE_MS = 420;
const POP_MS = 300;

/**
 * Apply a change and animate every card to its new position.
 * @param {MotionStage} stage
 * @param {() => MovedPiece | null} change
 */
export async function animateChange(stage, change) {
  const before = new Map(Array.from(stage.cards, ([key, card]) => [key, card.getBoundingClientRect()]));
  const moved = change();
  stage.render();
  const flights = [];
  for (const [key, card] of stage.cards) {
    const own = moved?.piece.key === key;
    const from = before.get(key) ?? (own && moved ? stage.pile(moved.from).getBoundingClientRect() : null);
    if (from) flights.push(glide(stage.motion, card, from, own));
  }
  if (moved && !stage.cards.has(moved.piece.key)) {
    const from = before.get(moved.piece.key) ?? stage.pile(moved.from).getBoundingClientRect();
    flights.push(flyToPile(stage, moved, from));
  }
  await Promise.all(flights);
}

/**
 * @param {Animator} motion
 * @param {HTMLElement} card
 * @param {DOMRect} from
 * @param {boolean} above whether it moves above other cards
 */
async function glide(motion, card, from, above) {
  const to = card.getBoundingClientRect();
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (!to.width || (Math.abs(dx) < 1 && Math.abs(dy) < 1)) return;
  const begin = `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`;
  if (above) card.classList.add("flying");
  await motion.animate(
    card,
    [
      { transform: begin, transformOrigin: "0 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    { duration: MOVE_MS, easing: "cubic-bezier(.3,.7,.3,1)" },
  );
  card.classList.remove("flying");
}

/**
 * @param {MotionStage} stage
 * @param {MovedPiece} moved
 * @param {DOMRect} from
 */
async function flyToPile(stage, moved, from) {
  const to = stage.pile(moved.to).getBoundingClientRect();
  const home = stage.layer.getBoundingClientRect();
  const ghost = h("div", { class: "stc-ghost", "aria-hidden": "true" }, stage.ghost(moved.piece.id));
  ghost.style.setProperty("--w", `${Math.max(40, Math.min(from.width, 130))}px`);
  stage.layer.append(ghost);
  const size = to.width / (ghost.getBoundingClientRect().width || 1);
  const at = (/** @type {DOMRect} */ box, /** @type {number} */ scale) =>
    `translate(${box.left - home.left}px, ${box.top - home.top}px) scale(${scale})`;
  await stage.motion.animate(
    ghost,
    [
      { transform: at(from, 1), opacity: 1 },
      { transform: at(to, size), opacity: 1, offset: 0.85 },
      { transform: at(to, size), opacity: 0 },
    ],
    { duration: MOVE_MS * 1.25, easing: "ease-in-out" },
  );
  ghost.remove();
}

/**
 * Highlight a card.
 * @param {Animator} motion
 * @param {Element | undefined} card
 */
export async function pulse(motion, card) {
  if (!card) return motion.wait(PULSE_MS);
  return motion.animate(
    card,
    [{ filter: "none" }, { filter: "brightness(1.5) drop-shadow(0 0 10px #ffd769)", offset: 0.4 }, { filter: "none" }],
    { duration: PULSE_MS },
  );
}

/**
 * Shake a card.
 * @param {Animator} motion
 * @param {Element | undefined} card
 */
export async function shake(motion, card) {
  if (!card) return motion.wait(PULSE_MS);
  const far = [0, -6, 6, -4, 4, 0].map((x) => ({ translate: `${x}px 0`, filter: x ? "grayscale(.8)" : "none" }));
  return motion.animate(card, far, { duration: PULSE_MS });
}

/**
 * Highlight a changed number.
 * @param {Animator} motion
 * @param {Element | null | undefined} part
 */
export async function pop(motion, part) {
  if (!part) return motion.wait(POP_MS / 2);
  return motion.animate(part, [{ scale: 1 }, { scale: 1.7, offset: 0.4 }, { scale: 1 }], { duration: POP_MS });
}

/**
 * Show the result.
 * @param {Animator} motion
 * @param {Element} outcome
 */
export async function reveal(motion, outcome) {
  await motion.animate(
    outcome,
    [
      { opacity: 0, scale: 0.8 },
      { opacity: 1, scale: 1.04, offset: 0.7 },
      { opacity: 1, scale: 1 },
    ],
    { duration: 520, easing: "ease-out" },
  );
}
