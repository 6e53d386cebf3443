"""Client files and rulebooks."""

import gzip
from pathlib import Path

import pytest
from server_process import RunningServer
from starlette.requests import Request

from tefuda.server.http.rulebooks import render
from tefuda.server.http.static_files import ClientFiles


def request(encoding: str = "") -> Request:
    return Request({"type": "http", "headers": [(b"accept-encoding", encoding.encode())]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "frame").mkdir()
    (tmp_path / "index.html").write_text('<script src="{{base}}main.js" data-build="{{build}}"></script>')
    (tmp_path / "frame" / "dom.js").write_text("export {}; // 手札")
    return tmp_path


def test_page_has_build_and_files_are_cacheable(folder: Path) -> None:
    pages = ClientFiles(folder, "1")
    page = pages.file(request(), "index.html", "no-cache")
    assert bytes(page.body) == f'<script src="/app/{pages.build}/main.js" data-build="{pages.build}"></script>'.encode()
    file = pages.file(request("br, gzip"), "frame/dom.js", "kept")
    assert file.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(file.body)).decode() == "export {}; // 手札"
    assert file.headers["content-type"] == "text/javascript; charset=utf-8"
    assert pages.file(request(), "frame/dom.js", "kept").headers.get("content-encoding") is None
    assert pages.file(request(), "../config.py", "kept").status_code == 404


def test_build_changes_with_files(folder: Path) -> None:
    builds = {ClientFiles(folder, "1").build, ClientFiles(folder, "1").build}
    assert len(builds) == 1
    builds.add(ClientFiles(folder, "2").build)
    (folder / "frame" / "dom.js").write_text("export {};")
    builds.add(ClientFiles(folder, "1").build)
    (folder / "frame" / "dom.js").rename(folder / "frame" / "mod.js")
    builds.add(ClientFiles(folder, "1").build)
    assert len(builds) == 4
    assert ClientFiles(folder / "nowhere", "1").files == {}


def test_pages_are_served(server: RunningServer) -> None:
    build = server.get("/api/games")["build"]
    for address in ("/", "/table/abc", "/replay", "/rules/catalyst", "/cards/linkavel", "/settings"):
        answer = server.http.get(address)
        assert answer.status_code == server.http.head(address).status_code == 200
        assert build in answer.text
        assert answer.headers["cache-control"] == "no-cache"
    assert server.http.get(f"/app/{build}/nothing.js").status_code == 404
    assert server.http.get("/app/%2e%2e/%2e%2e/config.py").status_code == 404


def test_rulebooks_escape_html_and_have_anchors() -> None:
    title, html = render(
        "# Title\n\n<script>alert(1)</script> [x](javascript:alert(1)) [y](other.ja.md#1) [z](../../setup.py)\n\n"
        "## 3. Part\n- **CO-1.1** Clause **bold**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    assert title == "Title"
    assert "<script" not in html
    assert "javascript:" not in html.replace("[x](javascript:alert(1))", "")
    assert '<a href="/rules/other?language=ja#1">y</a>' in html
    assert "setup.py" not in html
    assert "z" in html
    assert '<h2 id="section-3">' in html
    assert '<strong id="CO-1.1">CO-1.1</strong>' in html
    assert "<strong>bold</strong>" in html
    assert "<td>2</td>" in html
