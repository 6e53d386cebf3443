// Animations on the board. The final state is drawn first (12.2); each animation ends on it.

import { h } from "../../frame/dom.js";
import { FADE_IN_MS, FADE_OUT_MS, FLIP_MS, MOVE_MS, OVERLAY_CROSSFADE_MS } from "./timing.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../../frame/motion.js").Motion} Motion */

/** How long a card or text is shown over the board. */
const SPOTLIGHT_MS = 700;
/** Causes that blow stones up instead of fading them out. */
const BLAST_CAUSES = ["bomb", "cross_bomb", "udg", "burst", "destruction"];

/** Distance between cells in percent of a stone's width. A stone fills nine tenths of its cell. */
const CELL_PITCH = 100 / 0.9;

export class Motions {
  #board;
  #motion;

  /**
   * @param {Board} board
   * @param {Motion} motion
   */
  constructor(board, motion) {
    this.#board = board;
    this.#motion = motion;
  }

  /**
   * Flip stones at the same time.
   * @param {string[]} cells
   */
  flip(cells) {
    const turn = [
      { transform: "perspective(20em) rotateY(0deg) scale(1)", easing: "ease-in" },
      { transform: "perspective(20em) rotateY(90deg) scale(1.12)", offset: 0.5 },
      { transform: "perspective(20em) rotateY(-90deg) scale(1.12)", offset: 0.5, easing: "ease-out" },
      { transform: "perspective(20em) rotateY(0deg) scale(1)" },
    ];
    return this.#animateCells(cells, turn, FLIP_MS);
  }

  /**
   * Fade in new stones.
   * @param {string[]} cells
   */
  appear(cells) {
    return this.#animateCells(
      cells,
      [
        { opacity: 0, transform: "scale(1.25)" },
        { opacity: 1, transform: "scale(1)" },
      ],
      FADE_IN_MS,
    );
  }

  /**
   * Crossfade from an old look to the new one. Both layers blend additively, so nothing shines through (12.3).
   * @param {string} cell
   * @param {HTMLElement | null} before
   */
  async crossfade(cell, before) {
    const after = this.#board.stone(cell);
    if (!before || !after) return;
    const stack = this.#board.stack(cell);
    stack.append(before);
    stack.classList.add("co-blend");
    const timing = { duration: OVERLAY_CROSSFADE_MS, easing: "linear" };
    await Promise.all([
      this.#motion.animate(before, [{ opacity: 1 }, { opacity: 0 }], timing),
      this.#motion.animate(after, [{ opacity: 0 }, { opacity: 1 }], timing),
    ]);
    before.remove();
    stack.classList.remove("co-blend");
  }

  /**
   * Fade out removed stones.
   * @param {Map<string, HTMLElement | null>} gone
   * @param {string} by
   */
  async vanish(gone, by) {
    const blast = BLAST_CAUSES.includes(by);
    await Promise.all(
      Array.from(gone, async ([cell, snapshot]) => {
        if (!snapshot) return;
        const stack = this.#board.stack(cell);
        stack.append(snapshot);
        const burst = blast && h("span", { class: "co-burst" });
        if (burst) stack.append(burst);
        const fade = (/** @type {HTMLElement} */ element, /** @type {number} */ from, /** @type {number} */ to) =>
          this.#motion.animate(
            element,
            [
              { opacity: 1, transform: `scale(${from})` },
              { opacity: 0, transform: `scale(${to})` },
            ],
            FADE_OUT_MS,
          );
        await Promise.all([fade(snapshot, 1, 0.72), burst && fade(burst, 0.3, 1.5)]);
        snapshot.remove();
        if (burst) burst.remove();
      }),
    );
  }

  /**
   * Move stones from their start to their end.
   * @param {[string, string][]} moves
   * @param {number} ms
   */
  async travel(moves, ms = MOVE_MS) {
    await Promise.all(
      moves.map(([start, end]) => {
        const stone = this.#board.stone(end);
        if (!stone) return null;
        const [right, down] = [start.charCodeAt(0) - end.charCodeAt(0), Number(start[1]) - Number(end[1])];
        const way = `translate(${right * CELL_PITCH}%, ${down * CELL_PITCH}%)`;
        const cell = this.#board.cell(end);
        cell.classList.add("co-moving");
        return this.#motion
          .animate(stone, [{ transform: way }, { transform: "translate(0, 0)" }], {
            duration: ms,
            easing: "ease-in-out",
          })
          .then(() => cell.classList.remove("co-moving"));
      }),
    );
  }

  /**
   * Show a drawn card entering the hand.
   * @param {HTMLElement} card
   */
  dealCard(card) {
    return this.#motion.animate(
      card,
      [
        { opacity: 0, transform: "translateY(-12%)" },
        { opacity: 1, transform: "none" },
      ],
      FADE_IN_MS,
    );
  }

  /**
   * Show an element over the board for a moment: a used card or a pass.
   * @param {HTMLElement} thing
   */
  async spotlight(thing) {
    this.#board.stage.append(thing);
    const rise = [
      { opacity: 0, transform: "translateY(8%)" },
      { opacity: 1, transform: "none" },
    ];
    await this.#motion.animate(thing, rise, FADE_IN_MS);
    await this.#motion.wait(SPOTLIGHT_MS);
    await this.#motion.animate(thing, [{ opacity: 1 }, { opacity: 0 }], FADE_OUT_MS);
    thing.remove();
  }

  /**
   * Show what happened to cards.
   * @param {import("../../frame/message_types.js").GameEvent} event
   * @param {import("./cards.js").Catalogue} catalogue
   * @param {{newest: HTMLElement | null, own: boolean}} hand its newest card, and whether the event is the viewer's
   */
  async showCardEvent(event, catalogue, { newest, own }) {
    const face = (/** @type {string} */ card) => catalogue.face(card);
    const ribbon = (/** @type {string} */ text) => h("div", { class: "co-ribbon" }, text);
    switch (event.kind) {
      case "draw":
      case "blessed":
        if (event.card && newest) await this.dealCard(newest);
        return;
      case "use":
        if (!own) await this.spotlight(face(event.card));
        return;
      case "sell":
      case "condemn":
        return this.spotlight(face(event.card));
      case "steal":
        return this.spotlight(h("div", { class: "co-fan" }, ...event.cards.map(face)));
      case "pass":
        return this.spotlight(ribbon(t("passes", { side: t(event.side) })));
      case "trap_sprung":
        return this.spotlight(ribbon(catalogue.name("TRAP_WILL")));
    }
  }

  /**
   * @param {string[]} cells
   * @param {Keyframe[]} keyframes
   * @param {number} duration
   */
  async #animateCells(cells, keyframes, duration) {
    await Promise.all(
      cells.map((cell) => {
        const stone = this.#board.stone(cell);
        return stone && this.#motion.animate(stone, keyframes, { duration });
      }),
    );
  }
}
