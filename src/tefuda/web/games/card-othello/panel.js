// The panel: the prompt, the selected card and the buttons.

import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { costBand } from "./cards.js";
import { emblem } from "./emblems.js";
import { opponentOf } from "./fold.js";
import { t } from "./words.js";

/** @typedef {import("./cards.js").Catalogue} Catalogue */
/** @typedef {import("./fold.js").ScreenState} ScreenState */
/**
 * @typedef {object} PanelState
 * @property {Set<string>} legal
 * @property {string | null} selected
 * @property {boolean} open whether the card details are open
 * @property {import("./hints.js").Hints} hints
 * @property {boolean} aside whether the tray replaces the hand
 */

/** Prompt and button label of cards that ask for a card. */
const CARD_PROMPTS = /** @type {Record<string, [string, string]>} */ ({
  SELL_CARD_WILL: ["pickSale", "sell"],
  HEAVEN_BLESSING: ["pickOffer", "choose"],
  CONDEMN_WILL: ["pickCondemned", "choose"],
});

/**
 * Whether the player must pick a card: from the hand, the offers or the opponent's hand.
 * @param {Set<string>} legal
 */
export function isPickingCard(legal) {
  return Array.from(legal).some((notation) => /^pick [A-Z]/.test(notation));
}

/**
 * Whether the player must pick a stone on the board.
 * @param {Set<string>} legal
 */
export function isPickingCell(legal) {
  return Array.from(legal).some((notation) => /^pick [a-h][1-8]$/.test(notation));
}

export class Panel {
  #head = h("h2");
  #prompt = h("p", { class: "co-prompt" });
  #hintTitle = h("h3");
  #hints = h("ol");
  #hint = h("div", { class: "co-hint", role: "status" }, this.#hintTitle, this.#hints);
  #name = h("strong");
  #cost = h("span", { class: "co-cost" });
  #art = h("span", { class: "co-thumb" });
  #title = h("div", { class: "co-chosen" }, this.#art, this.#cost, this.#name);
  #summary = h("p", { class: "co-summary" });
  #detail = h("p", { class: "co-detail" });
  /** The reason why the selected card cannot be used. */
  #why = h("p", { class: "co-why" });
  #held = h("p", { class: "co-held" });
  #result = h("div", { class: "co-result" });

