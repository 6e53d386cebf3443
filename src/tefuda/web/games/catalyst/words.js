/** Texts of Catalyst Reaction's screen. */

import { createTranslator } from "../../frame/words.js";
import { rankText } from "./cards.js";

const en = {
  field: "Field, {n} {n|card|cards}",
  hand: "Hand, {n} {n|card|cards}",
  deck: "Deck",
  deckCount: "Deck, {n} {n|card|cards}",
  removed: "Removed",
  plays: "Plays",
  cap: "Field limit",
  daily: "Daily deal {date}",
  react_rank: "Only equal ranks react",
  react_suit: "Only equal suits react",
  card: "{rank} of {suit}",
  S: "spades",
  H: "hearts",
  D: "diamonds",
  C: "clubs",
  A: "ace",
  J: "jack",
  Q: "queen",
  K: "king",
  held: "{card}, card {n} of {of} in your hand",
  chosen: "{card}, card {n} of {of} in your hand, chosen",
  between: "Gap {n} between {left} and {right}",
  leftEnd: "Gap {n}, left of {right}",
  rightEnd: "Gap {n}, right of {left}",
  chance: "{text}, {chance}% win chance",
  chooseCard: "Choose a catalyst from your hand",
  chooseFirst: "Match three by rank or suit to clear the field",
  chooseGap: "Choose a gap for {card}",
  reasonChance: "Hint: about {n}% win chance. ",
  reasonPlays: "Solver: clears the field in {n} {n|play|plays}. ",
  reasonProved: "Solver: the field can still be cleared after this. ",
  playerReaction: "Reaction",
  autoReaction: "Auto-reaction",
  won: "You win!",
  wonLong: "The field is clear.",
  lost: "You lose",
  lostNoCard: "No cards left to play.",
  lostOverflow: "The field overflows.",
  fourColours: "Suits in four colours",
  tracker: "Card tracker",
  where_removed: "removed",
  where_field: "field",
  where_hand: "hand",
  where_coming: "in the deck",
  close: "Close",
};

/** @type {Record<keyof typeof en, string>} */
const ja = {
  field: "場 {n} 枚",
  hand: "手札 {n} 枚",
  deck: "山札",
  deckCount: "山札 {n} 枚",
  removed: "取り除いた札",
  plays: "手数",
  cap: "場の上限",
  daily: "今日の配札 {date}",
  react_rank: "数字の一致だけで反応",
  react_suit: "マークの一致だけで反応",
  card: "{suit}の{rank}",
  S: "スペード",
  H: "ハート",
  D: "ダイヤ",
  C: "クラブ",
  A: "エース",
  J: "ジャック",
  Q: "クイーン",
  K: "キング",
  held: "{card}、手札 {of} 枚中 {n} 枚目",
  chosen: "{card}、手札 {of} 枚中 {n} 枚目、選択中",
  between: "位置 {n}、{left}と{right}の間",
  leftEnd: "位置 {n}、左端、{right}の左",
  rightEnd: "位置 {n}、右端、{left}の右",
  chance: "{text}、勝率 {chance}%",
  chooseCard: "触媒にする手札を選ぶ",
  chooseFirst: "数字かマークが3枚そろえば反応。場を空に！",
  chooseGap: "{card}を置く位置を選ぶ",
  reasonChance: "ヒント：勝率は約{n}%。",
  reasonPlays: "ソルバー：これで{n}手で場を空にできます。",
  reasonProved: "ソルバー：これなら、まだ場を空にできます。",
  playerReaction: "プレイヤー反応",
  autoReaction: "自動反応",
  won: "クリア！",
  wonLong: "場のカードがなくなりました。",
  lost: "ゲームオーバー",
  lostNoCard: "手札が尽きました。",
  lostOverflow: "場の枚数が上限を超えました。",
  fourColours: "マークを4色で表示",
  tracker: "カードの所在",
  where_removed: "取り除いた札",
  where_field: "場",
  where_hand: "手札",
  where_coming: "山札",
  close: "閉じる",
};

export const t = createTranslator({ en, ja });

/**
 * The name of a card: `TH` is "10 of hearts".
 * @param {string} card
 */
export function cardName(card) {
  const value = "AJQK".includes(card[0]) ? t(card[0]) : rankText(card);
  return t("card", { rank: value, suit: t(card[1]) });
}
