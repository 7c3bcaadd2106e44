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
# headers name. An example passes if its program exits with 0 and the simulator reports that the robot did what the
# example's source asks for: how far the arm went and where it ended, or what the gripper did. libfranka has to run as
# root for its real-time checks: unless the kernel is a PREEMPT_RT one, the programs run in a mount namespace with a fake
# /sys/kernel/realtime. Needs cmake, g++, libpoco-dev and libeigen3-dev, and from 0.18 on libtinyxml2-dev. Releases from
# 0.14 on require Pinocchio, fmt and console_bridge; they get stand-ins, and examples that need dynamics are left out.
# The simulator listens at HOST, by default 127.0.0.37, because libfranka always uses port 1337.
# SINEW is the sinew to use, with sinew-app next to it, by default built anew. SIM contains further flags for `sinew sim franka`,
# such as "--patience 50ms" on a machine that cannot keep 1 kHz. LINE puts the programs behind a link: they talk to its far
# end, at FAR, by default 127.0.0.38, and each direction of the link is impaired as LINE says, such as "delay 10ms 2ms loss
# 3%". Examples that command torques or ask for a gripper, which a link does not carry, are left out then.
set -uo pipefail

if [ $# -lt 1 ] || [ ! -d "$1" ]; then
	sed -n '2,23s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
trees=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
host=${HOST:-127.0.0.37}
at=$host
[ -z "${LINE:-}" ] || at=${FAR:-127.0.0.38}
# A release runs those of these examples that it has.
examples=("$@")
if [ $# -eq 0 ]; then
	examples=(echo_robot_state print_joint_poses communication_test joint_point_to_point_motion
		generate_joint_position_motion generate_joint_velocity_motion generate_cartesian_pose_motion
		generate_cartesian_velocity_motion generate_elbow_motion generate_consecutive_motions motion_with_control
		joint_impedance_control cartesian_impedance_control force_control grasp_object vacuum_object
		generate_joint_position_motion_external_control_loop generate_joint_velocity_motion_external_control_loop
		generate_cartesian_pose_motion_external_control_loop generate_cartesian_velocity_motion_external_control_loop
		motion_with_control_external_control_loop async_position_control)
fi

work=$(mktemp -d)
sim=
ends=() # processes of the link
trap 'kill $sim "${ends[@]}" 2>/dev/null; rm -rf "$work"' EXIT
sinew=${SINEW:-$work/sinew}
[ -n "${SINEW:-}" ] || go build -o "$work/" ./cmd/sinew ./cmd/sinew-app || exit 1

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

# stand_ins writes the headers of fmt and Pinocchio that newer releases include: enough to compile, but without function.
stand_ins() {
	local inc=$trees/stand-in/include
	mkdir -p "$inc/fmt" "$inc/pinocchio/algorithm" "$inc/pinocchio/multibody" "$inc/pinocchio/parsers"
	stand_in fmt
	stand_in pinocchio
	stand_in console_bridge
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
		enum ReferenceFrame { WORLD, LOCAL, LOCAL_WORLD_ALIGNED };
		enum FrameType { OP_FRAME };
		struct Inertia {
		  Inertia(double = 0, Eigen::Vector3d = {}, Eigen::Matrix3d = {}) {}
		  Inertia operator+(const Inertia&) const { return *this; }
		};
		struct SE3 {
		  SE3(Eigen::Matrix3d = {}, Eigen::Vector3d = {}) {}
		  static SE3 Identity() { return {}; }
		  SE3 operator*(const SE3&) const { return *this; }
		  Inertia act(const Inertia& i) const { return i; }
		  Eigen::Matrix4d toHomogeneousMatrix() const { return Eigen::Matrix4d::Identity(); }
		};
		struct Frame {
		  Frame() {}
		  Frame(std::string, JointIndex, FrameIndex, SE3, FrameType) {}
		  std::string name;
		  SE3 placement;
		  JointIndex parentJoint = 0;
		};
		struct Joint { JointIndex id() const { return 0; } };
		struct Motion { void linear(Eigen::Vector3d) {} };
		struct Model {
		  int nv = 0;
		  std::vector<Joint> joints;
		  std::vector<Frame> frames;
		  std::vector<Inertia> inertias;
		  Motion gravity;
		  FrameIndex getFrameId(const std::string&) const { return 0; }
		  FrameIndex addFrame(const Frame&) { return 0; }
		};
		struct Data {
		  Data() {}
		  explicit Data(const Model&) {}
		  Eigen::MatrixXd C, M;
		  Eigen::VectorXd g, tau;
		  std::vector<SE3> oMi, oMf;
		};
		template <typename... V> void computeCoriolisMatrix(V&&...) {}
		template <typename... V> void computeGeneralizedGravity(V&&...) {}
		template <typename... V> void computeJointJacobians(V&&...) {}
		template <typename... V> void crba(V&&...) {}
		template <typename... V> void forwardKinematics(V&&...) {}
		template <typename... V> void getFrameJacobian(V&&...) {}
		template <typename... V> void getJointJacobian(V&&...) {}
		template <typename... V> void rnea(V&&...) {}
		template <typename... V> void updateFramePlacement(V&&...) {}
		namespace urdf {
		inline void buildModelFromXML(const std::string&, Model&) {
		  throw std::runtime_error("built without Pinocchio: no robot model");
		}
		}
		}
	END
	for f in algorithm/{centroidal,compute-all-terms,crba,frames,jacobian,kinematics,rnea} multibody/{data,model} parsers/urdf; do
		printf '#pragma once\n#include <pinocchio/none.hpp>\n' >"$inc/pinocchio/$f.hpp"
	done
}

# build TREE builds a release and its examples. Headers that newer compilers require are included before every file.
build() {
	[ -e "$1/build/built" ] && return
	echo "building ${1##*/}" >&2
	{
		cmake -S "$1" -B "$1/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTS=OFF -DCMAKE_PREFIX_PATH="$trees/stand-in" \
			-DCMAKE_CXX_FLAGS='-w -include cstdint -include array -include cmath -include string -include stdexcept -include functional -include memory' &&
			cmake --build "$1/build" -j "${JOBS:-2}"
	} >"$1/build.log" 2>&1 && touch "$1/build/built"
}

# as_realtime COMMAND… runs a command that sees this machine as a real-time one.
as_realtime() {
	if [ "$(cat /sys/kernel/realtime 2>/dev/null)" = 1 ]; then
		"$@"
	else
		unshare -m bash -c 'mount -t tmpfs none /sys/kernel && echo 1 >/sys/kernel/realtime && exec "$@"' _ "$@"
	fi
}

# around EXAMPLE prints the flags for the surroundings that the example needs. force_control needs a bare flange, on the table
# that hands puts there. It integrates the difference from the torque sensors' first reading, so noise in that reading moves
# any arm that is not held; friction in the joints, as in real ones, helps.
around() {
	case $1 in
	grasp_object) echo --object 0.03 ;;
	vacuum_object) echo --pump --object 1 ;;
	force_control) echo --bare --noise 0 --friction 1 ;;
	esac
}

