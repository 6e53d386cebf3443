/** The texts of the prompt. */

import { localize } from "../../frame/words.js";
import { canAttackWell, mayPlayInMain2 } from "./unused_plays.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./face.js").Catalogue} Catalogue */
/** @typedef {import("./actions.js").LegalActions} LegalActions */

/**
 * @param {View} view
 * @param {{actions: LegalActions, question: import("../../frame/message_types.js").LocalizedText | null, ending: import("../../frame/message_types.js").LocalizedText | null, chosen: string | null, cards: Catalogue, resultOf: import("./unused_plays.js").ResultOf, readsText: boolean, isGuided: boolean, name: (seat: import("./fold.js").Seat) => string}} now
 * @returns {string[]} the question first, then help
 */
export function promptLines(view, now) {
  if (view.result) return [resultLine(view, now.name)];
  if (now.ending) return [localize(now.ending)];
  if (!now.actions.legal.length) return [...waitingLines(view, now), ...queueLines(view, now.cards)];
  if (now.question) return [localize(now.question), ...queueLines(view, now.cards)];
  if (now.chosen) return choiceLines(view, now, now.chosen);
  return idleLines(view, now);
}

/** The triggers behind the current choice. @param {View} view @param {Catalogue} cards */
function queueLines({ waiting: triggers, choice }, cards) {
  const behind = choice?.op === "order" ? [] : choice?.op === "may" ? triggers.slice(1) : triggers;
  return behind.length ? [t("waiting", { cards: behind.map(({ card }) => cards.name(card)).join(", ") })] : [];
}

/** @param {View} view @param {(seat: import("./fold.js").Seat) => string} name */
function resultLine({ result, seat }, name) {
  if (result === "draw") return t("drawn");
  if (seat && result) return t(result === seat ? "won" : "lost");
  return result ? t("wins", { name: name(result) }) : "";
}

/** @param {View} view @param {Parameters<typeof promptLines>[1]} now */
function waitingLines(view, { name, cards }) {
  if (!view.decides || view.decides === view.seat) return [""];
  const who = name(view.decides);
  if (view.choice?.card) return [t("waitChoice", { name: who, card: cards.name(view.choice.card) })];
  return [t("waitFor", { name: who })];
}

/** @param {View} view @param {Parameters<typeof promptLines>[1]} now @param {string} chosen */
function choiceLines(view, { actions, cards, readsText }, chosen) {
  const ways = actions.startingAt(chosen);
  if (chosen.startsWith("hand:")) {
    const id = chosen.slice(5);
    const card = cards.name(id);
    if (ways[0]?.verb === "magic") return [t("activateAsk", { card }), localize(cards.get(id).text)];
    const { cost } = cards.get(id).facts;
    const text = readsText ? localize(cards.get(id).text) : "";
    const lines = cost
      ? [t("pickSlotCost", { card, cost: localize(cost) }), text, t("slotOfCost")]
      : [t("pickSlot", { card }), text];
    return lines.filter(Boolean);
  }
  const [zone, slot] = chosen;
  const row = view.seat ? view[view.seat][zone === "m" ? "monsters" : "magics"] : [];
  const card = cards.name(row[Number(slot) - 1]?.card ?? "");
  if (ways.some(({ to }) => to === "lp")) return [t("pickLp", { card })];
  if (ways.some(({ verb }) => verb === "attack")) return [t("pickTarget", { card })];
  return [t("pickUse", { card })];
}

/** The verbs of cards that can be played in a main phase. */
const PLAYS = ["summon", "magic", "use"];

/** @param {View} view @param {Parameters<typeof promptLines>[1]} now */
function idleLines(view, now) {
  const lines = [view.phase === "battle" ? battleLine(view, now) : mainLine(view, now)];
  if (view.phase !== "battle" && view.summoned) lines.push(t("doneSummon"));
  if (view.turn_number === 1) lines.push(t("firstTurn"));
  return lines;
}

/** @param {View} view @param {Parameters<typeof promptLines>[1]} now */
function battleLine(view, { actions, cards, resultOf }) {
  if (!actions.canAttack) return t(mayPlayInMain2(view, cards) ? "noAttackLeft" : "noPlayLeft");
  const attacks = actions.all.filter(({ verb }) => verb === "attack");
  return t(attacks.every(({ notation }) => resultOf(notation) === "loss") ? "attacksLose" : "attackAsk");
}

/** The cards that can be played now, and what to do after them. @param {View} view @param {Parameters<typeof promptLines>[1]} now */
function mainLine(view, { actions, cards, isGuided }) {
  const verbs = new Set(actions.all.map(({ verb }) => verb));
  const kinds = PLAYS.filter((verb) => verbs.has(verb)).map((verb) => t(`can_${verb}`));
  const last = kinds.pop();
  const list = kinds.length ? t("lastOr", { list: kinds.join(t("listSeparator")), last: last ?? "" }) : last;
  const first = list ? t("youCan", { list }) : t("nothingLeft");
  const next = isGuided ? null : nextStep(view, actions, verbs, cards);
  return next ? t("sentences", { first, next: t(next) }) : first;
}

/** The text of the step after the main phase; null without one. @param {View} view @param {LegalActions} actions @param {Set<string>} verbs @param {Catalogue} cards */
function nextStep(view, actions, verbs, cards) {
  const hasAttacker = view.seat !== null && view[view.seat].monsters.some(Boolean);
  if (actions.has("battle") && hasAttacker) return canAttackWell(view, cards) ? "thenBattle" : "tooWeak";
  if (!PLAYS.some((verb) => verbs.has(verb))) return "thenEnd";
  if (!actions.has("battle")) return null;
  return verbs.has("summon") ? "attackNeeds" : "noAttacker";
}
