// Questions between players: a takeback request, and the claim of a win when the opponent has left.

import { fill, h } from "../frame/dom.js";
import { language, t } from "../frame/words.js";
import { seatName } from "./players.js";

/** @typedef {import("../frame/message_types.js").Table} Table */
/** @typedef {"takeback" | "takeback_decline" | "claim"} Answer */

/** A shorter absence is not shown: a reload takes about a second. */
const MIN_ABSENCE_SECONDS = 4;

export class TableOffers {
  element = h("div", { class: "offers", role: "status" });
  /** The time after which a win can be claimed. */
  claimSeconds = 0;
  /** Milliseconds since players left, at `#receivedAt`. @type {(number | null)[]} */
  #away = [];
  #receivedAt = 0;
  /** @type {{table: Table, own: number | null, takeback: number | null} | null} */
  #now = null;
  /** The state that was rendered last. */
  #key = "";
  #request;

  /** @param {(kind: Answer) => void} request */
  constructor(request) {
    this.#request = request;
  }

  /** @param {(number | null)[]} away */
  setAway(away) {
    this.#away = away;
    this.#receivedAt = performance.now();
    this.tick();
  }

  /**
   * @param {Table} table
   * @param {number | null} own the player's seat; null for spectators and two players on one screen
   * @param {number | null} takeback the seat that has requested a takeback
   */
  render(table, own, takeback) {
    this.#now = { table, own, takeback };
    this.tick();
  }

  /** Update the questions, which depend on the time. */
  tick() {
    if (!this.#now) return;
    const { table, own, takeback } = this.#now;
    const playing = own !== null && table.status === "playing" && !table.practice;
    const other = playing ? table.seats.findIndex((seat, at) => at !== own && seat.kind === "human") : -1;
    const left = other >= 0 ? this.#secondsToClaim(other) : null;
    const key = JSON.stringify([language(), table.id, other, takeback, left]);
    if (key === this.#key) return;
    this.#key = key;
    const name = other >= 0 ? seatName(table, other) : "";
    fill(
      this.element,
      other >= 0 && takeback === own && h("p", { class: "banner" }, t("takeback_asked")),
      other >= 0 && takeback === other && this.#takebackQuestion(name),
      left !== null && this.#absence(name, left),
    );
  }

  /** @param {string} name */
  #takebackQuestion(name) {
    return h(
      "div",
      { class: "banner" },
      h("p", null, t("takeback_wanted", { name })),
      h(
        "div",
        { class: "row" },
        this.#button("takeback", "accept", "primary"),
        this.#button("takeback_decline", "decline"),
      ),
    );
  }

  /**
   * @param {string} name
   * @param {number} left seconds until the win can be claimed
   */
  #absence(name, left) {
    // Screen readers do not read the countdown.
    const wait = left > 0 && h("p", { "aria-live": "off" }, t("claim_in", { n: left }));
    const claim = left === 0 && this.#button("claim", "claim", "primary");
    return h("div", { class: "banner" }, h("p", null, t("opponent_left", { name })), wait, claim);
  }

  /** Seconds until the win can be claimed; null if the player is there. @param {number} seat */
  #secondsToClaim(seat) {
    const away = this.#away[seat] ?? null;
    if (away === null) return null;
    const seconds = (away + performance.now() - this.#receivedAt) / 1000;
    return seconds < MIN_ABSENCE_SECONDS ? null : Math.max(0, Math.ceil(this.claimSeconds - seconds));
  }

  /** @param {Answer} kind @param {string} key @param {string} [style] */
  #button(kind, key, style) {
    return h("button", { class: style, onclick: () => this.#request(kind) }, t(key));
  }
}
