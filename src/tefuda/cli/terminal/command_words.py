"""The words of the commands in a terminal game, and their help."""

from typing import Final

from tefuda.core.text import Message

COMMANDS: Final = {
    "hint": ["hint", "h", "ヒント"],
    "about": ["about", "a", "詳細"],
    "run": ["run", "最後まで"],
    "undo": ["undo", "u", "戻す"],
    "practice": ["practice", "練習"],
    "restart": ["restart", "r", "やり直す"],
    "new": ["new", "n", "新規"],
    "log": ["log", "l", "ログ"],
    "save": ["save", "s", "保存"],
    "quit": ["quit", "q", "exit", "終了"],
    "help": ["help", "?", "ヘルプ"],
}
HELP: Final = Message(
    "help",
    "hint [PLAYER]: suggested actions and their chances to win, without looking at the deck.\n"
    "practice: switch to practice mode.  undo: undo a play (practice only).\n"
    "restart: restart this deal.  new [SEED]: a new deal.\n"
    "log: the game log.  save [FILE]: save now.  quit: save and leave.\n"
    "about NAME: the text of a card, if the game has cards with texts.",
    "hint [プレイヤー]: 山札を見ずに考えたおすすめの手と勝率\n"
    "practice: 練習モードにする  undo: 一手戻す（練習モードのみ）\n"
    "restart: 同じ配札を最初から  new [シード]: 別の配札\n"
    "log: 経過  save [ファイル]: 保存  quit: 保存して終了\n"
    "about 名前: カードの説明（説明のあるゲームのみ）",
)
