// The panel: the prompt, the selected card and the buttons.

import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { about, tip } from "./explanations.js";
import { opponentOf } from "./fold.js";
import { t } from "./words.js";

/** @typedef {import("./cards.js").Catalogue} Catalogue */
/** @typedef {import("./screen_state.js").ScreenState} ScreenState */
/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/**
 * @typedef {object} PanelState
 * @property {Set<string>} legal
 * @property {string | null} selected
 * @property {boolean} open whether the card details are open
 * @property {import("./hints.js").Hints} hints
 * @property {boolean} aside whether the tray replaces the hand
 * @property {LocalizedText | null} question the choice that the player is asked to make
 * @property {LocalizedText | null} ending how the game ended without a last action
 * @property {LocalizedText | null} reason why the selected card cannot be used
 * @property {boolean} canTakeBack whether the used card can be taken back
 * @property {LocalizedText | null} refusal why a clicked cell cannot be chosen
 * @property {{side: import("./fold.js").Side, card: string} | null} lastUsed the card that was used last
 * @property {number} handLimit
 */

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
  #head = h("h2", { tabindex: 0 });
  #prompt = h("p", { class: "co-prompt" });
  #hintTitle = h("h3");
  #hints = h("ol");
  #hint = h("div", { class: "co-hint", role: "status" }, this.#hintTitle, this.#hints);
  #face = h("div", { class: "co-large", "aria-hidden": "true" });
  /** Whose card it is, if it was not selected. */
  #source = h("p", { class: "co-source" });
  #name = h("strong");
  #cost = h("small");
  #summary = h("p", { class: "co-summary" });
  /** The reason why the selected card cannot be used. */
  #why = h("p", { class: "co-why" });
  #card = h(
    "div",
    { class: "co-chosen" },
    this.#face,
    h(
      "div",
      null,
      this.#source,
      h("div", { class: "co-title-line" }, this.#name, " ", this.#cost),
      this.#summary,
      this.#why,
    ),
  );
  #detail = h("p", { class: "co-detail", tabindex: 0 });
  #held = h("p", { class: "co-held" });
  #result = h("div", { class: "co-result" });

  /**
   * @param {import("../../frame/tooltips.js").Tooltips} tooltips
   * @param {object} does
   * @param {() => void} does.use
   * @param {() => void} does.details
   * @param {() => void} does.choose
   * @param {() => void} does.done
   * @param {() => void} does.pass
   * @param {() => void} does.takeBack
   */
  constructor(tooltips, does) {
    tooltips.explain(this.#head, () => tip(this.#head.textContent, about(this.#result.hidden ? "turn" : "result")));
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
    this.takeBack = button("take-back", does.takeBack, "Control+Z");
    const all = [this.use, this.details, this.choose, this.done, this.pass, this.takeBack];
    const buttons = h("div", { class: "co-buttons" }, ...all);
    const text = h("div", { class: "co-text" }, this.#result, this.#prompt, this.#hint, this.#card, this.#held);
    this.element = h("section", { class: "co-panel" }, this.#head, text, buttons, this.#detail);
  }

  /**
   * @param {ScreenState} view
   * @param {Catalogue} catalogue
   * @param {PanelState} doing
   */
  render(
    view,
    catalogue,
    { legal, selected, open, aside, hints, question, ending, reason, refusal, lastUsed, canTakeBack, handLimit },
  ) {
    const picking = isPickingCard(legal);
    const choosing = picking || isPickingCell(legal); // hides Use and Details (12.12)
    this.#head.textContent = ending ? t("result") : headingText(view, legal);
    const says = ending ?? refusal;
    this.#prompt.textContent = says ? localize(says) : promptText(view, catalogue, legal, question, handLimit);
    this.#prompt.classList.toggle("co-refusal", says === refusal && refusal !== null);
    this.#prompt.hidden = selected !== null && !ending && !view.choice?.pending && !legal.has("pass");
    const lines = hints.lines();
    const used = selected === null && lines.length === 0 && !aside && !view.result ? lastUsed : null;
    this.#renderCard(catalogue, selected ?? used?.card ?? null, open && !choosing);
    this.#card.classList.toggle("co-last-used", used !== null);
    this.#source.textContent = used ? t("lastUsed", { side: t(used.side) }) : "";
    this.#hint.hidden = lines.length === 0 || selected !== null;
    this.#hintTitle.textContent = t("hint");
    fill(this.#hints, ...lines);
    this.#renderResult(view);
    this.#held.hidden = !aside;
    const hand = view.hand.map((card) => catalogue.name(card)).join(t("comma"));
    this.#held.textContent = hand ? `${t("yourHand")}: ${hand}` : t("emptyHand");
    const usable = selected !== null && legal.has(`use ${selected}`);
    this.#why.textContent = usable || choosing ? "" : localize(reason);
    updateButton(this.use, t("use"), selected !== null && !choosing && view.result === null, usable);
    this.use.classList.toggle("co-hinted", selected !== null && hints.best(selected));
    updateButton(this.details, t("details"), selected !== null && !choosing, true);
    this.details.ariaExpanded = String(open);
    const verb = t(view.choice?.pending === "SELL_CARD_WILL" ? "sell" : "choose");
    updateButton(this.choose, verb, picking, selected !== null && legal.has(`pick ${selected}`));
    updateButton(this.done, t("done"), legal.has("done"), true);
    updateButton(this.pass, t("pass"), legal.has("pass"), true);
    const waiting = legal.size > 0 && Boolean(view.choice?.pending);
    updateButton(this.takeBack, t("takeBack"), waiting && canTakeBack && (choosing || selected === null), true);
  }

  /**
   * @param {Catalogue} catalogue
   * @param {string | null} id
   * @param {boolean} open
   */
  #renderCard(catalogue, id, open) {
    const card = id === null ? null : catalogue.card(id);
    this.#card.hidden = card === null;
    this.#detail.hidden = card === null || !open;
    if (card === null) return;
    fill(this.#face, catalogue.face(card.id));
    this.#name.textContent = localize(card.name);
    this.#cost.textContent = t("cost", { n: catalogue.cost(card.id) });
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
 * Whose turn it is; empty before the game.
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
 * @param {LocalizedText | null} question
 * @param {number} handLimit
 */
function promptText(view, catalogue, legal, question, handLimit) {
  const choice = view.choice;
  if (!choice || view.result) return "";
  if (choice.seat !== view.seat || legal.size === 0) {
    return view.seat && choice.seat === opponentOf(view.seat) ? t("waiting", { side: t(choice.seat) }) : "";
  }
  if (question) return localize(question);
  const card = choice.pending ? catalogue.name(choice.pending) : "";
  const usable = Array.from(legal).some((notation) => notation.startsWith("use "));
  if (legal.has("pass")) return t(usable ? "mustPass" : "onlyPass");
  const more = choice.placements > 1 ? t("twoPlacements") : choice.placed > 0 ? t("oneMore") : "";
  const asks = card ? t("pendingPlace", { card }) : t(usable ? "placeOrCard" : "placeOnly");
  const isFull = view.hand.length >= handLimit && view.decks[choice.seat] > 0;
  return [more, asks, isFull && usable && !card ? t("useFullHand") : ""].filter(Boolean).join(" ");
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
