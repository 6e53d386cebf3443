"""Arguments and options that several commands share."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from tefuda.cli.language import t


# main.py reads the language before the commands are created. The option is declared for the help.
def language_option() -> Any:
    help_text = t(
        "Language: en or ja (default: TEFUDA_LANGUAGE, or the locale).",
        "言語: en または ja（既定: TEFUDA_LANGUAGE またはロケール）。",
    )
    return typer.Option("--language", metavar="LANGUAGE", help=help_text, show_default=False)


def json_option() -> Any:
    return typer.Option("--json", help=t("Print JSON.", "JSON で出力する。"))


def plain_option() -> Any:
    help_text = t("Plain text, for screen readers and pipes.", "読み上げやパイプ向けの文字だけの表示。")
    return typer.Option("--plain", help=help_text)


def options_option() -> Any:
    help_text = t(
        "Rule option, name=value; repeatable. See `tefuda games`.", "ルールの設定 名前=値。`tefuda games` を参照。"
    )
    return typer.Option("--option", "-o", metavar="NAME=VALUE", help=help_text)


def deck_option(help_text: str = "") -> Any:
    help_text = help_text or t("Deck ID or file; repeat for each seat.", "デッキの id かファイル。席ごとに指定する。")
    return typer.Option("--deck", "-d", metavar="DECK", help=help_text)


def workers_option() -> Any:
    help_text = t("Number of processes (0: one per core).", "プロセス数。0 ならコアの数だけ。")
    return typer.Option("--workers", "-w", help=help_text)


def game_argument(help_text: str) -> Any:
    return typer.Argument(metavar="GAME", help=help_text, show_default=False)


def cards_option() -> Any:
    help_text = t("Custom card file or folder.", "自作カードのファイルかフォルダ。")
    return typer.Option("--cards", metavar="PATH", help=help_text)


def strict_option() -> Any:
    help_text = t("Stop if a custom card is invalid (default: leave it out).", "自作カードに誤りがあれば中止する。")
    return typer.Option("--strict", help=help_text)


def option(name: str, kind: Any, info: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    """Return one option of an `OptionGroup`."""
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info])


@dataclass(frozen=True)
class OptionGroup:
    """Options that a command receives as one object."""

    make: Callable[..., Any]
    """Called with the values by name; a dataclass, usually."""
    options: list[inspect.Parameter]


def with_options(*groups: OptionGroup) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Decorate a command whose first parameters are the objects of the groups, in order."""

    def decorate(function: Callable[..., int]) -> Callable[..., int]:
        own = list(inspect.signature(function).parameters.values())[len(groups) :]

        def command(**values: Any) -> int:
            made = [
                group.make(**{option.name: values.pop(option.name) for option in group.options}) for group in groups
            ]
            return function(*made, **values)

        parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]
        parameters += [option for group in groups for option in group.options]
        command.__name__ = function.__name__
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return command

    return decorate


@dataclass(frozen=True)
class StudyArguments:
    """Arguments of `tefuda lab` that describe a study."""

    game: str
    players: list[str]
    decks: list[str]
    games: int
    seed: str
    options: list[str]


@dataclass(frozen=True)
class RunArguments:
    """Arguments of `tefuda lab` that do not change the results of a run."""

    workers: int
    backend: str
    address: str
    cards: Path | None
    strict: bool
    as_json: bool
    language: str
    folder: Path | None = None
    allow: tuple[str, ...] = ()
    """Programs of a spec that may be started."""
