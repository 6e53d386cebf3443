// The button that cancels a hint which is being computed, with the seconds so far.

import { fill, h } from "../../frame/dom.js";
import { t } from "./words.js";

export class HintWait {
  element = h("button", { class: "stc-hint-cancel", hidden: true, onclick: () => this.#cancel() });
  #cancel = () => {};
  #seconds = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {() => void} cancel */
  start(cancel) {
    this.stop();
    this.#cancel = cancel;
    this.#timer = setInterval(() => {
      this.#seconds += 1;
      this.relabel();
    }, 1000);
    this.element.hidden = false;
    this.relabel();
  }

  stop() {
    clearInterval(this.#timer);
    this.#seconds = 0;
    this.element.hidden = true;
  }

  relabel() {
    const seconds = this.#seconds > 0 && h("small", { "aria-hidden": "true" }, t("seconds", { n: this.#seconds }));
    fill(this.element, t("cancel"), seconds && " ", seconds);
  }
}
