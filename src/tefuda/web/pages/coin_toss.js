// Shows at the start of a game who goes first.

import { h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { motion } from "../frame/motion.js";
import { loadSeatTokens } from "../frame/seat_tokens.js";
import { localize, t } from "../frame/words.js";
import { seatName } from "./players.js";

/** @typedef {import("../frame/message_types.js").Table} Table */
/** @typedef {import("../frame/message_types.js").Game} Game */

const SHOWN_MS = 2600;
/** A game is new to a player who took a seat within this time. The CPU may already have played. */
const NEW_MS = 20_000;
const STORAGE_KEY = "tefuda.tossed";
/** The tables that waited for an opponent on this page. @type {Set<string>} */
const waited = new Set();

/**
 * What has been shown: the table and the player's seats. Who joins has watched the table until then.
 * @param {Table} table
 * @param {number[]} own
 */
const shownKey = ({ id }, own) => [id, ...own].join(" ");

/**
 * Whether a game of several players has just started for this player.
 * @param {Table} table
 * @param {number[]} own the player's seats
 */
function isNewGame(table, own) {
  const { id, status, seats, first } = table;
  if (status === "open" || status === "dealing") waited.add(id);
  if (status !== "playing" || seats.length < 2 || first === null) return false;
  const seated = loadSeatTokens()[id]?.when ?? 0;
  return (
    (waited.has(id) || Date.now() - seated < NEW_MS) && sessionStorage.getItem(STORAGE_KEY) !== shownKey(table, own)
  );
}

/**
 * @param {Table} table
 * @param {number[]} own the player's seats
 */
function firstText(table, own) {
  const first = table.first ?? 0;
  if (own.length === 1 && own[0] === first) return t("you_first");
  const named = table.seats[first].name;
  if (own.length === 1 && !named) return t("opponent_first");
  return t("name_first", { name: named || seatName(table, first) });
}

/**
 * At the start of a game, show for a moment who goes first. The text takes no clicks.
 * @param {HTMLElement} stage
 * @param {Table} table
 * @param {Game} game
 * @param {number[]} own the player's seats
 */
export async function showFirstPlayer(stage, table, game, own) {
  if (!isNewGame(table, own)) return;
  sessionStorage.setItem(STORAGE_KEY, shownKey(table, own));
  const side = !game.coin_toss && own.length === 1 ? t("you_play", { name: localize(table.seats[own[0]].title) }) : "";
  const coin = h("span", { class: "coin" }, icon("coin"));
  const text = h("span", null, h("strong", null, game.coin_toss ? t("coin_toss") : side), firstText(table, own));
  const card = h("p", { class: "toss", role: "status" }, game.coin_toss && coin, text);
  stage.append(card);
  if (!motion.reduced) {
    coin.animate({ transform: ["rotateY(0turn)", "rotateY(4turn)"] }, { duration: 900, easing: "ease-out" });
    card.animate({ opacity: [0, 1] }, 200);
  }
  await motion.unscaled.wait(SHOWN_MS);
  card.remove();
}
