/** Phases, prompt, card tray and card details. */

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { face, isMagic, miniCard } from "./face.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./fold.js").FieldCard} FieldCard */
/** @typedef {import("./face.js").Catalogue} Catalogue */
/** @typedef {import("./actions.js").LegalActions} LegalActions */

const PHASES = ["draw", "main1", "battle", "main2", "end"];
/** Actions that lead to a phase. @type {Record<string, {act: string, key: string}>} */
const PHASE_ACTIONS = {
  battle: { act: "battle", key: "toBattle" },
  main2: { act: "main2", key: "toMain2" },
  end: { act: "end", key: "endTurn" },
};

/** The phases of a turn. Reachable ones are buttons; the others explain why not. */
export class PhaseBar {
  #turn = h("span", { class: "lv-turn" });
  #steps = PHASES.map((phase) => h("button", { type: "button", class: "lv-phase", dataset: { phase } }));
  #list = h("div", { class: "lv-phases", role: "group" }, ...this.#steps);
  element = h("div", { class: "lv-middle" }, this.#turn, this.#list);

  /** @param {(reason: string) => void} explain */
  constructor(explain) {
    for (const step of this.#steps) {
      step.addEventListener("click", () => step.dataset.why && explain(step.dataset.why));
    }
  }

  /** @param {View} view @param {LegalActions} actions @param {string} whose @param {string | null} hint */
  render(view, actions, whose, hint) {
    fill(this.#turn, h("b", null, t("turn", { n: view.turn_number })), " ", h("span", null, whose));
    this.element.dataset.turn = view.turn === view.seat && !view.result ? "own" : "foe";
    this.#list.setAttribute("aria-label", t("phases"));
    const now = PHASES.indexOf(view.phase);
    for (const [at, step] of this.#steps.entries()) {
      const phase = PHASES[at];
      const way = PHASE_ACTIONS[phase];
      const can = way !== undefined && actions.has(way.act);
      const never = view.turn_number === 1 && (phase === "draw" || phase === "battle");
      fill(step, t(can ? way.key : `phase_${phase}`));
      if (can) step.dataset.act = way.act;
      else delete step.dataset.act;
      step.dataset.why = can || at === now ? "" : phaseReason(view, at, now, actions, never);
      step.classList.toggle("lv-now", at === now);
      step.classList.toggle("lv-past", at < now);
      step.classList.toggle("lv-never", never);
      step.classList.toggle("lv-hint", can && hint === way.act);
      if (at === now) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
      step.setAttribute("aria-disabled", String(!can));
      step.title = step.dataset.why;
    }
  }
}

/** The reason why a phase cannot be reached now. @param {View} view @param {number} at @param {number} now @param {LegalActions} actions @param {boolean} never */
function phaseReason(view, at, now, actions, never) {
  if (view.result) return t("isOver");
  if (never) return t(at === 0 ? "whyFirstDraw" : "whyFirstBattle");
  if (view.turn !== view.seat) return t("whyNotYours");
  if (view.asked) return t("whyAnswer");
  if (at < now) return t("whyPast");
  return t(actions.legal.length ? "whyPast" : "whyNotYours");
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

/**
 * The buttons that answer a question, and those of the chosen card's effects.
 * @param {LegalActions} actions @param {string | null} chosen @param {string | null} hint
 */
export function answerButtons(actions, chosen, hint) {
  const answers = [
    ["yes", "primary"],
    ["no", ""],
    ["done", "primary"],
    ["as_listed", "primary"],
  ].filter(([act]) => actions.has(act));
  const started = actions.startingAt(chosen);
  const effects = started.filter(({ verb }) => verb === "use");
  const label = (/** @type {string} */ verb, /** @type {number} */ at) =>
    verb === "magic" ? t("activate") : effects.length > 1 ? t("useEffectN", { n: at + 1 }) : t("useEffect");
  return [
    ...answers.map(([act, kind]) =>
      actionButton(t(act === "as_listed" ? "asListed" : act), { act, kind, hint: hint === act }),
    ),
    ...started
      .filter(({ verb }) => verb === "use" || verb === "magic")
      .map(({ notation, verb }, at) =>
        actionButton(label(verb, at), { act: notation, kind: "primary", hint: hint === notation }),
      ),
  ];
}

/** Cards to choose from that are not on the board: from a deck or trash, triggers, and optional effects. */
export class CardTray {
  element = h("div", { class: "lv-tray", role: "group", hidden: true });

  /**
   * @param {View} view @param {Catalogue} cards @param {LegalActions} actions @param {string | null} hint
   * @returns {boolean} whether the tray has cards
   */
  render(view, cards, actions, hint) {
    const items = this.#items(view, cards, actions, hint);
    this.element.hidden = items.length === 0;
    fill(this.element, ...items);
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
 * A power value and its sources.
 * @param {FieldCard} thing @param {Catalogue} cards
 */
function powerBreakdown(thing, cards) {
  const { power = 0, printed = 0, changed = 0, sources = [], lasting = [] } = thing;
  const signed = (/** @type {number} */ amount) => (amount > 0 ? `+${amount}` : String(amount));
  const row = (/** @type {string} */ name, /** @type {string | number} */ amount) =>
    h("div", null, h("dt", null, name), h("dd", null, amount));
  const named = [...sources, ...lasting].map(({ card, amount }) => row(cards.name(card), signed(amount)));
  const brief = sources.length ? 0 : changed;
  const rest = power - lasting.reduce((sum, { amount }) => sum + amount, printed + changed);
  return [
    h("strong", { class: "lv-now" }, t("powerNow", { n: power })),
    h(
      "dl",
      null,
      row(t("printed"), printed),
      ...named,
      brief ? row(t("changes"), signed(brief)) : null,
      rest ? row(t("floor"), signed(rest)) : null,
    ),
  ];
}

/**
 * A card's full face and its state on the field.
 * @param {string} id @param {FieldCard | null} thing @param {Catalogue} cards
 * @returns {HTMLElement[]}
 */
export function cardDetail(id, thing, cards) {
  const card = cards.get(id);
  const parts = [face(card)];
  if (!thing) return parts;
  const notes = [
    thing.attacks
      ? (thing.extra ?? 0) >= thing.attacks
        ? t("moreAttacks", { n: (thing.extra ?? 0) + 1 - thing.attacks })
        : t("attackedAlready")
      : thing.extra
        ? t("moreAttacks", { n: thing.extra + 1 })
        : "",
    thing.shielded ? t("isShielded") : "",
    thing.used?.length ? t("usedEffect") : "",
  ].filter(Boolean);
  const changed = !isMagic(card) && (thing.power !== thing.printed || thing.changed || thing.lasting);
  if (changed || notes.length)
    parts.push(
      h(
        "div",
        { class: "lv-state" },
        ...(changed ? powerBreakdown(thing, cards) : []),
        ...notes.map((note) => h("p", null, note)),
      ),
    );
  return parts;
}

/** @param {string} id @param {FieldCard | null} thing @param {Catalogue} cards */
export function openCard(id, thing, cards) {
  openDialog(cards.name(id), [h("div", { class: "lv-reading" }, ...cardDetail(id, thing, cards))]);
}

/**
 * Open a pile: each card once, with its count. A click shows the card.
 * @param {string} title @param {string[]} ids @param {Catalogue} cards
 */
export function openPile(title, ids, cards) {
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
