// The discard pile viewer.

import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").Side} Side */

export class PileViewer {
  #title = h("h2");
  #list = h("ul");
  #close = h("button", { type: "button", class: "co-button", onclick: () => this.element.close() });
  element = h("dialog", { class: "co-dialog" }, this.#title, this.#list, this.#close);

  /**
   * @param {import("./cards.js").Catalogue} catalogue
   * @param {Side} side
   * @param {string[]} cards last discarded card last
   */
  open(catalogue, side, cards) {
    this.#title.textContent = t("discardOf", { side: t(side) });
    this.#close.textContent = t("close");
    const items = cards
      .toReversed()
      .map((card) => h("li", null, catalogue.face(card), h("span", null, localize(catalogue.card(card)?.text))));
    fill(this.#list, ...(items.length ? items : [h("li", null, t("emptyPile"))]));
    this.element.showModal();
  }
}
