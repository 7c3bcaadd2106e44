"""A rospy node for the tests: sends back what comes, offers a service, tells what it sees of parameters."""
import rospy
from std_msgs.msg import String, UInt8MultiArray
from std_srvs.srv import SetBool, SetBoolResponse

rospy.init_node("peer_py")
pong = rospy.Publisher("pong_py", String, queue_size=100, tcp_nodelay=True)
big = rospy.Publisher("big_py", UInt8MultiArray, queue_size=4)
rospy.Subscriber("ping", String, lambda m: pong.publish("py " + m.data))
rospy.Subscriber("big", UInt8MultiArray, lambda m: big.publish(m))


def switch(q):
    if not q.data:
        raise rospy.ServiceException("it stays on")
    return SetBoolResponse(True, "on by py, gain %s" % rospy.get_param("/gain"))


rospy.Service("switch_py", SetBool, switch)
rospy.loginfo("ready")
rospy.spin()
