#!/usr/bin/env bash
# System packages for the tests: a browser with Japanese fonts, Node.js to type-check the client, PostgreSQL.
# Installs missing packages on Debian as root; otherwise lists them.
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
echo "Missing packages: ${missing[*]}. On Debian: sudo apt install ${missing[*]}"
echo "Without them the tests of the pages, of PostgreSQL and of the client's types are skipped."
