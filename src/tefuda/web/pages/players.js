// The player bar: names, presence, clocks and turn.

import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { cpuSeatName } from "../frame/levels.js";
import { localize, t, translateBoth } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").Table} Table */

/**
 * The name of a seat's player, or the title of the seat.
 * @param {Table} table
 * @param {number} seat
 */
export function seatName(table, seat) {
  const one = table.seats[seat];
  return one.name || localize(one.title);
}

/**
 * Call unnamed players "You" and "Opponent" if the titles of the seats name no sides: who goes first is random.
 * @param {Table} table changed in place
 * @param {import("../frame/message_types.js").Game} game
 * @param {number[]} own the player's seats
 */
export function nameSeats(table, game, own) {
  if (!game.coin_toss || own.length !== 1 || table.seats.length !== 2) return;
  table.seats.forEach((seat, at) => {
    seat.title = translateBoth(own[0] === at ? "you_title" : "opponent", { en: {}, ja: {} });
  });
}

export class PlayerBar {
  element = h("div", { class: "players" });
  /** @type {HTMLElement[]} */
  #clocks = [];
  /** @type {HTMLElement[]} */
  #bubbles = [];
  /** @type {import("../frame/message_types.js").ClockState | null} */
  #clock = null;
  #since = 0;

  /**
   * @param {Table} table
   * @param {{turn: number | null, decision: string | null, own: number[], presence: boolean[], watchers: number}} now
   */
  render(table, now) {
    this.#clocks = table.seats.map(() => h("span", { class: "time" }));
    this.#bubbles = this.#bubbles.length
      ? this.#bubbles
      : table.seats.map(() => h("span", { class: "bubble", role: "status" }));
    const chips = table.seats.map((seat, at) => {
      const title = localize(seat.title);
      const cpu = seat.kind === "cpu";
      const own = now.own.includes(at);
      const isYou = own && now.own.length === 1;
      const name = cpu
        ? cpuSeatName(seat)
        : seat.kind === "open"
          ? t("open_seat")
          : seat.name || (isYou && title !== t("you_title") ? t("you") : "");
      const there = cpu || now.presence[at];
      const decides = now.turn === at;
      return h(
        "div",
        { class: decides ? "player turn" : "player", "aria-current": decides && "true" },
        h("span", { class: there ? "dot" : "dot off", title: seat.kind === "open" ? "" : t(there ? "here" : "away") }),
        icon(cpu ? "chip" : "person"),
        h(
          "span",
          { class: "who" },
          h("strong", null, table.seats.length > 1 ? title : name || title),
          table.seats.length > 1 && name && h("small", null, name),
        ),
        decides &&
          h(
            "span",
            { class: "visually-hidden" },
            now.decision ?? (isYou ? t("your_turn") : t("turn_of", { name: title })),
          ),
        this.#clocks[at],
        this.#bubbles[at],
      );
    });
    const eyes =
      now.watchers > 0 &&
      h("span", { class: "watchers", title: t("watchers", { n: now.watchers }) }, icon("eye"), now.watchers);
    // A solo player without a clock needs no chip.
    fill(this.element, ...(table.seats.length > 1 || table.clock ? chips : []), eyes);
    this.renderClocks();
  }

  /**
   * @param {import("../frame/message_types.js").ClockState | null} clock
   * @param {number} since
   */
  setClock(clock, since) {
    this.#clock = clock;
    this.#since = since;
    this.renderClocks();
  }

  /** Update the clocks. */
  renderClocks() {
    this.#clocks.forEach((element, seat) => {
      if (!this.#clock) return;
      const passed = this.#clock.running === seat ? performance.now() - this.#since : 0;
      const left = Math.max(0, this.#clock.left[seat] - passed) / 1000;
      const seconds = Math.floor(left % 60);
      element.textContent = `${Math.floor(left / 60)}:${String(seconds).padStart(2, "0")}${left < 10 ? `.${Math.floor((left * 10) % 10)}` : ""}`;
      element.classList.toggle("short", left < 20);
    });
  }

  /**
   * @param {number} seat
   * @param {string} text
   */
  showBubble(seat, text) {
    const bubble = this.#bubbles[seat];
    if (!bubble) return;
    bubble.textContent = text;
    setTimeout(() => bubble.textContent === text && (bubble.textContent = ""), 4000);
  }
}
