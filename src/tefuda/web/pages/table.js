// One table: the game's screen, who plays, what happened, and what can be said and done.

import * as api from "../frame/api.js";
import { cardsAt } from "../frame/author_api.js";
import { open } from "../frame/dialog.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { forget, keep, kept } from "../frame/seat_tokens.js";
import { Page, go } from "../frame/page.js";
import { settings } from "../frame/settings.js";
import { tick } from "../frame/sound.js";
import { both, inBoth, language, t } from "../frame/words.js";
import { screenOf } from "../games/index.js";
import { deed, deeds } from "./table_actions.js";
import { again, choices, verdict } from "./game_result.js";
import { curtain, invite, lost, openSeat } from "./table_placeholders.js";
import { Players, nameOf } from "./players.js";
import { Side } from "./seat_view.js";

/** @typedef {import("../frame/message_types.js").Table} Table */

const RELOADED = "tefuda.reloaded";

export default class TablePage extends Page {
  static tag = "table-page";

  /** @type {import("../frame/message_types.js").Game} */
  #game = /** @type {any} */ (null);
  /** @type {Table} */
  #table = /** @type {any} */ (null);
  /** @type {Side[]} */
  #sides = [];
  /** @type {Side | null} the side that is on the page */
  #active = null;
  #presence = { seats: /** @type {boolean[]} */ ([]), watchers: 0 };
  #players = new Players();
  #banner = h("p", { class: "banner", role: "status", hidden: true });
  #notice = h("p", { class: "notice", role: "alert", hidden: true });
  #status = h("p", { class: "status", "aria-live": "polite" });
  #boards = h("div", { class: "boards" });
  #above = h("div", { class: "above" });
  #logs = h("div", { class: "logs" });
  #deeds = h("div", { class: "deeds" });
  #panel = h("aside", { class: "panel" });
  #toggle = h("button", { class: "quiet menu", "aria-expanded": "false", onclick: () => this.#drawer() });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #over = false;
  #rematch = "";
  /** What the deeds on the page were drawn from. */
  #done = "";

