"""Asks ROS's tf2 the same as the test asks this package: a line of JSON a question, a line of JSON an answer."""
import json
import sys

import genpy
import rospy
import tf2_py
from geometry_msgs.msg import TransformStamped


def stamp(ns):
    return genpy.Time(ns // 10**9, ns % 10**9)


def found(t):
    p, q = t.transform.translation, t.transform.rotation
    return {"pose": [p.x, p.y, p.z, q.w, q.x, q.y, q.z], "at": t.header.stamp.to_nsec()}


buffer = tf2_py.BufferCore(rospy.Duration(10))
for line in sys.stdin:
    q = json.loads(line)
    try:
        if q["do"] == "new":
            buffer = tf2_py.BufferCore(rospy.Duration(10))
            a = {}
        elif q["do"] in ("set", "fixed"):
            t = TransformStamped()
            t.header.frame_id, t.child_frame_id, t.header.stamp = q["parent"], q["child"], stamp(q["at"])
            p, r = t.transform.translation, t.transform.rotation
            p.x, p.y, p.z, r.w, r.x, r.y, r.z = q["pose"]
            (buffer.set_transform_static if q["do"] == "fixed" else buffer.set_transform)(t, "test")
            a = {}
        elif q["do"] == "lookup":
            a = found(buffer.lookup_transform_core(q["target"], q["source"], stamp(q["at"])))
        elif q["do"] == "across":
            a = found(buffer.lookup_transform_full_core(q["target"], stamp(q["at"]), q["source"], stamp(q["then"]), q["fixed"]))
        else:
            a = {"at": buffer.get_latest_common_time(q["target"], q["source"]).to_nsec()}
    except Exception as e:
        a = {"error": type(e).__name__, "text": str(e)}
    print(json.dumps(a), flush=True)
