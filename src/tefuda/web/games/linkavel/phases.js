/** The turn and the phases that a player may go to. */

import { canAttackWell, freeSummon, mayPlayInMain2 } from "./unused_plays.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./actions.js").LegalActions} LegalActions */

/** Whether a player is asked to exchange the opening hand. No turn has begun then. @param {View} view */
export const isOpeningExchange = ({ choice }) => choice?.op === "mulligan";

/**
 * The title of the turn and whose it is, or who decides before the first one.
 * @param {View} view
 * @param {(seat: import("./fold.js").Seat) => string} name
 */
export function turnTexts(view, name) {
  if (isOpeningExchange(view)) return { turn: t("openingHand"), whose: decider(view, name) };
  const whose = view.turn === view.seat ? t("yourTurn") : t("turnOf", { name: name(view.turn) });
  return { turn: t("turn", { n: view.turn_number }), whose };
}

/**
 * Who decides, if it is not that player's turn; null otherwise.
 * @param {View} view
 * @param {(seat: import("./fold.js").Seat) => string} name
 */
export function decisionText(view, name) {
  if (isOpeningExchange(view)) return `${t("openingHand")} · ${decider(view, name)}`;
  return view.decides && view.decides !== view.turn ? decider(view, name) : null;
}

/** @param {View} view @param {(seat: import("./fold.js").Seat) => string} name */
const decider = ({ decides, seat }, name) =>
  decides === seat ? t("youDecide") : t("decides", { name: name(/** @type {import("./fold.js").Seat} */ (decides)) });

/**
 * The phase whose button is highlighted: the battle with a monster that could succeed, main 2 after the last attack if
 * something may be played there, the end if nothing can be played; null otherwise. A free summon comes first, and attacks that only lose
 * something do not count. With a hint or the task of a lesson, only its phase is highlighted.
 * @param {View} view
 * @param {{actions: LegalActions, cards: import("./face.js").Catalogue, resultOf: import("./unused_plays.js").ResultOf}} now
 * @param {string | null} hint
 */
export function nextPhase(view, { actions, cards, resultOf }, hint) {
  if (!view.seat) return null;
  if (hint) return hint;
  if (view.phase !== "battle" && freeSummon(view, actions, cards)) return null;
  if (actions.all.some(({ verb, notation }) => verb === "attack" && resultOf(notation) !== "loss")) return null;
  if (actions.has("battle") && canAttackWell(view, cards)) return "battle";
  if (view.phase === "battle" && actions.has("main2") && mayPlayInMain2(view, cards)) return "main2";
  const canPlay = actions.all.some(({ verb }) => ["summon", "magic", "use"].includes(verb));
  return actions.has("end") && !canPlay ? "end" : null;
}
