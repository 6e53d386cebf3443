// Actions at a table other than plays: hint, resign, invite, emotes.

import { confirmDialog, openDialog } from "../frame/dialog.js";
import { h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { ACTION_HINT, hintLevel } from "../frame/progress.js";
import { tableBranch, tablePuzzle } from "../frame/seat_tokens.js";
import { localize, formatSigned, t } from "../frame/words.js";
import { showHowToPlay } from "./help.js";
import { inviteLink } from "./table_placeholders.js";
import { originLink } from "./workshop/links.js";
import { puzzleTask } from "./puzzles/result.js";

/** @typedef {import("../frame/message_types.js").Table} Table */
/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("./seat_view.js").SeatView} SeatView */

/**
 * The content of the menu during a game.
 * @param {Table} table
 * @param {Game} game
 * @param {SeatView} seatView
 * @param {number[]} own the player's seats
 */
export function tableActions(table, game, seatView, own) {
  const { practice, seats } = table;
  const puzzle = tablePuzzle(table);
  const branch = tableBranch(table.id);
  const mine = own.length > 0;
  const others = seats.filter((seat) => seat.kind === "human").length > own.length;
  return [
    puzzle && puzzleTask(puzzle),
    branch && h("p", null, t("branch_from", { n: branch.ply })),
    seats.length > 1 && !practice && actionButton("share", "share", () => openDialog(t("share"), [inviteLink(table)])),
    mine && others && seatView.emotes.length > 0 && actionButton("smile", "emotes", () => openEmotes(seatView)),
    originLink(table.id),
    actionButton("help", "how_to_play", () => void showHowToPlay(game)),
    h("a", { class: "button", href: `/rules/${table.game}`, target: "_blank" }, icon("book"), t("rules")),
    h("a", { class: "button", href: "/settings" }, icon("gear"), t("settings")),
  ];
}

/**
 * @param {string} sign
 * @param {string} key
 * @param {() => void} onclick
 */
function actionButton(sign, key, onclick) {
  return h("button", { onclick }, icon(sign), t(key));
}

/** @param {SeatView} seatView */
export async function confirmResign(seatView) {
  if (await confirmDialog(t("resign_sure"), t("resign"))) void seatView.request("resign");
}

/** @type {WeakMap<SeatView, {now: any, answer: Promise<any>, done: boolean}>} the last hint request, with the state it is for */
const hintRequests = new WeakMap();

/**
 * Request a hint, or show more of the hint of this state, after a confirmation if it is the first one that costs stars of a puzzle. The page lists it if the
 * screen does not show it.
 * @param {SeatView} seatView
 * @param {Table} table
 */
export async function requestHint(seatView, table) {
  const { now: asked = null, done = true } = hintRequests.get(seatView) ?? {};
  const isPending = !done && asked === seatView.state;
  // With one legal action, a hint gives nothing away.
  const isForced = seatView.state?.legal.length === 1;
  const costly = table.puzzle && hintLevel(table.id) === 0 && !isPending && !isForced;
  if (costly && !(await confirmDialog(t("hint_costs_sure"), t("hint_show")))) return;
  const { state: now } = seatView;
  // The server computes one hint at a time. A hint for an old position is dropped.
  const before = hintRequests.get(seatView);
  const ask = async () => {
    const earlier = await before?.answer;
    if (before?.now === now && earlier) return earlier;
    return seatView.state === now ? await seatView.request("hint") : null;
  };
  const request = { now, answer: ask(), done: false };
  void request.answer.then(() => (request.done = true));
  hintRequests.set(seatView, request);
  /** @type {Promise<null>} */
  const cancelled = new Promise((cancel) => seatView.screen?.setThinking(true, () => cancel(null)));
  // A cancelled hint is computed to the end. The next request for this state gets it.
  const answer = await Promise.race([request.answer, cancelled]);
  if (hintRequests.get(seatView) !== request) return;
  seatView.screen?.setThinking(false);
  if (!answer || !now || seatView.state !== now || answer.ply !== now.ply) return;
  const level = seatView.screen?.showHint(answer.actions, answer) ?? false;
  if (!isForced) seatView.recordHint(typeof level === "number" ? level : ACTION_HINT);
  if (level !== false) return;
  const rows = answer.actions.map((/** @type {any} */ one) => {
    const play = () => {
      dialog.close();
      void seatView.request("play", { ply: answer.ply, action: one.action });
    };
    const chance = answer.proved
      ? t("hint_proved")
      : one.payoff !== null
        ? t("hint_payoff", { n: formatSigned(one.payoff) })
        : t(seatView.isSolo ? "hint_chance" : "hint_chance_equal", { n: Math.round(one.chance * 100) });
    return h("li", null, h("button", { onclick: play }, localize(one.text)), h("small", null, chance));
  });
  const list = rows.length ? h("ol", { class: "hints" }, ...rows) : h("p", null, t("no_hint"));
  const dialog = openDialog(t("hint_title"), [list]);
}

/** @param {SeatView} seatView */
function openEmotes(seatView) {
  const buttons = seatView.emotes.map((emote) => {
    const say = () => {
      seatView.emote(emote);
      dialog.close();
    };
    return h("button", { onclick: say }, t(`emote_${emote}`));
  });
  const dialog = openDialog(t("emotes"), [h("div", { class: "emotes" }, ...buttons)]);
}
