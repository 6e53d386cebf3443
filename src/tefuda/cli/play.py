"""`tefuda play`: a game in the terminal."""

import secrets
from datetime import datetime
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from rich.text import Text

from tefuda.cli.console import game_title, invalid, out, read_option_flags, read_position
from tefuda.cli.language import language, say, t
from tefuda.core.game import Game
from tefuda.core.match import Match
from tefuda.core.random import xoshiro
from tefuda.core.registry import find_game, game_ids
from tefuda.core.replay import load, matched, save, verify
from tefuda.core.seed import format_seed, parse_seed
from tefuda.core.text import Invalid
from tefuda.players.names import make_player, player_names
from tefuda.solve import IMPOSSIBLE, SOLVED, Limits, solve

COMMANDS: Final = {
    "hint": ["hint", "h", "ヒント"],
    "undo": ["undo", "u", "戻す", "待った"],
    "practice": ["practice", "練習"],
    "restart": ["restart", "r", "やり直す"],
    "new": ["new", "n", "新規"],
    "log": ["log", "l", "ログ"],
    "save": ["save", "s", "保存"],
    "quit": ["quit", "q", "exit", "終了"],
    "help": ["help", "?", "？", "ヘルプ"],
}
SEEDS: Final = 1_000_000
"""Seeds made here are short enough to tell a friend."""

PAR_SECONDS: Final = 2.0


def play_game(
    game_id: str,
    seed: str,
    practice: bool,
    plain: bool,
    options: list[str],
    position: Path | None,
    resume: Path | None,
    ply: int | None,
    save_to: Path | None,
) -> int:
    """Set the table and play until somebody leaves."""
    if resume is not None:
        match = resumed(resume, ply)
        practice = practice or match.undone > 0
    else:
        if ply is not None:
            raise invalid("ply", "--ply goes with --resume.", "--ply は --resume と一緒に使います。")
        game = find_game(game_id or choose_game())
        number = parse_seed(seed) if seed else secrets.randbelow(SEEDS)
        given = read_option_flags(game, options)
        if position is not None:
            source = read_position(position)
            match = source.under([], lambda: Match(game, number, position=source.data))
        else:
            match = Match(game, number, given)
    Session(match, practice, plain, save_to or resume).run()
    return 0


def choose_game() -> str:
    """The only game, or the one that is picked from a list."""
    ids = game_ids()
    if len(ids) == 1:
        return ids[0]
    for number, game_id in enumerate(ids, 1):
        print(f"  {number}  {game_title(find_game(game_id))}")
    while True:
        typed = input("> ").strip()
        if typed.isdecimal() and 1 <= int(typed) <= len(ids):
            return ids[int(typed) - 1]
        if typed in ids:
            return typed
        print(t(f"A number from 1 to {len(ids)}.", f"1 から {len(ids)} の番号を入力してください。"))


def resumed(path: Path, ply: int | None) -> Match:
    """The match of a replay file, gone back to a ply where one is given; raises `Invalid`."""
    source = load(path)
    match: Match = source.under([], lambda: matched(verify(source)))
    if ply is not None and not 0 <= ply <= match.ply:
        raise invalid(
            "ply", f"There is no ply {ply}: 0 to {match.ply}.", f"{ply} 手目はありません（0 から {match.ply}）。"
        )
    while ply is not None and match.ply > ply:
        match.undo()
    return match


