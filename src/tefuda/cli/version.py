"""The version and build of the program."""

import hashlib
from pathlib import Path

import tefuda
from tefuda.cli.language import t


def version_line() -> str:
    """Return `tefuda 0.1.0 (compiled)` or `(interpreted)`, with the modules whose build is outdated."""
    if not tefuda.compiled:
        build = t("interpreted", "インタプリタ実行")
    elif stale := stale_sources():
        listed = ", ".join(stale)
        build = t(f"compiled, but changed since: {listed}", f"コンパイル済み。ただし変更後に未ビルド: {listed}")
    else:
        build = t("compiled", "コンパイル済み")
    return f"tefuda {tefuda.__version__} ({build})"


def stale_sources() -> list[str]:
    """Return the compiled modules whose sources changed after the build."""
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
