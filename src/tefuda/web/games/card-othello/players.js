// The player panels: character, stones, charge and card counts.

import { fill, h, svg } from "../../frame/dom.js";
import { Character } from "./characters.js";
import { ChargeNotices } from "./charge.js";
import { about, tip } from "./explanations.js";
import { countStones } from "./fold.js";
import { createStone } from "./stones.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").Side} Side */
/** @typedef {import("./screen_state.js").ScreenState} ScreenState */

export class PlayerPanel {
  #name = h("strong", { class: "co-name" });
  #count = h("span", { class: "co-stones", tabindex: 0 });
  #stone;
  #bar = h("span", { class: "co-fill" });
  #amount = h("span", { class: "co-amount" });
  #meter = h("div", { class: "co-meter", role: "meter", tabindex: 0 }, this.#bar, this.#amount);
  #hand = h("span", { class: "co-fact", role: "img", tabindex: 0 });
  #deck = h("span", { class: "co-fact", role: "img", tabindex: 0 });
  #pile;
  #trap = h("span", { class: "co-snare", role: "img", tabindex: 0 });
  #side;

  /**
   * @param {Side} side
   * @param {import("../../frame/motion.js").Motion} motion
   * @param {import("../../frame/tooltips.js").Tooltips} tooltips
   * @param {() => void} look opens the discard pile
   */
  constructor(side, motion, tooltips, look) {
    this.#side = side;
    this.character = new Character(side);
    this.notices = new ChargeNotices(motion.unscaled);
    this.#stone = h("span", { class: "co-mini" }, createStone({ side, marks: [], sprout: false, special: null }));
    this.#pile = h("button", { class: "co-fact co-pile", type: "button", onclick: look });
    tooltips.explain(this.#count, () => tip(this.#count.ariaLabel ?? "", about("stones")));
    tooltips.explain(this.#meter, () =>
      tip(this.#meter.ariaLabel ?? "", about("charge", { cap: this.#meter.ariaValueMax ?? "" })),
    );
    tooltips.explain(this.#hand, () => tip(this.#hand.ariaLabel ?? "", about("hand")));
    tooltips.explain(this.#deck, () => tip(this.#deck.ariaLabel ?? "", about("deck")));
    tooltips.explain(this.#pile, () => tip(this.#pile.ariaLabel ?? "", about("discard")));
    tooltips.explain(this.#trap, () => tip(t("trapSomewhere"), about("trap", { side: t(side) })));
    const facts = h("div", { class: "co-facts" }, this.#hand, this.#deck, this.#pile, this.#trap);
    const charge = h("div", { class: "co-charge" }, this.#meter);
    this.element = h(
      "section",
      { class: `co-player co-${side}` },
      h("div", { class: "co-portrait" }, this.character.element, this.notices.element),
      h(
        "div",
        { class: "co-who" },
        h("div", { class: "co-title" }, this.#stone, this.#name, this.#count),
        charge,
        facts,
      ),
    );
  }

  /**
   * @param {ScreenState} view
   * @param {import("../../frame/message_types.js").Seat | undefined} seat the player in the seat
   * @param {boolean} playing false after a resignation, which leaves the turn as it is
   * @param {number} handLimit
   */
  render(view, seat, playing, handLimit) {
    const side = this.#side;
    const colour = t(side);
    const own = view.seat === side;
    fill(this.#name, h("span", null, seat?.name ?? colour), own && !seat?.name && h("small", null, t("you")));
    this.element.setAttribute("aria-label", seat?.name ? `${seat.name}, ${colour}` : colour);
    const number = countStones(view, side);
    fill(this.#count, number);
    this.#count.setAttribute("aria-label", t("stones", { n: number }));
    this.#count.setAttribute("role", "img");
    this.element.dataset.turn = String(playing && view.choice?.seat === side);
    this.element.dataset.area = (view.seat ?? "black") === side ? "self" : "foe";
    this.element.classList.toggle("co-plain", !view.cards_on);
    const charge = view.charge[side];
    this.#bar.style.width = `${(100 * charge) / view.cap}%`;
    fill(this.#amount, h("span", null, t("charge")), h("b", null, charge), `/${view.cap}`);
    this.#meter.ariaLabel = t("chargeOf", { n: charge, cap: view.cap });
    this.#meter.ariaValueNow = String(charge);
    this.#meter.ariaValueMin = "0";
    this.#meter.ariaValueMax = String(view.cap);
    const held = view.hands[side];
    const isFull = held >= handLimit && view.decks[side] > 0;
    setFact(this.#hand, t("hand"), held, t(isFull ? "handFull" : "handOf", { n: held }));
    this.#hand.classList.toggle("co-full", isFull);
    setFact(this.#deck, t("deck"), view.decks[side], t("deckOf", { n: view.decks[side] }));
    const discarded = view.discard[side].length;
    setFact(this.#pile, t("discard"), discarded, t("discardSize", { n: discarded }));
    this.#trap.hidden = view.snares[side] === 0;
    this.#trap.ariaLabel = t("trapSomewhere");
    if (!this.#trap.firstChild) this.#trap.append(trapIcon());
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {number} number
 * @param {string} label accessible label
 */
function setFact(element, name, number, label) {
  fill(element, h("span", null, name), " ", h("b", null, number));
  element.ariaLabel = label;
}

/** The icon of a hidden trap. */
function trapIcon() {
  const teeth = svg("path", { d: "M2 4h20l-3 7-3-4-4 6-4-6-3 4zM2 21h20l-3-7-3 4-4-6-4 6-3-4z" });
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, teeth);
}
