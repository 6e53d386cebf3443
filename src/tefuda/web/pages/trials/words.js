// Texts and number formats of the trials page.

import { language, createTranslator } from "../../frame/words.js";

const en = {
  trials: "Success rate: {game}",
  trials_plain: "Success rate",
  lead: "How often does a deck win? Let the CPU play many games and watch the success rate.",
  setup: "Setup",
  deck: "Deck",
  level: "Player",
  level_note: "Higher levels play better and take longer.",
  games: "Number of games",
  other: "Other",
  more_rules: "Rule settings",
  first: "First deal",
  first_note: "Runs with the same first deal use the same shuffles, so decks are compared fairly.",
  start: "Start",
  stop: "Stop",
  stopping: "Stopping…",
  go_on: "Continue",
  result: "Success rate",
  nothing_yet: "No games played yet.",
  interval: "95% interval: {low} to {high}",
  interval_note: "In 95 of 100 such runs the true rate lies within the interval.",
  won_of: "{won} of {played} won",
  progress: "{played} of {wanted} games",
  deals: "Deals {first} to {last}",
  sentence: "{won} of {played} games won: {rate}. 95% interval: {low} to {high}.",
  said_done: "Done.",
  said_stopped: "Stopped.",
  said_failed: "Stopped: {why} Results so far are kept.",
  said_slow: "A game exceeded the time limit of the server. Choose a lower level.",
  axis: "rate by number of games played",
  legend_now: "this run",
  legend_before: "previous run",
  runs: "Runs in this session",
  run_setup: "Setup",
  run_games: "Games",
  run_rate: "Rate",
  run_interval: "95% interval",
  apart: "The intervals of the last two runs do not overlap: the difference is significant.",
  overlap: "The intervals of the last two runs overlap: play more games to tell them apart.",
  command: "Command line equivalent",
  copy: "Copy",
  copied: "Copied",
  to_puzzles: "Puzzles",
  to_decks: "Deck builder",
};

/** @type {Record<keyof typeof en, string>} */
const ja = {
  trials: "成功率：{game}",
  trials_plain: "成功率",
  lead: "デッキの成功率は？ CPUに何度もプレイさせて調べます。",
  setup: "設定",
  deck: "デッキ",
  level: "プレイヤー",
  level_note: "レベルが高いほど上手ですが、時間がかかります。",
  games: "試行回数",
  other: "ほかの回数",
  more_rules: "ルール設定",
  first: "最初の配札番号",
  first_note: "同じ番号から始めればシャッフルも同じ。デッキを公平に比べられます。",
  start: "開始",
  stop: "停止",
  stopping: "停止しています…",
  go_on: "続ける",
  result: "成功率",
  nothing_yet: "まだ1回も試していません。",
  interval: "95%信頼区間：{low}〜{high}",
  interval_note: "このような試行を100回行うと、およそ95回は真の成功率が区間に入ります。",
  won_of: "{played}回中{won}回成功",
  progress: "{wanted}回中{played}回",
  deals: "配札 {first}〜{last}",
  sentence: "{played}回中{won}回成功、成功率{rate}。95%信頼区間は{low}〜{high}。",
  said_done: "終了しました。",
  said_stopped: "停止しました。",
  said_failed: "中断しました。{why}ここまでの結果は残っています。",
  said_slow: "1回の試行が制限時間を超えました。レベルを下げてください。",
  axis: "試行回数と成功率",
  legend_now: "今回",
  legend_before: "前回",
  runs: "これまでの試行",
  run_setup: "内容",
  run_games: "回数",
  run_rate: "成功率",
  run_interval: "95%信頼区間",
  apart: "直近2回の区間は重なっていません。差があるといえます。",
  overlap: "直近2回の区間は重なっています。見分けるには試行回数を増やしてください。",
  command: "コマンドラインで同じことをするには",
  copy: "コピー",
  copied: "コピーしました",
  to_puzzles: "パズル",
  to_decks: "デッキ構築",
};

export const t = createTranslator({ en, ja });

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(language()).format(value);

/**
 * @param {number} share
 * @param {number} [digits]
 */
export function percent(share, digits = 1) {
  const how = { style: /** @type {const} */ ("percent"), minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language(), how).format(share);
}