# hands EXAMPLE prints what people do to the robot meanwhile. Two examples run until they are stopped.
hands() {
	case $1 in
	cartesian_impedance_control) printf '%s\n' 'wait move' 'wait 1' 'push 0 -15 0' 'wait 4' state 'push off' 'wait 4' stop ;;
	force_control) printf '%s\n' 'table here' 'wait move' 'wait 9' state stop ;;
	esac
}

# listening LOG PROCESS PATTERN waits until a process's log says that it listens.
listening() {
	for _ in $(seq 200); do
		kill -0 "$2" 2>/dev/null || break
		grep -qsE "$3" "$1" && return
		sleep 0.05
	done
	cat "$1" >&2
	return 1
}

# linked PROTOCOL starts a link from the robot to the address that the programs use.
linked() {
	"$sinew" link serve --robot "$host:1337" --listen "$host:4700" --no-key >"$work/serve.log" 2>&1 &
	ends=($!)
	listening "$work/serve.log" "${ends[-1]}" 4700 || return
	"$sinew" link impair --listen "$host:4701" --to "$host:4700" --also "$LINE" >"$work/impair.log" 2>&1 &
	ends+=($!)
	listening "$work/impair.log" "${ends[-1]}" 4701 || return
	"$sinew" link connect "$host:4701" --protocol "$1" --fci "$at:1337" >"$work/connect.log" 2>&1 &
	ends+=($!)
	listening "$work/connect.log" "${ends[-1]}" "$at:1337"
}

