// Hand, board and field: card buttons with their actions and sizes.

import { enableRovingFocus, h, setChildren } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { CARD_ASPECT, boardCardWidth, handLayout, steadyWidth } from "./layout.js";
import { cardButton, updateCardButton } from "./card_buttons.js";
import { badgeTip } from "./explanations.js";
import { markScrollEdges, watchScrollEdges } from "./scroll_edges.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Piece} Piece */
/** @typedef {import("./table_layout.js").TableLayout} TableLayout */

/** Same as in the style sheet. */
const NARROW_SCREEN_WIDTH = 760;
const LANDSCAPE_PHONE = { width: 561, height: 480 };
const EMPTY_HAND_HEIGHT = 44;
/** Left and right, or above and below the cards of a zone together (`style.css`). */
const AREA_PADDING = 6;
/** The frames of playable cards beside the hand of an upright phone. */
const HAND_MARGIN = 12;
const BAR_HEIGHTS = { wide: 30, narrow: 34 };

export class Zones {
  /** @type {Map<number, HTMLElement>} visible cards by key */
  cards = new Map();
  /** @type {Map<number, HTMLElement>} a card with its attachments */
  #groups = new Map();
  /** Keeps the place of a spell that resolves, so that the cards in play do not move. */
  #castingPlace = h("div", { class: "stc-group stc-casting-place", "aria-hidden": "true", dataset: { bars: "0" } });
  /** @type {Map<HTMLElement, {space: string, width: number}>} the last card widths of the board and the field */
  #widths = new Map();
  #table;
  #model;
  #cardOf;
  #labelOf;
  #explain;
  #updateTabStops;

  /**
   * @param {TableLayout} table
   * @param {Model} model
   * @param {(id: string) => Card} cardOf
   * @param {(name: string) => string} labelOf
   * @param {(button: HTMLElement, badges: () => (Node | string)[] | null) => void} explain explains the badges of a card
   */
  constructor(table, model, cardOf, labelOf, explain) {
    this.#explain = explain;
    this.#table = table;
    this.#model = model;
    this.#cardOf = cardOf;
    this.#labelOf = labelOf;
    const settled = [table.hand, table.board, table.field].map((zone) => enableRovingFocus(zone, ".stc-card"));
    for (const zone of this.#cardAreas()) watchScrollEdges(zone);
    this.#updateTabStops = () => settled.forEach((settle) => settle());
  }

  /** The elements with the cards of the board, the field and the hand. */
  #cardAreas() {
    const { board, field, hand } = this.#table;
    return [board, field, hand].map((zone) => /** @type {HTMLElement} */ (zone.lastElementChild));
  }

