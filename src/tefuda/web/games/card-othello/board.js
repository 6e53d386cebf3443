// The board: an 8 by 8 grid for mouse, touch and arrow keys.

import { h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { CELLS, stoneAt } from "./fold.js";
import { applyLook, lookKey, createStone } from "./stones.js";
import { t } from "./words.js";

/** @typedef {import("./screen_state.js").ScreenState} ScreenState */
/** @typedef {import("./stones.js").StoneLook} StoneLook */
/** @typedef {{cell: string, flips: string[], destroys: string[], text: import("../../frame/message_types.js").LocalizedText}} ActionPreview */
/** @typedef {{places: Set<string>, targets: Set<string>, picked: string[], hints: import("./hints.js").Hints, labelOf: (name: string) => string}} BoardMarks */

const ARROW_STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -8, ArrowDown: 8, ArrowLeft: -1, ArrowRight: 1 });

export class Board {
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {Map<string, string>} the look of each cell */
  #keys = new Map();
  /** @type {Map<string, StoneLook | null>} the stone of each cell */
  #looks = new Map();
  /** @type {ActionPreview | null} */
  #preview = null;
  /** The cell in the tab order. */
  #current = "d4";

  /** @param {(cell: string) => void} choose */
  constructor(choose) {
    const rows = Array.from({ length: 8 }, (_, row) => {
      const cells = CELLS.slice(8 * row, 8 * row + 8).map((name) => {
        const cell = h(
          "div",
          {
            class: "co-cell",
            role: "gridcell",
            tabindex: -1,
            dataset: { cell: name },
            onclick: () => choose(name),
            onfocus: () => this.#setCurrent(name),
          },
          h("span", { class: "co-stack" }),
        );
        this.#cells.set(name, cell);
        return cell;
      });
      return h("div", { class: "co-row", role: "row" }, ...cells);
    });
    this.grid = h("div", { class: "co-grid", role: "grid" }, ...rows);
    /** Shows used cards and texts for a moment. */
    this.stage = h("div", { class: "co-spot", "aria-hidden": "true" });
    this.element = h(
      "div",
      { class: "co-board" },
      edgeLabels("co-letters", "abcdefgh"),
      edgeLabels("co-numbers", "12345678"),
      this.grid,
      this.stage,
    );
    this.grid.addEventListener("keydown", (event) => this.#onKeydown(event, choose));
    this.#setCurrent(this.#current);
  }

  /**
   * @param {string} name
   * @returns {HTMLElement}
   */
  cell(name) {
    return /** @type {HTMLElement} */ (this.#cells.get(name));
  }

  /**
   * The layer that holds the stones of a cell.
   * @param {string} name
   * @returns {HTMLElement}
   */
  stack(name) {
    return /** @type {HTMLElement} */ (this.cell(name).firstElementChild);
  }

  /**
   * The stone on a cell, without snapshots.
   * @param {string} name
   * @returns {HTMLElement | null}
   */
  stone(name) {
    return this.stack(name).querySelector(".co-stone:not(.co-ghost)");
  }

  /**
   * A copy of a cell's stone, for crossfades.
   * @param {string} name
   * @returns {HTMLElement | null}
   */
  snapshot(name) {
    const snapshot = /** @type {HTMLElement | undefined} */ (this.stone(name)?.cloneNode(true));
    snapshot?.classList.add("co-ghost");
    return snapshot ?? null;
  }

  /**
   * A key that changes with the look of a cell.
   * @param {string} name
   */
  lookKey(name) {
    return this.#keys.get(name) ?? "";
  }

  /** @param {string} name */
  look(name) {
    return this.#looks.get(name) ?? null;
  }

  /**
   * Mark the stones that an action would flip or destroy; null removes the marks.
   * @param {ActionPreview | null} preview
   */
  showPreview(preview) {
    if (preview === this.#preview) return;
    this.#preview = preview;
    for (const [name, cell] of this.#cells) {
      const aimed = name === preview?.cell;
      cell.classList.toggle("co-aim", aimed);
      cell.classList.toggle("co-will-flip", Boolean(preview?.flips.includes(name)));
      cell.classList.toggle("co-will-vanish", Boolean(preview?.destroys.includes(name)));
      if (aimed && preview.flips.length > 0) cell.dataset.flips = String(preview.flips.length);
      else delete cell.dataset.flips;
    }
    if (preview) this.cell(preview.cell).ariaLabel += `, ${localize(preview.text)}`;
  }

  /**
   * @param {ScreenState} view
   * @param {BoardMarks} marked
   */
  render(view, marked) {
    this.grid.setAttribute("aria-label", t("board"));
    this.grid.dataset.side = view.seat ?? "";
    for (const [name, cell] of this.#cells) {
      const look = stoneLook(view, name);
      const key = lookKey(look);
      this.#looks.set(name, look);
      if (key !== this.lookKey(name)) {
        this.#keys.set(name, key);
        const there = this.stone(name);
        if (!look) there?.remove();
        else if (there) applyLook(there, look);
        else this.stack(name).prepend(createStone(look));
      }
      const place = marked.places.has(name);
      const target = marked.targets.has(name);
      const picked = marked.picked.includes(name);
      cell.classList.toggle("co-place", place);
      cell.classList.toggle("co-target", target);
      cell.classList.toggle("co-foe", target && look !== null && look.side !== view.seat);
      cell.classList.toggle("co-picked", picked);
      cell.classList.toggle("co-last", name === view.last);
      marked.hints.mark(cell, name);
      const chance = marked.hints.chance(name);
      cell.ariaSelected = picked ? "true" : null;
      cell.ariaLabel = [
        name,
        ...(look ? describeStone(look, marked.labelOf) : [t("emptyCell")]),
        name === view.last && t("lastMove"),
        place && t("legalPlace"),
        target && t("target"),
        picked && t("picked"),
        chance !== null && t("chance", { n: chance }),
      ]
        .filter(Boolean)
        .join(", ");
    }
  }

  /** @param {string} name */
  #setCurrent(name) {
    this.cell(this.#current).tabIndex = -1;
    this.#current = name;
    this.cell(name).tabIndex = 0;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {(cell: string) => void} choose
   */
  #onKeydown(event, choose) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = CELLS.indexOf(this.#current);
    if (event.key === "Enter" || event.key === " ") choose(this.#current);
    else if (event.key === "Home") this.cell(CELLS[at - (at % 8)]).focus();
    else if (event.key === "End") this.cell(CELLS[at - (at % 8) + 7]).focus();
    else if (event.key in ARROW_STEPS) {
      const to = at + ARROW_STEPS[event.key];
      const wraps = Math.abs(ARROW_STEPS[event.key]) === 1 && Math.floor(to / 8) !== Math.floor(at / 8);
      if (to >= 0 && to < 64 && !wraps) this.cell(CELLS[to]).focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * The labels of columns or rows.
 * @param {string} kind
 * @param {string} names
 */
function edgeLabels(kind, names) {
  return h("div", { class: kind, "aria-hidden": "true" }, ...Array.from(names, (name) => h("span", null, name)));
}

/**
 * @param {ScreenState} view
 * @param {string} cell
 * @returns {StoneLook | null}
 */
function stoneLook(view, cell) {
  const side = stoneAt(view, cell);
  if (!side) return null;
  const marks = view.marks.filter((mark) => mark.at === cell);
  const special = view.looks[cell] ?? null;
  return { side, marks, sprout: view.sprouts.includes(cell), special };
}

/**
 * Describe a stone in words.
 * @param {StoneLook} look
 * @param {(name: string) => string} labelOf
 */
function describeStone(look, labelOf) {
  const marks = look.marks.flatMap(({ mark, left }) => [
    mark === "TRAP" ? t("ownTrap") : labelOf(mark),
    left > 0 && t(mark === "WORK" ? "stage" : "left", { n: left }),
  ]);
  return [t("stone", { side: t(look.side) }), look.special && t(look.special), ...marks, look.sprout && t("sprout")];
}
