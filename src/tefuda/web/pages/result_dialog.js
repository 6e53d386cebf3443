// The result of a game next to the board, which stays visible.

import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { t } from "../frame/words.js";

export class ResultDialog {
  element = h("dialog", { class: "result", "aria-labelledby": "result-title" });

  constructor() {
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.element.close();
    });
    this.element.addEventListener("close", () => this.element.remove());
  }

  /**
   * Show the result.
   * @param {Element} stage
   * @param {{title: string, reason: string, closeness: {title: string, lines: string[]} | null}} result
   * @param {HTMLElement} actions
   */
  show(stage, { title, reason, closeness }, actions) {
    const close = h(
      "button",
      { class: "icon", "aria-label": t("close"), onclick: () => this.element.close() },
      icon("close"),
    );
    fill(
      this.element,
      h("header", null, h("h2", { id: "result-title", tabindex: "-1", autofocus: true }, title), close),
      h(
        "div",
        { class: "inside" },
        reason && h("p", { class: "reason" }, reason),
        closeness &&
          h(
            "div",
            { class: "closeness" },
            h("h3", null, closeness.title),
            h("ul", null, ...closeness.lines.map((line) => h("li", null, line))),
          ),
        actions,
      ),
    );
    if (!this.element.open) {
      stage.append(this.element);
      this.element.show();
    }
  }

  close() {
    this.element.close();
    this.element.remove();
  }
}