  /**
   * The legal actions of a card.
   * @param {Piece} piece
   * @param {Set<string>} legal
   */
  actionsOf(piece, legal) {
    const { zones, view } = this.#model;
    const { choice } = view;
    const found = [...legal];
    if (zones.hand.includes(piece))
      return found.filter(
        (does) => does === `play ${piece.id}` || (choice?.zone === "hand" && does === `pick ${piece.id}`),
      );
    if (!this.#model.table.includes(piece)) return [];
    const name = this.#model.nameOf(piece);
    const picks = choice?.zone === "table" ? [`pick ${name}`] : [];
    return found.filter((does) => picks.includes(does) || does === `use ${name}` || does.startsWith(`use ${name}:`));
  }

  /** Remove all buttons after a change of language. */
  clearButtons() {
    this.cards.clear();
    this.#groups.clear();
  }

  /** @param {Set<string>} legal */
  render(legal) {
    const { zones, view } = this.#model;
    const { choice } = view;
    const seen = new Set();
    /** @type {string[]} */
    const marked = choice ? [...choice.picked] : [];
    const taken = (/** @type {string} */ name) => {
      const at = marked.indexOf(name);
      if (at >= 0) marked.splice(at, 1);
      return at >= 0;
    };
    const button = (/** @type {Piece} */ piece, /** @type {import("./card_buttons.js").ButtonPlace} */ look) => {
      const card = this.#cardOf(piece.id);
      let found = this.cards.get(piece.key);
      if (!found) this.cards.set(piece.key, (found = cardButton(card)));
      seen.add(piece.key);
      const zone = look === "hand" ? "hand" : "table";
      const picked = choice?.zone === zone && taken(zone === "hand" ? piece.id : this.#model.nameOf(piece));
      this.#explain(found, () => badgeTip(piece, card, { labelOf: this.#labelOf, look, picked }));
      const on = piece.host ? localize(this.#cardOf(piece.host.id).name) : "";
      const [, copy = ""] = this.#model.nameOf(piece).split("#");
      const state = { look, does: this.actionsOf(piece, legal), picked, on, copy };
      updateCardButton(found, card, piece, state, this.#labelOf);
      return found;
    };
    const group = (/** @type {Piece} */ piece, /** @type {import("./card_buttons.js").ButtonPlace} */ look) => {
      let found = this.#groups.get(piece.key);
      if (!found) this.#groups.set(piece.key, (found = h("div", { class: "stc-group" })));
      const bars = this.#model.attached(piece).map((one) => button(one, "bar"));
      found.dataset.bars = String(bars.length);
      setChildren(found, [button(piece, look), ...bars]);
      return found;
    };
    const [board, field, hand] = this.#cardAreas();
    setChildren(
      hand,
      zones.hand.map((piece) => button(piece, "hand")),
    );
    // After the end nothing resolves.
    const casting = view.result ? "table" : "casting";
    const leaving = view.result ? "table" : "leaving";
    const inPlay = zones.board.filter((piece) => !piece.host).map((piece) => group(piece, "table"));
    const cast = zones.limbo.map((piece) => group(piece, casting));
    setChildren(board, [...inPlay, ...(inPlay.length && !cast.length ? [this.#castingPlace] : cast)]);
    setChildren(field, [
      ...zones.field.map((piece) => group(piece, "table")),
      ...zones.leaving.map((piece) => group(piece, leaving)),
    ]);
    hand.dataset.empty = t("noHand");
    board.dataset.empty = t("noBoard");
    field.dataset.empty = t("noField");
    for (const key of [...this.cards.keys()]) if (!seen.has(key)) this.cards.delete(key);
    for (const key of [...this.#groups.keys()]) if (!seen.has(key)) this.#groups.delete(key);
    this.layOut();
    this.#updateTabStops();
  }

  /** Fit the card sizes to the space. */
  layOut() {
    const { zones } = this.#model;
    const [board, field, hand] = this.#cardAreas();
    const { clientWidth, clientHeight } = this.#table.layer;
    const landscape = clientHeight <= LANDSCAPE_PHONE.height && clientWidth >= LANDSCAPE_PHONE.width;
    const [upright, grand] = [clientWidth <= NARROW_SCREEN_WIDTH && !landscape, clientWidth > 1600];
    const bar = clientWidth <= NARROW_SCREEN_WIDTH ? BAR_HEIGHTS.narrow : BAR_HEIGHTS.wide;
    const most = upright ? 92 : grand ? 168 : 128;
    if (!upright) hand.style.height = "";
    // On upright phones the hand takes the height it needs and the board the rest.
    const high = upright ? Math.min(216, Math.max(121, clientHeight * 0.26)) : hand.clientHeight;
    const { width, step, rows } = handLayout(zones.hand.length, hand.clientWidth - (upright ? HAND_MARGIN : 0), high, {
      most: upright ? 84 : grand ? 150 : 120,
      readable: upright ? 66 : landscape ? 56 : 84,
      least: 52,
    });
    hand.style.setProperty("--w", `${width}px`);
    hand.style.setProperty("--over", `${step - width}px`);
    const needed = zones.hand.length ? Math.min(high, rows * (width * CARD_ASPECT + 6)) + 12 : EMPTY_HAND_HEIGHT;
    if (upright) hand.style.height = `${needed}px`;
    hand.classList.toggle("one-row", rows <= 1);
    const groups = (/** @type {Element} */ zone) =>
      /** @type {HTMLElement[]} */ ([...zone.children])
        .filter((group) => group !== this.#castingPlace || group.offsetWidth)
        .map((group) => Number(group.dataset.bars));
    const size = (/** @type {HTMLElement} */ zone, /** @type {number} */ limit) => {
      const [wide, high] = [zone.clientWidth - AREA_PADDING, zone.clientHeight - AREA_PADDING];
      const limits = { most: limit, least: upright ? 54 : 56, bar, gap: landscape ? 8 : upright ? 6 : 10 };
      const [bars, space] = [groups(zone), `${wide} ${high}`];
      const last = this.#widths.get(zone);
      const width = steadyWidth(boardCardWidth(bars, wide, high, limits), last?.space === space ? last.width : 0);
      this.#widths.set(zone, { space, width });
      zone.style.setProperty("--w", `${width}px`);
      // The last of several rows starts below the others, so that no card moves when one is added.
      const each = Math.max(1, Math.floor((wide + limits.gap) / (width + limits.gap)));
      const rest = wide - each * (width + limits.gap) + limits.gap;
      zone.style.paddingInlineStart = bars.length > each ? `${AREA_PADDING / 2 + Math.floor(rest / 2)}px` : "";
      zone.classList.toggle("rows", bars.length > each);
    };
    size(board, most);
    size(field, Math.min(most * 1.15, field.clientWidth));
    for (const zone of [board, field, hand]) markScrollEdges(zone);
  }
}