class Session:
    """One sitting: a match, and what is said about it."""

    def __init__(self, match: Match, practice: bool, plain: bool, save_to: Path | None) -> None:
        self.match = match
        self.practice = practice
        self.console = out()
        self.plain = plain or not self.console.is_terminal
        self.save_to = save_to
        self.saved_ply = match.ply
        self.notes: list[str] = []
        self.screen = match.game.screen()

    @property
    def game(self) -> Game:
        return self.match.game

    def run(self) -> None:
        """Draw, ask, do, until the player leaves. Leaving saves."""
        self.notes = self.story(self.match.ply) if self.match.ply else say(self.screen.manual()).splitlines()
        try:
            while True:
                self.draw()
                typed = input(self.prompt()).strip()
                if typed and not self.do(typed):
                    break
        except (EOFError, KeyboardInterrupt):
            print()
        self.leave()

    # What is seen

    def viewer(self) -> int:
        """Whose view is shown: that of the seat to decide, at the end the first one's."""
        return max(self.match.seat, 0)

    def draw(self) -> None:
        """The table, and what there is to say."""
        view = self.match.view(self.viewer())
        if self.plain:
            print(self.heading())
            print(self.screen.plain(view, language()))
        else:
            self.console.clear()
            self.console.print(Text(f" {self.heading()}", "bold reverse"), end="\n\n")
            self.console.print(self.screen.draw(view, language(), self.console.width))
        for note in self.notes:
            print(note if self.plain else f" {note}")
        if not self.plain and self.notes:
            print()
        self.notes = []

    def heading(self) -> str:
        match = self.match
        parts = [game_title(self.game), t(f"deal {format_seed(match.seed)}", f"配札 {format_seed(match.seed)}")]
        parts.append(t(f"play {match.ply}", f"{match.ply} 手"))
        changed = self.game.changed_options(match.options) if match.options else {}
        parts += [f"{name}={value}" for name, value in changed.items()]
        if self.practice:
            parts.append(t("practice", "練習"))
        return " · ".join(parts) + " "

    def prompt(self) -> str:
        if self.match.over:
            line = t(
                "restart  new  undo  log  save  quit",
                "restart やり直す  new 新規  undo 戻す  log ログ  save 保存  quit 終了",
            )
        else:
            line = t(
                "card and gap, or: hint  undo  restart  new  log  save  quit  ? help",
                "カードと場所、または hint ヒント  undo 戻す  restart やり直す  new 新規  quit 終了  ? ヘルプ",
            )
        if self.plain:
            return "> "
        self.console.print(Text(f" {line}", "dim"))
        return " > "

    def story(self, ply: int) -> list[str]:
        """What happened in an action, told to whoever looks."""
        lines = [self.game.tell(event, language()) for event in self.match.told(self.viewer(), ply)]
        return [line for line in lines if line]

    # What is done

    def do(self, typed: str) -> bool:
        """Do what was typed; False to leave."""
        word = typed.split()[0].lower()
        for command, words in COMMANDS.items():
            if word in words:
                if command == "quit":
                    return False
                getattr(self, f"do_{command}")(typed.partition(" ")[2].strip())
                return True
        self.act(typed)
        return True

    def act(self, typed: str) -> None:
        """Play what was typed, or say why not."""
        match = self.match
        notation = self.screen.read(match.view(self.viewer()), typed)
        refusal = match.play(match.seat, match.ply, notation)
        if refusal is not None:
            self.notes = [say(refusal)]
            return
        self.notes = self.story(match.ply)
        if match.over:
            self.notes += self.epilogue()

    def epilogue(self) -> list[str]:
        """After the end: how it compares with the best that was possible."""
        match = self.match
        if self.game.seats != 1:
            return []
        proof = solve(match.state(0), Limits(seconds=PAR_SECONDS))
        plays = t(f"You took {match.ply} plays.", f"{match.ply} 手でした。")
        if proof.par is not None:
            return [plays + " " + t(f"Par for this deal is {proof.par}.", f"この配札のパーは {proof.par} 手。")]
        if proof.verdict == SOLVED:
            fewest = len(proof.line)
            return [plays + " " + t(f"This deal can be won in {fewest}.", f"この配札は {fewest} 手で勝てます。")]
        if proof.verdict == IMPOSSIBLE:
            return [t("This deal cannot be won.", "この配札に勝ち筋はありません。")]
        return [plays]

    def do_hint(self, _: str) -> None:
        """What the strongest player would do, which knows no more than this seat."""
        match = self.match
        if match.over:
            self.notes = [t("The game is over.", "ゲームは終わっています。")]
            return
        name = player_names(self.game)[-1]
        player = make_player(self.game, name, xoshiro(match.ply, 1))
        action = player.choose(match.seat_of(match.seat))
        notation = self.game.format(match.state(), action)
        sentence = match.describe(notation, language())
        self.notes = [t(f"Hint ({name}): {notation}, {sentence}.", f"ヒント（{name}）: {notation}　{sentence}")]

    def do_undo(self, _: str) -> None:
        if not self.practice:
            self.notes = [
                t(
                    "Undo is for practice games. Type practice to make this one; its replay will say so.",
                    "待ったは練習用です。practice と入力すると練習になり、リプレイにも記録されます。",
                )
            ]
        elif self.match.undo():
            self.notes = [t("Taken back.", "一手戻しました。")]
        else:
            self.notes = [t("There is nothing to take back.", "戻す手がありません。")]

    def do_practice(self, _: str) -> None:
        self.practice = True
        self.notes = [
            t("This is a practice game now: undo takes a play back.", "練習になりました。undo で一手戻せます。")
        ]

    def do_restart(self, _: str) -> None:
        """The same deal from its start."""
        match = self.match
        self.begin(Match(self.game, match.seed, match.options or None, match.start))

    def do_new(self, rest: str) -> None:
        """Another deal, or the one whose seed follows."""
        try:
            seed = parse_seed(rest) if rest else secrets.randbelow(SEEDS)
        except Invalid as failure:
            self.notes = [failure.text(language())]
            return
        self.begin(Match(self.game, seed, self.match.options or None))

    def begin(self, match: Match) -> None:
        self.match = match
        self.saved_ply = 0
        self.notes = [t("A new game.", "新しいゲームです。")]

    def do_log(self, _: str) -> None:
        """Everything that happened so far."""
        self.notes = [line for ply in range(self.match.ply + 1) for line in self.story(ply)]

    def do_help(self, _: str) -> None:
        self.notes = [
            *say(self.screen.manual()).splitlines(),
            t(
                "hint: what a good player would do, without looking at the deck.",
                "hint: 山札を見ずに考えたおすすめの手",
            ),
            t("undo: take a play back (practice games).", "undo: 一手戻す（練習のみ）"),
            t(
                "restart: the same deal again.  new [SEED]: another deal.",
                "restart: 同じ配札で最初から  new [シード]: 別の配札",
            ),
            t(
                "log: what happened.  save [FILE]: save now.  quit: leave, saving.",
                "log: 経過  save [ファイル]: 保存  quit: 保存して終了",
            ),
        ]

    def do_save(self, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self.save_path()
        try:
            save(self.match, path)
        except OSError as failure:
            reason = failure.strerror or str(failure)
            self.notes = [t(f"Cannot save to {path}: {reason}.", f"{path} に保存できません: {reason}")]
            return
        self.saved_ply = self.match.ply
        self.save_to = path
        self.notes = [t(f"Saved to {path}", f"{path} に保存しました。")]

    def save_path(self) -> Path:
        """Where it goes: as asked, or into the user's own folder under a name that tells the time."""
        if self.save_to is not None:
            return self.save_to
        stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        return user_data_path("tefuda", appauthor=False) / "replays" / f"{self.game.id}-{stamp}.json"

    def leave(self) -> None:
        """Save what is not saved yet, and say how to come back."""
        if self.match.ply == 0 or (self.match.ply == self.saved_ply and self.save_to is not None):
            return
        self.do_save("")
        for note in self.notes:
            print(note)
        if not self.match.over:
            print(t("Go on with:", "続きは:") + f" tefuda play --resume {self.save_path()}")
