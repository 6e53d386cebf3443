// The only clock of the page. Everything that moves or waits does it here, so that speed, stopping time and letting
// an exact amount of it pass work for all of it alike; what must be read has a steady hand of it.

/** @typedef {{animation: Animation, start: number, end: number, done: () => void}} ScheduledAnimation */

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
  /** @type {Set<ScheduledAnimation>} in the order in which they began */
  #items = new Set();
  #rate = 1;
  #paused = false;
  #fastForwards = 0;
  /** Time that had passed on this clock when the timeline showed `#since`. */
  #base = 0;
  #since = timelineTime();
  /** @type {Motion | null} */
  #unscaled = null;
  #parent;

  /** @param {Motion | null} leader the clock that this one is the steady one of */
  constructor(leader = null) {
    this.#parent = leader;
    if (leader?.paused) this.pause();
  }

  /** Reduced motion: things take their time, so that one can follow, but nothing travels or spins. */
  reduced = false;

  /** The milliseconds that have passed on this clock, at its own speed. */
  get elapsed() {
    return this.#paused || !Number.isFinite(this.#rate)
      ? this.#base
      : this.#base + (timelineTime() - this.#since) * this.#rate;
  }

  get paused() {
    return this.#paused;
  }

  /**
   * The clock for what is there to be read: neither speed nor hurry touches it. It stands still when this one does, and
   * `advance` lets time pass on both.
   * @returns {Motion}
   */
  get unscaled() {
    this.#unscaled ??= new Motion(this);
    return this.#unscaled;
  }

  /** How fast time passes: 1 is as written; Infinity means that everything is done at once. */
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
   * Animate an element; the promise is kept when it is over. Without `fill` the element then looks as it does by itself.
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
   * Let some time pass.
   * @param {number} ms
   * @returns {Promise<void>}
   */
  wait(ms) {
    return this.#run(new KeyframeEffect(null, null, { duration: ms }));
  }

  /** Stop time. */
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

  /** Let time run again. */
  resume() {
    this.#unscaled?.resume();
    if (!this.#paused) return;
    this.#paused = false;
    this.#since = timelineTime();
    for (const item of this.#items) this.#start(item);
  }

  /**
   * With time stopped, let exactly so much of it pass: what falls due happens in its order, and what that begins
   * counts from its own moment.
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

  /** What is under way is over now. What it leads to takes its time as ever. */
  finish() {
    for (const item of Array.from(this.#items)) this.#complete(item);
  }

  /**
   * Whatever begins until this work is done is over at once, so that the work is done soon.
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
   * The next that falls due until `target`, here or on the steady clock; of several at one moment, the one that began first.
   * @param {number} target
   * @returns {{item: ScheduledAnimation, due: number, clock: Motion} | null}
   */
  #next(target) {
    /** @type {{item: ScheduledAnimation, due: number, clock: Motion} | null} */
    let first = null;
    for (const clock of this.#unscaled ? [this, this.#unscaled] : [this]) {
      for (const item of clock.#items) {
        const due = item.end + (this.#base - clock.#base);
        if (due <= target && (!first || due < first.due)) first = { item, due, clock };
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

/** Wait until everything that follows from kept promises has run. */
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
 * Keyframes without what moves.
 * @param {Keyframe[] | PropertyIndexedKeyframes} keyframes
 * @returns {Keyframe[] | PropertyIndexedKeyframes}
 */
function withoutMovement(keyframes) {
  const still = (/** @type {object} */ frame) =>
    Object.fromEntries(Object.entries(frame).filter(([name]) => !MOVING_PROPERTIES.includes(name)));
  return Array.isArray(keyframes) ? keyframes.map(still) : still(keyframes);
}

/** The page's clock. */
export const motion = new Motion();
