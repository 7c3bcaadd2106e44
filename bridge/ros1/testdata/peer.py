"""A rospy node for the tests: sends back what comes, offers a service, calls one, sees and sets parameters, sends and finds
frames."""
import rospy
import tf2_ros
from geometry_msgs.msg import TransformStamped
from std_msgs.msg import String, UInt8MultiArray
from std_srvs.srv import SetBool, SetBoolResponse

rospy.init_node("peer_py")
pong = rospy.Publisher("pong_py", String, queue_size=100, tcp_nodelay=True)
big = rospy.Publisher("big_py", UInt8MultiArray, queue_size=4)
frames = tf2_ros.Buffer()
listener = tf2_ros.TransformListener(frames)
out = tf2_ros.StaticTransformBroadcaster()
ball = TransformStamped()
ball.header.frame_id, ball.child_frame_id = "camera", "ball_py"
ball.transform.translation.y = ball.transform.rotation.w = 1
out.sendTransform(ball)


def look():
    """Where the camera is on the map, with the time in ns."""
    try:
        t = frames.lookup_transform("map", "camera", rospy.Time(0))
    except tf2_ros.TransformException as e:
        return str(e)
    p, q = t.transform.translation, t.transform.rotation
    return "look %d %.6f %.6f %.6f %.6f" % (t.header.stamp.to_nsec(), p.x, p.y, q.z, q.w)


def call():
    try:
        a = rospy.ServiceProxy("/switch_go", SetBool)(True)
    except rospy.ServiceException as e:
        return str(e)
    rospy.set_param("/from_py", 7)
    return "called: " + a.message


def heard(m):
    pong.publish("py " + (look() if m.data == "look" else call() if m.data == "call" else m.data))


def switch(q):
    if not q.data:
        raise rospy.ServiceException("it stays on")
    return SetBoolResponse(True, "on by py, gain %s" % rospy.get_param("/gain"))


rospy.Subscriber("ping", String, heard)
rospy.Subscriber("big", UInt8MultiArray, lambda m: big.publish(m))
rospy.Service("switch_py", SetBool, switch)
rospy.loginfo("ready")
rospy.spin()
