/** Ways to the hidden part of a row that scrolls: arrows at its ends, and the wheel of a mouse. */

import { h } from "../../frame/dom.js";
import { t } from "./words.js";

/** The part of the visible width that an arrow scrolls. */
const STEP = 0.8;

export class RowArrows {
  #row;
  #arrows = [-1, 1].map((way) =>
    h("button", {
      type: "button",
      class: `lv-arrow ${way < 0 ? "lv-before" : "lv-after"}`,
      onclick: () => this.#row.scrollBy({ left: way * STEP * this.#row.clientWidth, behavior: "smooth" }),
    }),
  );
  #sizes = new ResizeObserver(() => this.update());

  /** @param {HTMLElement} row */
  constructor(row) {
    this.#row = row;
    this.#sizes.observe(row);
    row.addEventListener("scroll", () => this.update());
    row.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
  }

  /** The arrows, to be put into the same place as the row. */
  get elements() {
    return this.#arrows;
  }

  /** Show the arrows that lead somewhere. */
  update() {
    const { scrollLeft, scrollWidth, clientWidth } = this.#row;
    const hidden = [scrollLeft, scrollWidth - clientWidth - scrollLeft];
    for (const [at, arrow] of this.#arrows.entries()) {
      arrow.hidden = hidden[at] < 2;
      arrow.ariaLabel = t(at ? "laterCards" : "earlierCards");
      arrow.textContent = at ? "›" : "‹";
    }
  }

  /** @param {WheelEvent} event */
  #onWheel(event) {
    const { scrollWidth, clientWidth } = this.#row;
    if (scrollWidth <= clientWidth || event.deltaX || event.ctrlKey) return;
    event.preventDefault();
    this.#row.scrollLeft += event.deltaY;
  }
}