  /**
   * @param {object} does
   * @param {() => void} does.use
   * @param {() => void} does.details
   * @param {() => void} does.choose
   * @param {() => void} does.done
   * @param {() => void} does.pass
   */
  constructor(does) {
    const button = (/** @type {string} */ name, /** @type {() => void} */ act, /** @type {string | null} */ key) =>
      h("button", {
        type: "button",
        class: `co-button co-${name}`,
        onclick: act,
        title: key,
        "aria-keyshortcuts": key,
      });
    this.use = button("use", does.use, "U");
    this.details = button("details", does.details, "D");
    this.choose = button("choose", does.choose, "U");
    this.done = button("done", does.done, null);
    this.pass = button("pass", does.pass, "P");
    const buttons = h("div", { class: "co-buttons" }, this.use, this.details, this.choose, this.done, this.pass);
    const text = h(
      "div",
      { class: "co-text" },
      this.#result,
      this.#prompt,
      this.#hint,
      this.#title,
      this.#summary,
      this.#detail,
      this.#why,
      this.#held,
    );
    this.element = h("section", { class: "co-panel" }, this.#head, text, buttons);
  }

  /**
   * @param {ScreenState} view
   * @param {Catalogue} catalogue
   * @param {PanelState} doing
   */
  render(view, catalogue, { legal, selected, open, aside, hints }) {
    const picking = isPickingCard(legal);
    const choosing = picking || isPickingCell(legal); // hides Use and Details (12.12)
    this.#head.textContent = headingText(view, legal);
    this.#prompt.textContent = promptText(view, catalogue, legal);
    this.#prompt.hidden = selected !== null && !view.choice?.pending && !legal.has("pass");
    this.#renderCard(catalogue, selected, open && !choosing);
    const lines = hints.lines();
    this.#hint.hidden = lines.length === 0 || selected !== null;
    this.#hintTitle.textContent = t("hint");
    fill(this.#hints, ...lines);
    this.#renderResult(view);
    this.#held.hidden = !aside;
    const hand = view.hand.map((card) => catalogue.name(card)).join(t("comma"));
    this.#held.textContent = hand ? `${t("yourHand")}: ${hand}` : t("emptyHand");
    const usable = selected !== null && legal.has(`use ${selected}`);
    this.#why.textContent =
      selected === null || usable || choosing || legal.size === 0 ? "" : unusableReason(view, catalogue, selected);
    updateButton(this.use, t("use"), selected !== null && !choosing && view.result === null, usable);
    updateButton(this.details, t("details"), selected !== null && !choosing, true);
    this.details.ariaExpanded = String(open);
    const question = CARD_PROMPTS[view.choice?.pending ?? ""];
    updateButton(
      this.choose,
      question ? t(question[1]) : "",
      picking,
      selected !== null && legal.has(`pick ${selected}`),
    );
    updateButton(this.done, t("done"), legal.has("done"), true);
    updateButton(this.pass, t("pass"), legal.has("pass"), true);
  }

  /**
   * @param {Catalogue} catalogue
   * @param {string | null} selected
   * @param {boolean} open
   */
  #renderCard(catalogue, selected, open) {
    const card = selected === null ? null : catalogue.card(selected);
    for (const part of [this.#title, this.#summary]) part.hidden = card === null;
    this.#detail.hidden = card === null || !open;
    if (card === null) return;
    const cost = catalogue.cost(card.id);
    this.#title.dataset.band = costBand(cost);
    fill(this.#art, emblem(card.id));
    fill(this.#cost, cost);
    this.#cost.ariaLabel = t("cost", { n: cost });
    fill(this.#name, localize(card.name));
    fill(this.#summary, localize(card.text));
    fill(this.#detail, localize(card.facts.detail));
  }

  /** @param {ScreenState} view */
  #renderResult(view) {
    this.#result.hidden = view.result === null;
    if (view.result === null) return;
    const { black, white, winner } = view.result;
    this.#result.dataset.winner = winner ?? "none";
    const score = (/** @type {string} */ side, /** @type {number} */ stones) =>
      h("span", null, `${t(side)} `, h("b", null, stones));
    fill(
      this.#result,
      h("strong", null, winner ? t("wins", { side: t(winner) }) : t("draw")),
      h("div", { class: "co-score" }, score("black", black), h("i", null, "–"), score("white", white)),
    );
  }
}

/**
 * Whose turn it is; empty before the game and after a resignation.
 * @param {ScreenState} view
 * @param {Set<string>} legal
 */
function headingText(view, legal) {
  if (view.result) return t("result");
  if (!view.choice) return "";
  if (view.choice.seat === view.seat) return legal.size ? t("yourTurn") : "";
  return t("turnOf", { side: t(view.choice.seat) });
}

/**
 * The prompt for the player.
 * @param {ScreenState} view
 * @param {Catalogue} catalogue
 * @param {Set<string>} legal
 */
function promptText(view, catalogue, legal) {
  const choice = view.choice;
  if (!choice || view.result) return "";
  if (choice.seat !== view.seat || legal.size === 0) {
    return view.seat && choice.seat === opponentOf(view.seat) ? t("waiting", { side: t(choice.seat) }) : "";
  }
  const card = choice.pending ? catalogue.name(choice.pending) : "";
  if (isPickingCard(legal)) return t((CARD_PROMPTS[choice.pending ?? ""] ?? ["pickOffer"])[0], { card });
  if (choice.picked.length) return t("pickSecond", { card, cell: choice.picked[0] });
  if (legal.has("done")) return t("pickMore", { card, n: choice.sacrificed });
  if (isPickingCell(legal)) return t("pickStone", { card });
  const usable = Array.from(legal).some((notation) => notation.startsWith("use "));
  if (legal.has("pass")) return t(usable ? "mustPass" : "onlyPass");
  const more = choice.placements > 1 ? t("twoPlacements") : choice.placed > 0 ? t("oneMore") : "";
  return [more, card ? t("pendingPlace", { card }) : t(usable ? "placeOrCard" : "placeOnly")].filter(Boolean).join(" ");
}

/**
 * The reason why a card cannot be used now.
 * @param {ScreenState} view
 * @param {Catalogue} catalogue
 * @param {string} card
 */
function unusableReason(view, catalogue, card) {
  const [cost, charge] = [catalogue.cost(card), view.seat ? view.charge[view.seat] : 0];
  return cost > charge ? t("tooDear", { n: cost, have: charge }) : t("notNow");
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} label
 * @param {boolean} there
 * @param {boolean} ready
 */
function updateButton(button, label, there, ready) {
  button.textContent = label;
  button.hidden = !there;
  button.disabled = !ready;
}
