// Texts of the chance graph.

import { createTranslator } from "../../frame/words.js";

const en = {
  chance_of: "Chance to win: {name}",
  payoff_of: "Expected result: {name}",
  your_chance: "Your chance to win",
  your_payoff: "Your expected result",
  chance: "Chance to win",
  payoff: "Expected result",
  percent: "{n}%",
  summary: "Starts at {start}%, ends at {end}%, highest {high}%, lowest {low}%.",
  estimating: "Estimating chances …",
  turning_points: "Turning points",
  no_turning_points: "No action changed the chance much.",
  change: "{before}% → {after}%",
  try_again: "Try again from here",
  note: "Estimated by the CPU from what the player knew.",
  note_opponent: "Against an equal opponent. Estimated by the CPU from what the player knew.",
};

/** @type {typeof en} */
const ja = {
  chance_of: "{name}の勝率",
  payoff_of: "{name}の期待値",
  your_chance: "あなたの勝率",
  your_payoff: "あなたの期待値",
  chance: "勝率",
  payoff: "期待値",
  percent: "{n}%",
  summary: "開始時{start}%、終了時{end}%、最高{high}%、最低{low}%。",
  estimating: "勝率を計算中…",
  turning_points: "勝負の分かれ目",
  no_turning_points: "勝率が大きく動いた手はありません。",
  change: "{before}% → {after}%",
  try_again: "ここからやり直す",
  note: "プレイヤーに見えていた情報から、CPUが見積もった値です。",
  note_opponent: "互角の相手を想定し、プレイヤーに見えていた情報からCPUが見積もった値です。",
};

export const t = createTranslator({ en, ja });
