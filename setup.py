"""Compiles the hot modules with mypyc: all of them, or none.

If compiling fails (no C compiler, for example), the plain files are installed instead: the same program, slower. Three
environment variables control the build: TEFUDA_REQUIRE_COMPILED=1 makes such a failure an error, TEFUDA_SKIP_COMPILE=1
skips compiling, and TEFUDA_PROFILE=1 compiles twice: modules that count their branches play
benchmarks/profile_workload.py, and the counts guide the second build (GCC only). CONTRIBUTING.md lists the variables
that are read at run time.

With link-time optimization (LTO) every module is a C file of its own, and the files are compiled in parallel. Without
it, mypyc writes one large C file: as fast at run time, but it takes three times as long to compile.

Object files and the linked library are kept in build/objects and reused while their C files stay the same.
"""

import ast
import functools
import hashlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "tefuda"
STAMP = "_compiled.txt"
OBJECTS = ROOT / "build" / "objects"
SKIP = os.environ.get("TEFUDA_SKIP_COMPILE") == "1"
PROFILE = ROOT / "build" / "profile"
WORKLOAD = ROOT / "benchmarks" / "profile_workload.py"
PROFILED = os.environ.get("TEFUDA_PROFILE") == "1"
REQUIRED = os.environ.get("TEFUDA_REQUIRE_COMPILED") == "1"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

JOBS = max(CORES, 2)
"""Processes of GCC's link-time optimization, which warns where it is only one."""

# Flags for compiling and for linking: GCC, then Clang with either linker. The first pair that works is used.
# GCC splits the program into 128 parts if it is not told otherwise, and each of them costs a start.
LTO_FLAGS = [
    ([f"-flto={JOBS}", "-fno-fat-lto-objects"], [f"-flto={JOBS}", "-O3", f"--param=lto-partitions={4 * CORES}"]),
    (["-flto=thin"], ["-flto=thin", "-O3"]),
    (["-flto=thin"], ["-flto=thin", "-fuse-ld=lld", "-O3"]),
]


COUNT_FLAGS = [f"-fprofile-generate={PROFILE}"]
"""Flags for compiling and linking modules that count how often each branch is taken."""
# Code that the workload does not reach is optimized as usual, not for size.
PROFILE_FLAGS = [f"-fprofile-use={PROFILE}", "-fprofile-partial-training", "-Wno-missing-profile"]

COLD_MODULES = (
    "bound|cardlang___tree|encoding|game|match|notation|resampling|sampling|solve___count|solve___search|text|view"
)
COLD_SOURCE = re.compile(rf"__native_tefuda(?:\w*___(?:{COLD_MODULES}))?\.c$")
"""C files that call other modules rarely. Link-time optimization, the slowest step of a build, leaves them out."""

COLD_FUNCTION = re.compile(
    r"^(static |extern )((?:PyObject \*|int|char )(?:\n\w+_[gs]et_\w+|CPyPy_\w+|CPyDef_\w+_____top_level__)\()",
    re.MULTILINE,
)
"""Functions that compiled code does not call: wrappers for calls from Python, attributes for Python, module setup."""

TYPE_TESTS = re.compile(r"\(Py_TYPE\((\w+)\) == \w+\)(?: \|\| \(Py_TYPE\(\1\) == \w+\))+")
"""A C expression that compares the type of an object with several classes."""


def compiled_sources() -> list[Path]:
    """The files that pyproject.toml names under tool.tefuda.compiled."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["tefuda"]
    return [PACKAGE / name for name in settings["compiled"]]


def stamp(sources: list[Path]) -> str:
    """The digest of every compiled source, by which a stale build is recognized."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(PACKAGE).as_posix()}" for path in sources
    ]
    return "\n".join(lines) + "\n"


def report(text: str) -> None:
    """Print a line of progress at once."""
    print(text, flush=True)


def supports(compiler: Any, compile_flags: list[str], link_flags: list[str]) -> bool:
    """Return whether the compiler can build a small library with these flags."""
    folder = Path(tempfile.mkdtemp(prefix="tefuda-lto-"))
    try:
        source = folder / "probe.c"
        source.write_text("int probe(void) { return 0; }\n", encoding="utf-8")
        # Relative to its folder, since the object's path repeats the source's.
        objects = compiler.compile([str(source)], output_dir=str(folder), extra_postargs=[*compile_flags, "-Werror"])
        compiler.link_shared_object(objects, str(folder / "probe.so"), extra_postargs=[*link_flags, "-Werror"])
    except Exception:
        return False
    else:
        return True
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sort_type_tests(text: str) -> str:
    """The C file of a module with its type tests in an order that does not change from run to run.

    mypyc sorts the classes by name, and leaves those with equal names in the order of a set.
    """

    def sort(found: re.Match[str]) -> str:
        tests = found[0].split(" || ")
        groups = itertools.groupby(tests, key=lambda test: test.rpartition("___")[2])
        return " || ".join(test for _, group in groups for test in sorted(group))

    return TYPE_TESTS.sub(sort, text)


