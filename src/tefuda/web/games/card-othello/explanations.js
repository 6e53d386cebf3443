// What tooltips say about stones, cards, counters, piles and the turn.

import { h } from "../../frame/dom.js";
import { createTranslator, localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("./stones.js").StoneLook} StoneLook */

const en = {
  PROTECTED: "Cannot be flipped or exchanged until the next turn of {other} ends. Can be destroyed.",
  PERMA_PROTECTED: "Cannot be flipped or exchanged. Can be destroyed.",
  GUARD: "Cannot be flipped, exchanged, tempted or destroyed. Turns of {side} left: {n}.",
  TRAP: "Only you can see this trap. If {other} flips the stone next turn, you take their charge and up to 3 cards.",
  TIME_BOMB:
    "Destroys itself and the 8 cells around it, both colours. Turns of {side} until then: {n}. Flipping it defuses it.",
  DRAGON: "Flips the enemy stones on the 8 cells around it when a turn of {side} starts. Times left: {n}.",
  BREEDING: "A stone grows near it when a turn of {side} starts. Times left: {n}.",
  UDG: "Destroys the enemy stones on the 8 cells around it when a turn of {side} starts. Times left: {n}.",
  WORK: "Earns charge when a turn of {side} starts: 1, 2, 4, 8, then 16. Stage {n} of 5. Flipping it ends the work.",
  REGEN: "The first time it is flipped, it turns back and flips the lines it completes.",
  HYPERACTIVE: "Moves to a random cell beside it at every turn start and flips lines. Flipping it stops it.",
  ULTIMATE_HYPERACTIVE: "Takes two random steps at every turn start and flips lines. Flipping it stops it.",
  CROSS_BOMB: "Explodes after the flips: destroys two cells in each of the four directions, both colours.",
  GOLD_STONE: "Its flips pay four times the charge. Then the stone is gone.",
  SILVER_STONE: "Its flips pay three times the charge. Then the stone is gone.",
  sprout: "A stone that has just grown.",
  turn: "A turn: draw a card, use at most one card, then place a stone. You can pass only if no placement is legal.",
  result: "The player with more stones wins.",
  stones: "Stones on the board. More stones at the end win.",
  charge: "Charge pays for cards. Each stone you flip gives 1, up to {cap}.",
  hand: "Cards in hand. One card a turn can be used, before placing a stone.",
  deck: "Cards left to draw: one at the start of each turn.",
  discard: "Used and discarded cards. Click to look at them.",
  trap: "A trap is hidden in one of {side}'s stones until {side}'s next turn. Flipping that stone triggers it.",
};

/** @type {Record<keyof typeof en, string>} */
const ja = {
  PROTECTED: "次の{other}の手番が終わるまで、反転も交換もされない。破壊はされる。",
  PERMA_PROTECTED: "反転も交換もされない。破壊はされる。",
  GUARD: "反転も交換も誘惑も破壊もされない。{side}の手番であと{n}回。",
  TRAP: "自分だけに見える罠。次の手番に{other}が反転すると、布石すべてと手札を最大3枚奪う。",
  TIME_BOMB: "{side}の手番であと{n}回で爆発し、自身と周囲8マスの石を敵味方とも破壊する。反転されると解除される。",
  DRAGON: "{side}の手番開始時に、周囲8マスの相手の石を反転する。残り{n}回。",
  BREEDING: "{side}の手番開始時に、近くの空きマスに石が1つ生まれる。残り{n}回。",
  UDG: "{side}の手番開始時に、周囲8マスの相手の石を破壊する。残り{n}回。",
  WORK: "{side}の手番開始時に、布石を1・2・4・8・16と稼ぐ（5段階中{n}段階目）。反転されると終わる。",
  REGEN: "初めて反転されたとき元の色に戻り、挟んだ列を反転する。",
  HYPERACTIVE: "手番開始のたびに、隣の空きマスへランダムに動いて列を反転する。反転されると止まる。",
  ULTIMATE_HYPERACTIVE: "手番開始のたびに、ランダムに2歩動いて列を反転する。反転されると止まる。",
  CROSS_BOMB: "反転のあとに爆発し、上下左右2マスまでの石を敵味方とも破壊する。",
  GOLD_STONE: "この石の反転で得る布石は4倍。そのあと石は消える。",
  SILVER_STONE: "この石の反転で得る布石は3倍。そのあと石は消える。",
  sprout: "生まれたばかりの石。",
  turn: "手番の流れ: カードを1枚引き、カードを1枚まで使い、石を置く。置ける場所がないときだけパスできる。",
  result: "石の多いほうが勝ち。",
  stones: "盤上の石の数。終局時に多いほうが勝ち。",
  charge: "布石はカードのコストになる。石を1枚反転するごとに1増える（上限{cap}）。",
  hand: "手札の枚数。石を置く前に、1手番に1枚だけ使える。",
  deck: "山札の残り。手番の開始時に1枚引く。",
  discard: "使ったカードや捨てたカード。クリックで一覧を見る。",
  trap: "{side}の次の手番まで、{side}の石のどれかに罠が隠れている。その石を反転すると発動する。",
};

/** Explains a thing by its name. */
export const about = createTranslator({ en, ja });

/**
 * Return a tooltip with a title.
 * @param {string} title
 * @param {...string} lines
 */
export function tip(title, ...lines) {
  return [h("strong", null, title), ...lines.map((line) => h("p", null, line))];
}

/**
 * Return the tooltip of a card.
 * @param {import("./cards.js").Catalogue} catalogue
 * @param {string} id
 * @param {import("../../frame/message_types.js").LocalizedText | null} reason why the card cannot be used
 */
export function cardTip(catalogue, id, reason) {
  const title = t("cardTitle", { card: catalogue.name(id), n: catalogue.cost(id) });
  const known = tip(title, localize(catalogue.card(id)?.text));
  return reason ? [...known, h("p", { class: "co-why" }, localize(reason))] : known;
}

/**
 * Return the tooltip of a special stone; null for an ordinary one.
 * @param {StoneLook | null} look
 * @param {(name: string) => string} labelOf
 */
export function stoneTip(look, labelOf) {
  if (!look) return null;
  const sides = { side: t(look.side), other: t(look.side === "black" ? "white" : "black") };
  const parts = look.marks.map(({ mark, left }) => ({
    title: mark === "TRAP" ? t("ownTrap") : labelOf(mark),
    text: about(/** @type {keyof typeof en} */ (mark), { ...sides, n: left }),
  }));
  const special = /** @type {"CROSS_BOMB" | "GOLD_STONE" | "SILVER_STONE" | null} */ (look.special);
  if (special && parts.length === 0) parts.push({ title: t(special), text: about(special) });
  if (look.sprout) parts.push({ title: t("sprout"), text: about("sprout") });
  return parts.length ? parts.flatMap(({ title, text }) => tip(title, text)) : null;
}
