#!/bin/sh
# Writes requirements/*.lock: every package that `make` installs, with version and hashes, for every
# Python from 3.11 on and every system. Each list agrees with the one before it.
set -eu
cd "$(dirname "$0")/.."
env=build/lock-env
[ -x "$env/bin/python" ] || PYTHON="${PYTHON:-}" sh tools/make_venv.sh "$env"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check uv==0.13.9

compile() {
    "$env/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
        --no-header --no-config "$@"
}
compile -o requirements/run.lock pyproject.toml --group build
compile -o requirements/page.lock --group page
compile -o requirements/test.lock --group test -c requirements/run.lock
compile -o requirements/bench.lock --group bench -c requirements/run.lock -c requirements/test.lock
