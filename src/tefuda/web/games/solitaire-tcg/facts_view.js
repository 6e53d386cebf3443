// The facts above the table: turn, spells, plays and stars.

import { enableRovingFocus, h, setChildren } from "../../frame/dom.js";
import { about, tip } from "./explanations.js";
import { t } from "./words.js";

/** @typedef {"turn" | "spells" | "plays" | "stars"} FactName */

export class FactsView {
  element = h("dl", { class: "stc-facts" });
  /** @type {Map<FactName, HTMLElement>} */
  #facts = new Map();
  #tooltips;
  #settle = enableRovingFocus(this.element, "div");

  /** @param {import("../../frame/tooltips.js").Tooltips} tooltips */
  constructor(tooltips) {
    this.#tooltips = tooltips;
  }

  /**
   * Show the facts that have a value.
   * @param {Record<FactName, string | number | null>} values
   */
  render(values) {
    const names = /** @type {FactName[]} */ (Object.keys(values)).filter((name) => values[name] !== null);
    setChildren(
      this.element,
      names.map((name) => this.#fact(name, String(values[name]))),
    );
    this.#settle();
  }

  /**
   * @param {FactName} name
   * @param {string} value
   */
  #fact(name, value) {
    let fact = this.#facts.get(name);
    if (!fact) {
      fact = h("div", { dataset: { fact: name } }, h("dt"), h("dd"));
      this.#facts.set(
        name,
        this.#tooltips.explain(fact, () => tip(t(name), about(name), ...(name === "plays" ? [about("par")] : []))),
      );
    }
    const [term, shown] = fact.children;
    term.textContent = t(name);
    if (name === "stars") {
      shown.role = "img";
      shown.ariaLabel = t("starsLeft", { n: value });
      shown.textContent = "★".repeat(Number(value)) + "☆".repeat(3 - Number(value));
    } else shown.textContent = value;
    return fact;
  }
}