# start PROTOCOL EXAMPLE starts the simulator, and a link if one is wanted, and waits until they listen.
start() {
	rm -f "$work/sim.log"
	# shellcheck disable=SC2046,SC2086
	"$sinew" sim franka --protocol "$1" --listen "$host:1337" --page none --hands $(around "$2") ${SIM:-} \
		< <(hands "$2") >"$work/sim.log" 2>&1 &
	sim=$!
	listening "$work/sim.log" "$sim" 1337 && { [ -z "${LINE:-}" ] || linked "$1"; }
}

stop() {
	kill -INT "${ends[@]}" "$sim" 2>/dev/null
	wait "${ends[@]}" "$sim" 2>/dev/null
	sim= ends=()
}

# arguments EXAMPLE prints the example's arguments.
arguments() {
	case $1 in
	joint_point_to_point_motion) echo "$at 0.3 -0.6 0.1 -2.2 0.1 1.8 0.9 0.5" ;;
	grasp_object) echo "$at 1 0.03" ;;
	*) echo "$at" ;;
	esac
}

# motion COUNT JOINT TOOL JOINT TOOL WITHIN checks the motions: there were COUNT, all of which finished or were ended by the
# user stop. The last one went at most so many rad and m from its start, and ended so far from it; - if the example leaves it open.
motion() {
	grep -E '^motion [0-9]+:.* (finished|aborted) ' "$work/sim.log" | grep -vE 'aborted.*: [a-z_]*_' |
		sed -nE 's/.*up to ([0-9.]+) rad and ([0-9.]+) m from its start, at the end ([0-9.]+) rad and ([0-9.]+) m.*/\1 \2 \3 \4/p' |
		awk -v count="$1" -v want="$2 $3 $4 $5" -v tol="$6" '
			{ last = $0 }
			END {
				n = split(want, w); split(last, got)
				if (NR != count) { printf "%d of %d motions; ", NR, count; bad = 1 }
				for (i = 1; i <= n; i++)
					if (w[i] != "-" && (got[i] - w[i] > tol || w[i] - got[i] > tol)) bad = 1
				print last; exit bad
			}'
}

# said PATTERN checks the simulator's output, and shows the last line that matches.
said() { grep -E "$1" "$work/sim.log" | tail -1 | grep .; }

# pressed checks that the arm presses on the table with the weight of 1 kg that force_control commands, within 5 %.
pressed() {
	said 'presses with' | sed 's/.*presses/presses/' | awk '{ print; exit !($5 > -10.3 && $5 < -9.3) }'
}

