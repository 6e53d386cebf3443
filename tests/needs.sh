#!/usr/bin/env bash
# What the tests need from the system: a browser with Japanese letters, Node.js for the types of the client, PostgreSQL.
# Installs what is missing where that may be done (Debian, as root), and says what is missing where it may not.
set -euo pipefail

missing=()
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || missing+=(chromium-headless-shell)
fc-list :lang=ja 2>/dev/null | grep -q . || missing+=(fontconfig fonts-noto-cjk)
command -v npm >/dev/null || missing+=(nodejs npm)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)

if ((${#missing[@]} == 0)); then
    exit 0
fi
if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    echo "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    exit 0
fi
echo "Missing for the whole test suite: ${missing[*]}. On Debian: sudo apt install ${missing[*]}"
echo "Without them the tests of the pages, of PostgreSQL and of the client's types are left out."