def mark_cold(text: str) -> str:
    """A C file whose functions that only Python calls are optimized for size. They are a third of the program."""
    return COLD_FUNCTION.sub(r"\1__attribute__((cold)) \2", text)


def digest(paths: list[Path]) -> str:
    """A digest of the contents of some files."""
    content = hashlib.sha256()
    for path in sorted(paths):
        content.update(path.read_bytes())
    return content.hexdigest()


def compiler_version(compiler: Any) -> str:
    """What the compiler says about itself. Object files with LTO are of use only to the version that wrote them."""
    try:
        return subprocess.run([compiler.compiler_so[0], "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def key_file(path: Path) -> Path:
    """The file next to a built file that says what it was built from."""
    return path.with_name(f"{path.name}.key")


def is_current(path: Path, key: str) -> bool:
    """Return whether a file was built from what the key stands for."""
    stored = key_file(path)
    return path.is_file() and stored.is_file() and stored.read_text(encoding="utf-8") == key


def compile_parallel(compiler: Any, sources: list[str], **arguments: Any) -> list[str]:
    """Compile C files on all cores, except those whose object file is up to date. Replaces `CCompiler.compile`."""
    output, macros, includes = (arguments.get(name) for name in ("output_dir", "macros", "include_dirs"))
    _, objects, after, options, build = compiler._setup_compile(
        output, macros, includes, sources, arguments.get("depends"), arguments.get("extra_postargs")
    )
    before = compiler._get_cc_args(options, arguments.get("debug"), arguments.get("extra_preargs"))
    headers = digest(list((ROOT / "build").glob("*.h")))
    version = compiler_version(compiler)
    profile = digest(list(PROFILE.rglob("*.gcda"))) if PROFILED else ""

    def compile_one(target: str) -> None:
        source, extension = build[target]
        flags = [flag for flag in after if "lto" not in flag] if COLD_SOURCE.search(source) else after
        command = repr([headers, version, profile, *compiler.compiler_so, *before, *flags])
        key = digest([Path(source)]) + hashlib.sha256(command.encode()).hexdigest()
        if not is_current(Path(target), key):
            compiler._compile(target, source, extension, before, flags, options)
            key_file(Path(target)).write_text(key, encoding="utf-8")

    # The largest first: a large file that comes last would be compiled while the other cores are idle.
    largest = sorted(objects, key=lambda target: -Path(build[target][0]).stat().st_size)
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(compile_one, largest))
    return list(objects)


def docstrings(sources: list[Path]) -> dict[str, str]:
    """The docstrings of classes, functions and methods, by every name that mypyc may give them in C.

    A name in C begins with the module, or with as much of its end as is unambiguous: `state___State___play`.
    """
    found: dict[str, str] = {}
    for source in sources:
        module = ("tefuda", *source.relative_to(PACKAGE).with_suffix("").parts)
        nodes: list[tuple[str, Any]] = [("", node) for node in ast.parse(source.read_text(encoding="utf-8")).body]
        for prefix, node in nodes:
            if not isinstance(node, ast.ClassDef | ast.FunctionDef):
                continue
            name, texts = f"{prefix}{node.name}", [ast.get_docstring(node)]
            if isinstance(node, ast.ClassDef):
                nodes += [(f"{name}___", inner) for inner in node.body]
                # Python describes the `__init__` of a compiled class by itself, so the docstring goes to the class.
                made = [inner for inner in node.body if isinstance(inner, ast.FunctionDef) and inner.name == "__init__"]
                texts += [ast.get_docstring(inner) for inner in made]
            for start in range(len(module)):
                found["___".join([*module[start:], name])] = "\n\n".join(filter(None, texts))
    return found


def quote_c(text: str) -> str:
    """The inside of a C string literal."""
    plain = {ord("\n"): "\\n", ord('"'): '\\"', ord("\\"): "\\\\"}
    return "".join(
        plain.get(byte) or (chr(byte) if 32 <= byte < 127 and byte != ord("?") else f"\\{byte:03o}")
        for byte in text.encode()
    )


TEXT = r'PyDoc_STR\("((?:[^"\\]|\\.)*)"\)'
METHOD = re.compile(rf"(\(PyCFunction\)CPyPy_(\w+),\s*METH_[A-Z_| ]+,\s*){TEXT}")
CLASS = re.compile(rf"(static PyTypeObject CPyType_(\w+)_template_ = \{{(?:(?!\n\}};).)*?){TEXT}", re.DOTALL)
PROPERTY = re.compile(r'(\{"(\w+)",\s*\(getter\)(\w+?)_get_\2,\s*[^,]+,\s*)NULL, NULL\}')


def add_docstrings(text: str, known: dict[str, str]) -> str:
    """The C file of a module with its docstrings: mypyc 2.4 writes signatures alone, and `help` would show no more."""

    def after_signature(found: re.Match[str]) -> str:
        before, name, signature = found.groups()
        return f'{before}PyDoc_STR("{signature}{quote_c(known.get(name, ""))}")'

    def for_property(found: re.Match[str]) -> str:
        before, name, kind = found.groups()
        doc = known.get(f"{kind}___{name}", "")
        return f'{before}PyDoc_STR("{quote_c(doc)}"), NULL}}' if doc else found[0]

    return PROPERTY.sub(for_property, CLASS.sub(after_signature, METHOD.sub(after_signature, text)))


def link_cached(compiler: Any, link: Any, objects: list[str], output: str, **arguments: Any) -> None:
    """Link a library, or copy the last one if nothing has changed. Replaces `CCompiler.link_shared_object`.

    Link-time optimization makes the shared library of all modules the slowest step; the others are small.
    """
    name = Path(output).name
    if "__mypyc" not in name:
        link(objects, output, **arguments)
        return
    flags = [
        compiler_version(compiler),
        *compiler.linker_so,
        arguments.get("extra_postargs"),
        arguments.get("libraries"),
    ]
    key = digest([Path(path) for path in objects]) + hashlib.sha256(repr(flags).encode()).hexdigest()
    kept = OBJECTS / f"{name}.linked"
    if not is_current(kept, key):
        link(objects, str(kept), **arguments)
        key_file(kept).write_text(key, encoding="utf-8")
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(kept, output)


class BuildCompiled(build_ext):
    """`build_ext` that generates the C files when it runs, and leaves nothing half-built behind."""

    def finalize_options(self) -> None:
        """Keep object files between builds: pip would compile in a temporary folder."""
        super().finalize_options()
        self.build_temp = str(OBJECTS)
        self.parallel = CORES

    @staticmethod
    def lto_flags(compiler: Any) -> tuple[list[str], list[str]] | None:
        """The flags for link-time optimization, or None if the compiler has none."""
        if compiler.compiler_type != "unix":
            return None
        return next((flags for flags in LTO_FLAGS if supports(compiler, *flags)), None)

    def generate(self) -> list[Any]:
        """The extension modules. Empty if generating them fails and compiling is not required."""
        try:
            from mypyc.build import mypycify
            from setuptools._distutils import ccompiler, sysconfig

            compiler = ccompiler.new_compiler()
            sysconfig.customize_compiler(compiler)
            unix = compiler.compiler_type == "unix"

            # Types are checked by `make lint`. The C files must not depend on what else is installed.
            options = ["--config-file=", "--ignore-missing-imports", "--no-site-packages"]
            paths = [str(path.relative_to(ROOT)) for path in compiled_sources()]
            os.environ.setdefault("MYPYPATH", "src")
            lto = self.lto_flags(compiler)
            # Microsoft's compiler runs out of memory on one file of this size.
            several = lto is not None or not unix
            extensions = mypycify(
                [*options, *paths], opt_level="3", debug_level="0", group_name="tefuda", multi_file=several
            )
        except (Exception, SystemExit) as failure:
            self.give_up(failure)
            return []
        known = docstrings(compiled_sources())
        generated = {Path(source) for extension in extensions for source in extension.sources}
        for path in generated:
            if path.name.startswith("__native"):
                text = add_docstrings(path.read_text(encoding="utf-8"), known)
                path.write_text(sort_type_tests(text), encoding="utf-8")
        for path in {*generated, *(ROOT / "build").glob("__native*.h")} if unix else []:
            if path.name.startswith("__native"):
                path.write_text(mark_cold(path.read_text(encoding="utf-8")), encoding="utf-8")
        for extension in extensions:
            extension.include_dirs.sort()  # mypyc lists them in the order of a set
        for extension in extensions if unix else []:
            # Without this flag GCC may not inline mypyc's functions into each other.
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
            if lto is not None and extension.name.endswith("__mypyc"):
                extension.extra_compile_args += lto[0]
                extension.extra_link_args = [*extension.extra_link_args, *lto[1]]
        return list(extensions)

    def run(self) -> None:
        """Build everything, or remove what was built."""
        self.build()
        # The wheel's tag depends on it.
        self.distribution.compiled = bool(self.extensions)  # type: ignore[attr-defined]

    def build(self) -> None:
        """Generate the C files and compile them."""
        self.sweep()
        begun = time.monotonic()
        if not SKIP:
            report(f"Translating {len(compiled_sources())} modules to C ...")
        self.distribution.ext_modules = [] if SKIP else self.generate()
        self.swig_opts = ""  # type: ignore[assignment]  # finalizing again, with the modules known, wants it unread
        self.finalize_options()
        if not self.extensions:
            return
        report(f"Compiling C on {CORES} core{'s' * (CORES > 1)} (after {time.monotonic() - begun:.0f} s) ...")
        try:
            if PROFILED:
                self.count_branches()
            super().run()
        except Exception as failure:
            self.give_up(failure)
            self.sweep()
            self.extensions = []
            return
        (self.folders()[-1] / "tefuda" / STAMP).write_text(stamp(compiled_sources()), encoding="utf-8")
        report(f"Compiled in {time.monotonic() - begun:.0f} s.")

    def count_branches(self) -> None:
        """Build modules that count their branches, play the workload, and set the flags that use the counts."""
        [library] = [extension for extension in self.extensions if extension.name.endswith("__mypyc")]
        compile_args, link_args = library.extra_compile_args, library.extra_link_args
        shutil.rmtree(PROFILE, ignore_errors=True)
        self.force = True  # both builds write the same files
        library.extra_compile_args, library.extra_link_args = compile_args + COUNT_FLAGS, link_args + COUNT_FLAGS
        super().run()
        report("Playing the workload of the profile ...")
        with tempfile.TemporaryDirectory(prefix="tefuda-profile-") as folder:
            shutil.copytree(PACKAGE, Path(folder, "tefuda"), ignore=shutil.ignore_patterns("*.so", "__pycache__"))
            for path in Path(self.build_lib).rglob("*.so"):
                shutil.copy2(path, Path(folder, path.relative_to(self.build_lib)))
            subprocess.run([sys.executable, WORKLOAD], env={**os.environ, "PYTHONPATH": folder}, check=True)
        library.extra_compile_args, library.extra_link_args = compile_args + PROFILE_FLAGS, link_args + PROFILE_FLAGS
        self.compiler = None  # made again by the second build

    def build_extensions(self) -> None:
        """Build the extensions with a compiler that works on several files at a time."""
        if self.compiler.compiler_type == "unix":
            link = self.compiler.link_shared_object
            self.compiler.compile = functools.partial(compile_parallel, self.compiler)
            self.compiler.link_shared_object = functools.partial(link_cached, self.compiler, link)
        super().build_extensions()

    def folders(self) -> list[Path]:
        """The folders that get compiled files: the build folder, and for `--inplace` the sources too."""
        return [Path(self.build_lib), *([ROOT / "src"] if self.inplace else [])]

    def sweep(self) -> None:
        """Remove compiled files of an earlier build: a leftover one would shadow its source."""
        for folder in self.folders():
            (folder / "tefuda" / STAMP).unlink(missing_ok=True)
            for suffix in ("so", "pyd"):
                for path in folder.rglob(f"*.{suffix}"):
                    path.unlink()

    def give_up(self, failure: BaseException) -> None:
        """Raise if compiling is required, else say that the plain files are used."""
        if REQUIRED:
            raise RuntimeError("TEFUDA_REQUIRE_COMPILED=1 is set, and compiling failed") from failure
        print(f"tefuda: not compiled ({failure}); installing the plain files, which run slower.", file=sys.stderr)


class BuildPages(build_py):
    """`build_py` that puts the rulebooks next to the client, which shows them; in a repository they stay in docs."""

    def run(self) -> None:
        """Copy the package, then the rulebooks into it."""
        if self.editable_mode:
            super().run()
            return
        # A module that was renamed or removed since the last build must not get into the wheel.
        shutil.rmtree(Path(self.build_lib) / "tefuda", ignore_errors=True)
        super().run()
        for path in (ROOT / "docs" / "rules").glob("*.md"):
            target = Path(self.build_lib) / "tefuda" / "web" / "rules" / path.name
            self.mkpath(str(target.parent))
            self.copy_file(str(path), str(target))


class TaggedWheel(bdist_wheel):
    """`bdist_wheel` whose tag depends on what was built: a wheel without compiled files is for every platform."""

    def run_command(self, command: str) -> None:
        """Run another command; after the build it is known what the wheel will contain."""
        super().run_command(command)
        if command == "build":
            self.root_is_pure = not self.distribution.has_ext_modules()


class MaybeCompiled(Distribution):
    """Runs `build_ext` always: to compile, or to remove what an earlier build left."""

    compiled: bool | None = None
    """Whether there are compiled files; None before `build_ext` has run."""

    def has_ext_modules(self) -> bool:
        return self.compiled is not False


if __name__ == "__main__":
    commands = {"build_ext": BuildCompiled, "build_py": BuildPages, "bdist_wheel": TaggedWheel}
    setup(distclass=MaybeCompiled, cmdclass=commands)
