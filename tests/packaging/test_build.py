"""setup.py with different compilers: with LTO, without LTO, failing, missing. It builds a project of one module."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from package_builds import ROOT, bare_environment

import tefuda

pytestmark = [
    pytest.mark.skipif(not tefuda.compiled, reason="runs once, with the compiled build"),
    pytest.mark.skipif(sys.platform == "win32", reason="the compilers are shell scripts"),
]

PROJECT = """
[build-system]
requires = ["setuptools", "mypy"]
build-backend = "setuptools.build_meta"
[project]
name = "tefuda"
version = "0.1"
[tool.setuptools.packages.find]
where = ["src"]
[tool.tefuda]
compiled = ["sums.py"]
"""
MODULE = """
from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import u8

def double(number: int) -> int:
    return 2 * number

def letters(count: u8) -> bytes:
    writer = BytesWriter()
    for letter in vec[u8]([97, count]):
        writer.append(letter)
    return writer.getvalue()
"""
NO_LTO = """#!/bin/sh
for argument; do
    case $argument in -flto*) echo "unknown option $argument" >&2; exit 1;; esac
done
exec cc "$@"
"""
FAILING = "#!/bin/sh\necho 'this compiler fails' >&2\nexit 1\n"
COUNTING = '#!/bin/sh\necho "$@" >> calls.txt\nexec cc "$@"\n'


class Project:
    """A package named tefuda with one module to compile, and the setup.py of the repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "src" / "tefuda").mkdir(parents=True)
        (folder / "src" / "tefuda" / "__init__.py").touch()
        (folder / "src" / "tefuda" / "sums.py").write_text(MODULE, encoding="utf-8")
        (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
        shutil.copy(ROOT / "setup.py", folder)

    def setup(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "setup.py", "--quiet", *arguments],
            cwd=self.folder,
            env=bare_environment(**environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )

    def compiler(self, script: str) -> str:
        path = self.folder / "compiler"
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def wheel(self, **environment: str) -> Path:
        done = self.setup("bdist_wheel", **environment)
        assert done.returncode == 0, done.stdout
        (wheel,) = (self.folder / "dist").iterdir()
        return wheel

    def c_files(self) -> set[str]:
        return {path.name for path in (self.folder / "build").glob("__native*.c")}

    def compiled_files(self) -> list[Path]:
        return [*(self.folder / "src").rglob("*.so"), *(self.folder / "src").rglob("_compiled.txt")]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


def compiled_modules(wheel: Path) -> list[str]:
    """Return the compiled files of a wheel without suffix, and the stamp."""
    names = zipfile.ZipFile(wheel).namelist()
    return sorted(name.split(".")[0] for name in names if name.endswith((".so", "_compiled.txt")))


BUILT = ["tefuda/_compiled", "tefuda/sums", "tefuda__mypyc"]
TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"


def test_without_lto_one_c_file_is_compiled(project: Project) -> None:
    wheel = project.wheel(CC=project.compiler(NO_LTO), TEFUDA_REQUIRE_COMPILED="1")
    assert project.c_files() == {"__native_tefuda.c"}
    assert compiled_modules(wheel) == BUILT
    assert f"-{TAG}-{TAG}-" in wheel.name


def test_only_changed_files_are_rebuilt(project: Project) -> None:
    log = project.folder / "calls.txt"

    def built(hash_seed: int = 1) -> list[str]:
        """Return the compiled and linked files except the loader module. Python's hash seed orders sets."""
        log.unlink(missing_ok=True)
        environment = {"CC": compiler, "TEFUDA_REQUIRE_COMPILED": "1", "PYTHONHASHSEED": str(hash_seed)}
        done = project.setup("build_ext", "--inplace", **environment)
        assert done.returncode == 0, done.stdout
        calls = log.read_text(encoding="utf-8").splitlines()
        return [
            call for call in calls if "probe" not in call and "sums.cpython" not in call and "--version" not in call
        ]

    compiler = project.compiler(COUNTING)
    assert len(built()) >= 3
    assert project.c_files() >= {"__native_tefuda.c", "__native_tefuda___sums.c"}
    assert built(hash_seed=2) == []
    changed = MODULE + "\ndef triple(number: int) -> int:\n    return 3 * number\n"
    (project.folder / "src" / "tefuda" / "sums.py").write_text(changed, encoding="utf-8")
    assert any("__native_tefuda___sums.c" in call for call in built())
    asked = "from tefuda.sums import triple; import tefuda.sums; print(triple(2), tefuda.sums.__file__)"
    answer = subprocess.check_output([sys.executable, "-c", asked], cwd=project.folder / "src", text=True)
    assert answer.startswith("6 ")
    assert answer.endswith(".so\n")


def test_wheel_does_not_change_the_compiled_sources(project: Project) -> None:
    project.setup("build_ext", "--inplace", TEFUDA_REQUIRE_COMPILED="1")
    before = project.compiled_files()
    assert len(before) == 3
    plain = project.wheel(TEFUDA_SKIP_COMPILE="1")
    assert plain.name == "tefuda-0.1-py3-none-any.whl"
    assert compiled_modules(plain) == []
    assert project.compiled_files() == before
    # Without an in-place build there are only sources.
    project.setup("build_ext", "--inplace", TEFUDA_SKIP_COMPILE="1")
    assert project.compiled_files() == []


@pytest.mark.parametrize("script", [FAILING, None], ids=["failing", "missing"])
def test_wheel_without_a_compiler_is_plain_python(project: Project, script: str | None) -> None:
    compiler = project.compiler(script) if script else str(project.folder / "missing")
    required = project.setup("bdist_wheel", CC=compiler, TEFUDA_REQUIRE_COMPILED="1")
    assert required.returncode != 0
    assert "TEFUDA_REQUIRE_COMPILED=1 is set, and compiling failed" in required.stdout
    assert not (project.folder / "dist").exists()
    wheel = project.wheel(CC=compiler)
    assert wheel.name == "tefuda-0.1-py3-none-any.whl"
    assert compiled_modules(wheel) == []
