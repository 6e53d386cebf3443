// The clock of all animations and delays. It can change speed, pause, and advance by an exact time. Texts that must
// stay readable use its unscaled clock.

/** @typedef {{animation: Animation, start: number, end: number, done: () => void}} ScheduledAnimation */

/** Times that differ by less are equal: sums of times on two clocks are rounded. */
const ROUNDING_MS = 1e-6;

const MOVING_PROPERTIES = [
  "transform",
  "translate",
  "rotate",
  "scale",
  "offsetPath",
  "offsetDistance",
  "left",
  "top",
  "filter",
];

export class Motion {
  /** @type {Set<ScheduledAnimation>} in the order of their start */
  #items = new Set();
  #rate = 1;
  #paused = false;
  #fastForwards = 0;
  /** The time of this clock at timeline time `#since`. */
  #base = 0;
  #since = timelineTime();
  /** @type {Motion | null} */
  #unscaled = null;
  #parent;

  /** @param {Motion | null} leader the clock whose unscaled clock this is */
  constructor(leader = null) {
    this.#parent = leader;
    if (leader?.paused) this.pause();
  }

  /** Reduced motion: durations stay the same, but nothing moves or rotates. */
  reduced = false;

  /** The time of this clock in milliseconds, at its own speed. */
  get elapsed() {
    return this.#paused || !Number.isFinite(this.#rate)
      ? this.#base
      : this.#base + (timelineTime() - this.#since) * this.#rate;
  }

  get paused() {
    return this.#paused;
  }

  /**
   * A clock that ignores speed and fast-forward. It pauses and advances with this one.
   * @returns {Motion}
   */
  get unscaled() {
    this.#unscaled ??= new Motion(this);
    return this.#unscaled;
  }

  /** Speed factor; Infinity finishes everything at once. */
  get rate() {
    return this.#rate;
  }

  set rate(rate) {
    this.#rebase();
    this.#rate = rate;
    if (!Number.isFinite(rate)) this.finish();
    else for (const item of this.#items) item.animation.playbackRate = rate;
  }

  /**
   * Animate an element and resolve at the end. Without `fill` the element then returns to its own style.
   * @param {Element} element
   * @param {Keyframe[] | PropertyIndexedKeyframes} keyframes
   * @param {KeyframeAnimationOptions | number} options
   * @returns {Promise<void>}
   */
  animate(element, keyframes, options) {
    const { reduced } = this.#parent ?? this;
    return this.#run(new KeyframeEffect(element, reduced ? withoutMovement(keyframes) : keyframes, options));
  }

  /**
   * Wait on this clock.
   * @param {number} ms
   * @returns {Promise<void>}
   */
  wait(ms) {
    return this.#run(new KeyframeEffect(null, null, { duration: ms }));
  }

  /** Pause the clock. */
  pause() {
    this.#unscaled?.pause();
    if (this.#paused) return;
    this.#rebase();
    this.#paused = true;
    for (const item of this.#items) {
      item.animation.pause();
      item.animation.currentTime = this.#base - item.start;
    }
  }

  /** Resume the clock. */
  resume() {
    this.#unscaled?.resume();
    if (!this.#paused) return;
    this.#paused = false;
    this.#since = timelineTime();
    for (const item of this.#items) this.#start(item);
  }

  /**
   * Advance the paused clock by an exact time. Due items finish in order; items that start meanwhile count from their
   * own start.
   * @param {number} ms
   * @returns {Promise<void>}
   */
  async advance(ms) {
    this.pause();
    const target = this.#base + ms;
    await flushPromises();
    for (let next = this.#next(target); next; next = this.#next(target)) {
      this.#seek(next.due);
      next.clock.#complete(next.item);
      await flushPromises();
    }
    this.#seek(target);
  }

  /** Finish all running items now. Items that start later take their normal time. */
  finish() {
    for (const item of Array.from(this.#items)) this.#complete(item);
  }

  /**
   * Finish every item at once until `work` is done.
   * @param {Promise<unknown>} work
   * @returns {Promise<void>}
   */
  async fastForward(work) {
    this.#fastForwards += 1;
    this.finish();
    await work.catch(() => null);
    this.#fastForwards -= 1;
  }

  /**
   * @param {KeyframeEffect} effect
   * @returns {Promise<void>}
   */
  #run(effect) {
    const animation = new Animation(effect, document.timeline);
    return new Promise((resolve) => {
      const start = this.elapsed;
      const end = start + Number(effect.getComputedTiming().endTime);
      const item = { animation, start, end, done: resolve };
      this.#items.add(item);
      animation.onfinish = () => this.#complete(item);
      if (this.#fastForwards || !Number.isFinite(this.#rate)) this.#complete(item);
      else if (this.#paused) {
        animation.pause();
        animation.currentTime = 0;
      } else this.#start(item);
    });
  }

  /** @param {ScheduledAnimation} item */
  #start(item) {
    item.animation.playbackRate = this.#rate;
    item.animation.play();
    item.animation.startTime = timelineTime() - (this.elapsed - item.start) / this.#rate;
  }

  /** @param {ScheduledAnimation} item */
  #complete(item) {
    if (!this.#items.delete(item)) return;
    item.animation.onfinish = null;
    if (Number.isFinite(item.end)) item.animation.finish();
    else item.animation.cancel();
    item.done();
  }

  /**
   * Return the next item due until `target` on this or the unscaled clock; at the same time, the one that started
   * first.
   * @param {number} target
   * @returns {{item: ScheduledAnimation, due: number, clock: Motion} | null}
   */
  #next(target) {
    /** @type {{item: ScheduledAnimation, due: number, clock: Motion} | null} */
    let first = null;
    for (const clock of this.#unscaled ? [this, this.#unscaled] : [this]) {
      for (const item of clock.#items) {
        const due = item.end + (this.#base - clock.#base);
        if (due <= target + ROUNDING_MS && (!first || due < first.due)) first = { item, due, clock };
      }
    }
    return first;
  }

  /** @param {number} time */
  #seek(time) {
    if (this.#unscaled) this.#unscaled.#seek(this.#unscaled.#base + (time - this.#base));
    this.#base = time;
    for (const item of this.#items) item.animation.currentTime = time - item.start;
  }

  #rebase() {
    this.#base = this.elapsed;
    this.#since = timelineTime();
  }
}

/** @returns {number} */
function timelineTime() {
  return Number(document.timeline.currentTime ?? 0);
}

/** Wait until all pending promise callbacks have run. */
function flushPromises() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(null);
    };
    port2.postMessage(null);
  });
}

/**
 * Remove movement from keyframes.
 * @param {Keyframe[] | PropertyIndexedKeyframes} keyframes
 * @returns {Keyframe[] | PropertyIndexedKeyframes}
 */
function withoutMovement(keyframes) {
  const still = (/** @type {object} */ frame) =>
    Object.fromEntries(Object.entries(frame).filter(([name]) => !MOVING_PROPERTIES.includes(name)));
  return Array.isArray(keyframes) ? keyframes.map(still) : still(keyframes);
}

/** The clock of the page. */
export const motion = new Motion();
