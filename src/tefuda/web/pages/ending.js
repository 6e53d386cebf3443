// How a game ended, and what one can do then.

import { create, par } from "../frame/api.js";
import { h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { keep } from "../frame/keep.js";
import { go } from "../frame/page.js";
import { settings } from "../frame/settings.js";
import { t } from "../frame/words.js";
import { nameOf } from "./players.js";

/** @typedef {import("../frame/wire.js").Table} Table */

/**
 * The result in a few words.
 * @param {Table} table
 * @param {number[]} result
 * @param {string | null} ended
 * @param {number[]} own the reader's seats
 */
export function verdict(table, result, ended, own) {
  const text = outcome(table, result, own);
  return ended === "resign" || ended === "timeout" ? t(`by_${ended}`, { text }) : text;
}

/**
 * @param {Table} table
 * @param {number[]} result
 * @param {number[]} own
 */
function outcome(table, result, own) {
  if (result.length === 1) return t(result[0] > 0 ? "solved" : "unsolved");
  const best = Math.max(...result);
  const winners = result.flatMap((score, seat) => (score === best ? [seat] : []));
  if (winners.length > 1) return t("drawn");
  if (own.length === 1) return t(winners[0] === own[0] ? "won" : "lost");
  return t("wins", { name: nameOf(table, winners[0]) });
}

/**
 * @param {Table} table
 * @param {{again: (() => void) | null, same: (() => void) | null, rematch: (() => void) | null}} ways
 */
export function choices(table, ways) {
  return h(
    "div",
    { class: "ending" },
    table.seats.length === 1 && score(table),
    ways.again && h("button", { class: "primary", onclick: ways.again }, icon("again"), t("again")),
    ways.rematch && h("button", { class: "primary", onclick: ways.rematch }, icon("again"), t("rematch")),
    ways.same && h("button", { onclick: ways.same }, icon("cards"), t("same_deal")),
    h("a", { class: "button", href: `/replay?table=${table.id}` }, icon("film"), t("replay")),
    h("a", { class: "button", href: "/" }, icon("home"), t("to_lobby")),
  );
}

/**
 * How many plays it took, and how many it had to take, once the server has found that out.
 * @param {Table} table
 */
function score(table) {
  const line = h("p", { class: "score", role: "status" }, t("plays_taken", { n: table.ply }));
  const add = (/** @type {string} */ text) => line.append(` ${text}`);
  par(table.id).then(
    (found) => {
      if (found.par !== null) add(t("par_is", { n: found.par }));
      else if (found.fewest !== null) add(t("par_within", { n: found.fewest }));
      else if (found.verdict === "IMPOSSIBLE") add(t("par_never"));
    },
    () => null,
  );
  return line;
}

/**
 * The same table once more, for those who are alone at it; `more` may ask for the same deal.
 * @param {Table} table
 * @param {object} [more]
 */
export async function again(table, more = {}) {
  const { game, options, clock, practice } = table;
  const seats = table.seats.map((seat) => (seat.kind === "cpu" ? { cpu: seat.level } : "me"));
  const extra = { ...(clock ? { clock } : {}), ...(settings.name ? { name: settings.name } : {}) };
  const made = await create({ game, options, seats, practice, ...extra, ...more });
  keep(made.table.id, game, made.seats);
  go(`/table/${made.table.id}`);
}
