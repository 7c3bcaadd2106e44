#!/bin/sh
# Runs the probes of lang/rfsm on rFSM itself and compares their output with the recorded one.
#
#   scripts/rfsm-probes.sh [-w] DIR
#
# DIR holds checkouts of kmarkus/rFSM and kmarkus/uutils in kmarkus+rFSM and kmarkus+uutils. Every probe is run on Debian's
# Lua versions that are installed (lua5.1, lua5.4, luajit). -w records the output of lua5.4.
set -eu
write=
if [ "${1:-}" = -w ]; then write=1; shift; fi
if [ $# -ne 1 ] || [ ! -d "$1/kmarkus+rFSM" ]; then sed -n 's/^# \{0,1\}//p' "$0" | sed 1d >&2; exit 2; fi
peers=$(cd "$1" && pwd)
data=$(cd "$(dirname "$0")/../lang/rfsm/testdata" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cp "$data/harness.lua" "$out/probe.lua"
export LUA_PATH="$out/?.lua;$peers/kmarkus+rFSM/src/?.lua;$peers/kmarkus+rFSM/src/?/init.lua;$peers/kmarkus+uutils/lua/?.lua"
failed=0
for probe in "$data"/probes/*.lua; do
    golden=${probe%.lua}.golden
    for lua in lua5.4 lua5.1 luajit; do
        command -v $lua >/dev/null || continue
        timeout 20 $lua "$probe" >"$out/$lua" 2>"$out/err" || { echo "$(basename "$probe") fails on $lua: $(cat "$out/err")"; failed=1; }
        if [ -n "$write" ] && [ $lua = lua5.4 ]; then cp "$out/$lua" "$golden"; fi
        if ! cmp -s "$out/$lua" "$golden"; then
            echo "$(basename "$probe") on $lua:"
            diff "$golden" "$out/$lua" | head -20
            failed=1
        fi
    done
done
exit $failed
