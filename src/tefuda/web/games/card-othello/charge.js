// Notices of charge (12.8) and of lost draws, shown one after the other.

import { h } from "../../frame/dom.js";
import { FADE_IN_MS, FADE_OUT_MS, NOTICE_MS } from "./timing.js";
import { t } from "./words.js";

export class ChargeNotices {
  /** @type {(number | string)[]} */
  #waiting = [];
  #running = false;
  /** Counts calls of `clear`; notices of an older generation stop. */
  #generation = 0;
  #motion;

  /** @param {import("../../frame/motion.js").Motion} motion an unscaled clock, so notices stay readable at any speed */
  constructor(motion) {
    this.#motion = motion;
    this.element = h("div", { class: "co-notices", "aria-hidden": "true" });
  }

  /** @param {number | string} by a change of charge, or a text */
  add(by) {
    this.#waiting.push(by);
    if (!this.#running) void this.#run();
  }

  /** Leave out the waiting notices. */
  skip() {
    this.#waiting = [];
  }

  clear() {
    this.#generation += 1;
    this.#waiting = [];
    this.#running = false;
    this.element.replaceChildren();
  }

  async #run() {
    const era = this.#generation;
    this.#running = true;
    for (let by = this.#waiting.shift(); by !== undefined; by = this.#waiting.shift()) {
      await this.#show(by);
      if (era !== this.#generation) return;
    }
    this.#running = false;
  }

  /** @param {number | string} by */
  async #show(by) {
    const text = typeof by === "string" ? by : t("notice", { by: by > 0 ? `+${by}` : `-${-by}` });
    const notice = h("div", { class: `co-notice ${Number(by) > 0 ? "co-gain" : "co-loss"}` }, text);
    this.element.append(notice);
    const below = [
      { transform: "translateY(1cm)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ];
    void this.#motion.animate(notice, below, { duration: FADE_IN_MS, easing: "ease-out" });
    await this.#motion.wait(NOTICE_MS);
    await this.#motion.animate(notice, [{ opacity: 1 }, { opacity: 0 }], FADE_OUT_MS);
    notice.remove();
  }
}
