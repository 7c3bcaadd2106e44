#!/usr/bin/env bash
# Tries sinew nav on maps and a drive by others, from Debian's packages, outside the repository.
#
#   scripts/nav-others.sh DIR
#
# DIR is created for the fetched and generated files: MORSE's map of a hall by ROS's map_server, MRPT's map of an office as PNG,
# and the drive of a real robot with a laser scanner and odometry through the faculty of telecommunication in Malaga (MRPT's
# dataset of 21 January 2006), which Debian's rosbag writes as a bag with each kind of compression, because no package of
# Debian 12 contains a bag. Needs the packages named below, and make build.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
nav() { "$root/bin/sinew" nav "$@"; }
command -v rawlog-edit >/dev/null && /usr/bin/python3 -c 'import rosbag, nav_msgs.msg, sensor_msgs.msg, tf2_msgs.msg' || {
	echo "nav-others.sh: apt-get install mrpt-apps python3-rosbag python3-nav-msgs python3-sensor-msgs python3-tf2-msgs" >&2
	exit 1
}
mkdir "$1"
cd "$1"
apt-get download -qq morse-simulator-doc mrpt-common
for p in *.deb; do dpkg -x "$p" .; done
hall=usr/share/morse/examples/tutorials/ros_navigation/morse_2dnav/map.yaml

echo "== MORSE's hall: a way"
nav plan $hall --from 1.5,5.5,0 --to 4.5,0,-1.57 --out hall.svg
echo "== the wheelchair in it"
"$root/bin/sinew" run examples/wheelchair --map $hall --start 1.5,5.5,0 --goal 4.5,0,-1.57 --out hall
echo "== the drive: a map from bags with each compression, the same one; the way back in it; the drive on its map"
rawlog-edit --describe -i "usr/share/mrpt/datasets/2006-01ENE-21-SENA_Telecom Faculty_one_loop_only.rawlog" >drive.txt 2>&1
for how in none bz2 lz4; do
	/usr/bin/python3 "$root/scripts/rawlog2bag.py" drive.$how.bag $how <drive.txt
	nav map drive.$how.bag --out faculty.$how --json
	cmp faculty.none.pgm faculty.$how.pgm
done
nav plan faculty.none.yaml --from 0,0,0 --to -6,-18,3.14 --out faculty.svg
nav localise --map faculty.none.yaml drive.bz2.bag --out drive.csv --json
