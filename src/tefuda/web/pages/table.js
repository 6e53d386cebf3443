// The table page: the game's screen, players, log and actions.

import * as api from "../frame/api.js";
import { fetchTableCards } from "../frame/author_api.js";
import { openDialog } from "../frame/dialog.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { removeSeatTokens, saveSeatTokens, loadSeatTokens } from "../frame/seat_tokens.js";
import { Page, navigate } from "../frame/page.js";
import { settings } from "../frame/settings.js";
import { playSound } from "../frame/sound.js";
import { localize, translateBoth, language, t } from "../frame/words.js";
import { loadScreen } from "../games/index.js";
import { actionButton, tableActions } from "./table_actions.js";
import { playAgain, endActions, resultText } from "./game_result.js";
import { passScreenPanel, waitingPanel, tableError, joinPanel } from "./table_placeholders.js";
import { PlayerBar, seatName } from "./players.js";
import { SeatView } from "./seat_view.js";
import { createNotice, showNotice } from "../frame/notice.js";

/** @typedef {import("../frame/message_types.js").Table} Table */

const RELOAD_KEY = "tefuda.reloaded";

export default class TablePage extends Page {
  static tag = "table-page";

  /** @type {import("../frame/message_types.js").Game} */
  #game = /** @type {any} */ (null);
  /** @type {Table} */
  #table = /** @type {any} */ (null);
  /** @type {SeatView[]} */
  #views = [];
  /** @type {SeatView | null} the visible view */
  #active = null;
  #presence = { seats: /** @type {boolean[]} */ ([]), watchers: 0 };
  #players = new PlayerBar();
  #banner = h("p", { class: "banner", role: "status", hidden: true });
  #notice = createNotice();
  #status = h("p", { class: "status", "aria-live": "polite" });
  #boards = h("div", { class: "boards" });
  #overlay = h("div", { class: "above" });
  #logs = h("div", { class: "logs" });
  #actions = h("div", { class: "table-actions" });
  #panel = h("aside", { class: "panel" });
  #menuButton = h("button", { class: "quiet menu", "aria-expanded": "false", onclick: () => this.#toggleDrawer() });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #resultShown = false;
  #rematch = "";
  /** The state that the actions were rendered for. */
  #actionsKey = "";

