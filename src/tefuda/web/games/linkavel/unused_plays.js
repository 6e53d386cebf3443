/** Plays without a drawback that a player gives up by leaving a phase. */

import { isGoodAttack } from "./attack_results.js";
import { isMagic } from "./face.js";
import { opponentOf } from "./fold.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").View} View */
/** @typedef {import("./fold.js").FieldCard} FieldCard */
/** @typedef {import("./actions.js").LegalActions} LegalActions */
/** @typedef {import("./face.js").Catalogue} Catalogue */
/** @typedef {(action: string) => import("./attack_results.js").AttackResult | null} ResultOf */

/** The actions that end the battle phase. */
export const LEAVES_PHASE = ["main2", "end"];

/** @param {FieldCard} monster */
const mayAttack = ({ attacks = 0, extra = 0 }) => attacks <= extra;

/** The monsters of the player and of the opponent. @param {View} view @returns {[FieldCard[], FieldCard[]]} */
function monsters(view) {
  const seat = view.seat ?? "one";
  const [own, theirs] = [seat, opponentOf(seat)].map((one) => view[one].monsters.filter((thing) => thing !== null));
  return [/** @type {FieldCard[]} */ (own), /** @type {FieldCard[]} */ (theirs)];
}

/**
 * Whether an attack could succeed in the battle phase of this turn. Effects may decide, so monsters with effects count.
 * @param {View} view @param {Catalogue} cards
 */
export function canAttackWell(view, cards) {
  const [own, theirs] = monsters(view);
  const least = Math.min(...theirs.map(({ power = 0 }) => power));
  const mayWin = (/** @type {FieldCard} */ { card, power = 0 }) =>
    power >= least || cards.get(card).facts.type === "effect_monster";
  return own.some((monster) => mayAttack(monster) && (theirs.length === 0 || mayWin(monster)));
}

/** The ids of monsters with an attack that has only advantages. @param {View} view @param {LegalActions} actions @param {ResultOf} resultOf */
function goodAttackers(view, actions, resultOf) {
  const [own, theirs] = monsters(view);
  if (view.phase === "battle") {
    const slots = actions.all
      .filter(({ verb, notation }) => verb === "attack" && isGoodAttack(resultOf(notation)))
      .map(({ from }) => Number(from?.at(-1)) - 1);
    const row = view[view.seat ?? "one"].monsters;
    return [...new Set(slots)].map((slot) => row[slot]?.card ?? "");
  }
  if (!actions.has("battle")) return [];
  const least = Math.min(...theirs.map(({ power = 0 }) => power));
  const wins = own.filter((monster) => mayAttack(monster) && (theirs.length === 0 || (monster.power ?? 0) > least));
  return wins.map(({ card }) => card);
}

/** The id of a monster in hand that can be summoned without a cost; null without one. @param {View} view @param {LegalActions} actions @param {Catalogue} cards */
export function freeSummon(view, actions, cards) {
  const row = view[view.seat ?? "one"].monsters;
  const isFree = (/** @type {string} */ id) => {
    const { type, cost } = cards.get(id).facts;
    return String(type).endsWith("monster") && !cost;
  };
  if (view.phase === "battle")
    return !view.summoned && actions.has("main2") && row.includes(null) ? (view.hand.find(isFree) ?? null) : null;
  const found = actions.all.find(
    ({ verb, from, to }) => verb === "summon" && isFree(from?.slice(5) ?? "") && !row[Number(to?.at(-1)) - 1],
  );
  return found?.from?.slice(5) ?? null;
}

/**
 * Whether something may be played in main 2: a magic, a summon or an activated effect. The rules may still forbid it.
 * @param {View} view @param {Catalogue} cards
 */
export function mayPlayInMain2(view, cards) {
  const [own] = monsters(view);
  const { magics } = view[view.seat ?? "one"];
  const isPlayable = (/** @type {string} */ id) => {
    const card = cards.get(id);
    if (isMagic(card)) return magics.includes(null);
    return !view.summoned && (own.length > 0 || !card.facts.cost);
  };
  const canUse = (/** @type {FieldCard | null} */ thing) =>
    thing !== null && !thing.used?.length && Boolean(cards.get(thing.card).facts.uses?.length);
  return view.hand.some(isPlayable) || [...own, ...magics].some(canUse);
}

/** The names of cards, as part of a sentence. @param {string[]} ids @param {Catalogue} cards */
function nameList(ids, cards) {
  const names = ids.map((id) => t("cardName", { card: cards.name(id) }));
  const last = names.pop() ?? "";
  return names.length ? t("namesAnd", { list: names.join(t("listSeparator")), last }) : last;
}

/**
 * What a player gives up by an action that leaves the phase, as sentences.
 * @param {string} action
 * @param {View} view
 * @param {{actions: LegalActions, cards: Catalogue, resultOf: ResultOf}} now
 * @returns {string[]}
 */
export function unusedPlays(action, view, { actions, cards, resultOf }) {
  if (view.seat === null || !LEAVES_PHASE.includes(action)) return [];
  const [, theirs] = monsters(view);
  const attackers = [...new Set(goodAttackers(view, actions, resultOf))];
  const summon = action === "end" ? freeSummon(view, actions, cards) : null;
  return [
    ...(attackers.length
      ? [t(theirs.length ? "unusedAttack" : "unusedDirectAttack", { cards: nameList(attackers, cards) })]
      : []),
    ...(summon
      ? [t(view.phase === "battle" ? "unusedSummonLater" : "unusedSummon", { card: cards.name(summon) })]
      : []),
  ];
}
