// The only clock of the page. Everything that moves or waits does it here, so that speed, stopping time and letting
// an exact amount of it pass work for all of it alike; what must be read has a steady hand of it.

/** @typedef {{animation: Animation, start: number, end: number, done: () => void}} Item */

const MOVEMENT = ["transform", "translate", "rotate", "scale", "offsetPath", "offsetDistance", "left", "top", "filter"];

export class Motion {
  /** @type {Set<Item>} in the order in which they began */
  #items = new Set();
  #rate = 1;
  #held = false;
  #rushes = 0;
  /** Time that had passed on this clock when the timeline showed `#since`. */
  #base = 0;
  #since = now();
  /** @type {Motion | null} */
  #steady = null;
  #leader;

  /** @param {Motion | null} leader the clock that this one is the steady one of */
  constructor(leader = null) {
    this.#leader = leader;
    if (leader?.held) this.hold();
  }

  /** Reduced motion: things take their time, so that one can follow, but nothing travels or spins. */
  reduced = false;

  /** The milliseconds that have passed on this clock, at its own speed. */
  get elapsed() {
    return this.#held || !Number.isFinite(this.#rate) ? this.#base : this.#base + (now() - this.#since) * this.#rate;
  }

  get held() {
    return this.#held;
  }

  /**
   * The clock for what is there to be read: neither speed nor hurry touches it. It stands still when this one does, and
   * `advance` lets time pass on both.
   * @returns {Motion}
   */
  get steady() {
    this.#steady ??= new Motion(this);
    return this.#steady;
  }

  /** How fast time passes: 1 is as written; Infinity means that everything is done at once. */
  get rate() {
    return this.#rate;
  }

  set rate(rate) {
    this.#mark();
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
    const { reduced } = this.#leader ?? this;
    return this.#run(new KeyframeEffect(element, reduced ? calm(keyframes) : keyframes, options));
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
  hold() {
    this.#steady?.hold();
    if (this.#held) return;
    this.#mark();
    this.#held = true;
    for (const item of this.#items) {
      item.animation.pause();
      item.animation.currentTime = this.#base - item.start;
    }
  }

  /** Let time run again. */
  release() {
    this.#steady?.release();
    if (!this.#held) return;
    this.#held = false;
    this.#since = now();
    for (const item of this.#items) this.#start(item);
  }

  /**
   * With time stopped, let exactly so much of it pass: what falls due happens in its order, and what that begins
   * counts from its own moment.
   * @param {number} ms
   * @returns {Promise<void>}
   */
  async advance(ms) {
    this.hold();
    const target = this.#base + ms;
    await settled();
    for (let next = this.#next(target); next; next = this.#next(target)) {
      this.#turnTo(next.due);
      next.clock.#complete(next.item);
      await settled();
    }
    this.#turnTo(target);
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
  async rush(work) {
    this.#rushes += 1;
    this.finish();
    await work.catch(() => null);
    this.#rushes -= 1;
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
      if (this.#rushes || !Number.isFinite(this.#rate)) this.#complete(item);
      else if (this.#held) {
        animation.pause();
        animation.currentTime = 0;
      } else this.#start(item);
    });
  }

  /** @param {Item} item */
  #start(item) {
    item.animation.playbackRate = this.#rate;
    item.animation.play();
    item.animation.startTime = now() - (this.elapsed - item.start) / this.#rate;
  }

  /** @param {Item} item */
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
   * @returns {{item: Item, due: number, clock: Motion} | null}
   */
  #next(target) {
    /** @type {{item: Item, due: number, clock: Motion} | null} */
    let first = null;
    for (const clock of this.#steady ? [this, this.#steady] : [this]) {
      for (const item of clock.#items) {
        const due = item.end + (this.#base - clock.#base);
        if (due <= target && (!first || due < first.due)) first = { item, due, clock };
      }
    }
    return first;
  }

  /** @param {number} time */
  #turnTo(time) {
    if (this.#steady) this.#steady.#turnTo(this.#steady.#base + (time - this.#base));
    this.#base = time;
    for (const item of this.#items) item.animation.currentTime = time - item.start;
  }

  #mark() {
    this.#base = this.elapsed;
    this.#since = now();
  }
}

/** @returns {number} */
function now() {
  return Number(document.timeline.currentTime ?? 0);
}

/** Wait until everything that follows from kept promises has run. */
function settled() {
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
function calm(keyframes) {
  const still = (/** @type {object} */ frame) =>
    Object.fromEntries(Object.entries(frame).filter(([name]) => !MOVEMENT.includes(name)));
  return Array.isArray(keyframes) ? keyframes.map(still) : still(keyframes);
}

/** The page's clock. */
export const motion = new Motion();
