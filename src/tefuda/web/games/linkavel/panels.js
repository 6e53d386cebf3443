/** Phases, prompt, card tray and opened piles. */

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { cardDetail } from "./card_detail.js";
import { about, tip } from "./explanations.js";
import { miniCard } from "./face.js";
import { isOpeningExchange } from "./phases.js";
import { RowArrows } from "./row_arrows.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./face.js").Catalogue} Catalogue */
/** @typedef {import("./actions.js").LegalActions} LegalActions */
/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */

const PHASES = ["draw", "main1", "battle", "main2", "end"];
/** Actions that lead to a phase. @type {Record<string, {act: string, key: string}>} */
const PHASE_ACTIONS = {
  battle: { act: "battle", key: "toBattle" },
  main2: { act: "main2", key: "toMain2" },
  end: { act: "end", key: "endTurn" },
};

/** The phases of a turn. Reachable ones are buttons; a click on another asks why not. */
export class PhaseBar {
  #turn = h("span", { class: "lv-turn", role: "note", tabindex: 0 });
  #steps = PHASES.map((phase) => h("button", { type: "button", class: "lv-phase", dataset: { phase } }));
  #list = h("div", { class: "lv-phases", role: "group" }, ...this.#steps);
  element = h("div", { class: "lv-middle" }, this.#turn, this.#list);

  /** @param {import("../../frame/tooltips.js").Tooltips} tooltips @param {(phase: string) => void} explain */
  constructor(tooltips, explain) {
    tooltips.explain(this.#turn, () => tip(this.#turn.textContent, about("turn")));
    for (const step of this.#steps) {
      const { phase = "" } = step.dataset;
      tooltips.explain(step, () => tip(t(`phase_${phase}`), about(`phase_${phase}`)));
      step.addEventListener("click", () => !step.dataset.act && !step.ariaCurrent && explain(phase));
    }
  }

  /**
   * @param {View} view @param {LegalActions} actions
   * @param {{turn: string, whose: string, hint: string | null, next: string | null}} shown
   */
  render(view, actions, { turn, whose, hint, next }) {
    fill(this.#turn, h("b", null, turn), " ", h("span", null, whose));
    const exchange = isOpeningExchange(view);
    const seat = exchange ? view.decides : view.turn;
    this.element.dataset.turn = seat === view.seat && !view.result ? "own" : "foe";
    this.#list.setAttribute("aria-label", t("phases"));
    const now = exchange ? -1 : PHASES.indexOf(view.phase);
    for (const [at, step] of this.#steps.entries()) {
      const phase = PHASES[at];
      const way = PHASE_ACTIONS[phase];
      const can = way !== undefined && actions.has(way.act);
      fill(step, t(can ? way.key : `phase_${phase}`));
      // The width of the longer label, so that the others do not move.
      step.dataset.widest = t(way?.key ?? `phase_${phase}`);
      if (can) step.dataset.act = way.act;
      else delete step.dataset.act;
      step.classList.toggle("lv-now", at === now);
      step.classList.toggle("lv-past", at < now);
      step.classList.toggle("lv-next", phase === next);
      step.classList.toggle("lv-hint", can && hint === way.act);
      if (at === now) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
      step.setAttribute("aria-disabled", String(!can));
    }
  }
}

/** The prompt with its buttons. */
export class Prompt {
  #text = h("p", { class: "lv-ask", "aria-live": "polite" });
  #buttons = h("div", { class: "lv-buttons" });
  element = h("div", { class: "lv-prompt" }, this.#text, this.#buttons);

  /**
   * @param {string[]} lines
   * @param {HTMLElement[]} buttons
   * @param {boolean} mine whether the player may act
   */
  render(lines, buttons, mine) {
    const text = lines.join(" ");
    if (this.#text.textContent !== text)
      fill(this.#text, ...lines.flatMap((line, at) => [h(at ? "small" : "strong", null, line), " "]));
    this.element.dataset.mine = String(mine);
    fill(this.#buttons, ...buttons);
  }
}

/**
 * A button for an action.
 * @param {string} label
 * @param {{act?: string, onclick?: () => void, kind?: string, hint?: boolean, pressed?: string}} how
 */
export function actionButton(label, { act, onclick, kind = "", hint = false }) {
  return h(
    "button",
    { type: "button", class: `lv-button ${kind}${hint ? " lv-hint" : ""}`, dataset: act ? { act } : {}, onclick },
    label,
  );
}

/** The labels of answers. @type {Record<string, string>} */
const ANSWER_KEYS = { yes: "yes", no: "no", done: "done", as_listed: "asListed" };
/** @type {Record<string, string>} */
const MULLIGAN_KEYS = { yes: "exchangeHand", no: "keepHand" };

/**
 * The buttons that answer a question, and those of the chosen card's effects.
 * @param {LegalActions} actions @param {string | null} chosen @param {string | null} hint
 * @param {{uses: LocalizedText[], op: string | null}} question the effects that a player of the chosen card can use, and the open question
 */
export function answerButtons(actions, chosen, hint, { uses, op }) {
  const keys = op === "mulligan" ? MULLIGAN_KEYS : ANSWER_KEYS;
  const answers = Object.keys(keys).filter((act) => actions.has(act));
  const other = op === "mulligan" ? "yes" : "no";
  const started = actions.startingAt(chosen);
  return [
    ...answers.map((act) =>
      actionButton(t(keys[act]), { act, kind: act === other ? "" : "primary", hint: hint === act }),
    ),
    ...started
      .filter(({ verb }) => verb === "use" || verb === "magic")
      .map((action) => {
        const { verb, notation: act } = action;
        return actionButton(effectLabel(verb, act, uses), { act, kind: "primary", hint: hint === act });
      }),
  ];
}

/**
 * The label of the button that activates a magic or uses an effect.
 * @param {string} verb @param {string} notation @param {LocalizedText[]} uses
 */
export function effectLabel(verb, notation, uses) {
  if (verb === "magic") return t("activate");
  return uses.length > 1 ? localize(uses[effectIndex(notation)]) : t("useEffect");
}

/** The position of a used effect among those of its card: `use m1:2` is the second. @param {string} notation */
const effectIndex = (notation) => Number(notation.split(":")[1] ?? 1) - 1;

/** Cards to choose from that are not on the board: from a deck or trash, triggers, and optional effects. */
export class CardTray {
  element = h("div", { class: "lv-tray", role: "group", hidden: true });
  #arrows = new RowArrows(this.element);

  get elements() {
    return [this.element, ...this.#arrows.elements];
  }

  /**
   * @param {View} view @param {Catalogue} cards @param {LegalActions} actions @param {string | null} hint
   * @returns {boolean} whether the tray has cards
   */
  render(view, cards, actions, hint) {
    const items = this.#items(view, cards, actions, hint);
    this.element.hidden = items.length === 0;
    this.element.style.setProperty("--n", String(items.length));
    fill(this.element, ...items);
    this.#arrows.update();
    return items.length > 0;
  }

  /** @param {View} view @param {Catalogue} cards @param {LegalActions} actions @param {string | null} hint */
  #items(view, cards, actions, hint) {
    const choose = (/** @type {string} */ id, /** @type {string} */ act, /** @type {string} */ tag) =>
      h(
        "button",
        { type: "button", class: `lv-held lv-lit${hint === act ? " lv-hint" : ""}`, dataset: { act, look: id } },
        miniCard(cards.get(id)),
        h("span", { class: "visually-hidden" }, `${cards.name(id)} `),
        tag && h("span", { class: "lv-tag" }, tag),
      );
    if (actions.fromPiles.length) {
      const mixed = new Set(actions.fromPiles.map(({ where }) => where)).size > 1;
      return actions.fromPiles.map(({ card, where, notation }) =>
        choose(card ?? "", notation, mixed ? t(where === "deck" ? "fromDeck" : "fromTrash") : ""),
      );
    }
    const { asked } = view;
    if (asked?.op === "order" && actions.legal.length) {
      const own = view.waiting.filter(({ seat }) => seat === view.seat);
      return own.flatMap(({ card }, at) => {
        const act = `resolve ${at + 1}`;
        if (!actions.has(act)) return [];
        return [
          h(
            "div",
            { class: "lv-trigger" },
            choose(card, act, String(at + 1)),
            h("p", null, localize(cards.get(card).text)),
          ),
        ];
      });
    }
    if (asked?.op === "may" && asked.card && actions.legal.length) {
      const card = cards.get(asked.card);
      return [
        h(
          "div",
          { class: "lv-trigger" },
          h("span", { class: "lv-held", dataset: { look: card.id } }, miniCard(card)),
          h("p", null, localize(card.text)),
        ),
      ];
    }
    return [];
  }
}

/**
 * Open a pile of a player.
 * @param {View} view @param {import("./fold.js").Seat} seat @param {"hand" | "deck" | "trash"} pile @param {string} whose @param {Catalogue} cards
 */
export function openPlayerPile(view, seat, pile, whose, cards) {
  const { shown, trash } = view[seat];
  if (pile === "hand") shown.length && openPile(t("shownTitle", { whose }), shown, cards);
  else if (pile === "trash") openPile(t("trashTitle", { whose }), trash.toReversed(), cards);
  else openPile(seat === view.seat ? t("unseenOwn") : t("unseenTheirs", { whose }), view.unseen[seat], cards);
}

/**
 * Open a pile: each card once, with its count. A click shows the card.
 * @param {string} title @param {string[]} ids @param {Catalogue} cards
 */
function openPile(title, ids, cards) {
  const counted = new Map();
  for (const id of ids) counted.set(id, (counted.get(id) ?? 0) + 1);
  const inside = h("div", { class: "lv-inside" });
  const list = h("ul", { class: "lv-opened" });
  const read = (/** @type {string} */ id, /** @type {HTMLElement} */ from) => {
    const back = actionButton(t("back"), {
      onclick: () => {
        fill(inside, list);
        from.focus();
      },
    });
    fill(inside, h("div", { class: "lv-reading" }, ...cardDetail(id, null, cards), back));
    back.focus();
  };
  for (const [id, n] of counted) {
    const text = h("span", { class: "visually-hidden" }, n > 1 ? `${cards.name(id)} ×${n}` : cards.name(id));
    const held = h(
      "button",
      { type: "button", class: "lv-held", onclick: () => read(id, held) },
      miniCard(cards.get(id)),
      text,
    );
    list.append(
      h("li", { dataset: { look: id } }, held, n > 1 && h("span", { class: "lv-tag", "aria-hidden": "true" }, `×${n}`)),
    );
  }
  fill(inside, counted.size ? list : h("p", null, t("emptyPile")));
  openDialog(`${title} (${ids.length})`, [inside], { wide: true });
}