  /** @param {string[]} params */
  async open([id]) {
    this.append(this.#banner, this.#notice);
    try {
      const { game: name } = (this.#table = await api.table(id));
      const [game, cards, module] = await Promise.all([api.game(name), cardsAt(this.#table), screenOf(name)]);
      this.#game = game;
      this.#build({ game, cards, kind: module.default });
    } catch (failure) {
      fill(this, lost(api.sentence(failure)));
    }
  }

  /** @param {ConstructorParameters<typeof Side>[2]} parts */
  #build(parts) {
    const full = parts.kind.layout === "full";
    document.body.dataset.layout = full ? "full" : "page";
    const title = h("h1", { class: "unseen" }, both(this.#game.title));
    const strip = h("div", { class: "strip" }, this.#players.element, this.#status, full && this.#toggle);
    fill(this.#toggle, icon("log"), h("span", null, t("menu")));
    this.#panel.append(this.#deeds, h("h2", null, t("log")), this.#logs);
    this.#deeds.addEventListener("click", (event) => this.#uncover(event), { capture: true });
    fill(
      this,
      title,
      this.#banner,
      full ? null : strip,
      h("div", { class: "stage" }, this.#notice, this.#above, this.#boards),
      this.#panel,
    );
    if (full) fill(/** @type {Element} */ (document.getElementById("bar-slot")), strip);
    const tokens = kept()[this.#table.id]?.seats ?? [];
    this.#sides = (tokens.length ? tokens : [{ seat: null, token: null }]).map(
      ({ token }) => new Side(this.#table, token, parts, this.#host()),
    );
    for (const side of this.#sides) {
      this.#boards.append(side.board);
      this.#logs.append(side.log);
      if (full) this.append(side.voice);
      if (this.#sides.length > 1) side.cover();
    }
    if (this.#sides.length === 1) {
      [this.#active] = this.#sides;
      this.#active.reveal();
    }
    this.#timer = setInterval(() => this.#players.tick(), 200);
    document.addEventListener("visibilitychange", this.#hide);
    this.#draw();
  }

  leave() {
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.#hide);
    for (const side of this.#sides) side.close();
    document.getElementById("bar-slot")?.replaceChildren();
  }

  relabel() {
    if (!this.#game) return;
    for (const side of this.#sides) side.relabel();
    fill(/** @type {Element} */ (this.querySelector("h1")), both(this.#game.title));
    fill(/** @type {Element} */ (this.#panel.querySelector("h2")), t("log"));
    fill(this.#toggle, icon("log"), h("span", null, t("menu")));
    if (this.#above.querySelector(".curtain")) this.#handOver();
    else fill(this.#above);
    this.#draw();
  }

  /** What happens behind a hidden page is over when one comes back. */
  #hide = () => {
    if (document.hidden) for (const side of this.#sides) side.hurry();
  };

  /** @returns {import("./seat_view.js").Host} */
  #host() {
    return {
      changed: (side) => this.#changed(side),
      rested: (side) => this.#rested(side),
      seats: (table) => {
        this.#table = table;
        this.#draw();
      },
      presence: (presence) => {
        this.#presence = presence;
        this.#draw();
      },
      emote: ({ seat, emote }) => {
        this.#players.bubble(seat, t(`emote_${emote}`));
        tick("emote");
      },
      rematch: (side, { table, seat }) => this.#follow(side, table, seat),
      connection: (connected) => this.#flag(connected ? null : t("reconnecting")),
      reload: () => this.#reload(),
      turnedAway: (refusal) => {
        this.#refused(new api.Refused(refusal));
        // A token that the table does not know is of no use; looking on may still be possible.
        if (refusal.code !== "wrong_token") return;
        forget(this.#table.id);
        location.reload();
      },
      refused: (failure) => this.#refused(failure),
      remark: (entry) => this.#remark(entry),
    };
  }

  /** @param {Side} side */
  #changed(side) {
    const { now } = side;
    if (!now) return;
    if (side === this.#active || !this.#active) {
      if (!this.#active) this.#stand(now);
      this.#players.time(now.clock, side.received);
      this.#notice.hidden = true;
    }
    if (this.#sides.length > 1 && !this.#active && this.#sides.every((one) => one.now)) this.#handOver();
    this.#draw();
  }

  /** Who has won, and all that, is said when the board shows it. @param {import("../frame/message_types.js").Now} now */
  #stand({ status, turn, ply, result, outcomes, ended }) {
    Object.assign(this.#table, { status, turn, ply, result, outcomes, ended });
  }

  /** @param {Side} side */
  #rested(side) {
    if (side !== this.#active || !side.now) return;
    const { now } = side;
    this.#stand(now);
    const mine = now.turn !== null && now.turn === side.seat;
    tick(now.status === "over" ? "end" : mine ? "turn" : "move");
    if (this.#sides.length > 1 && now.turn !== null && !mine) this.#handOver();
    this.#draw();
  }

  /** Another on this screen decides: hide the hand, and show theirs when they say so. */
  #handOver() {
    const turn = (this.#active ?? this.#sides[0]).now?.turn ?? this.#sides[0].seat;
    const next = this.#sides.find((side) => side.seat === turn) ?? this.#sides[0];
    if (next === this.#active) return;
    const previous = this.#active;
    const reveal = () => {
      previous?.cover();
      this.#active = next;
      fill(this.#above);
      next.reveal();
      if (next.now) this.#players.time(next.now.clock, next.received);
      this.#draw();
    };
    if (this.#game.information === "perfect" || (!previous && !this.#table.ply)) return reveal();
    const name = nameOf(this.#table, next.seat ?? 0);
    previous?.cover();
    fill(this.#above, curtain(name, reveal));
    return this.#above.querySelector("button")?.focus();
  }

  /** @param {import("../frame/message_types.js").Entry} entry */
  #remark(entry) {
    const alone = this.#table.seats.length === 1;
    const key = {
      resign: alone ? "gave_up" : "resigned",
      timeout: "timed_out",
      takeback: "undone",
      rematch: "rematch_wanted",
    }[entry.kind];
    if (!key) return null;
    const { name, title } = this.#table.seats[entry.seat];
    const line = inBoth(key, { en: { name: name ?? title.en }, ja: { name: name ?? title.ja } });
    if (entry.kind === "rematch" && !this.#own().includes(entry.seat)) this.#flag(both(line));
    return line;
  }

  /** @returns {number[]} the reader's seats */
  #own() {
    return this.#sides.flatMap((side) => (side.seat === null ? [] : [side.seat]));
  }

  /** Everything around the board, as it is now. */
  #draw() {
    if (!this.#game) return;
    const own = this.#own();
    const { status } = this.#table;
    const turn = this.#turn(own);
    const { seats: presence, watchers } = this.#presence;
    this.#players.show(this.#table, { turn, own, presence, watchers });
    const mine = turn !== null && own.includes(turn);
    fill(this.#status, this.#standing(own, turn));
    this.#status.classList.toggle("mine", mine);
    const title = both(this.#game.title);
    this.entitle(mine && this.#sides.length === 1 ? `● ${t("your_turn")} · ${title}` : title);
    const asking = this.#above.querySelector(".waiting") !== null;
    if (status !== "open" && asking) fill(this.#above);
    if (status === "open" && !asking && this.#active?.now) {
      fill(this.#above, own.length ? invite(this.#table) : openSeat(title, () => void this.#sit()));
    }
    this.#doings(own);
    if (status !== "over") this.#over = false;
    else if (this.#active?.settled) this.#finish(own);
  }

  /** Who decides. One's own turn is over once one has acted, though the board still plays it. @param {number[]} own */
  #turn(own) {
    const { status, turn } = this.#table;
    const acted = turn !== null && own.includes(turn) && this.#active?.settled === false;
    return status === "playing" && !acted ? turn : null;
  }

  /**
   * @param {number[]} own
   * @param {number | null} turn
   */
  #standing(own, turn) {
    const { status, result, seats } = this.#table;
    if (result) return verdict(this.#table, this.#game, own);
    if (status === "open") return t("waiting");
    if (own.length === 1 && turn === own[0]) return t("your_turn");
    const watching = own.length ? "" : ` ${t("watching")}`;
    if (turn === null) return watching;
    return t(seats[turn].kind === "cpu" ? "thinking" : "turn_of", { name: nameOf(this.#table, turn) }) + watching;
  }

  async #sit() {
    try {
      const { table, seats } = await api.join(this.#table.id, settings.name);
      keep(table.id, table.game, seats);
      this.leave();
      go("/", { replace: true });
      go(`/table/${table.id}`, { replace: true });
    } catch (failure) {
      this.#refused(failure);
    }
  }

  /**
   * What can be done at the table besides playing; drawn anew only where it differs, so that the focus stays.
   * @param {number[]} own
   */
  #doings(own) {
    const { status, result, practice, seats, ended } = this.#table;
    const curtain = this.#above.querySelector(".curtain") !== null;
    const side = this.#active;
    const now = JSON.stringify([language(), status, result, practice, seats, ended, own, curtain, !side]);
    if (now === this.#done) return;
    this.#done = now;
    if (curtain || !side) fill(this.#deeds);
    else if (!result) fill(this.#deeds, ...deeds(this.#table, side, own));
    else {
      const ways = this.#ways(own);
      fill(
        this.#deeds,
        h("p", { class: "verdict" }, verdict(this.#table, this.#game, own)),
        choices(this.#table, ways),
        ways.back && !this.#table.puzzle && deed("undo", "takeback", ways.back),
        h("p", { class: "faint" }, t("commitment", { hash: this.#table.commitment.slice(0, 12) })),
      );
    }
  }

  /** @param {number[]} own @returns {import("./game_result.js").Ways} */
  #ways(own) {
    const { practice, ended, seats } = this.#table;
    const people = seats.filter((seat) => seat.kind === "human").length;
    const again = own.length > 0 && people === own.length;
    return {
      again: again ? (more) => void this.#again(more) : null,
      same: again ? () => void this.#again({ deal: { same_as: this.#table.id } }) : null,
      rematch: own.length > 0 && !again ? () => void this.#askRematch() : null,
      back: practice && ended === "play" && own.length ? () => void this.#active?.ask("takeback") : null,
    };
  }

  /** @param {import("./game_result.js").More} [more] */
  async #again(more) {
    try {
      await again(this.#table, more);
    } catch (failure) {
      this.#refused(failure);
    }
  }

  async #askRematch() {
    if (await this.#active?.ask("rematch")) this.#flag(t("rematch_asked"));
  }

  /**
   * The rematch is on: the same token opens the new table.
   * @param {Side} side
   * @param {string} table
   * @param {number | null} seat
   */
  #follow(side, table, seat) {
    if (this.#rematch === table) return;
    this.#rematch = table;
    if (side.token && seat !== null) keep(table, this.#game.id, [{ seat, token: side.token }]);
    go(`/table/${table}`);
  }

  /** What is chosen in the drawer happens on the board, which it covers. @param {Event} event */
  #uncover(event) {
    const chosen = /** @type {Element} */ (event.target).closest("button");
    if (!chosen || !this.#panel.classList.contains("open")) return;
    this.#drawer();
    this.#toggle.focus();
  }

  #drawer() {
    const open = this.#panel.classList.toggle("open");
    this.#toggle.setAttribute("aria-expanded", String(open));
  }

  /**
   * The end, said once; the panel keeps it. Where that is a drawer, who comes back is told as well.
   * @param {number[]} own
   */
  #finish(own) {
    if (this.#over || !this.#table.result) return;
    const other = document.querySelector("dialog[open]");
    if (other) return other.addEventListener("close", () => this.#draw(), { once: true });
    this.#over = true;
    if (this.#active?.fresh && document.body.dataset.layout !== "full") return;
    const dialog = open(verdict(this.#table, this.#game, own), [choices(this.#table, this.#ways(own))]);
    dialog.addEventListener("click", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("a, button")) dialog.close();
    });
  }

  /** @param {string | null} text */
  #flag(text) {
    this.#banner.hidden = text === null;
    fill(this.#banner, text);
  }

  /** @param {unknown} failure */
  #refused(failure) {
    fill(this.#notice, api.sentence(failure)).hidden = false;
  }

  /** The server is of another build: load the page again, once; then say so instead of going round in circles. */
  #reload() {
    if (sessionStorage.getItem(RELOADED) !== api.build) {
      sessionStorage.setItem(RELOADED, api.build ?? "");
      location.reload();
    } else {
      this.#banner.hidden = false;
      fill(this.#banner, t("newer"), " ", h("button", { onclick: () => location.reload() }, t("reload")));
    }
  }
}
