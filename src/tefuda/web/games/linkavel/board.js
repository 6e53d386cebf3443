/** The two fields, the player plates with LP, deck and trash, and the hand. */

import { fill, h, setChildren } from "../../frame/dom.js";
import { language } from "../../frame/words.js";
import { about, tip } from "./explanations.js";
import { hiddenCard, isMagic, miniCard } from "./face.js";
import { SEATS, bottomSeat, opponentOf, fieldCardAt } from "./fold.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").Seat} Seat */
/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./fold.js").FieldCard} FieldCard */
/**
 * @typedef {object} BoardOffer legal actions and the current choice
 * @property {import("./actions.js").LegalActions} actions
 * @property {string | null} chosen
 * @property {import("./actions.js").LegalAction | null} hint
 * @property {import("./unused_plays.js").ResultOf} resultOf
 * @property {(seat: Seat) => string} name
 * @property {(seat: Seat) => string} whose the name in the genitive
 * @property {boolean} isOver also after a resignation
 */
/**
 * @typedef {object} BoardHost
 * @property {(seat: Seat, pile: "hand" | "deck" | "trash") => void} pile opens a pile
 * @property {import("../../frame/tooltips.js").Tooltips} tooltips
 * @property {(spot: HTMLElement) => Node[] | null} spotTip explains a slot, a card in hand or attackable LP
 * @property {() => number} handLimit
 */

/** Update the state of a slot or hand card. @param {HTMLElement} element @param {string} spot @param {BoardOffer} offer */
function updateSpot(element, spot, { actions, chosen, hint, resultOf }) {
  const act = actions.actionAt(spot, chosen) ?? (chosen ? actions.actionAt(spot, null) : null);
  const ways = act ? [] : actions.startingAt(spot);
  const isLoss = (/** @type {string} */ one) => resultOf(one) === "loss";
  const [first, then] = [hint?.from ?? hint?.to, hint?.from ? hint.to : null];
  // An occupied magic slot accepts a dropped magic card but is not a target.
  const isTaken = /^s[1-3]$/.test(spot) && !element.classList.contains("lv-empty") && act?.startsWith("magic ");
  element.classList.toggle("lv-lit", act !== null && !isTaken);
  element.classList.toggle("lv-can", ways.length > 0);
  const offered = act ? [act] : ways.map(({ notation }) => notation);
  element.classList.toggle("lv-risky", offered.length > 0 && offered.every(isLoss));
  element.classList.toggle("lv-chosen", spot === chosen);
  element.classList.toggle("lv-hint", spot === first || (chosen === hint?.from && then === spot));
  setData(element, "act", act);
  setData(element, "ways", ways.length ? ways.map(({ notation }) => notation).join(";") : null);
  element.toggleAttribute(
    "data-drag",
    ways.some(({ to }) => to !== null),
  );
  if (ways.length) element.setAttribute("aria-pressed", String(spot === chosen));
  else element.removeAttribute("aria-pressed");
  return act !== null || ways.length > 0;
}

/** The text for screen readers. @param {HTMLElement} element */
const labelOf = (element) => element.querySelector(":scope > .visually-hidden")?.textContent ?? "";

/** Set the text for screen readers. @param {HTMLElement} element @param {string} text */
function setLabel(element, text) {
  const known = element.querySelector(":scope > .visually-hidden");
  if (known) fill(known, text);
  else element.append(h("span", { class: "visually-hidden" }, text));
}

/** Show the result of the attack on a slot; null removes it. @param {HTMLElement} element @param {import("./attack_results.js").AttackResult | null} result */
function setResult(element, result) {
  element.querySelector(":scope > .lv-result")?.remove();
  if (!result) return;
  const text = t(`result_${result}`);
  element.append(h("span", { class: "lv-result", "aria-hidden": "true", dataset: { result } }, text));
}

/** @param {HTMLElement} element @param {string} name @param {string | null} value */
function setData(element, name, value) {
  if (value === null) delete element.dataset[name];
  else element.dataset[name] = value;
}

