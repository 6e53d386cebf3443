"""Reloads card files that are edited during a practice game."""

from pathlib import Path

from tefuda.cardlang.tree import CardDefinition
from tefuda.cardlang.workshop import find_workshop
from tefuda.cli.language import language, t
from tefuda.core.errors import InvalidInput, invalid_input
from tefuda.core.match import Match
from tefuda.core.source import files_under

Stamp = dict[str, tuple[int, int]]


class CardReloader:
    """A folder of cards. An invalid card keeps its last valid version (ST-13.5)."""

    def __init__(self, game: str, folder: Path) -> None:
        if not folder.exists():
            raise invalid_input("no_folder", f"{folder} does not exist.", f"{folder} がありません。")
        self.workshop = find_workshop(game)
        self.folder = folder
        self.shipped = self.workshop.cards()
        self.valid: dict[str, CardDefinition] = {}
        self.sources: dict[str, str] = {}
        """The file of each valid card. A card is removed with its file."""
        self.stamp: Stamp = {}
        self.notes: list[str] = []
        self.reload()

    def files(self) -> Stamp:
        """Return modification time and size of each file."""
        found: Stamp = {}
        for path in files_under(self.folder):
            try:
                status = path.stat()
            except OSError:
                continue
            found[str(path)] = (status.st_mtime_ns, status.st_size)
        return found

    def reload(self) -> bool:
        """Read the files if one has changed; return whether cards changed. `notes` lists problems and changes."""
        stamp = self.files()
        if stamp == self.stamp:
            return False
        self.stamp = stamp
        loader = self.workshop.card_loader()
        loader.known = dict(self.shipped)
        loader.read_path(self.folder)
        loader.check_links()
        fresh = {name: entry.card for name, entry in loader.loaded.items()}
        gone = [name for name, file in self.sources.items() if file not in stamp and name not in fresh]
        for name in gone:
            del self.valid[name], self.sources[name]
        self.sources.update({name: entry.source.name for name, entry in loader.loaded.items()})
        before = {name: self.card_yaml(card) for name, card in self.valid.items()}
        changed = [name for name, card in fresh.items() if before.get(name) != self.card_yaml(card)]
        self.valid.update(fresh)
        self.notes = [line for failure in loader.failures for line in failure.text(language()).splitlines()]
        if loader.failures:
            self.notes.append(t("The last valid version stays in use.", "最後に正しかった版を使い続けます。"))
        if changed:
            self.notes += [note.text(language()) for name, note in loader.replacements().items() if name in changed]
            listed = ", ".join(sorted(changed))
            self.notes.append(t(f"Cards loaded: {listed}.", f"読み込んだカード: {listed}"))
        if gone:
            listed = ", ".join(sorted(gone))
            self.notes.append(t(f"Cards removed: {listed}.", f"使わなくなったカード: {listed}"))
        if changed or gone:
            self.workshop.use({**self.shipped, **self.valid})
        return bool(changed or gone)

    def rebuild_match(self, match: Match) -> tuple[Match, str]:
        """Return the match with the current cards, or the old match and the reason if that fails."""
        known = self.workshop.cards()
        position = match.game.position(match.state())
        position["cards"] = [card for card in position.get("cards", []) if card["id"] not in known]
        try:
            again = Match(match.game, match.seed, position=position)
        except InvalidInput as failure:
            reason = failure.text(language()).splitlines()[0]
            en = f"The game continues with the old cards ({reason}). Use restart for the new ones."
            return match, t(en, f"このゲームは元のカードのまま続けます（{reason}）。restart で新しいカードになります。")
        again.practice = True
        return again, ""

    def card_yaml(self, card: CardDefinition) -> str:
        return self.workshop.to_yaml(card)
