// The chance to win over a game, with the turning points. Click the graph or a turning point to step there.

import { fill, h, svg } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { loadStyleSheet } from "../../frame/screen.js";
import { capitalize, localize, withColon } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Chances} Chances */
/** @typedef {import("../../frame/message_types.js").TurningPoint} TurningPoint */
/**
 * @typedef {object} GraphOptions
 * @property {(seat: number) => string} nameOf the name of a player
 * @property {number[]} own the player's seats
 * @property {import("../../frame/message_types.js").Game} game
 * @property {(ply: number) => void} step
 * @property {((ply: number) => void) | null} retry continue the game from a ply; null if that is not possible
 */

const STYLE = new URL("style.css", import.meta.url);
const LEVELS = [1, 0.5, 0];

/** @param {number} chance */
const percent = (chance) => Math.round(100 * chance);

/** Whether a game has payoffs instead of wins. @param {import("../../frame/message_types.js").Game} game */
const hasPayoffs = (game) => game.min_score !== 0 || game.max_score !== 1;

export class ChanceGraph {
  element = h("figure", { class: "chance-graph" });
  #plot = h("div", { class: "cg-plot" });
  #cursor = h("div", { class: "cg-cursor", hidden: true });
  #list = h("ol", { class: "cg-list" });
  /** @type {Chances} */
  #chances;
  /** @type {GraphOptions} */
  #options;
  /** The ply at the right edge. */
  #last;

  /**
   * @param {Chances} chances
   * @param {GraphOptions} options
   */
  constructor(chances, options) {
    this.#chances = chances;
    this.#options = options;
    this.#last = Math.max(1, chances.points.at(-1)?.ply ?? 1);
    this.#plot.addEventListener("click", (event) => this.#onClick(event));
    void loadStyleSheet(STYLE.href);
    this.relabel();
  }

  /** Mark the ply that is shown. @param {number} ply */
  setPly(ply) {
    this.#cursor.hidden = false;
    this.#cursor.style.left = this.#left(ply);
    const turning = this.#chances.turning_points;
    Array.from(this.#list.children).forEach((row, at) => row.classList.toggle("now", turning[at]?.ply === ply));
  }

  relabel() {
    const { points, seat, turning_points: turning } = this.#chances;
    const { nameOf, game, own } = this.#options;
    const values = points.map((point) => percent(point.chance));
    const summary = t("summary", {
      start: values[0],
      end: values[values.length - 1],
      high: Math.max(...values),
      low: Math.min(...values),
    });
    const what = hasPayoffs(game) ? "payoff" : "chance";
    const isOwn = own.length === 1 && own[0] === seat;
    const theirs = isOwn ? t(`your_${what}`) : t(`${what}_of`, { name: nameOf(seat) });
    const title = game.seats > 1 ? theirs : t(what);
    const at = points.map(({ ply, chance }) => `${(100 * ply) / this.#last},${100 - 100 * chance}`).join(" ");
    const first = (100 * (points[0]?.ply ?? 0)) / this.#last;
    fill(
      this.#plot,
      ...LEVELS.map((level) =>
        h(
          "span",
          { class: "cg-level", style: { top: `${100 - 100 * level}%` }, "aria-hidden": "true" },
          t("percent", { n: 100 * level }),
        ),
      ),
      svg(
        "svg",
        { viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": `${title}. ${summary}` },
        svg("polygon", { points: `${first},100 ${at} 100,100` }),
        svg("line", { x1: 0, x2: 100, y1: 50, y2: 50 }),
        svg("polyline", { points: at }),
      ),
      this.#cursor,
      ...turning.map((point) => this.#marker(point)),
    );
    fill(this.#list, ...turning.map((point) => this.#row(point)));
    fill(
      this.element,
      h(
        "figcaption",
        null,
        h("strong", null, title),
        h("span", { class: "faint" }, t(game.seats > 1 ? "note_opponent" : "note")),
      ),
      this.#plot,
      h(
        "section",
        { class: "cg-turning", tabindex: -1 },
        h("h3", null, t("turning_points")),
        turning.length ? this.#list : h("p", { class: "faint" }, t("no_turning_points")),
      ),
    );
  }

  /** @param {number} ply */
  #left(ply) {
    return `${(100 * ply) / this.#last}%`;
  }

  /** The chance at a ply on the line, which may lie between two points. @param {number} ply */
  #chanceAt(ply) {
    const { points } = this.#chances;
    const next = Math.max(
      0,
      points.findIndex((point) => point.ply >= ply),
    );
    const [one, other] = [points[Math.max(0, next - 1)], points[next]];
    const share = other.ply > one.ply ? (ply - one.ply) / (other.ply - one.ply) : 0;
    return one.chance + share * (other.chance - one.chance);
  }

  /** The action of a turning point and who played it. @param {TurningPoint} point */
  #actionText({ ply, seat, text }) {
    const { game, nameOf } = this.#options;
    const action = localize(text);
    return `${ply}. ${game.seats > 1 ? withColon(nameOf(seat), action) : capitalize(action)}`;
  }

  /** The mark of a turning point. The list below has the same buttons for the keyboard. @param {TurningPoint} point */
  #marker(point) {
    const { ply, before, after } = point;
    const label = `${this.#actionText(point)} ${t("change", { before: percent(before), after: percent(after) })}`;
    return h("button", {
      class: "cg-marker",
      tabindex: -1,
      "aria-hidden": "true",
      title: label,
      dataset: { ply, swing: after > before ? "up" : "down" },
      style: { left: this.#left(ply), top: `${100 - 100 * this.#chanceAt(ply)}%` },
      onclick: () => this.#options.step(ply),
    });
  }

  /** @param {TurningPoint} point */
  #row(point) {
    const { ply, before, after, retry } = point;
    const { step, retry: tryAgain } = this.#options;
    return h(
      "li",
      null,
      h(
        "button",
        { class: "quiet cg-step", dataset: { ply }, onclick: () => step(ply) },
        h("span", null, this.#actionText(point)),
        h(
          "b",
          { dataset: { swing: after > before ? "up" : "down" } },
          t("change", { before: percent(before), after: percent(after) }),
        ),
      ),
      tryAgain !== null &&
        retry !== null &&
        h("button", { class: "cg-retry", onclick: () => tryAgain(retry) }, icon("undo"), t("try_again")),
    );
  }

  /** Step to the ply under the pointer. @param {MouseEvent} event */
  #onClick(event) {
    if (/** @type {Element} */ (event.target).closest("button")) return;
    const { left, width } = this.#plot.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left) / width) * this.#last);
    this.#options.step(Math.max(0, Math.min(this.#last, ply)));
  }
}
