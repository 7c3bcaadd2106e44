"""Reads and writes bags with Debian's rosbag, and says as JSON what is in each."""
import hashlib
import json
import os
import sys

import genpy
import rosbag
from rosbag import Compression
from std_msgs.msg import Float64, Header, String

folder = sys.argv[1]


def says(name):
    """The messages of a bag, and what rosbag info prints."""
    bag = rosbag.Bag(os.path.join(folder, name))
    messages = [" ".join((topic, str(t.to_nsec()), raw[0], raw[2], hashlib.sha1(raw[1]).hexdigest())) for topic, raw, t in bag.read_messages(raw=True)]
    info = str(rosbag.Bag(os.path.join(folder, name), skip_index=True))
    return {"messages": messages, "info": info, "rates": str(bag)}


def write(name, compression):
    with rosbag.Bag(os.path.join(folder, name), "w", compression=compression, chunk_threshold=3000) as bag:
        for i in range(200):
            t = genpy.Time(100 + i // 10, i % 10 * 100000000 + i)
            bag.write("/text", String("%d %s" % (i, "x" * (i % 90))), t)
            # Topics are not in the order of the times; each is, which this rosbag needs: it does not sort across chunks.
            bag.write("/number", Float64(i / 7.0), t - genpy.Duration(0, 250000000) + genpy.Duration(0, 1000))
            if i % 50 == 7:
                bag.write("/header", Header(i, t, "frame"), t + genpy.Duration(0, 2000))
            if i == 120:
                bag.write("/text", String("z" * 100000), t + genpy.Duration(0, 3000))


out = {name: says(name) for name in sorted(os.listdir(folder))}
for compression in Compression.NONE, Compression.BZ2, Compression.LZ4:
    write(compression + ".bag", compression)
    out[compression + ".bag"] = says(compression + ".bag")
    # As interrupted recordings: cut off, and without an index.
    whole = open(os.path.join(folder, compression + ".bag"), "rb").read()
    for part in 0.3, 0.45, 0.6:
        name = "%s-%s.bag" % (compression, part)
        for path in name, "again-" + name:
            with open(os.path.join(folder, path), "wb") as f:
                f.write(whole[: int(part * len(whole))].replace(b"index_pos=" + whole[whole.index(b"index_pos=") + 10 :][:8], b"index_pos=" + bytes(8)))
        with rosbag.Bag(os.path.join(folder, "again-" + name), "a", allow_unindexed=True) as bag:
            for _ in bag.reindex():
                pass
        out[name] = says("again-" + name)
json.dump(out, sys.stdout)
