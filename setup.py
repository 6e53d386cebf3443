"""Compiles the hot modules with mypyc: all of them, or none.

Where compiling fails (no C compiler, say) the plain files are installed instead: the same program, slower. Three
environment variables choose: TEFUDA_REQUIRE_COMPILED=1 makes such a failure an error, TEFUDA_SKIP_COMPILE=1 does not
try, and TEFUDA_INTERPRETED=1 is read at run time: it imports the sources although compiled files are there.
"""

import hashlib
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "tefuda"
STAMP = PACKAGE / "_compiled.txt"
SKIP = os.environ.get("TEFUDA_SKIP_COMPILE") == "1"
REQUIRED = os.environ.get("TEFUDA_REQUIRE_COMPILED") == "1"


def compiled_sources() -> list[Path]:
    """The files that pyproject.toml names under tool.tefuda.compiled."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["tefuda"]
    return [PACKAGE / name for name in settings["compiled"]]


def stamp(sources: list[Path]) -> str:
    """Which sources were compiled: a digest each, so that a stale build can be told from a fresh one."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(PACKAGE).as_posix()}" for path in sources
    ]
    return "\n".join(lines) + "\n"


class BuildCompiled(build_ext):
    """`build_ext` that makes the C files only when they are wanted, and leaves nothing half-built behind."""

    def generate(self) -> list[Any]:
        """The extension modules, or none where generating them fails and nothing demands them."""
        try:
            from mypyc.build import mypycify

            # Types are checked by `make lint`; a build environment has only what the compiled files themselves need.
            options = ["--config-file=", "--ignore-missing-imports"]
            paths = [str(path.relative_to(ROOT)) for path in compiled_sources()]
            os.environ.setdefault("MYPYPATH", "src")
            extensions = mypycify([*options, *paths], opt_level="3", debug_level="0", group_name="tefuda")
        except (Exception, SystemExit) as failure:
            self.give_up(failure)
            return []
        for extension in extensions:
            # Without this gcc may not inline mypyc's functions into each other.
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
        return list(extensions)

    def run(self) -> None:
        """Build everything, or remove what was built."""
        self.sweep()
        self.distribution.ext_modules = [] if SKIP else self.generate()
        self.swig_opts = ""  # type: ignore[assignment]  # finalizing again, with the modules known, wants it unread
        self.finalize_options()
        if not self.extensions:
            return
        try:
            super().run()
        except Exception as failure:
            self.give_up(failure)
            self.sweep()
            self.extensions = []
            return
        text = stamp(compiled_sources())
        target = PACKAGE if self.inplace else Path(self.build_lib) / "tefuda"
        (target / STAMP.name).write_text(text, encoding="utf-8")

    def sweep(self) -> None:
        """Remove compiled files, here and in the build folder: a leftover one would shadow its source."""
        STAMP.unlink(missing_ok=True)
        for folder in (ROOT / "src", Path(self.build_lib)):
            for suffix in ("so", "pyd"):
                for path in folder.rglob(f"*.{suffix}"):
                    path.unlink()

    def give_up(self, failure: BaseException) -> None:
        if REQUIRED:
            raise RuntimeError("TEFUDA_REQUIRE_COMPILED=1 is set, and compiling failed") from failure
        print(f"tefuda: not compiled ({failure}); installing the plain files, which run slower.", file=sys.stderr)


class BuildPages(build_py):
    """`build_py` that puts the rulebooks beside the client, which shows them; a repository has them where they are."""

    def run(self) -> None:
        """Copy the package, then the rulebooks into it."""
        super().run()
        if not self.editable_mode:
            for path in (ROOT / "docs" / "rules").glob("*.md"):
                target = Path(self.build_lib) / "tefuda" / "web" / "rules" / path.name
                self.mkpath(str(target.parent))
                self.copy_file(str(path), str(target))


class MaybeCompiled(Distribution):
    """Has `build_ext` run always: to compile, or to sweep away what an earlier build left."""

    def has_ext_modules(self) -> bool:
        return True


if __name__ == "__main__":
    setup(distclass=MaybeCompiled, cmdclass={"build_ext": BuildCompiled, "build_py": BuildPages})
