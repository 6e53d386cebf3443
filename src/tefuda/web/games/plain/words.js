// Texts of the plain screen, and words that many games share. A game provides the others as labels.

import { createTranslator } from "../../frame/words.js";

const en = {
  hand: "Your hand",
  hands: "Cards in hand",
  deck: "Deck",
  decks: "Decks",
  discard: "Discard piles",
  board: "Board",
  choice: "Choice",
  result: "Result",
  reason: "Reason",
  turn: "Turn",
  turn_number: "Turn number",
  phase: "Phase",
  empty: "empty",
  yes: "yes",
  no: "no",
  win: "Won",
  loss: "Lost",
  card: "Card",
  at: "At",
  seat: "Seat",
  cards: "Cards",
  actions: "Actions",
  not_now: "No actions available.",
  filter: "Filter",
};

/** @type {Record<keyof typeof en, string>} */
const ja = {
  hand: "手札",
  hands: "手札の枚数",
  deck: "山札",
  decks: "山札",
  discard: "捨て札",
  board: "盤面",
  choice: "選択",
  result: "結果",
  reason: "理由",
  turn: "手番",
  turn_number: "ターン数",
  phase: "フェイズ",
  empty: "空き",
  yes: "はい",
  no: "いいえ",
  win: "勝利",
  loss: "敗北",
  card: "カード",
  at: "位置",
  seat: "席",
  cards: "カード",
  actions: "選べる行動",
  not_now: "いま選べる行動はありません。",
  filter: "絞り込む",
};

export const t = createTranslator({ en, ja });
