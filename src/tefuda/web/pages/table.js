// The table page: the game's screen, players, log and actions.

import * as api from "../frame/api.js";
import { fetchTableCards } from "../frame/author_api.js";
import { confirmDialog } from "../frame/dialog.js";
import { fill, h } from "../frame/dom.js";
import { loadSeatTokens, removeSeatTokens, tableBranch } from "../frame/seat_tokens.js";
import { Page, navigate } from "../frame/page.js";
import { playSound } from "../frame/sound.js";
import { localize, language, t } from "../frame/words.js";
import { loadFold, loadScreen } from "../games/index.js";
import { showFirstPlayer } from "./coin_toss.js";
import { cancelOpenTable, joinOpenTable, rematchFields, saveRematchSeat } from "./enter_table.js";
import { confirmResign, requestHint, tableActions } from "./table_actions.js";
import { playAgain, endActions, endingText, entryText, resultText, sameDeal, statusText } from "./game_result.js";
import { ResultDialog } from "./result_dialog.js";
import { reloadOnce } from "./reload_once.js";
import { showHowToPlay } from "./help.js";
import { TableOffers } from "./table_offers.js";
import { TableToolbar } from "./table_toolbar.js";
import { dealingPanel, passScreenPanel, waitingPanel, tableError, joinPanel } from "./table_placeholders.js";
import { PlayerBar, nameSeats, seatName } from "./players.js";
import { SeatView } from "./seat_view.js";
import { rememberCommitments, revealOwnContribution } from "./shuffle_proof.js";
import { createNotice, showNotice } from "../frame/notice.js";

/** @typedef {import("../frame/message_types.js").Table} Table */

export default class TablePage extends Page {
  static tag = "table-page";

  /** @type {import("../frame/message_types.js").Game} */
  #game = /** @type {any} */ (null);
  /** @type {import("../frame/progress.js").PlayedTable} */
  #table = /** @type {any} */ (null);
  /** @type {SeatView[]} */
  #views = [];
  /** @type {SeatView | null} the visible view */
  #active = null;
  #presence = { seats: /** @type {boolean[]} */ ([]), watchers: 0 };
  #offers = new TableOffers((kind) => void this.#active?.request(kind));
  #players = new PlayerBar();
  #banner = h("p", { class: "banner", role: "status", hidden: true });
  #notice = createNotice();
  #status = h("p", { class: "status", "aria-live": "polite" });
  #boards = h("div", { class: "boards" });
  #overlay = h("div", { class: "above" });
  #logs = h("div", { class: "logs" });
  #actions = h("div", { class: "table-actions" });
  #panel = h("aside", { class: "panel" });
  #stage = h("div", { class: "stage" }, this.#overlay, this.#boards);
  #resultDialog = new ResultDialog();
  /** @type {TableToolbar | null} */
  #toolbar = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #resultShown = false;
  #rematch = "";
  /** Seats that want a rematch. @type {Set<number>} */
  #rematchSeats = new Set();
  /** The state that the actions were rendered for. */
  #actionsKey = "";

