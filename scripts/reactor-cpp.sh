#!/usr/bin/env bash
# Builds reactor-cpp, the C++ runtime of Lingua Franca, as a peer of `sinew bench reactor`.
#
#   scripts/reactor-cpp.sh DIR
#
# DIR is a checked-out source tree:
#
#   git clone https://github.com/lf-lang/reactor-cpp DIR
#
# It is built once, as a release without its log, and installed in DIR/install. The last line printed runs the bench with it.
# Needs cmake and g++ with C++20.
set -euo pipefail

if [ $# -ne 1 ] || [ ! -f "${1-}/CMakeLists.txt" ]; then
	sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
tree=$(cd "$1" && pwd)
if ! [ -e "$tree/install/built" ]; then
	cmake -S "$tree" -B "$tree/build" -DCMAKE_BUILD_TYPE=Release -DREACTOR_CPP_LOG_LEVEL=1 -DCMAKE_INSTALL_PREFIX="$tree/install" >"$tree/build.log" 2>&1 &&
		cmake --build "$tree/build" -j "$(getconf _NPROCESSORS_ONLN)" --target install >>"$tree/build.log" 2>&1 || {
		tail -20 "$tree/build.log" >&2
		echo "reactor-cpp does not build: $tree/build.log says why" >&2
		exit 1
	}
	touch "$tree/install/built"
fi
echo "SINEW_REACTOR_CPP=$tree/install bin/sinew bench reactor"
