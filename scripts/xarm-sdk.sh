#!/usr/bin/env bash
# Runs the maker's own example programs, unmodified, against the simulated xArm 7.
#
#   scripts/xarm-sdk.sh DIR [PATTERN]
#
# DIR holds checked-out source trees of the two SDKs, in folders of any name:
#
#   git clone https://github.com/xArm-Developer/xArm-CPLUS-SDK DIR/cpp
#   git clone https://github.com/xArm-Developer/xArm-Python-SDK DIR/python
#
# The C++ SDK is built once, in its folder's build/. Every example runs against its own `sinew sim xarm7` on a loopback address,
# at the maker's ports. A separate program reads the box's reports and checks whether the arm reaches the places to which the
# example sends it (scripts/xarm-sdk.tsv), and all errors. Examples are only modified, in a copy, if their text contains the
# box's address. PATTERN, a regular expression, selects examples.
#
# Each line of the table says passes, refused (the SDK got the error code that the maker's pages give for this case) or
# fails, and why. Outputs are stored in DIR/out. SINEW is the sinew to use, by default built anew; FIRMWARE the simulator's
# firmware version, by default v2.7.1; JOBS how many examples run at once; BARE=1 runs only the examples that need a
# tool, a track or a sensor, but without it. Needs python3, make, g++, and the right to listen at port 502.
set -uo pipefail

if [ $# -lt 1 ] || [ ! -d "$1" ]; then
	sed -n '2,24s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
trees=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.." || exit 1
cpp= python=
for tree in "$trees"/*/; do
	[ -d "${tree}src/xarm" ] && cpp=${tree%/}
	[ -d "${tree}xarm/wrapper" ] && python=${tree%/}
done
if [ -z "$cpp$python" ]; then
	echo "$trees: neither SDK is in it: clone them there" >&2
	exit 2
fi
if [ -n "$cpp" ] && ! [ -e "$cpp/build/built" ]; then
	echo "building ${cpp##*/}" >&2
	(cd "$cpp" && make xarm test && touch build/built) >"$trees/build.log" 2>&1 || {
		echo "it does not build: see $trees/build.log" >&2
		exit 1
	}
fi
if [ -z "${SINEW:-}" ]; then
	SINEW=$(mktemp -d)/sinew
	go build -o "$SINEW" ./cmd/sinew || exit 1
fi
exec python3 scripts/xarm-sdk.py --cpp "$cpp" --python "$python" --out "$trees/out" --sinew "$SINEW" \
	--firmware "${FIRMWARE:-v2.7.1}" --jobs "${JOBS:-4}" ${BARE:+--bare} "$@"