  /** @param {string[]} params */
  async open([id]) {
    this.append(this.#banner, this.#notice);
    try {
      const { game: name } = (this.#table = await api.fetchTable(id));
      const [game, cards, module] = await Promise.all([
        api.fetchGame(name),
        fetchTableCards(this.#table),
        loadScreen(name),
      ]);
      this.#game = game;
      this.#build({ game, cards, kind: module.default });
    } catch (failure) {
      fill(this, tableError(api.errorMessage(failure)));
    }
  }

  /** @param {ConstructorParameters<typeof SeatView>[2]} parts */
  #build(parts) {
    const full = parts.kind.layout === "full";
    document.body.dataset.layout = full ? "full" : "page";
    const title = h("h1", { class: "visually-hidden" }, localize(this.#game.title));
    const strip = h("div", { class: "strip" }, this.#players.element, this.#status, full && this.#menuButton);
    fill(this.#menuButton, icon("log"), h("span", null, t("menu")));
    this.#panel.append(this.#actions, h("h2", null, t("log")), this.#logs);
    this.#actions.addEventListener("click", (event) => this.#closeDrawerOnClick(event), { capture: true });
    fill(
      this,
      title,
      this.#banner,
      full ? null : strip,
      h("div", { class: "stage" }, this.#notice, this.#overlay, this.#boards),
      this.#panel,
    );
    if (full) fill(/** @type {Element} */ (document.getElementById("bar-slot")), strip);
    const tokens = loadSeatTokens()[this.#table.id]?.seats ?? [];
    this.#views = (tokens.length ? tokens : [{ seat: null, token: null }]).map(
      ({ token }) => new SeatView(this.#table, token, parts, this.#viewHost()),
    );
    for (const seatView of this.#views) {
      this.#boards.append(seatView.board);
      this.#logs.append(seatView.log);
      if (full) this.append(seatView.announcer);
      if (this.#views.length > 1) seatView.hide();
    }
    if (this.#views.length === 1) {
      [this.#active] = this.#views;
      this.#active.show();
    }
    this.#timer = setInterval(() => this.#players.renderClocks(), 200);
    document.addEventListener("visibilitychange", this.#onVisibilityChange);
    this.#render();
  }

  leave() {
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.#onVisibilityChange);
    for (const seatView of this.#views) seatView.close();
    document.getElementById("bar-slot")?.replaceChildren();
  }

  relabel() {
    if (!this.#game) return;
    for (const seatView of this.#views) seatView.relabel();
    fill(/** @type {Element} */ (this.querySelector("h1")), localize(this.#game.title));
    fill(/** @type {Element} */ (this.#panel.querySelector("h2")), t("log"));
    fill(this.#menuButton, icon("log"), h("span", null, t("menu")));
    if (this.#overlay.querySelector(".pass-screen")) this.#passScreen();
    else fill(this.#overlay);
    this.#render();
  }

  /** Skip animations while the page is hidden. */
  #onVisibilityChange = () => {
    if (document.hidden) for (const seatView of this.#views) seatView.fastForward();
  };

  /** @returns {import("./seat_view.js").SeatViewHost} */
  #viewHost() {
    return {
      stateChanged: (seatView) => this.#onStateChange(seatView),
      settled: (seatView) => this.#onSettled(seatView),
      seats: (table) => {
        this.#table = table;
        this.#render();
      },
      presence: (presence) => {
        this.#presence = presence;
        this.#render();
      },
      emote: ({ seat, emote }) => {
        this.#players.showBubble(seat, t(`emote_${emote}`));
        playSound("emote");
      },
      rematch: (seatView, { table, seat }) => this.#openRematch(seatView, table, seat),
      connection: (connected) => this.#showBanner(connected ? null : t("reconnecting")),
      reload: () => this.#reload(),
      connectionRefused: (refusal) => {
        this.#showError(new api.ApiError(refusal));
        // The token is invalid. Drop it and reload as a spectator.
        if (refusal.code !== "wrong_token") return;
        removeSeatTokens(this.#table.id);
        location.reload();
      },
      requestFailed: (failure) => this.#showError(failure),
      entryText: (entry) => this.#entryText(entry),
    };
  }

  /** @param {SeatView} seatView */
  #onStateChange(seatView) {
    const { state: now } = seatView;
    if (!now) return;
    if (seatView === this.#active || !this.#active) {
      if (!this.#active) this.#updateTable(now);
      this.#players.setClock(now.clock, seatView.receivedAt);
      this.#notice.hidden = true;
    }
    if (this.#views.length > 1 && !this.#active && this.#views.every((one) => one.state)) this.#passScreen();
    this.#render();
  }

  /** Update the table when the board shows the new state. @param {import("../frame/message_types.js").TableState} now */
  #updateTable({ status, turn, ply, result, outcomes, ended }) {
    Object.assign(this.#table, { status, turn, ply, result, outcomes, ended });
  }

  /** @param {SeatView} seatView */
  #onSettled(seatView) {
    if (seatView !== this.#active || !seatView.state) return;
    const { state: now } = seatView;
    this.#updateTable(now);
    const mine = now.turn !== null && now.turn === seatView.seat;
    playSound(now.status === "over" ? "end" : mine ? "turn" : "move");
    if (this.#views.length > 1 && now.turn !== null && !mine) this.#passScreen();
    this.#render();
  }

  /** Hide the hand until the next player on this screen confirms. */
  #passScreen() {
    const turn = (this.#active ?? this.#views[0]).state?.turn ?? this.#views[0].seat;
    const next = this.#views.find((seatView) => seatView.seat === turn) ?? this.#views[0];
    if (next === this.#active) return;
    const previous = this.#active;
    const reveal = () => {
      previous?.hide();
      this.#active = next;
      fill(this.#overlay);
      next.show();
      if (next.state) this.#players.setClock(next.state.clock, next.receivedAt);
      this.#render();
    };
    if (this.#game.information === "perfect" || (!previous && !this.#table.ply)) return reveal();
    const name = seatName(this.#table, next.seat ?? 0);
    previous?.hide();
    fill(this.#overlay, passScreenPanel(name, reveal));
    return this.#overlay.querySelector("button")?.focus();
  }

  /** @param {import("../frame/message_types.js").LogEntry} entry */
  #entryText(entry) {
    const alone = this.#table.seats.length === 1;
    const key = {
      resign: alone ? "gave_up" : "resigned",
      timeout: "timed_out",
      takeback: "undone",
      rematch: "rematch_wanted",
    }[entry.kind];
    if (!key) return null;
    const { name, title } = this.#table.seats[entry.seat];
    const line = translateBoth(key, { en: { name: name ?? title.en }, ja: { name: name ?? title.ja } });
    if (entry.kind === "rematch" && !this.#ownSeats().includes(entry.seat)) this.#showBanner(localize(line));
    return line;
  }

  /** @returns {number[]} the player's seats */
  #ownSeats() {
    return this.#views.flatMap((seatView) => (seatView.seat === null ? [] : [seatView.seat]));
  }

  /** Render everything around the board. */
  #render() {
    if (!this.#game) return;
    const own = this.#ownSeats();
    const { status } = this.#table;
    const turn = this.#shownTurn(own);
    const { seats: presence, watchers } = this.#presence;
    this.#players.render(this.#table, { turn, own, presence, watchers });
    const mine = turn !== null && own.includes(turn);
    fill(this.#status, this.#statusText(own, turn));
    this.#status.classList.toggle("mine", mine);
    const title = localize(this.#game.title);
    this.setHeading(mine && this.#views.length === 1 ? `● ${t("your_turn")} · ${title}` : title);
    const asking = this.#overlay.querySelector(".waiting") !== null;
    if (status !== "open" && asking) fill(this.#overlay);
    if (status === "open" && !asking && this.#active?.state) {
      fill(this.#overlay, own.length ? waitingPanel(this.#table) : joinPanel(title, () => void this.#join()));
    }
    this.#renderActions(own);
    if (status !== "over") this.#resultShown = false;
    else if (this.#active?.isSettled) this.#showResult(own);
  }

  /** The seat to act. The player's own turn ends with the action, though it is still being animated. @param {number[]} own */
  #shownTurn(own) {
    const { status, turn } = this.#table;
    const acted = turn !== null && own.includes(turn) && this.#active?.isSettled === false;
    return status === "playing" && !acted ? turn : null;
  }

  /**
   * @param {number[]} own
   * @param {number | null} turn
   */
  #statusText(own, turn) {
    const { status, result, seats } = this.#table;
    if (result) return resultText(this.#table, this.#game, own);
    if (status === "open") return t("waiting");
    if (own.length === 1 && turn === own[0]) return t("your_turn");
    const watching = own.length ? "" : ` ${t("watching")}`;
    if (turn === null) return watching;
    return t(seats[turn].kind === "cpu" ? "thinking" : "turn_of", { name: seatName(this.#table, turn) }) + watching;
  }

  async #join() {
    try {
      const { table, seats } = await api.joinTable(this.#table.id, settings.name);
      saveSeatTokens(table.id, table.game, seats);
      this.leave();
      navigate("/", { replace: true });
      navigate(`/table/${table.id}`, { replace: true });
    } catch (failure) {
      this.#showError(failure);
    }
  }

  /**
   * Render the actions next to the board, only if they changed, to keep the focus.
   * @param {number[]} own
   */
  #renderActions(own) {
    const { status, result, practice, seats, ended } = this.#table;
    const passing = this.#overlay.querySelector(".pass-screen") !== null;
    const seatView = this.#active;
    const now = JSON.stringify([language(), status, result, practice, seats, ended, own, passing, !seatView]);
    if (now === this.#actionsKey) return;
    this.#actionsKey = now;
    if (passing || !seatView) fill(this.#actions);
    else if (!result) fill(this.#actions, ...tableActions(this.#table, seatView, own));
    else {
      const handlers = this.#endHandlers(own);
      fill(
        this.#actions,
        h("p", { class: "verdict" }, resultText(this.#table, this.#game, own)),
        endActions(this.#table, handlers),
        handlers.takeback && !this.#table.puzzle && actionButton("undo", "takeback", handlers.takeback),
        h("p", { class: "faint" }, t("commitment", { hash: this.#table.commitment.slice(0, 12) })),
      );
    }
  }

  /** @param {number[]} own @returns {import("./game_result.js").EndHandlers} */
  #endHandlers(own) {
    const { practice, ended, seats } = this.#table;
    const people = seats.filter((seat) => seat.kind === "human").length;
    const again = own.length > 0 && people === own.length;
    return {
      again: again ? (more) => void this.#playAgain(more) : null,
      sameDeal: again ? () => void this.#playAgain({ deal: { same_as: this.#table.id } }) : null,
      rematch: own.length > 0 && !again ? () => void this.#requestRematch() : null,
      takeback: practice && ended === "play" && own.length ? () => void this.#active?.request("takeback") : null,
    };
  }

  /** @param {import("./game_result.js").RestartOptions} [more] */
  async #playAgain(more) {
    try {
      await playAgain(this.#table, more);
    } catch (failure) {
      this.#showError(failure);
    }
  }

  async #requestRematch() {
    if (await this.#active?.request("rematch")) this.#showBanner(t("rematch_asked"));
  }

  /**
   * Open the rematch table. The same token is valid there.
   * @param {SeatView} seatView
   * @param {string} table
   * @param {number | null} seat
   */
  #openRematch(seatView, table, seat) {
    if (this.#rematch === table) return;
    this.#rematch = table;
    if (seatView.token && seat !== null) saveSeatTokens(table, this.#game.id, [{ seat, token: seatView.token }]);
    navigate(`/table/${table}`);
  }

  /** Close the drawer when one of its actions is chosen, since it covers the board. @param {Event} event */
  #closeDrawerOnClick(event) {
    const chosen = /** @type {Element} */ (event.target).closest("button");
    if (!chosen || !this.#panel.classList.contains("open")) return;
    this.#toggleDrawer();
    this.#menuButton.focus();
  }

  #toggleDrawer() {
    const open = this.#panel.classList.toggle("open");
    this.#menuButton.setAttribute("aria-expanded", String(open));
  }

  /**
   * Show the result dialog once. On a full-screen layout it is also shown after a reload, since the panel is hidden
   * there.
   * @param {number[]} own
   */
  #showResult(own) {
    if (this.#resultShown || !this.#table.result) return;
    const other = document.querySelector("dialog[open]");
    if (other) return other.addEventListener("close", () => this.#render(), { once: true });
    this.#resultShown = true;
    if (this.#active?.unchanged && document.body.dataset.layout !== "full") return;
    const dialog = openDialog(resultText(this.#table, this.#game, own), [
      endActions(this.#table, this.#endHandlers(own)),
    ]);
    dialog.addEventListener("click", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("a, button")) dialog.close();
    });
  }

  /** @param {string | null} text */
  #showBanner(text) {
    this.#banner.hidden = text === null;
    fill(this.#banner, text);
  }

  /** @param {unknown} failure */
  #showError(failure) {
    showNotice(this.#notice, api.errorMessage(failure));
  }

  /** The server has another build: reload once, then show a message. */
  #reload() {
    if (sessionStorage.getItem(RELOAD_KEY) !== api.build) {
      sessionStorage.setItem(RELOAD_KEY, api.build ?? "");
      location.reload();
    } else {
      this.#banner.hidden = false;
      fill(this.#banner, t("newer"), " ", h("button", { onclick: () => location.reload() }, t("reload")));
    }
  }
}
