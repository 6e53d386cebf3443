/** Animations of events: moving cards, arrows, numbers and banners. */

import { h, svg } from "../../frame/dom.js";
import { face, hiddenCard, miniCard } from "./face.js";
import { fieldCardAt } from "./fold.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./fold.js").Seat} Seat */
/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{box: Box | null, lp: number}} Before state before an event */

const FLY_MS = 380;
const BANNER_MS = 850;
const SPOT_MS = 900;
/** Longer, to read what the opponent plays. */
const READ_MS = 2200;
const FLOAT_MS = 800;
/** Longer, to compare two numbers. */
const CLASH_MS = 1200;
const COUNT_STEPS = 9;

/** Whether an event shows a card that was hidden before. @param {GameEvent} event */
export const isRevealed = ({ kind, card, from }) =>
  Boolean(card) &&
  (["summon", "magic", "search", "retrieve", "show"].includes(kind) ||
    (kind === "trash" && ["hand", "deck"].includes(from)));

export class Motions {
  #arrow = svg("path", { class: "lv-shaft" });
  #tip = svg("path", { class: "lv-tip", d: "M0 0-14-8-10 0-14 8Z" });
  #arrowLayer = svg("svg", { class: "lv-arrows" }, this.#arrow, this.#tip);
  layer = h("div", { class: "lv-layer", "aria-hidden": "true" }, this.#arrowLayer);
  #board;
  #cards;
  #motion;
  #name;

  /**
   * @param {import("./board.js").Board} board
   * @param {import("./face.js").Catalogue} cards
   * @param {import("../../frame/motion.js").Motion} motion
   * @param {(seat: Seat) => string} name
   */
  constructor(board, cards, motion, name) {
    this.#board = board;
    this.#cards = cards;
    this.#motion = motion;
    this.#name = name;
  }

  /** The box of an element in the layer; null if it is hidden. @param {Element | null | undefined} element @returns {Box | null} */
  #box(element) {
    if (!element?.getClientRects().length) return null;
    const frame = this.layer.getBoundingClientRect();
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left - frame.left, top: top - frame.top, width, height };
  }

  /** Capture the state that an event will change. @param {View} view @param {GameEvent} event @returns {Before} */
  capture(view, { kind, seat, card, from }) {
    const player = seat ? view[/** @type {Seat} */ (seat)] : null;
    let element = null;
    if (["summon", "magic"].includes(kind) || from === "hand") {
      const held = this.#board.hand.querySelector(`[data-look="${card}"]`);
      element = seat === view.seat && held ? held : this.#board.anchor(view, seat, "hand");
    } else if (kind === "draw") element = this.#board.anchor(view, seat, "deck");
    else if (kind === "refresh") element = this.#board.anchor(view, seat, "trash");
    else if (from) element = this.#board.anchor(view, seat, from);
    return { box: this.#box(element), lp: player?.lp ?? 0 };
  }

  /** Draw the arrow of the current attack. @param {View} view */
  renderArrow(view) {
    const { battle } = view;
    const from = battle && this.#box(this.#board.anchor(view, "one", battle.at));
    const to =
      battle &&
      this.#box(battle.on === "lp" ? this.#board.attackedLp(battle.at) : this.#board.anchor(view, "one", battle.on));
    this.#arrowLayer.toggleAttribute("hidden", !from || !to);
    if (!from || !to) return;
    const [x, y] = [from.left + from.width / 2, from.top + from.height / 2];
    const [tx, ty] = [to.left + to.width / 2, to.top + to.height / 2];
    const [mx, my] = [(x + tx) / 2 + (ty - y) * 0.12, (y + ty) / 2 - (tx - x) * 0.12];
    this.#arrow.setAttribute("d", `M${x} ${y}Q${mx} ${my} ${tx} ${ty}`);
    this.#tip.setAttribute(
      "transform",
      `translate(${tx} ${ty}) rotate(${(Math.atan2(ty - my, tx - mx) * 180) / Math.PI}) scale(1.7)`,
    );
  }

  /**
   * Animate an event after it has been drawn.
   * @param {View} view @param {GameEvent} event @param {Before} before
   */
  async show(view, event, before) {
    const { kind, seat, card } = event;
    const place = (/** @type {string} */ name) => this.#board.anchor(view, seat ?? "one", name);
    switch (kind) {
      case "phase":
        return this.#phase(view, event);
      case "draw":
        return this.#fly(
          before.box,
          seat === view.seat ? this.#board.hand.lastElementChild : place("hand"),
          card ? miniCard(this.#cards.get(card)) : hiddenCard(),
        );
      case "summon":
      case "special_summon":
      case "magic":
        if (seat !== view.seat) {
          // The slot stays empty until the card arrives.
          place(event.at)?.classList.add("lv-coming");
          await this.#spotlight([card], kind === "magic" ? READ_MS : SPOT_MS);
          place(event.at)?.classList.remove("lv-coming");
        }
        await this.#fly(before.box, place(event.at), miniCard(this.#cards.get(card)));
        return this.#pulse(place(event.at), kind === "magic" ? "#b79cf0" : "#ffd86b");
      case "trash":
        if (seat !== view.seat && ["hand", "deck"].includes(event.from)) await this.#spotlight([card], READ_MS);
        return this.#fly(before.box, place("trash"), miniCard(this.#cards.get(card)));
      case "search":
      case "retrieve":
        await this.#spotlight([card], seat === view.seat ? SPOT_MS : READ_MS);
        return this.#fly(before.box, place("hand"), miniCard(this.#cards.get(card)));
      case "return_hand":
        return this.#fly(before.box, place("hand"), miniCard(this.#cards.get(card)));
      case "return_deck":
        return this.#fly(before.box, place("deck"), hiddenCard());
      case "refresh":
        void this.#float(place("deck"), t("refresh"), "good");
        return this.#fly(before.box, place("deck"), hiddenCard());
      case "mulligan":
        await this.#fly(this.#box(place("hand")), place("deck"), hiddenCard());
        return this.#fly(this.#box(place("deck")), place("hand"), hiddenCard());
      case "gain":
      case "damage":
        return this.#count(seat, before.lp, event.lp, kind === "gain" ? event.amount : -event.amount);
      case "attack":
        return this.#strike(view, event);
      case "battle":
        return this.#float(place(event.on), t("versus", { mine: event.powers[0], theirs: event.powers[1] }), "clash");
      case "destroy":
        return this.#shatter(place(event.at));
      case "power":
        return this.#float(
          place(event.at),
          event.amount > 0 ? `+${event.amount}` : String(event.amount),
          event.amount > 0 ? "good" : "bad",
        );
      case "saved":
        return this.#float(place(event.at), t("saved"), "good");
      case "shield":
      case "extra_attack":
        return this.#pulse(place(event.at), "#7fd3ff");
      case "cost":
        await Promise.all(event.cards.map((/** @type {string} */ name) => this.#pulse(place(name), "#ff9a6b")));
        return;
      case "use":
      case "resolve":
        return this.#effect(view, seat, card);
      case "chance":
        return this.#spotlight(event.cards);
      case "show":
        return this.#spotlight([card], seat === view.seat ? SPOT_MS : READ_MS);
    }
  }

  /** @param {View} view @param {GameEvent} event */
  async #phase(view, { phase, seat, turn }) {
    if (phase === "draw") {
      const whose = seat === view.seat ? t("yourTurn") : t("turnOf", { name: this.#name(seat) });
      return this.#banner(whose, t("turn", { n: turn }));
    }
    if (phase === "battle" || phase === "main2") return this.#banner(t(`long_${phase}`), "");
  }

  /** @param {string} text @param {string} small */
  async #banner(text, small) {
    const banner = h("div", { class: "lv-banner" }, h("strong", null, text), small && h("span", null, small));
    this.layer.append(banner);
    const frames = [
      { opacity: 0, transform: "translateX(-12%)" },
      { opacity: 1, transform: "none", offset: 0.25 },
      { opacity: 1, transform: "none", offset: 0.75 },
      { opacity: 0, transform: "translateX(12%)" },
    ];
    await this.#motion.animate(banner, frames, { duration: BANNER_MS, easing: "ease-out" });
    banner.remove();
  }

  /** End the time to read a shown card. */
  skipSpotlight() {
    if (this.layer.querySelector(".lv-spotlight")) this.#motion.finish();
  }

  /** Show cards with their texts. @param {string[]} cards @param {number} duration */
  async #spotlight(cards, duration = SPOT_MS) {
    const spot = h(
      "div",
      { class: "lv-spotlight" },
      ...cards.slice(0, 4).map((card) => h("span", { class: "lv-shown" }, face(this.#cards.get(card)))),
    );
    this.layer.append(spot);
    const frames = [
      { opacity: 0, transform: "scale(.7)" },
      { opacity: 1, transform: "none", offset: 0.1 },
      { opacity: 1, transform: "none", offset: 0.93 },
      { opacity: 0, transform: "scale(.96)" },
    ];
    await this.#motion.animate(spot, frames, { duration });
    spot.remove();
  }

  /**
   * Move a card from a box to an element.
   * @param {Box | null} from @param {Element | null | undefined} target @param {HTMLElement} card
   */
  async #fly(from, target, card) {
    const to = this.#box(target);
    // An empty row has no size.
    if (!from?.width || !from.height || !to || !target) return;
    if (this.#motion.reduced)
      return this.#motion.animate(target, [{ opacity: 0.2 }, { opacity: 1 }], { duration: FLY_MS });
    const size = {
      width: Math.min(from.width, from.height * 0.716),
      height: Math.min(from.height, from.width * 1.397),
    };
    const end = Math.min(to.width, to.height * 0.716) / size.width;
    const flying = h(
      "div",
      { class: "lv-flying", style: { width: `${size.width}px`, height: `${size.height}px` } },
      card,
    );
    this.layer.append(flying);
    const at = (/** @type {Box} */ box) =>
      `translate(${box.left + box.width / 2 - size.width / 2}px, ${box.top + box.height / 2 - size.height / 2}px)`;
    const shown = target instanceof HTMLElement && target.matches(".lv-slot, .lv-held") ? target : null;
    shown?.classList.add("lv-coming");
    await this.#motion.animate(flying, [{ transform: at(from) }, { transform: `${at(to)} scale(${end})` }], {
      duration: FLY_MS,
      easing: "cubic-bezier(.3,.1,.2,1)",
    });
    shown?.classList.remove("lv-coming");
    flying.remove();
  }

  /** @param {Element | null} element @param {string} colour */
  async #pulse(element, colour) {
    if (!element) return;
    await this.#motion.animate(
      element,
      [
        { boxShadow: `0 0 0 0 ${colour}` },
        { boxShadow: `0 0 0 .5rem ${colour}`, offset: 0.4 },
        { boxShadow: `0 0 0 1rem transparent` },
      ],
      { duration: 420 },
    );
  }

  /** Highlight the card of an effect, or show it if it is not on the field. @param {View} view @param {Seat} seat @param {string} card */
  async #effect(view, seat, card) {
    const places = ["m", "s"].flatMap((zone) => [1, 2, 3].map((slot) => `${seat}.${zone}${slot}`));
    const found = places.find((place) => fieldCardAt(view, place)?.card === card);
    if (!found) return this.#spotlight([card], seat === view.seat ? SPOT_MS : READ_MS);
    await this.#pulse(this.#board.anchor(view, seat, found), "#ffd86b");
  }

  /** @param {Element | null} element */
  async #shatter(element) {
    const card = element?.querySelector(".lv-mini");
    if (!card) return;
    const frames = [
      { transform: "none", filter: "none" },
      { transform: "translateX(-5%) rotate(-3deg)", filter: "brightness(1.9) saturate(.3)", offset: 0.25 },
      { transform: "translateX(5%) rotate(3deg)", filter: "brightness(.7)", offset: 0.5 },
      { transform: "scale(.9) rotate(-2deg)", filter: "brightness(1.6) saturate(0)", offset: 0.75 },
      { transform: "scale(.86)", filter: "brightness(.4)" },
    ];
    await this.#motion.animate(card, frames, { duration: 480 });
  }

  /** @param {View} view @param {GameEvent} event */
  async #strike(view, { at, on }) {
    this.renderArrow(view);
    await this.#motion.animate(this.#arrow, [{ strokeDasharray: "0 3000" }, { strokeDasharray: "900 3000" }], {
      duration: 420,
      easing: "ease-in",
    });
    const attacker = this.#board.anchor(view, "one", at);
    const target = on === "lp" ? this.#board.attackedLp(at) : this.#board.anchor(view, "one", on);
    const [from, to] = [this.#box(attacker), this.#box(target)];
    const card = attacker?.querySelector(".lv-mini");
    if (!card || !from || !to) return;
    const dx = (to.left + to.width / 2 - from.left - from.width / 2) * 0.55;
    const dy = (to.top + to.height / 2 - from.top - from.height / 2) * 0.55;
    attacker?.classList.add("lv-above");
    await this.#motion.animate(
      card,
      [
        { transform: "none" },
        { transform: `translate(${dx}px, ${dy}px) scale(1.05)`, offset: 0.45 },
        { transform: "none" },
      ],
      { duration: 420, easing: "ease-in-out" },
    );
    attacker?.classList.remove("lv-above");
  }

  /** @param {Element | null | undefined} element @param {string} text @param {"good" | "bad" | "clash"} kind */
  async #float(element, text, kind) {
    const box = this.#box(element);
    if (!box) return;
    const label = h(
      "div",
      {
        class: `lv-float lv-${kind}`,
        style: { left: `${box.left + box.width / 2}px`, top: `${box.top + box.height / 2}px` },
      },
      text,
    );
    this.layer.append(label);
    const frames = [
      { opacity: 0, transform: "translate(-50%, 0) scale(.7)" },
      { opacity: 1, transform: "translate(-50%, -60%) scale(1.1)", offset: 0.15 },
      { opacity: 1, transform: "translate(-50%, -90%)", offset: 0.85 },
      { opacity: 0, transform: "translate(-50%, -140%)" },
    ];
    await this.#motion.animate(label, frames, { duration: kind === "clash" ? CLASH_MS : FLOAT_MS });
    label.remove();
  }

  /** Count LP up or down. @param {Seat} seat @param {number} from @param {number} to @param {number} amount */
  async #count(seat, from, to, amount) {
    const half = this.#board.halves[seat];
    const floating = this.#float(half.lp, amount > 0 ? `+${amount}` : String(amount), amount > 0 ? "good" : "bad");
    const hit = this.#motion.animate(
      half.plate,
      [
        { transform: "none" },
        { transform: "translateX(-4px)" },
        { transform: "translateX(4px)" },
        { transform: "none" },
      ],
      { duration: amount < 0 ? 220 : 1 },
    );
    for (let step = 1; step <= COUNT_STEPS; step += 1) {
      half.showLp(Math.round(from + ((to - from) * step) / COUNT_STEPS));
      await this.#motion.wait(45);
    }
    await Promise.all([floating, hit]);
  }
}