/** A player's plate and field. */
class PlayerHalf {
  #name = h("strong", { class: "lv-who" });
  #number = h("b", { class: "lv-number", "aria-hidden": "true" });
  #bar = h("span", { class: "lv-fill" });
  /** LP of a full bar. */
  #maxLp = 1;
  /** @type {HTMLButtonElement[]} */
  slots = [];

  /** @param {Seat} seat @param {BoardHost} host */
  constructor(seat, host) {
    this.seat = seat;
    const { tooltips } = host;
    this.lp = h(
      "button",
      { type: "button", class: "lv-lp" },
      h("span", { "aria-hidden": "true" }, "LP"),
      this.#number,
      h("span", { class: "lv-bar" }, this.#bar),
    );
    tooltips.explain(this.lp, () => host.spotTip(this.lp) ?? tip(labelOf(this.lp), about("lp")));
    const pile = (/** @type {"hand" | "deck" | "trash"} */ name, /** @type {string} */ kind) => {
      const button = h("button", { type: "button", class: `lv-pile ${kind}`, onclick: () => host.pile(seat, name) });
      return tooltips.explain(button, () => tip(labelOf(button), about(name, { n: host.handLimit() })));
    };
    this.hand = pile("hand", "lv-backs");
    this.deck = pile("deck", "lv-deck");
    this.trash = pile("trash", "lv-trash");
    this.plate = h("section", { class: "lv-plate" }, this.#name, this.lp, this.hand, this.deck, this.trash);
    const row = (/** @type {"m" | "s"} */ zone) =>
      [1, 2, 3].map((slot) => {
        const element = h("button", {
          type: "button",
          class: `lv-slot lv-${zone} lv-empty`,
          dataset: { place: `${seat}.${zone}${slot}` },
        });
        this.slots.push(element);
        return tooltips.explain(element, () => host.spotTip(element));
      });
    this.field = h(
      "section",
      { class: "lv-field" },
      h("div", { class: "lv-row lv-monsters" }, ...row("m")),
      h("div", { class: "lv-row lv-magics" }, ...row("s")),
    );
  }

  /** @param {View} view @param {import("./face.js").Catalogue} cards @param {BoardOffer} offer @param {number} full the LP of a new game */
  render(view, cards, offer, full) {
    const { seat } = this;
    this.#maxLp = Math.max(this.#maxLp, full);
    const player = view[seat];
    const own = seat === bottomSeat(view);
    const name = offer.name(seat);
    for (const part of [this.plate, this.field]) part.dataset.side = own ? "own" : "foe";
    this.plate.dataset.turn = String(view.decides === seat && !offer.isOver);
    const whose = offer.whose(seat);
    fill(this.#name, name, view.seat === seat && name !== t("You") ? h("small", null, t("you")) : null);
    this.plate.setAttribute("aria-label", name);
    this.field.setAttribute("aria-label", t("fieldOf", { whose }));
    this.#renderLp(player, whose, own, offer);
    renderPile(
      this.hand,
      t("hand"),
      player.hand,
      t(player.shown.length ? "knownHand" : "theirHand", { whose, n: player.hand, known: player.shown.length }),
      Array.from({ length: Math.min(player.hand, 10) }, hiddenCard),
      `hand ${player.hand}`,
    );
    renderPile(
      this.deck,
      t("deck"),
      player.deck,
      t("deckOf", { whose, n: player.deck }),
      player.deck ? [hiddenCard()] : [],
      `deck ${player.deck > 0}`,
    );
    this.hand.ariaDisabled = String(player.shown.length === 0);
    const top = player.trash.at(-1);
    renderPile(
      this.trash,
      t("trash"),
      player.trash.length,
      t("trashOf", { whose, n: player.trash.length }),
      top ? [miniCard(cards.get(top))] : [],
      `${top} ${language()}`,
    );
    for (const element of this.slots) this.#renderSlot(element, view, cards, offer, own);
  }

  /** @param {import("./fold.js").Player} player @param {string} whose @param {boolean} own @param {BoardOffer} offer */
  #renderLp(player, whose, own, offer) {
    this.#maxLp = Math.max(this.#maxLp, player.lp);
    this.lp.dataset.spot = own ? "own" : "lp";
    const can = !own && updateSpot(this.lp, "lp", offer);
    this.lp.ariaDisabled = String(!can);
    setLabel(this.lp, t(can ? "lpAttack" : "lpOf", { whose, n: player.lp }));
    this.showLp(player.lp);
  }

  /** @param {number} lp */
  showLp(lp) {
    this.#number.textContent = String(lp);
    this.#bar.style.width = `${Math.min(100, (100 * lp) / this.#maxLp)}%`;
    this.lp.classList.toggle("lv-low", lp * 4 < this.#maxLp);
  }

  /** @param {HTMLButtonElement} element @param {View} view @param {import("./face.js").Catalogue} cards @param {BoardOffer} offer @param {boolean} own */
  #renderSlot(element, view, cards, offer, own) {
    const place = element.dataset.place ?? "";
    const ownPlace = place.split(".")[1];
    const spot = own ? ownPlace : `opp.${ownPlace}`;
    const thing = fieldCardAt(view, place);
    const { asked } = view;
    const reserved = asked?.op === "cost" && own && ownPlace === `m${asked.slot}`;
    const coming = reserved && !thing ? asked.card : null;
    element.dataset.spot = spot;
    const key = thing
      ? `${thing.card} ${thing.power} ${thing.printed} ${language()}`
      : coming
        ? `${coming} ${language()}`
        : "";
    if (element.dataset.key !== key) {
      element.dataset.key = key;
      fill(element, thing ? miniCard(cards.get(thing.card), thing) : coming && miniCard(cards.get(coming)));
      element.classList.toggle("lv-empty", key === "");
    }
    setData(element, "look", thing?.card ?? null);
    const can = updateSpot(element, spot, offer);
    const picked = asked?.picked.includes(place) ?? false;
    element.classList.toggle("lv-spent", Boolean(thing?.attacks) && !can && !offer.isOver && view.battle?.at !== place);
    element.classList.toggle("lv-shielded", Boolean(thing?.shielded));
    element.classList.toggle("lv-reserved", reserved);
    element.classList.toggle("lv-picked", picked);
    element.disabled = !thing && !can;
    const result = element.dataset.act ? offer.resultOf(element.dataset.act) : null;
    setResult(element, thing && !own ? result : null);
    setLabel(element, slotLabel(cards, element, thing, own));
  }
}

/**
 * @param {import("./face.js").Catalogue} cards @param {HTMLElement} element @param {FieldCard | null} thing @param {boolean} own
 */
function slotLabel(cards, element, thing, own) {
  const { place = "", act, ways } = element.dataset;
  const monster = place.includes(".m");
  const side = t(`side${place.at(-1)}`);
  const what = thing
    ? t(monster ? "inMonster" : "inMagic", { card: cards.name(thing.card), power: thing.power ?? "", side })
    : t(monster ? "emptyMonster" : "emptyMagic", { side });
  const notes = [
    act && t("target"),
    element.querySelector(":scope > .lv-result")?.textContent,
    ways?.includes("attack ") && t("canAttack"),
    ways?.includes("use ") && t("canUse"),
    thing?.attacks && !ways?.includes("attack ") && t("hasAttacked"),
    thing?.shielded && t("shielded"),
  ].filter(Boolean);
  const whose = own ? what : t("ofThem", { thing: what });
  return notes.length ? `${whose} (${notes.join(", ")})` : whose;
}

/** @param {HTMLElement} part */
function hideFromReaders(part) {
  part.setAttribute("aria-hidden", "true");
  return part;
}

/**
 * @param {HTMLElement} element @param {string} name @param {number} count @param {string} label @param {HTMLElement[]} top @param {string} key
 */
function renderPile(element, name, count, label, top, key) {
  if (element.dataset.key !== key || !element.firstChild) {
    element.dataset.key = key;
    fill(
      element,
      ...[
        h("span", { class: "lv-heap" }, ...top),
        h("span", { class: "lv-count" }),
        h("span", { class: "lv-label" }),
      ].map(hideFromReaders),
    );
  }
  setLabel(element, label);
  fill(/** @type {Element} */ (element.querySelector(".lv-count")), count);
  fill(/** @type {Element} */ (element.querySelector(".lv-label")), name);
}

export class Board {
  /** The player's hand. */
  hand = h("div", { class: "lv-hand", role: "group" });
  /** LP at the start of a game. */
  startLp = 0;
  #host;

  /** @param {BoardHost} host */
  constructor(host) {
    this.#host = host;
    this.halves = /** @type {Record<Seat, PlayerHalf>} */ (
      Object.fromEntries(SEATS.map((seat) => [seat, new PlayerHalf(seat, host)]))
    );
  }

  /** @type {HTMLElement[]} */
  get elements() {
    return [...SEATS.flatMap((seat) => [this.halves[seat].plate, this.halves[seat].field]), this.hand];
  }

  /** @param {View} view @param {import("./face.js").Catalogue} cards @param {BoardOffer} offer */
  render(view, cards, offer) {
    for (const seat of SEATS) this.halves[seat].render(view, cards, offer, this.startLp);
    this.hand.style.setProperty("--n", String(Math.max(5, view.hand.length)));
    this.#renderHand(view, cards, offer);
  }

  /** @param {View} view @param {import("./face.js").Catalogue} cards @param {BoardOffer} offer */
  #renderHand(view, cards, offer) {
    this.hand.setAttribute("aria-label", t("yourHand"));
    const before = /** @type {HTMLElement[]} */ (Array.from(this.hand.children));
    const held = view.hand.map((id) => {
      const key = `${id} ${language()}`;
      const at = before.findIndex((element) => element.dataset.key === key);
      if (at >= 0) return before.splice(at, 1)[0];
      const dataset = { key, look: id, spot: `hand:${id}` };
      const card = h("button", { type: "button", class: "lv-held", dataset }, miniCard(cards.get(id)));
      return this.#host.tooltips.explain(card, () => this.#host.spotTip(card));
    });
    setChildren(this.hand, held);
    const waits = [...(view.asked?.zone === "hand" ? view.asked.picked : [])];
    held.forEach((element, at) => {
      const id = element.dataset.look ?? "";
      const card = cards.get(id);
      const can = updateSpot(element, `hand:${id}`, offer);
      const picked = waits.includes(id);
      if (picked) waits.splice(waits.indexOf(id), 1);
      element.classList.toggle("lv-picked", picked);
      const isIdle = offer.actions.legal.length > 0 && !can && view.asked?.op !== "mulligan";
      element.classList.toggle("lv-idle", isIdle);
      const { level, power, type_name: kind } = card.facts;
      const label = isMagic(card)
        ? t("heldMagic", { card: cards.name(id), kind: kind?.[language()] ?? "" })
        : t("heldMonster", { card: cards.name(id), level: level ?? "?", power: power ?? "?" });
      setLabel(element, label);
      element.dataset.number = at < 10 ? String((at + 1) % 10) : "";
    });
  }

  /**
   * The element of a place: a slot, a hand, a deck, a trash or LP.
   * @param {View} view @param {Seat} seat @param {string} place
   * @returns {HTMLElement | null}
   */
  anchor(view, seat, place) {
    const named = /^(one|two)\.([ms])([1-3])$/.exec(place);
    if (named)
      return this.halves[/** @type {Seat} */ (named[1])].slots[(named[2] === "m" ? 0 : 3) + Number(named[3]) - 1];
    const half = this.halves[seat];
    if (place === "deck" || place === "trash" || place === "lp") return half[place];
    if (place === "hand") return seat === view.seat ? this.hand : half.hand;
    return null;
  }

  /** Mark what an action would destroy, damage or pay; null removes the marks. @param {Record<string, string[]> | null} preview */
  showPreview(preview) {
    const { destroys = [], damages = [], pays = [] } = preview ?? {};
    for (const { seat, slots, lp } of Object.values(this.halves)) {
      lp.classList.toggle("lv-hurt", damages.includes(seat));
      for (const slot of slots) {
        slot.classList.toggle("lv-doomed", destroys.includes(slot.dataset.place ?? ""));
        slot.classList.toggle("lv-paying", pays.includes(slot.dataset.place ?? ""));
      }
    }
  }

  /** The LP element that a direct attack targets. @param {string} attacker its place */
  attackedLp(attacker) {
    return this.halves[opponentOf(/** @type {Seat} */ (attacker.split(".")[0]))].lp;
  }
}
