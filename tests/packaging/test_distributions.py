"""The sdist and the wheel: their files, and that they work without the repository."""

import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from package_builds import ROOT, bare_environment, build_distribution, copy_repository

import tefuda

# The result does not depend on the tested build: run once.
pytestmark = pytest.mark.skipif(not tefuda.compiled, reason="runs once, with the compiled build")

COMPILED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["tefuda"]["compiled"]
BUILT = re.compile(r"\.(so|pyd|pyc)$|_compiled\.txt$|__pycache__|node_modules|\.mypy_cache")


def package_files(folder: Path) -> set[str]:
    """Return the package files of a source folder by their names in a wheel."""
    files = (path.relative_to(folder).as_posix() for path in (folder / "tefuda").rglob("*") if path.is_file())
    return {name for name in files if not BUILT.search(name)}


def rulebooks() -> set[str]:
    return {f"tefuda/web/rules/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.md")}


def test_wheel_works_without_the_repository(tmp_path: Path) -> None:
    project = copy_repository(tmp_path / "project")
    wheel = build_distribution(project, "wheel", tmp_path / "dist", TEFUDA_REQUIRE_COMPILED="1")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert re.fullmatch(rf"tefuda-{re.escape(tefuda.__version__)}-{python}-{python}-(?!any)\w+\.whl", wheel.name)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    modules = {f"tefuda/{Path(name).with_suffix('').as_posix()}{suffix}" for name in COMPILED}
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    built = {f"tefuda__mypyc{suffix}", "tefuda/_compiled.txt", *modules}
    assert names == package_files(ROOT / "src") | rulebooks() | built

    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    folder = "Scripts" if sys.platform == "win32" else "bin"
    interpreter = environment / folder / ("python.exe" if sys.platform == "win32" else "python")
    pip = [sys.executable, "-m", "pip", "--python", str(interpreter), "--quiet", "--disable-pip-version-check"]
    install = [*pip, "install", "--no-deps", "--no-index", "--no-compile", str(wheel)]
    subprocess.run(install, env=bare_environment(), check=True)
    empty = tmp_path / "empty"
    empty.mkdir()

    def run_installed(question: str) -> str:
        asked = [str(interpreter), "-c", question]
        return subprocess.check_output(asked, cwd=empty, env=bare_environment(), encoding="utf-8").strip()

    # The dependencies come from the test environment, without its .pth files, which point to the repository.
    packages = Path(run_installed("import sysconfig; print(sysconfig.get_path('purelib'))"))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    assert Path(run_installed("import tefuda; print(tefuda.__file__)")).is_relative_to(environment)
    assert str(ROOT / "src") not in run_installed("import sys; print(*sys.path)").split()
    done = subprocess.run(
        [interpreter, ROOT / "tests" / "packaging" / "installed_check.py", "compiled"],
        cwd=empty,
        env=bare_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_sdist_has_the_linked_files_and_builds_a_wheel(tmp_path: Path) -> None:
    project = copy_repository(tmp_path / "project")
    # Results of an in-place build must not be in an sdist.
    (project / "src" / "tefuda" / "_compiled.txt").write_text("stale\n", encoding="utf-8")
    (project / "src" / "tefuda" / "core" / "text.cpython-311-x86_64-linux-gnu.so").write_bytes(b"stale")
    sdist = build_distribution(project, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        assert not [name for name in archive.getnames() if BUILT.search(name)]
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    for page in [unpacked / "README.md", *(unpacked / "docs").rglob("*.md")]:
        links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == [], page
    # Files of an earlier version must not be in a wheel.
    folder = f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    stale = unpacked / "build" / folder / "tefuda" / "removed.py"
    stale.parent.mkdir(parents=True)
    stale.write_text("", encoding="utf-8")
    wheel = build_distribution(unpacked, "wheel", tmp_path / "wheel", TEFUDA_SKIP_COMPILE="1")
    assert wheel.name == f"tefuda-{tefuda.__version__}-py3-none-any.whl"
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == package_files(ROOT / "src") | rulebooks()
