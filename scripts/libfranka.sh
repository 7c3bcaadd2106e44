#!/usr/bin/env bash
# Runs the maker's own example programs, unmodified, against the simulated Panda.
#
#   scripts/libfranka.sh DIR [EXAMPLE…]
#
# DIR holds checked-out source trees of libfranka with their submodule, one folder per release:
#
#   git clone --recursive --branch 0.9.2 https://github.com/frankaemika/libfranka DIR/0.9.2
#
# Each release is built once, in its folder's build/, and run against `sinew sim franka` of the protocol version its
# headers name. libfranka wants to be root for its real-time checks: where the kernel is no PREEMPT_RT one, the
# programs run in a mount namespace whose /sys/kernel/realtime says otherwise. Needs cmake, g++, libpoco-dev and
# libeigen3-dev; Pinocchio and fmt, which releases from 0.14 on want, are stood in for where they are missing, without
# the robot model then. The simulator listens at HOST, 127.0.0.37 unless set: libfranka knows one port only, 1337.
# SINEW is the sinew to use, built anew unless set; SIM are more flags for `sinew sim franka`, such as "--patience 50ms"
# on a machine that cannot keep 1 kHz.
set -uo pipefail

if [ $# -lt 1 ] || [ ! -d "$1" ]; then
	sed -n '2,18s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
trees=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
host=${HOST:-127.0.0.37}
# What needs no gripper and no model library. Of these a release runs those that it has.
examples=("$@")
if [ $# -eq 0 ]; then
	examples=(echo_robot_state communication_test joint_point_to_point_motion generate_joint_position_motion
		generate_joint_velocity_motion generate_cartesian_pose_motion generate_cartesian_velocity_motion
		generate_elbow_motion generate_consecutive_motions motion_with_control
		generate_joint_position_motion_external_control_loop generate_joint_velocity_motion_external_control_loop
		generate_cartesian_pose_motion_external_control_loop generate_cartesian_velocity_motion_external_control_loop
		motion_with_control_external_control_loop)
fi

work=$(mktemp -d)
sim=
trap '[ -n "$sim" ] && kill "$sim" 2>/dev/null; rm -rf "$work"' EXIT
sinew=${SINEW:-$work/sinew}
[ -n "${SINEW:-}" ] || go build -o "$sinew" ./cmd/sinew || exit 1

# stand_in PACKAGE writes a CMake package whose headers are in $trees/stand-in/include.
stand_in() {
	mkdir -p "$trees/stand-in/lib/cmake/$1"
	cat >"$trees/stand-in/lib/cmake/$1/$1Config.cmake" <<-END
		if(NOT TARGET $1::$1)
		  add_library($1::$1 INTERFACE IMPORTED)
		  set_target_properties($1::$1 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "$trees/stand-in/include")
		endif()
	END
}

# stand_ins writes what newer releases include of fmt and Pinocchio: enough to compile, nothing that works.
stand_ins() {
	local inc=$trees/stand-in/include
	mkdir -p "$inc/fmt" "$inc/pinocchio/algorithm" "$inc/pinocchio/multibody" "$inc/pinocchio/parsers"
	stand_in fmt
	stand_in pinocchio
	cat >"$inc/fmt/core.h" <<-'END'
		#pragma once
		#include <string>
		namespace fmt {
		template <typename... A> std::string format(const std::string& f, A&&...) { return f; }
		}
	END
	cp "$inc/fmt/core.h" "$inc/fmt/format.h"
	cat >"$inc/pinocchio/none.hpp" <<-'END'
		#pragma once
		#include <Eigen/Dense>
		#include <functional>
		#include <stdexcept>
		#include <string>
		#include <vector>
		namespace pinocchio {
		using JointIndex = std::size_t;
		using FrameIndex = std::size_t;
		struct Inertia {
		  Inertia(double = 0, Eigen::Vector3d = {}, Eigen::Matrix3d = {}) {}
		  Inertia operator+(const Inertia&) const { return *this; }
		};
		struct SE3 { Inertia act(const Inertia& i) const { return i; } };
		struct Frame { std::string name; SE3 placement; };
		struct Joint { JointIndex id() const { return 0; } };
		struct Motion { void linear(Eigen::Vector3d) {} };
		struct Model {
		  std::vector<Joint> joints;
		  std::vector<Frame> frames;
		  std::vector<Inertia> inertias;
		  Motion gravity;
		  FrameIndex getFrameId(const std::string&) const { return 0; }
		};
		struct Data {
		  explicit Data(const Model&) {}
		  Eigen::MatrixXd C, M;
		  Eigen::VectorXd g;
		};
		template <typename... V> void computeCoriolisMatrix(V&&...) {}
		template <typename... V> void computeGeneralizedGravity(V&&...) {}
		template <typename... V> void crba(V&&...) {}
		namespace urdf {
		inline void buildModelFromXML(const std::string&, Model&) {
		  throw std::runtime_error("built without Pinocchio: no robot model");
		}
		}
		}
	END
	for f in algorithm/centroidal algorithm/crba algorithm/rnea multibody/model parsers/urdf; do
		printf '#pragma once\n#include <pinocchio/none.hpp>\n' >"$inc/pinocchio/$f.hpp"
	done
}

# build TREE builds a release and its examples. What newer compilers want included is put in front of every file.
build() {
	[ -e "$1/build/built" ] && return
	echo "building ${1##*/}" >&2
	{
		cmake -S "$1" -B "$1/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTS=OFF -DCMAKE_PREFIX_PATH="$trees/stand-in" \
			-DCMAKE_CXX_FLAGS='-w -include cstdint -include array -include cmath -include string -include stdexcept -include functional -include memory' &&
			cmake --build "$1/build" -j "${JOBS:-2}"
	} >"$1/build.log" 2>&1 && touch "$1/build/built"
}

# as_realtime COMMAND… runs a command for which this machine is a real-time one.
as_realtime() {
	if [ "$(cat /sys/kernel/realtime 2>/dev/null)" = 1 ]; then
		"$@"
	else
		unshare -m bash -c 'mount -t tmpfs none /sys/kernel && echo 1 >/sys/kernel/realtime && exec "$@"' _ "$@"
	fi
}

# start PROTOCOL starts the simulator and waits until it listens.
start() {
	"$sinew" sim franka --protocol "$1" --listen "$host:1337" ${SIM:-} >"$work/sim.log" 2>&1 &
	sim=$!
	for _ in $(seq 200); do
		kill -0 "$sim" 2>/dev/null || break
		grep -q 1337 "$work/sim.log" && return
		sleep 0.05
	done
	cat "$work/sim.log" >&2
	return 1
}

stop() {
	kill -INT "$sim" 2>/dev/null
	wait "$sim" 2>/dev/null
	sim=
}

# arguments EXAMPLE prints what it is called with.
arguments() {
	case $1 in
	joint_point_to_point_motion) echo "$host 0.3 -0.6 0.1 -2.2 0.1 1.8 0.9 0.5" ;;
	*) echo "$host" ;;
	esac
}

