/** The gaps of the field: buttons between the cards, enabled while a card is chosen. */

import { h, setChildren, svg } from "../../frame/dom.js";
import { cardFace } from "./cards.js";
import { gapPositions } from "./layout.js";
import { cardName, t } from "./words.js";

export class Gaps {
  /** @type {HTMLButtonElement[]} from left to right */
  buttons = [];
  /** @type {HTMLElement[]} second elements of gaps between two lines, for pointers only */
  #mirrors = [];
  /** @type {HTMLElement[]} connections of a line with the next one */
  #turns = [];
  /** @type {{x: number, y: number, gap: number}[]} all pointer targets */
  #targets = [];
  #box;
  #onPick;
  #preview = h("div", { class: "ghost", "aria-hidden": "true", hidden: true });
  /** @type {number | null} */
  #target = null;

  /**
   * @param {HTMLElement} box the field
   * @param {(gap: number) => void} pick
   */
  constructor(box, pick) {
    this.#box = box;
    this.#onPick = pick;
  }

  /**
   * Create as many gaps as needed and order them between the cards, for screen readers too.
   * @param {HTMLElement[]} cards
   */
  interleave(cards) {
    while (this.buttons.length > cards.length + 1) this.buttons.pop();
    while (this.buttons.length < cards.length + 1) this.buttons.push(this.#createGap(this.buttons.length));
    const woven = this.buttons.flatMap((button, gap) => (cards[gap] ? [button, cards[gap]] : [button]));
    setChildren(this.#box, [...woven, this.#preview]);
    this.#mirrors = [];
    this.#turns = [];
  }

  /** @param {number} gap */
  #createGap(gap) {
    const button = h(
      "button",
      {
        type: "button",
        class: "gap",
        dataset: { gap },
        disabled: true,
        tabindex: -1,
        onclick: () => this.#onPick(gap),
        onpointerenter: () => this.setTarget(gap),
        onpointerleave: () => this.setTarget(null),
        onfocus: () => this.setTarget(gap),
        onblur: () => this.setTarget(null),
      },
      slotIcon(),
      h("span", { class: "chance", "aria-hidden": "true" }),
    );
    return button;
  }

  /**
   * Position the gaps.
   * @param {import("./layout.js").RowLayout} row
   */
  position(row) {
    for (const element of [...this.#mirrors, ...this.#turns]) element.remove();
    this.#mirrors = [];
    this.#turns = [];
    this.#targets = [];
    gapPositions(row).forEach(({ x, y, echo }, gap) => {
      moveTo(this.buttons[gap], x, y);
      this.#targets.push({ x, y, gap });
      if (!echo) return;
      const other = h(
        "div",
        {
          class: "gap echo",
          dataset: { echo: gap },
          "aria-hidden": "true",
          onclick: () => this.#onPick(gap),
          onpointerenter: () => this.setTarget(gap),
          onpointerleave: () => this.setTarget(null),
        },
        slotIcon(),
      );
      moveTo(other, echo.x, echo.y);
      this.#targets.push({ ...echo, gap });
      this.#mirrors.push(other);
      const turn = lineTurn(echo, { x, y });
      this.#turns.push(turn);
      this.#box.append(turn, other);
    });
  }

  /**
   * Enable the legal gaps for a card; null disables all.
   * @param {string | null} card
   * @param {Set<number>} legal
   * @param {Map<number, number | null>} chances win chances of a hint by gap, best gap first. The best gap may not have
   *   the highest chance, since rarely tried gaps have unreliable ones. The task of a lesson has none.
   */
  enable(card, legal, chances) {
    const [best] = chances.keys();
    this.buttons.forEach((button, gap) => {
      button.disabled = card === null || !legal.has(gap);
      button.tabIndex = -1;
      const chance = chances.get(gap);
      button.classList.toggle("hinted", chance !== undefined);
      button.classList.toggle("best", gap === best);
      /** @type {HTMLElement} */ (button.lastElementChild).textContent =
        typeof chance === "number" ? percent(chance) : "";
    });
    const first = this.buttons.find((button) => !button.disabled);
    if (first) first.tabIndex = 0;
    this.#preview.replaceChildren(...(card === null ? [] : [cardFace(card)]));
    this.setTarget(card === null ? null : this.#target);
  }

  /**
   * Update the labels.
   * @param {string[]} names the field
   */
  relabel(names) {
    this.buttons.forEach((button, gap) => {
      const [left, right] = [names[gap - 1], names[gap]].map((card) => card && cardName(card));
      const key = left && right ? "between" : right ? "leftEnd" : "rightEnd";
      const text = t(key, { n: gap, left: left ?? "", right: right ?? "" });
      const chance = button.lastElementChild?.textContent;
      button.setAttribute("aria-label", chance ? t("chance", { text, chance: chance.replace("%", "") }) : text);
    });
  }

  /**
   * Preview the card in a gap: its neighbours move aside.
   * @param {number | null} gap
   * @param {boolean} [preview] false while the card is dragged
   */
  setTarget(gap, preview = true) {
    const live = gap !== null && this.buttons[gap] && !this.buttons[gap].disabled ? gap : null;
    this.#target = live;
    for (const echo of this.#mirrors) echo.classList.toggle("aimed", echo.dataset.echo === String(live));
    this.buttons.forEach((button, place) => {
      button.classList.toggle("aimed", place === live);
      button.previousElementSibling?.classList.toggle("left", place === live);
      button.nextElementSibling?.classList.toggle("right", place === live);
    });
    this.#preview.hidden = live === null || !preview;
    if (live !== null)
      moveTo(
        this.#preview,
        this.#targets[this.#targets.findIndex((aim) => aim.gap === live)].x,
        parseFloat(this.buttons[live].style.top),
      );
  }

  /**
   * The gap nearest to a point, or null if the point is far from the field.
   * @param {number} x @param {number} y
   * @returns {number | null}
   */
  nearest(x, y) {
    const zone = /** @type {HTMLElement} */ (this.#box.parentElement).getBoundingClientRect();
    if (x < zone.left - 30 || x > zone.right + 30 || y < zone.top - 60 || y > zone.bottom + 24) return null;
    const box = this.#box.getBoundingClientRect();
    const away = (/** @type {{x: number, y: number}} */ aim) =>
      Math.hypot(x - box.left - aim.x, 1.5 * (y - box.top - aim.y));
    const open = this.#targets.filter(({ gap }) => !this.buttons[gap].disabled);
    if (!open.length) return null;
    return open.reduce((near, aim) => (away(aim) < away(near) ? aim : near)).gap;
  }

  /**
   * Move the focus between enabled gaps.
   * @param {number} from @param {number} step
   */
  moveFocus(from, step = 0) {
    const open = this.buttons.filter((button) => !button.disabled);
    const at = open.indexOf(this.buttons[from]);
    const to = open[Math.max(0, Math.min(open.length - 1, Math.max(0, at) + step))];
    for (const button of open) button.tabIndex = button === to ? 0 : -1;
    to?.focus();
  }
}

/** @param {number} chance */
function percent(chance) {
  return `${Math.round(100 * chance)}%`;
}

/**
 * @param {HTMLElement} element @param {number} x @param {number} y its middle
 */
function moveTo(element, x, y) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}

/**
 * The connection from the end of a line to the start of the next one.
 * @param {import("./layout.js").CardPosition} from @param {import("./layout.js").CardPosition} to
 */
function lineTurn(from, to) {
  const turn = h("div", { class: "line-turn", "aria-hidden": "true" });
  moveTo(turn, to.x, from.y);
  turn.style.width = `${from.x - to.x}px`;
  turn.style.height = `${to.y - from.y}px`;
  return turn;
}

/** The icon of a gap. */
function slotIcon() {
  return svg(
    "svg",
    { class: "slot", viewBox: "0 0 20 60", "aria-hidden": "true" },
    svg("rect", { x: 7, y: 2, width: 6, height: 56, rx: 3 }),
    svg("path", { d: "M10 22V38M2 30H18" }),
  );
}
