// What can be done at a table besides playing: take back, ask, resign, invite, say something.

import { confirm, open } from "../frame/dialog.js";
import { h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { both, t } from "../frame/words.js";
import { invitation } from "./instead.js";

/** @typedef {import("../frame/wire.js").Table} Table */
/** @typedef {import("./side.js").Side} Side */

/**
 * The buttons beside the board, while the game is on.
 * @param {Table} table
 * @param {Side} side
 * @param {number[]} own the reader's seats
 */
export function deeds(table, side, own) {
  const { status, practice, seats } = table;
  const mine = own.length > 0;
  const on = mine && status === "playing";
  const others = seats.filter((seat) => seat.kind === "human").length > own.length;
  return [
    on && practice && deed("undo", "takeback", () => void side.ask("takeback")),
    on && practice && deed("bulb", "hint", () => void hint(side)),
    on && deed("flag", "resign", () => void resign(side)),
    seats.length > 1 && !practice && deed("share", "share", () => open(t("share"), [invitation(table)])),
    mine && others && side.emotes.length > 0 && deed("smile", "emotes", () => emotes(side)),
    h("a", { class: "button", href: `/rules/${table.game}`, target: "_blank" }, icon("book"), t("rules")),
  ];
}

/**
 * @param {string} sign
 * @param {string} key
 * @param {() => void} onclick
 */
export function deed(sign, key, onclick) {
  return h("button", { onclick }, icon(sign), t(key));
}

/** @param {Side} side */
async function resign(side) {
  if (await confirm(t("resign_sure"), t("resign"))) void side.ask("resign");
}

/** @param {Side} side */
async function hint(side) {
  const answer = await side.ask("hint");
  if (!answer || side.screen?.hinted(answer.actions)) return;
  const rows = answer.actions.map((/** @type {any} */ one) => {
    const play = () => {
      dialog.close();
      void side.ask("play", { ply: answer.ply, action: one.action });
    };
    const chance = answer.proved ? t("hint_proved") : t("hint_chance", { n: Math.round(one.chance * 100) });
    return h("li", null, h("button", { onclick: play }, both(one.text)), h("small", null, chance));
  });
  const list = rows.length ? h("ol", { class: "hints" }, ...rows) : h("p", null, t("no_hint"));
  const dialog = open(t("hint_title"), [list]);
}

/** @param {Side} side */
function emotes(side) {
  const buttons = side.emotes.map((emote) => {
    const say = () => {
      side.emote(emote);
      dialog.close();
    };
    return h("button", { onclick: say }, t(`emote_${emote}`));
  });
  const dialog = open(t("emotes"), [h("div", { class: "emotes" }, ...buttons)]);
}
