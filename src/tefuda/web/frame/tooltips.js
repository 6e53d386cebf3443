// Explanations of elements on hover, focus and long press.

import { fill, h } from "./dom.js";

/** @typedef {() => (Node | string)[] | null} Explanation returns the content of a tooltip, or null if there is none now */

/** How long the mouse rests on an element before its tooltip opens. */
const HOVER_MS = 350;
/** How long a finger rests on an element before its tooltip opens. */
const PRESS_MS = 450;
/** A finger that moves farther scrolls. */
const MAX_PRESS_MOVE = 10;
/** The distance between an element and its tooltip, and between a tooltip and the edge of the window. */
const MARGIN = 6;

/** The tooltips of the elements within a root. The root must be focusable or contain what is. */
export class Tooltips {
  /** The tooltip. It is in the top layer, so nothing clips it. */
  element = h("div", { class: "tooltip", role: "tooltip", popover: "manual" });
  /** @type {WeakMap<Element, Explanation>} */
  #explanations = new WeakMap();
  /** The element under the mouse, the focus or the finger. @type {HTMLElement | null} */
  #pointed = null;
  /** @type {number | undefined} */
  #timer;
  /** The start of a touch. @type {{x: number, y: number} | null} */
  #touch = null;
  #isOpen = false;
  /** Whether the element has been pointed at for long enough. */
  #isDue = false;
  /** Whether the touch was a long press, which is not a click. */
  #pressed = false;
  #onPoint;
  #onPress;

  /**
   * @param {HTMLElement} root
   * @param {(element: HTMLElement | null) => void} [onPoint] called when another element is pointed at, without delay
   * @param {(element: HTMLElement) => boolean} [onPress] called on a long press; returns whether it replaces the tooltip
   */
  constructor(root, onPoint = () => {}, onPress = () => false) {
    this.#onPoint = onPoint;
    this.#onPress = onPress;
    this.element.id = `tooltip-${Math.random().toString(36).slice(2, 10)}`;
    // Another element may appear under a resting mouse. A tooltip opens only after a movement.
    root.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.#unhover(event.target));
    root.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.#point(null));
    root.addEventListener("focusin", (event) => this.#focus(event.target));
    // The end of a long press moves the focus, but its tooltip stays.
    root.addEventListener("focusout", () => !this.#pressed && this.#point(null));
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) =>
      event.pointerType === "touch" ? this.#move(event) : this.#hover(event.target),
    );
    for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => this.#release());
    root.addEventListener("click", (event) => this.#click(event), { capture: true });
    root.addEventListener("contextmenu", (event) => this.#touch && event.preventDefault());
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /**
   * Explain an element.
   * @template {Element} E
   * @param {E} element
   * @param {Explanation} explanation
   * @returns {E}
   */
  explain(element, explanation) {
    this.#explanations.set(element, explanation);
    return element;
  }

  /** @param {EventTarget | null} target */
  #find(target) {
    let element = target instanceof Element ? target : null;
    while (element && !this.#explanations.has(element)) element = element.parentElement;
    return /** @type {HTMLElement | null} */ (element);
  }

  /** @param {EventTarget | null} target */
  #hover(target) {
    const element = this.#find(target);
    if (element === this.#pointed) return;
    this.#point(element);
    this.#timer = setTimeout(() => this.#show(), HOVER_MS);
  }

  /** Stop pointing when the mouse has left the element. @param {EventTarget | null} target */
  #unhover(target) {
    if (this.#find(target) !== this.#pointed) this.#point(null);
  }

  /** @param {EventTarget | null} target */
  #focus(target) {
    if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
    this.#point(this.#find(target));
    // A popover that opens may move the focus. Another one cannot open meanwhile.
    this.#timer = setTimeout(() => this.#show());
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.pointerType !== "touch") return this.close();
    this.#point(null);
    this.#pressed = false;
    const element = this.#find(event.target);
    if (!element) return;
    this.#touch = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => {
      this.#pressed = true;
      if (this.#onPress(element)) return;
      this.#point(element);
      this.#show();
    }, PRESS_MS);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const start = this.#touch;
    if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) <= MAX_PRESS_MOVE) return;
    this.#release();
  }

  /** End a touch. The tooltip of a long press stays until the next touch. */
  #release() {
    if (!this.#touch) return;
    this.#touch = null;
    if (!this.#pressed) clearTimeout(this.#timer);
  }

  /** Ignore the click that ends a long press. @param {MouseEvent} event */
  #click(event) {
    if (!this.#pressed) return;
    this.#pressed = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {HTMLElement | null} element */
  #point(element) {
    clearTimeout(this.#timer);
    if (element === this.#pointed) return;
    this.close();
    this.#pointed = element;
    this.#onPoint(element);
  }

  /** Show the explanation of the element again, because it has changed. */
  refresh() {
    if (this.#isDue) this.#show();
  }

  #show() {
    this.#isDue = true;
    const element = this.#pointed;
    const content = element && this.#explanations.get(element)?.();
    if (!element || !content || !this.element.isConnected) return;
    fill(this.element, ...content);
    if (!this.#isOpen) this.element.showPopover();
    this.#isOpen = true;
    element.setAttribute("aria-describedby", this.element.id);
    const around = element.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const left = around.left + (around.width - width) / 2;
    const above = around.top - height - MARGIN;
    const top = above >= MARGIN ? above : around.bottom + MARGIN;
    this.element.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
    this.element.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN))}px`;
  }

  /** Close the tooltip until another element is pointed at. */
  close() {
    clearTimeout(this.#timer);
    this.#isDue = false;
    this.#pointed?.removeAttribute("aria-describedby");
    if (this.#isOpen) this.element.hidePopover();
    this.#isOpen = false;
  }
}
