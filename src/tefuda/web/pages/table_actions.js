// What can be done at a table besides playing: take back, ask, resign, invite, say something.

import { confirm, open } from "../frame/dialog.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { puzzleAt } from "../frame/seat_tokens.js";
import { both, signed, t } from "../frame/words.js";
import { invitation } from "./table_placeholders.js";
import { backLink } from "./workshop/links.js";
import { task } from "./puzzles/result.js";

/** @typedef {import("../frame/message_types.js").Table} Table */
/** @typedef {import("./seat_view.js").Side} Side */

/**
 * The buttons beside the board, while the game is on.
 * @param {Table} table
 * @param {Side} side
 * @param {number[]} own the reader's seats
 */
export function deeds(table, side, own) {
  const { status, practice, seats } = table;
  const puzzle = puzzleAt(table);
  const mine = own.length > 0;
  const on = mine && status === "playing";
  const others = seats.filter((seat) => seat.kind === "human").length > own.length;
  return [
    puzzle && task(puzzle),
    on && practice && deed("undo", "takeback", () => void side.ask("takeback")),
    on && practice && hintDeed(side),
    on && deed("flag", "resign", () => void resign(side)),
    seats.length > 1 && !practice && deed("share", "share", () => open(t("share"), [invitation(table)])),
    mine && others && side.emotes.length > 0 && deed("smile", "emotes", () => emotes(side)),
    backLink(table.id),
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

/** The button for a hint, which says that one is on its way. @param {Side} side */
function hintDeed(side) {
  const button = deed("bulb", "hint", async () => {
    button.setAttribute("aria-busy", "true");
    fill(button, icon("bulb"), t("hint_coming"));
    await hint(side);
    button.removeAttribute("aria-busy");
    fill(button, icon("bulb"), t("hint"));
  });
  return button;
}

/** @type {WeakMap<Side, Promise<any>>} the hints that are on their way */
const coming = new WeakMap();

/**
 * Ask for a hint; where the screen does not show it, it is listed.
 * @param {Side} side
 */
export async function hint(side) {
  const { now } = side;
  side.screen?.pondering(true);
  // The table thinks of one at a time: one for what is past comes first, and is of no use.
  const before = coming.get(side);
  const asked = (async () => {
    const earlier = await before;
    return earlier?.now === now ? earlier : { now, answer: side.now === now ? await side.ask("hint") : null };
  })();
  coming.set(side, asked);
  const { answer } = await asked;
  if (coming.get(side) !== asked) return;
  coming.delete(side);
  side.screen?.pondering(false);
  if (!answer || side.now !== now || answer.ply !== now?.ply || side.screen?.hinted(answer.actions, answer)) return;
  const rows = answer.actions.map((/** @type {any} */ one) => {
    const play = () => {
      dialog.close();
      void side.ask("play", { ply: answer.ply, action: one.action });
    };
    const chance = answer.proved
      ? t("hint_proved")
      : one.payoff !== null
        ? t("hint_payoff", { n: signed(one.payoff) })
        : t("hint_chance", { n: Math.round(one.chance * 100) });
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
