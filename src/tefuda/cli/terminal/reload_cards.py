"""Card files that are being edited while a practice game runs: read again when they change, never worse than before."""

from pathlib import Path

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.language import language, t
from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.match import Match
from tefuda.core.source import files_under

Stamp = dict[str, tuple[int, int]]


class Watcher:
    """A folder of cards. A card that has become wrong keeps its last good version (ST-13.5)."""

    def __init__(self, game: str, folder: Path) -> None:
        if not folder.exists():
            raise invalid_input("no_folder", f"{folder} is not there.", f"{folder} がありません。")
        self.workshop = find_workshop(game)
        self.folder = folder
        self.shipped = self.workshop.cards()
        self.good: dict[str, CardDefinition] = {}
        self.homes: dict[str, str] = {}
        """The file of each good card: one whose file is gone is gone too."""
        self.stamp: Stamp = {}
        self.notes: list[str] = []
        self.look()

    def files(self) -> Stamp:
        """What the folder looks like: each file with its time and size."""
        found: Stamp = {}
        for path in files_under(self.folder):
            try:
                status = path.stat()
            except OSError:
                continue
            found[str(path)] = (status.st_mtime_ns, status.st_size)
        return found

    def look(self) -> bool:
        """Read the files again where one has changed; True where cards changed. `notes` says what is wrong."""
        stamp = self.files()
        if stamp == self.stamp:
            return False
        self.stamp = stamp
        loader = self.workshop.card_loader()
        loader.known = dict(self.shipped)
        loader.read_path(self.folder)
        loader.check_links()
        fresh = {name: entry.card for name, entry in loader.loaded.items()}
        gone = [name for name, file in self.homes.items() if file not in stamp and name not in fresh]
        for name in gone:
            del self.good[name], self.homes[name]
        self.homes.update({name: entry.source.name for name, entry in loader.loaded.items()})
        before = {name: self.written(card) for name, card in self.good.items()}
        changed = [name for name, card in fresh.items() if before.get(name) != self.written(card)]
        self.good.update(fresh)
        self.notes = [line for failure in loader.failures for line in failure.text(language()).splitlines()]
        if loader.failures:
            self.notes.append(t("The last good version stays in use.", "最後に正しかった版を使い続けます。"))
        if changed:
            listed = ", ".join(sorted(changed))
            self.notes.append(t(f"Cards read: {listed}.", f"読み込んだカード: {listed}"))
        if gone:
            listed = ", ".join(sorted(gone))
            self.notes.append(t(f"No longer in use: {listed}.", f"使わなくなったカード: {listed}"))
        if changed or gone:
            self.workshop.use({**self.shipped, **self.good})
        return bool(changed or gone)

    def play_on(self, match: Match) -> tuple[Match, str]:
        """The same position with the cards as they are now; the match as it was where that cannot be, and why."""
        known = self.workshop.cards()
        position = match.game.position(match.state())
        position["cards"] = [card for card in position.get("cards", []) if card["id"] not in known]
        try:
            again = Match(match.game, match.seed, position=position)
        except InvalidInput as failure:
            reason = failure.text(language()).splitlines()[0]
            en = f"This game goes on with the cards as they were ({reason}); restart uses the new ones."
            return match, t(en, f"このゲームは元のカードのまま続けます（{reason}）。restart で新しいカードになります。")
        again.practice = True
        return again, ""

    def written(self, card: CardDefinition) -> str:
        return self.workshop.to_yaml(card)
