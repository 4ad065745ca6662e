#!/bin/sh
# Runs uv, and puts it into .tools/ first where the machine has none.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
if command -v uv >/dev/null 2>&1; then
    exec uv "$@"
fi
if [ ! -x "$root/.tools/bin/uv" ]; then
    python=$(command -v python3 || command -v python || true)
    if [ -z "$python" ]; then
        echo "Entente needs Python 3.11 or later. On Debian: apt install python3 python3-venv" >&2
        exit 1
    fi
    if ! "$python" -m venv "$root/.tools"; then
        echo "Python cannot make a virtual environment. On Debian: apt install python3-venv" >&2
        exit 1
    fi
    echo "Fetching uv, which sets Python programs up, into .tools/" >&2
    "$root/.tools/bin/pip" install --quiet --disable-pip-version-check uv
fi
exec "$root/.tools/bin/uv" "$@"