# arrived EXAMPLE checks that the robot did what the example's source commands from the ready pose, and prints it. Distances
# are in rad and m, from integrating the commanded motions.
arrived() {
	case ${1%_external_control_loop} in
	echo_robot_state) [ "$(grep -c '"O_T_EE"' "$work/out")" -gt 100 ] && echo "101 states" ;;
	print_joint_poses) [ "$(grep -cE '^\[' "$work/out")" = 9 ] && tail -1 "$work/out" | awk -F, '{ print "tool at", $13, $14, $15; exit !($13 > .3067 && $13 < .3071 && $14^2 < 1e-7 && $15 > .4867 && $15 < .4871) }' ;;
	communication_test) motion 2 0 0 0 0 0.005 ;;
	joint_point_to_point_motion) motion 1 0.3 - 0.3 - 0.005 ;;
	generate_joint_position_motion) motion 2 0.785 - 0 0 0.005 ;;          # π/4
	generate_joint_velocity_motion) motion 2 0.5 - 0 0 0.005 ;;            # 1 s of 1 rad/s, half
	generate_cartesian_pose_motion) motion 2 - 0.424 0 0 0.005 ;;          # a quarter circle of 0.3 m
	generate_cartesian_velocity_motion) motion 2 - 0.2 0 0 0.005 ;;        # 4 s of 0.1 m/s, half
	generate_elbow_motion) motion 2 - 0 0 0 0.005 ;;                       # joints alone
	generate_consecutive_motions) motion 6 0.4 - 0 0 0.005 ;;              # 4 s of 0.2 rad/s, half
	motion_with_control) motion 2 1 - 1 - 0.02 ;;                          # 1 rad, by torques
	async_position_control) motion 1 0.25 - 0.25 - 0.005 ;;                # a quarter of a radian to either side, ten times
	joint_impedance_control) motion 2 - 0.1 - - 0.005 ;;                   # circles of 0.05 m
	cartesian_impedance_control) motion 1 - 0.1 - 0 0.025 ;;               # 15 N at 150 N/m, let go
	force_control) pressed ;;
	grasp_object) said 'hand: Grasp succeeded' ;;
	vacuum_object) said 'vacuum gripper: DropOff succeeded' ;;
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
	stop
	if ! line=$(arrived "${3##*/}") || [ "$code" -ne 0 ]; then
		failed=$((failed + 1))
		line="FAILED $line $(grep -v '^$' "$work/out" | tail -1)"
		cp "$work/out" "$trees/$1.${3##*/}.out"
		cp "$work/sim.log" "$trees/$1.${3##*/}.sim"
		[ -z "${LINE:-}" ] || cat "$work/serve.log" "$work/impair.log" "$work/connect.log" >"$trees/$1.${3##*/}.link"
	fi
	printf '%-8s %-4s %-54s %-4s %3d s  %s\n' "$1" "$2" "${3##*/}" "$code" $((SECONDS - begun)) "$line"
}

# modelled PROTOCOL EXAMPLE reports whether the example can run: examples that compute dynamics need Pinocchio from protocol 8
# on, examples that compute poses from 10 on.
modelled() {
	[ "$1" -lt 8 ] && return
	case $2 in
	joint_impedance_control | cartesian_impedance_control | force_control) return 1 ;;
	print_joint_poses) [ "$1" -lt 10 ] ;;
	esac
}

# carried EXAMPLE reports whether a link carries what the example needs from the robot.
carried() {
	[ -z "${LINE:-}" ] && return
	case ${1%_external_control_loop} in
	communication_test | motion_with_control | *_impedance_control | force_control | grasp_object | vacuum_object) return 1 ;;
	esac
}

stand_ins
printf '%-8s %-4s %-54s %-4s %5s  %s\n' libfranka fci example exit time 'from its start, rad and m: at most, at the end'
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
		modelled "$protocol" "$e" || { printf '%-8s %-4s %-54s needs Pinocchio\n' "${tree##*/}" "$protocol" "$e" && continue; }
		carried "$e" || { printf '%-8s %-4s %-54s no link carries its torques or gripper\n' "${tree##*/}" "$protocol" "$e" && continue; }
		start "$protocol" "$e" || exit 1
		try "${tree##*/}" "$protocol" "$tree/build/examples/$e"
	done
done
[ "$failed" -eq 0 ]
