// A roscpp node for the tests: sends back what comes, offers a service, calls one.
#include <ros/ros.h>
#include <roscpp/GetLoggers.h>
#include <roscpp/SetLoggerLevel.h>
#include <std_msgs/String.h>

static ros::Publisher pong;

static void heard(const std_msgs::String::ConstPtr &m) {
	std_msgs::String a;
	a.data = "cpp " + m->data;
	pong.publish(a);
}

// It asks the node that is named in the request for its loggers.
static bool relay(roscpp::SetLoggerLevel::Request &q, roscpp::SetLoggerLevel::Response &) {
	roscpp::GetLoggers g;
	if (!ros::service::call(q.logger + "/get_loggers", g) || g.response.loggers.size() != 1) return false;
	ROS_INFO("its logger has level %s", g.response.loggers[0].level.c_str());
	return true;
}

int main(int argc, char **argv) {
	ros::init(argc, argv, "peer_cpp");
	ros::NodeHandle n;
	pong = n.advertise<std_msgs::String>("pong_cpp", 100);
	ros::Subscriber s = n.subscribe("ping", 100, heard, ros::TransportHints().tcpNoDelay());
	ros::ServiceServer v = n.advertiseService("relay_cpp", relay);
	ros::spin();
}
