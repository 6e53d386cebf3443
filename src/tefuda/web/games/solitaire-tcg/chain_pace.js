// The pace of a chain: its first events take their time, later ones less and less, so that a long chain ends soon.

/** @typedef {import("../../frame/motion.js").Motion} Motion */
/** @typedef {Pick<ChainPace, "animate" | "wait">} Animator */

/** Number of events at full length. */
const FULL_EVENTS = 6;
/** The length of each further event, as a share of the one before. */
const NEXT_SHARE = 0.8;
const LEAST_SHARE = 0.03;

export class ChainPace {
  /** The clock of the page. */
  motion;
  #events = 0;
  #finished = false;

  /** @param {Motion} motion */
  constructor(motion) {
    this.motion = motion;
  }

  /** Start a new chain. */
  reset() {
    this.#events = 0;
    this.#finished = false;
  }

  /** Start the next event. */
  next() {
    this.#events += 1;
  }

  /** Show the rest of the chain at once. */
  finish() {
    this.#finished = true;
    this.motion.finish();
  }

  /** The length of an animation now, as a share of its full length. */
  get #share() {
    if (this.#finished) return 0;
    return Math.max(LEAST_SHARE, NEXT_SHARE ** Math.max(0, this.#events - FULL_EVENTS));
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions & {duration: number}} options
   */
  animate(element, keyframes, options) {
    return this.motion.animate(element, keyframes, { ...options, duration: options.duration * this.#share });
  }

  /** @param {number} ms */
  wait(ms) {
    return this.motion.wait(ms * this.#share);
  }
}
