#!/usr/bin/python3
"""Writes a drive that rawlog-edit --describe has put into words as a ROS 1 bag, with Debian's rosbag.

    rawlog-edit --describe -i DRIVE.rawlog | scripts/rawlog2bag.py DRIVE.bag [none|bz2|lz4]

Topics are odom (nav_msgs/Odometry: the sum of the increments), scan (sensor_msgs/LaserScan, from right to left) and
/tf_static with the place of the scanner. Ranges that the log calls invalid are 0, out of a scan's bounds."""
import math
import re
import sys

import rosbag
import rospy
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from sensor_msgs.msg import LaserScan
from tf2_msgs.msg import TFMessage


def number(text, pattern):
    return float(re.search(pattern, text).group(1))


def numbers(text, name):
    return [float(w) for w in re.search(name + r": \[([^\]]*)", text).group(1).split()]


def turn(q, yaw):
    q.z, q.w = math.sin(yaw / 2), math.cos(yaw / 2)


def pose(text, name):
    x, y, yaw = re.search(name + r" \((\S+?),(\S+?),(\S+?)deg\)", text).groups()
    return float(x), float(y), math.radians(float(yaw))


def scan_of(text, at):
    field, far = math.radians(number(text, r"field-of-view.*: (\S+) deg")), number(text, r"maximum range: (\S+) m")
    ranges, valid = numbers(text, "Raw scan values"), numbers(text, "Raw valid-scan values")
    if "Right->Left" not in text:
        ranges, valid = ranges[::-1], valid[::-1]
    s = LaserScan(angle_min=-field / 2, angle_max=field / 2, angle_increment=field / (len(ranges) - 1), range_min=0.05, range_max=far)
    s.header.stamp, s.header.frame_id = at, "laser"
    s.ranges = [r if v and r < far else 0 for r, v in zip(ranges, valid)]
    return s


def mount(text, at):
    x, y, z, yaw = map(float, re.search(r"\(x,y,z,yaw,pitch,roll\)=\((\S+?),(\S+?),(\S+?),(\S+?)deg", text).groups())
    t = TransformStamped(child_frame_id="laser")
    t.header.stamp, t.header.frame_id = at, "base_link"
    t.transform.translation.x, t.transform.translation.y, t.transform.translation.z = x, y, z
    turn(t.transform.rotation, math.radians(yaw))
    return TFMessage([t])


def odometry(place, at):
    o = Odometry(child_frame_id="base_link")
    o.header.stamp, o.header.frame_id = at, "odom"
    o.pose.pose.position.x, o.pose.pose.position.y = place[:2]
    turn(o.pose.pose.orientation, place[2])
    return o


def main(out, how):
    place, mounted = [0.0, 0.0, 0.0], False
    with rosbag.Bag(out, "w", compression=how) as bag:
        for text in sys.stdin.read().split("Timestamp (UTC)")[1:]:
            at = rospy.Time.from_sec(number(text, r"as time_t\): (\S+)"))
            if "CObservation2DRangeScan" in text:
                if not mounted:
                    bag.write("/tf_static", mount(text, at), at)
                    mounted = True
                bag.write("scan", scan_of(text, at), at)
            elif "CActionRobotMovement2D" in text:
                dx, dy, turned = pose(text, "Actual odometry increment reading:")
                c, s = math.cos(place[2]), math.sin(place[2])
                place = [place[0] + c * dx - s * dy, place[1] + s * dx + c * dy, place[2] + turned]
                bag.write("odom", odometry(place, at), at)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "bz2")
