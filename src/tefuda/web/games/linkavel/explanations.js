/** What tooltips and the detail panel say about badges, counters, piles, slots and phases. */

import { h } from "../../frame/dom.js";
import { capitalize, createTranslator, localize } from "../../frame/words.js";
import { isMagic } from "./face.js";
import { t } from "./words.js";

const en = {
  attribute: "Attribute. None is strong or weak against another, but some cards name one.",
  normal_magic: "Acts once when you activate it, then goes to the trash.",
  permanent_magic: "Stays on the field after you activate it.",
  level: "Level 1 is summoned without a cost. Higher levels have a summon condition.",
  cost: "Summon condition: send this many of your monsters of this level or higher from the field to the trash.",
  power: "In battle the monster with less power is destroyed, and its player takes the difference as damage.",
  triggered: "Happens by itself at the moment that its text names.",
  activated: "You decide when to use it, usually once per turn.",
  continuous: "Holds as long as the card is on the field.",
  lp: "Life points. A player with 0 LP loses.",
  hand: "Cards in hand. Above {n}, cards are discarded at the end of the turn.",
  deck: "Cards left to draw: one at the start of each turn. Click to see which are left. When it is empty, the trash is shuffled into a new deck.",
  trash: "Used, paid and destroyed cards. Click to look at them. They become the new deck when the deck is empty.",
  monsterSlot: "Room for a monster. Each player has three slots.",
  magicSlot: "Room for a magic. Permanent magic keeps its slot.",
  turn: "Each turn goes forward through the five phases. You may skip battle and main 2.",
  phase_draw: "The turn player draws one card, but not on turn 1.",
  phase_main1: "Summon one monster, activate magic and use effects, in any order.",
  phase_battle: "Each of your monsters may attack once. There is no battle on turn 1.",
  phase_main2: "Activate magic and use effects. Summon, if you have not in main 1.",
  phase_end: "The turn ends. Cards above the hand limit are discarded.",
};

/** @type {Record<keyof typeof en, string>} */
const ja = {
  attribute: "属性。相性はないが、特定の属性を参照するカードがある。",
  normal_magic: "発動すると一度だけ効果を発揮し、トラッシュへ送られる。",
  permanent_magic: "発動後もフィールドに残る。",
  level: "レベル1はコストなしで召喚できる。レベル2以上には召喚条件がある。",
  cost: "召喚条件。自分フィールドの、このレベル以上のモンスターをこの数だけトラッシュへ送って召喚する。",
  power: "戦闘ではパワーの低いほうが破壊され、そのプレイヤーが差分のダメージを受ける。",
  triggered: "テキストに書かれたタイミングで自動的に発動する。",
  activated: "自分で選んで使う。ふつう1ターンに1回。",
  continuous: "フィールドにある限り適用され続ける。",
  lp: "ライフポイント。0になったプレイヤーの負け。",
  hand: "手札の枚数。{n}枚を超えた分はターン終了時に捨てる。",
  deck: "デッキの残り。毎ターンの最初に1枚引く。クリックで残りのカードを確認。なくなるとトラッシュをシャッフルして新しいデッキにする。",
  trash: "使用済み、コスト、破壊されたカード。クリックで一覧を見る。デッキがなくなると新しいデッキになる。",
  monsterSlot: "モンスターを置く枠。各プレイヤー3体まで。",
  magicSlot: "魔術を置く枠。永続魔術は枠に残る。",
  turn: "1ターンは5つのフェイズを順に進む。バトルとメイン2は飛ばせる。",
  phase_draw: "カードを1枚引く。先行の第1ターンは引かない。",
  phase_main1: "モンスターの召喚（1回）、魔術の発動、効果の起動を好きな順に行う。",
  phase_battle: "自分のモンスターは1体につき1回攻撃できる。先行の第1ターンにはない。",
  phase_main2: "魔術の発動と効果の起動。メイン1で召喚していなければ召喚もできる。",
  phase_end: "ターンの終了。手札の上限を超えた分を捨てる。",
};

/** Explains a thing by its name. */
export const about = createTranslator({ en, ja });

/**
 * Return the content of a tooltip with a title.
 * @param {string} title
 * @param {...string} lines
 */
export function tip(title, ...lines) {
  return [h("strong", null, title), ...lines.filter(Boolean).map((line) => h("p", null, line))];
}

/**
 * Return what is printed on a card, as pairs of a term and its explanation.
 * @param {import("../../frame/message_types.js").Card} card
 * @returns {[string, string][]}
 */
export function cardTerms(card) {
  const { attribute_name: attribute, type, type_name: kind, level, cost, classes = [] } = card.facts;
  /** @type {[string, string][]} */
  const terms = [];
  if (isMagic(card)) terms.push([localize(kind), about(type === "normal_magic" ? "normal_magic" : "permanent_magic")]);
  else if (cost) terms.push([localize(cost), about("cost")]);
  else if (level) terms.push([t("level", { n: level }), about("level")]);
  for (const one of classes) terms.push([localize(one), about(one.id)]);
  if (attribute) terms.push([localize(attribute), about("attribute")]);
  return terms.map(([term, text]) => [capitalize(term), text]);
}
