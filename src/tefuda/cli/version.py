"""Which version runs, and in which form."""

import hashlib
from pathlib import Path

import tefuda
from tefuda.cli.language import t


def version_line() -> str:
    """`tefuda 0.1.0 (compiled)`, or `(interpreted)`; a build older than its sources is called that."""
    if not tefuda.compiled:
        form = t("interpreted", "インタプリタ実行")
    elif stale := stale_sources():
        listed = ", ".join(stale)
        form = t(f"compiled, but changed since: {listed}", f"コンパイル済み。ただし変更後に未ビルド: {listed}")
    else:
        form = t("compiled", "コンパイル済み")
    return f"tefuda {tefuda.__version__} ({form})"


def stale_sources() -> list[str]:
    """The compiled modules whose sources have changed since: what runs is not what is written there."""
    package = Path(tefuda.__file__).parent
    stamp = package / "_compiled.txt"
    if not stamp.exists():
        return []
    changed = []
    for line in stamp.read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        path = package / name
        if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            changed.append(name)
    return changed