failed=0
# try RELEASE PROTOCOL PROGRAM runs one program and prints a line about it.
try() {
	local begun=$SECONDS code line
	# Every program waits for the Enter key before it moves.
	# shellcheck disable=SC2046
	yes '' | as_realtime timeout -s KILL 90 "$3" $(arguments "${3##*/}") >"$work/out" 2>&1
	code=${PIPESTATUS[1]}
	line=
	if [ "$code" -ne 0 ]; then
		failed=$((failed + 1))
		line=$(grep -v '^$' "$work/out" | tail -1)
		cp "$work/out" "$trees/$1.${3##*/}.out"
		cp "$work/sim.log" "$trees/$1.${3##*/}.sim"
	fi
	printf '%-8s %-4s %-56s %-4s %3d s  %s\n' "$1" "$2" "${3##*/}" "$code" $((SECONDS - begun)) "$line"
}

stand_ins
printf '%-8s %-4s %-56s %-4s %5s\n' libfranka fci example exit time
for tree in "$trees"/*/; do
	tree=${tree%/}
	header=$tree/common/include/research_interface/robot/service_types.h
	[ -e "$header" ] || continue
	protocol=$(sed -n 's/.*kVersion = \([0-9]*\);.*/\1/p' "$header")
	if ! build "$tree"; then
		echo "${tree##*/}: does not build: see $tree/build.log" >&2
		failed=$((failed + 1))
		continue
	fi
	for e in "${examples[@]}"; do
		[ -x "$tree/build/examples/$e" ] || continue
		start "$protocol" || exit 1
		try "${tree##*/}" "$protocol" "$tree/build/examples/$e"
		stop
	done
done
[ "$failed" -eq 0 ]
