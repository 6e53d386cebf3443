// Explanations of facts, piles, zones and badges, for tooltips.

import { h } from "../../frame/dom.js";
import { createTranslator, localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("./model.js").Piece} Piece */

const en = {
  turn: "The present turn and the number of turns you have. If your last turn ends without a win, you lose.",
  spells: "Spells you have cast this turn. Some cards count them.",
  plays:
    "Plays: cards played, abilities used and turns ended so far. Choosing cards does not count, and takebacks are free.",
  par: "Par: the fewest plays that can win. It is proven that no solution is shorter.",
  stars:
    "What a win now would earn. Plays over par cost stars. A hint that names the direction or the card leaves at most two, one that names the action at most one.",
  goal: "What this card needs to win the game, as of now.",
  deck: "You draw from the top. Click to view the cards.",
  grave: "Spells you have cast and cards that were discarded or destroyed. Click to view them.",
  banish: "Cards that were removed by effects. Click to view them.",
  board: "Monsters, artifacts and equips in play.",
  field: "The field in play. A new field replaces it and destroys it.",
  step: "Pauses after each effect until you press Next or Space. Press Step again to turn it off.",
  speed: "How fast effects are shown. The game waits for you at any speed.",
  end: "Ends your turn. If your last turn ends without a win, you lose.",
  log: "Everything that your last action caused, line by line.",
  goalButton: "Click to read the cards that win.",
  queue: "Abilities that were triggered wait here. They resolve by themselves, first in, first out.",
  state_waiting: "Waits for its turn.",
  state_now: "Resolves now.",
  state_done: "Has resolved.",
  state_fizzled: "Did nothing: what it needed was gone.",
  state_skipped: "Did nothing: its condition was not met.",
  state_dropped: "Will not resolve any more.",
  counter: "A counter. Cards put it there, count it or remove it. It is lost when the card leaves play.",
  used: "The ability of this card has been used. It can be used again next turn.",
  picked: "You have chosen this card.",
  casting: "This spell is resolving. Then it goes to the grave.",
  leaving: "The new field replaces this one. It is destroyed after the new field's effect.",
  stats:
    "ATK / HP. There is no combat: cards change and count these values. A monster whose HP falls to 0 is destroyed.",
  up: "higher than printed",
  down: "lower than printed",
};

/** @type {Record<keyof typeof en, string>} */
const ja = {
  turn: "今のターンと、使えるターン数。勝利せずに最後のターンを終えると敗北です。",
  spells: "このターンに唱えたスペルの枚数。数えるカードがあります。",
  plays: "手数：これまでのプレイ・起動・ターン終了の回数。カードを選ぶのは数えません。一手戻すのは自由です。",
  par: "最短：勝利できる最も少ない手数。これより短い手順がないことは証明済みです。",
  stars:
    "今勝てばもらえる星。最短手数を超えると減ります。方針かカードのヒントを見ると2つまで、行動のヒントを見ると1つまでです。",
  goal: "このカードで勝利するための条件と、今の値です。",
  deck: "一番上から引きます。クリックでカードを見られます。",
  grave: "唱えたスペル、捨てたカード、破壊されたカード。クリックで見られます。",
  banish: "効果で除外されたカード。クリックで見られます。",
  board: "盤面にあるモンスター・アーティファクト・装備です。",
  field: "フィールドゾーンのカード。新しいフィールドを置くと上書きされ、破壊されます。",
  step: "効果を1つ解決するたびに止まります。「次へ」かスペースキーで進み、もう一度押すと解除します。",
  speed: "効果を見せる速さ。どの速さでも、あなたの選択を待ちます。",
  end: "ターンを終えます。勝利せずに最後のターンを終えると敗北です。",
  log: "直前の行動で起きたことを、順に表示します。",
  goalButton: "クリックすると、勝利条件のカードを読めます。",
  queue: "誘発した能力が並びます。先に入ったものから自動で解決します。",
  state_waiting: "順番を待っています。",
  state_now: "解決中です。",
  state_done: "解決しました。",
  state_fizzled: "必要なものがなくなり、何も起きませんでした。",
  state_skipped: "条件を満たさず、何も起きませんでした。",
  state_dropped: "もう解決されません。",
  counter: "カウンター。カードの効果で置かれ、数えられ、取り除かれます。場を離れると失われます。",
  used: "このカードの能力は使用済みです。次のターンにまた使えます。",
  picked: "選択したカードです。",
  casting: "解決中のスペルです。解決後に墓地へ送られます。",
  leaving: "新しいフィールドに上書きされています。その効果のあとに破壊されます。",
  stats:
    "攻撃力／HP。戦闘はなく、カードの効果で増減したり、数えられたりします。HPが0以下になったモンスターは破壊されます。",
  up: "元の値より高い",
  down: "元の値より低い",
};

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
 * Return the tooltip of a card in play: its badges. Null if it has none.
 * @param {Piece} piece
 * @param {import("../../frame/message_types.js").Card} card
 * @param {{labelOf: (name: string) => string, look: string, picked: boolean}} now
 */
export function badgeTip(piece, { facts }, { labelOf, look, picked }) {
  const { atk, hp, counters, used } = piece;
  const changed = [
    [t("atk"), atk, facts.atk],
    [t("hp"), hp, facts.hp],
  ].filter(([, now, printed]) => now !== null && now !== printed);
  const changes = changed.map(([name, now, printed]) => `${name} ${now}: ${about(now > printed ? "up" : "down")}`);
  const found = [
    ...(atk === null ? [] : tip(`${atk}/${hp}`, ...changes, about("stats"))),
    ...Object.entries(counters).flatMap(([name, count]) => tip(`${labelOf(name)} × ${count}`, about("counter"))),
    ...(used.length ? tip(t("used"), about("used")) : []),
    ...(picked ? tip(t("picked"), about("picked")) : []),
    ...(look === "casting" || look === "leaving" ? tip(t(look), about(look)) : []),
  ];
  return found.length ? found : null;
}

/**
 * Return the tooltip of an entry of the queue.
 * @param {import("./chain.js").ChainEntry} entry
 * @param {import("../../frame/message_types.js").Card} card
 */
export const entryTip = ({ state }, { name, text }) =>
  tip(localize(name), localize(text), about(/** @type {keyof typeof en} */ (`state_${state}`)));

/**
 * Explain piles, zones and controls on hover, focus and long press.
 * @param {import("../../frame/tooltips.js").Tooltips} tooltips
 * @param {import("./table_layout.js").TableLayout} table
 * @param {{title: Element, log: Element}} queue
 * @param {Element} goal
 */
export function explainTable(tooltips, { piles, field, board, step, speedBox, end }, queue, goal) {
  for (const zone of /** @type {const} */ (["deck", "grave", "banish"]))
    tooltips.explain(piles[zone], () => tip(t(zone), about(zone)));
  tooltips.explain(step, () => tip(`${t("stepLong")} (S)`, about("step")));
  tooltips.explain(speedBox, () => tip(t("speed"), about("speed")));
  tooltips.explain(end, () => tip(`${t("end")} (E)`, about("end")));
  tooltips.explain(queue.log, () => tip(t("chain"), about("log")));
  tooltips.explain(goal, () => tip(t("goal"), about("goalButton")));
  const heads = { field: field.children[0], board: board.children[0], queue: queue.title };
  for (const [name, head] of Object.entries(heads)) {
    head.setAttribute("tabindex", "0");
    tooltips.explain(head, () => tip(head.textContent ?? "", about(name)));
  }
}