  /** @param {string[]} params */
  async open([id]) {
    this.append(this.#banner, this.#notice);
    try {
      const { game: name } = (this.#table = await api.fetchTable(id));
      const [game, cards, module, fold] = await Promise.all([
        api.fetchGame(name),
        fetchTableCards(this.#table),
        loadScreen(name),
        loadFold(name),
      ]);
      this.#game = game;
      this.#build({ game, cards, kind: module.default, fold });
    } catch (failure) {
      document.body.dataset.layout = "page";
      fill(this, tableError(api.errorMessage(failure)));
    }
  }

  /** @param {ConstructorParameters<typeof SeatView>[2]} parts */
  #build(parts) {
    const full = parts.kind.layout === "full";
    document.body.dataset.layout = full ? "full" : "page";
    const title = h("h1", { class: "visually-hidden" }, localize(this.#game.title));
    if (full) this.#makePopover();
    this.#stage.prepend(this.#notice, this.#offers.element);
    this.#toolbar = new TableToolbar(this.#tools(), full ? this.#panel : null);
    const strip = h("div", { class: "strip" }, this.#players.element, this.#status, this.#toolbar.element);
    this.#panel.append(this.#actions, h("h2", null, t("log")), this.#logs);
    fill(this, title, this.#banner, full ? null : strip, this.#stage, this.#panel);
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
    this.#timer = setInterval(() => {
      this.#players.renderClocks();
      this.#offers.tick();
    }, 200);
    document.addEventListener("visibilitychange", this.#onVisibilityChange);
    this.#render();
  }

  leave() {
    clearInterval(this.#timer);
    this.#toolbar?.close();
    document.removeEventListener("visibilitychange", this.#onVisibilityChange);
    for (const seatView of this.#views) seatView.close();
    document.getElementById("bar-slot")?.replaceChildren();
  }

  openHelp() {
    if (this.#game) void showHowToPlay(this.#game);
    return Boolean(this.#game);
  }

  relabel() {
    if (!this.#game) return;
    for (const seatView of this.#views) seatView.relabel();
    fill(/** @type {Element} */ (this.querySelector("h1")), localize(this.#game.title));
    fill(/** @type {Element} */ (this.#panel.querySelector("h2")), t("log"));
    this.#toolbar?.relabel();
    if (this.#overlay.querySelector(".pass-screen")) this.#passScreen();
    else fill(this.#overlay);
    if (this.#resultDialog.element.open) this.#resultShown = false;
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
        this.#offers.setAway(presence.away);
        this.#render();
      },
      emote: ({ seat, emote }) => {
        this.#players.showBubble(seat, t(`emote_${emote}`));
        playSound("emote");
      },
      rematch: (seatView, { table, seat }) => this.#openRematch(seatView, table, seat),
      connection: (connected) => this.#showBanner(connected ? null : t("reconnecting")),
      reload: () => reloadOnce(this.#banner),
      connectionRefused: (refusal) => {
        if (refusal.code === "no_table") {
          removeSeatTokens(this.#table.id);
          return fill(this, tableError(t("cancelled")));
        }
        // An action was sent twice. The board shows the new position.
        if (refusal.code === "wrong_ply") return undefined;
        this.#showError(new api.ApiError(refusal));
        // The token is invalid. Drop it and reload as a spectator.
        if (refusal.code !== "wrong_token") return;
        removeSeatTokens(this.#table.id);
        location.reload();
      },
      requestFailed: (failure) => this.#showError(failure),
      entryText: (entry) => this.#onEntry(entry),
      endingText: (now) => endingText(this.#table, now),
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
      const branch = now.ply === 0 && tableBranch(this.#table.id);
      if (branch) showNotice(this.#notice, t("branch_from", { n: branch.ply }));
    }
    if (this.#views.length > 1 && !this.#active && this.#views.every((one) => one.state)) this.#passScreen();
    this.#render();
  }

  /** Update the table when the board shows the new state. @param {import("../frame/message_types.js").TableState} now */
  #updateTable({ status, turn, ply, plays, result, outcomes, ended }) {
    Object.assign(this.#table, { status, turn, ply, plays, result, outcomes, ended });
  }

  /** @param {SeatView} seatView */
  #onSettled(seatView) {
    if (seatView !== this.#active || !seatView.state) return;
    const { state: now } = seatView;
    const { turn: before } = this.#table;
    this.#updateTable(now);
    const mine = now.turn !== null && now.turn === seatView.seat;
    if (now.status === "over") this.#playResultSound(seatView);
    else if (mine && before !== now.turn) playSound("turn");
    if (this.#views.length > 1 && now.turn !== null && !mine) this.#passScreen();
    this.#render();
  }

  /** Play the sound of the result, once. @param {SeatView} seatView */
  #playResultSound({ seat, state, unchanged }) {
    if (this.#resultShown || unchanged) return;
    const outcome = state?.outcomes?.[seat ?? 0];
    const lost = outcome === 0 && seat !== null && this.#views.length === 1;
    playSound(lost ? "defeat" : outcome === 0.5 ? "draw" : "victory");
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

  /** Handle an entry that is not a play and return its log line. @param {import("../frame/message_types.js").LogEntry} entry */
  #onEntry(entry) {
    if (entry.kind === "rematch") {
      this.#rematchSeats.add(entry.seat);
      this.#actionsKey = "";
      this.#resultShown = false;
    }
    const line = entryText(this.#table, entry);
    if (entry.kind === "takeback_decline" && !this.#ownSeats().includes(entry.seat))
      showNotice(this.#notice, localize(line));
    return line;
  }

  /** @returns {ConstructorParameters<typeof TableToolbar>[0]} */
  #tools() {
    const withView = async (/** @type {(seatView: SeatView) => Promise<unknown>} */ use) => {
      if (this.#active) await use(this.#active);
    };
    return {
      takeback: () => withView((seatView) => seatView.request(this.#table.practice ? "takeback" : "takeback_request")),
      hint: () => withView((seatView) => requestHint(seatView, this.#table)),
      resign: () => withView(confirmResign),
      new_deal: () => this.#startNewDeal(),
    };
  }

  /** Start again with another deal. A running game can be continued from the lobby. */
  async #startNewDeal() {
    const { status, ply, puzzle } = this.#table;
    const lossless = status === "over" || (ply === 0 && !tableBranch(this.#table.id)) || puzzle;
    if (lossless || (await confirmDialog(t("new_deal_sure"), t("new_deal")))) await this.#playAgain();
  }

  /** @returns {number[]} the player's seats */
  #ownSeats() {
    return this.#views.flatMap((seatView) => (seatView.seat === null ? [] : [seatView.seat]));
  }

  /** Render everything around the board. */
  #render() {
    if (!this.#game) return;
    const own = this.#ownSeats();
    nameSeats(this.#table, this.#game, own);
    rememberCommitments(this.#table);
    // After a failure, the next message of the server tries again.
    void revealOwnContribution(this.#table).catch(() => null);
    const { status } = this.#table;
    const turn = this.#shownTurn(own);
    const { seats: presence, watchers } = this.#presence;
    const decision = turn === null ? null : (this.#active?.screen?.decisionText() ?? null);
    this.#players.render(this.#table, { turn, decision, own, presence, watchers });
    const mine = turn !== null && own.includes(turn);
    fill(this.#status, statusText(this.#table, this.#game, own, turn, decision));
    const passing = this.#overlay.querySelector(".pass-screen") !== null;
    const { takeback = null, ply = 0, can_take_back: hasDecided = false } = this.#active?.state ?? {};
    const canTakeBack = hasDecided && takeback === null;
    this.#toolbar?.render(this.#table, { own: passing ? [] : own, mine, ply, canTakeBack });
    this.#offers.claimSeconds = this.#views[0]?.claimSeconds ?? 0;
    this.#offers.render(this.#table, own.length === 1 ? own[0] : null, takeback);
    this.#status.classList.toggle("mine", mine);
    const title = localize(this.#game.title);
    this.setHeading(mine && this.#views.length === 1 ? `● ${decision ?? t("your_turn")} · ${title}` : title);
    this.#renderWaiting(own);
    if (this.#active?.state) void showFirstPlayer(this.#boards, this.#table, this.#game, own);
    this.#renderActions(own);
    if (status !== "over") {
      this.#resultShown = false;
      this.#resultDialog.close();
    } else if (this.#active?.isSettled) this.#showResult(own);
  }

  /** Show what the table waits for before the start. @param {number[]} own */
  #renderWaiting(own) {
    const table = this.#table;
    const shown = /** @type {HTMLElement | null} */ (this.#overlay.querySelector(".waiting"));
    if (shown?.dataset.status === table.status) return;
    if (shown) fill(this.#overlay);
    if ((table.status !== "open" && table.status !== "dealing") || !this.#active?.state) return;
    const cancel = () => void this.#tryTo(cancelOpenTable(table.id).then(() => navigate("/")));
    const join = (/** @type {api.JoinRequest} */ request) => void this.#tryTo(joinOpenTable(table.id, request));
    const open = () => (own.length ? waitingPanel(table, cancel) : joinPanel(table, this.#game, join));
    const panel = table.status === "open" ? open() : dealingPanel(own.length ? cancel : null);
    panel.dataset.status = table.status;
    fill(this.#overlay, panel);
  }

  /** The seat to act. The player's own turn ends with the action, though it is still being animated. @param {number[]} own */
  #shownTurn(own) {
    const { status, turn } = this.#table;
    const acted = turn !== null && own.includes(turn) && this.#active?.isSettled === false;
    return status === "playing" && !acted ? turn : null;
  }

  /** @param {Promise<void>} work */
  async #tryTo(work) {
    try {
      await work;
    } catch (failure) {
      this.#showError(failure);
    }
  }

  /**
   * Render the actions next to the board, only if they changed, to keep the focus.
   * @param {number[]} own
   */
  #renderActions(own) {
    const { status, result, practice, seats, ended, plays } = this.#table;
    const passing = this.#overlay.querySelector(".pass-screen") !== null;
    const seatView = this.#active;
    const counted = result && plays; // known when the socket has answered
    const now = JSON.stringify([language(), status, result, practice, seats, ended, own, passing, !seatView, counted]);
    if (now === this.#actionsKey) return;
    this.#actionsKey = now;
    if (passing || !seatView) fill(this.#actions);
    else if (!result) fill(this.#actions, ...tableActions(this.#table, this.#game, seatView, own));
    else {
      fill(
        this.#actions,
        h("p", { class: "verdict" }, resultText(this.#table, this.#game, own)),
        endActions(this.#table, this.#game, this.#endHandlers(own)),
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
      sameDeal: again ? () => void this.#playAgain({ deal: sameDeal(this.#table) }) : null,
      rematch: own.length > 0 && !again ? () => void this.#requestRematch() : null,
      takeback: practice && ended === "play" && own.length ? () => void this.#active?.request("takeback") : null,
      rematchSeats: [...this.#rematchSeats],
      own,
    };
  }

  /** @param {import("./game_result.js").RestartOptions} [more] */
  #playAgain(more) {
    return this.#tryTo(playAgain(this.#table, more));
  }

  async #requestRematch() {
    await this.#active?.request("rematch", await rematchFields(this.#table.id));
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
    if (seatView.token && seat !== null) saveRematchSeat(this.#table, table, { seat, token: seatView.token });
    navigate(`/table/${table}`);
  }

  /** Make the panel the popover of the menu button. It closes when one of its actions is chosen. */
  #makePopover() {
    this.#panel.popover = "auto";
    this.#panel.addEventListener("toggle", () => {
      for (const log of this.#logs.children) log.scrollTop = log.scrollHeight;
    });
    const closeAfterUse = (/** @type {Event} */ event) => {
      if (/** @type {Element} */ (event.target).closest("a, button")) this.#panel.hidePopover();
    };
    this.#actions.addEventListener("click", closeAfterUse, { capture: true });
  }

  /**
   * Show the result once. On a full-screen layout it is also shown after a reload, since the panel is hidden there.
   * @param {number[]} own
   */
  #showResult(own) {
    if (this.#resultShown || !this.#table.result) return;
    const other = document.querySelector("dialog:modal");
    if (other) return other.addEventListener("close", () => this.#render(), { once: true });
    this.#resultShown = true;
    if (this.#active?.unchanged && document.body.dataset.layout !== "full") return;
    const reason = localize(endingText(this.#table, this.#table) ?? this.#active?.lastText);
    const title = resultText(this.#table, this.#game, own);
    this.#resultDialog.show(
      this.#stage,
      { title, reason, closeness: this.#active?.screen?.closeness() ?? null },
      endActions(this.#table, this.#game, this.#endHandlers(own)),
    );
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
}
