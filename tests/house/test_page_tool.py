"""The tool that builds the page installs packages only where they are its own."""

import os
from pathlib import Path

import pytest
from tools import page


def test_packages_behind_a_link_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere, web = tmp_path / "elsewhere", tmp_path / "web"
    elsewhere.mkdir()
    web.mkdir()
    (elsewhere / "vite").write_text("somebody's", encoding="utf-8")
    (web / "node_modules").symlink_to(elsewhere)
    (web / "package-lock.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(page, "WEB", web)
    with pytest.raises(page.Trouble, match=r"node_modules is a link to .*elsewhere"):
        page.ready()
    installed = elsewhere / ".package-lock.json"
    installed.write_text("{}", encoding="utf-8")
    os.utime(installed, (0, 0))  # older than the list of packages, which alone would be a reason to install
    page.ready()
    assert sorted(file.name for file in elsewhere.iterdir()) == [".package-lock.json", "vite"]
