#!/bin/sh
# Makes the virtual environment $1 with $PYTHON, or with the first python3 here that is new enough.
set -eu
venv=$1
want="3.11 or newer"

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

if [ -n "${PYTHON:-}" ]; then
    candidates=$PYTHON
else
    candidates="python3 python3.14 python3.13 python3.12 python3.11 python"
fi
chosen=
for candidate in $candidates; do
    if new_enough "$candidate"; then
        chosen=$candidate
        break
    fi
done
if [ -z "$chosen" ]; then
    if [ -n "${PYTHON:-}" ]; then
        found=$("$PYTHON" --version 2>&1) || found="no Python that starts"
        echo "Arbitro needs Python $want, but PYTHON=$PYTHON is: $found." >&2
        echo "Arbitro richiede Python 3.11 o successivo, ma PYTHON=$PYTHON è: $found." >&2
    else
        found=$(python3 --version 2>&1) || found="no python3"
        echo "Arbitro needs Python $want; found here: $found. Install one, or name it: make run PYTHON=/path/to/python3" >&2
        echo "Arbitro richiede Python 3.11 o successivo; trovato: $found. Installalo, o indicalo: make run PYTHON=/percorso/di/python3" >&2
    fi
    exit 1
fi

# An environment whose Python is gone or too old is of no use to anyone.
if [ -e "$venv" ] && ! new_enough "$venv/bin/python"; then
    rm -rf "$venv"
fi
if ! "$chosen" -m venv "$venv"; then
    rm -rf "$venv"
    echo "$chosen cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv" >&2
    echo "$chosen non riesce a creare un ambiente virtuale; su Debian e Ubuntu: apt-get install python3-venv" >&2
    exit 1
fi
