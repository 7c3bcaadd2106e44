#!/usr/bin/env bash
# Installs what the tests and benches compare against: Debian packages, and the npm packages of the web page and of Foxglove.
# It is quick if everything is installed. What cannot be installed is named, with what is left out then; that is not an error.
set -uo pipefail
cd "$(dirname "$0")/.."

if ! command -v go >/dev/null; then
	echo "deps: go is not installed: see https://go.dev/dl for the release that go.mod names" >&2
	exit 1
fi

# package | who needs it
wanted='g++|the C++ peers of the benches, sim/mujoco, and the tests with the race detector
pkg-config|finding the libraries below
libmujoco-dev|sim/mujoco and its tests (tag mujoco)
libopencv-dev|the perception bench
liborocos-kdl-dev|the kinematics bench
libeigen3-dev|the kinematics bench
rt-tests|the wake-up bench (cyclictest)
opencv-doc|photographs for the perception tests (tag debian)
python3-skimage|a stereo pair with ground truth for the perception tests (tag debian)
ros-core|the tests of ROS 1 beside its own master and tools (tag debian)
python3-rospy|the same
python3-std-msgs|the same
python3-std-srvs|the same
libroscpp-dev|the same, and the bench of ROS 1
libstd-msgs-dev|the same, and the bench of ROS 1
cmake|the tests of nodes generated in C++ for ROS 1 (tag debian)
catkin|the same
ros-message-generation|the same
libmessage-filters-dev|the same
libgeometry-msgs-dev|the same
libsensor-msgs-dev|the same
libstd-srvs-dev|the same
libnav-msgs-dev|the same
ros-std-msgs|the definitions of ROS 1 messages that the tests read (tag debian)
ros-std-srvs|the same
ros-actionlib-msgs|the same: what definitions that come with these refer to
ros-rosgraph-msgs|the same
ros-roscpp-msg|the same
ros-geometry-msgs|the same
ros-sensor-msgs|the same
python3-geometry-msgs|the same
python3-tf2-ros|the same, and the tests of frames beside tf2
libtf2-ros-dev|the same: the roscpp node of the tests
python3-sensor-msgs|the same
python3-rosbag|the tests of bags beside rosbag (tag debian)
lua5.1|the bench of scripts, and rFSM itself in the bench of coordination
luajit|rFSM itself in the bench of coordination
iputils-ping|the load in the bench of coordination
lua5.4|the bench of scripts, and programs beside it (tag debian)
chromium|the web page tests (tag browser)
neovim|the session of an editor with sinew lsp (tag nvim)'
# Node.js from elsewhere has its own npm, next to which Debian's cannot be installed.
command -v npm >/dev/null || wanted+='
npm|the packages of the web page and of Foxglove (tag npm)'

# absent prints the lines of wanted packages that are not installed.
absent() {
	while IFS='|' read -r name why; do
		dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q '^install ok installed' || echo "$name|$why"
	done <<<"$wanted"
}

missing=$(absent)
if [ -n "$missing" ] && command -v apt-get >/dev/null; then
	names=$(cut -d'|' -f1 <<<"$missing" | paste -sd' ')
	as_root=env
	[ "$(id -u)" -eq 0 ] || as_root='sudo -n env'
	if $as_root true 2>/dev/null; then
		echo "deps: installing $names"
		install="$as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends"
		$as_root apt-get update -qq || echo "deps: apt-get update failed; trying with the lists there are"
		# One by one if all at once fails, so that a package missing from this release does not prevent the others.
		# shellcheck disable=SC2086
		$install $names >/dev/null || for name in $names; do $install "$name" >/dev/null; done
		missing=$(absent)
	else
		echo "deps: not root, and sudo asks for a password: install by hand with"
		echo "          sudo apt-get install $names"
	fi
fi
[ -z "$missing" ] || sed 's/^\(.*\)|/deps: missing \1: goes without /' <<<"$missing"

# npm_packages FOLDER WITHOUT installs the packages in a folder's lock file; WITHOUT says what works without them.
npm_packages() {
	if ! command -v npm >/dev/null; then
		echo "deps: missing npm: $2 (tests with tag npm are left out)"
	elif [ ! -f "$1/node_modules/.package-lock.json" ] || [ "$1/package-lock.json" -nt "$1/node_modules/.package-lock.json" ]; then
		echo "deps: npm ci in $1"
		if (cd "$1" && npm ci --no-audit --no-fund --ignore-scripts --silent); then
			touch "$1/node_modules/.package-lock.json"
		else
			echo "deps: npm ci failed: $2 (tests with tag npm are left out)"
		fi
	fi
}
npm_packages tool/view/page "the page's committed bundle is used as it is"
npm_packages tool/view/film/official "recordings are not read with the official libraries"
