// A roscpp node for the tests: sends back what comes, offers a service, calls two, sets a parameter, sends and finds frames.
#include <ros/ros.h>
#include <roscpp/GetLoggers.h>
#include <roscpp/SetLoggerLevel.h>
#include <std_msgs/String.h>
#include <std_srvs/SetBool.h>
#include <tf2_ros/transform_broadcaster.h>
#include <tf2_ros/transform_listener.h>

static ros::Publisher pong;
static tf2_ros::Buffer *frames;

// Where the camera is on the map, with the time in ns.
static std::string look() {
	try {
		geometry_msgs::TransformStamped t = frames->lookupTransform("map", "camera", ros::Time(0));
		char s[200];
		std::snprintf(s, sizeof s, "look %lu %.6f %.6f %.6f %.6f", (unsigned long)t.header.stamp.toNSec(), t.transform.translation.x,
			t.transform.translation.y, t.transform.rotation.z, t.transform.rotation.w);
		return s;
	} catch (const tf2::TransformException &e) {
		return e.what();
	}
}

static std::string call() {
	std_srvs::SetBool s;
	s.request.data = true;
	if (!ros::service::call("/switch_go", s)) return "no answer";
	ros::param::set("/from_cpp", 8);
	return "called: " + s.response.message;
}

static void heard(const std_msgs::String::ConstPtr &m) {
	std_msgs::String a;
	a.data = "cpp " + (m->data == "look" ? look() : m->data == "call" ? call() : m->data);
	pong.publish(a);
}

// It asks the node that is named in the request for its loggers.
static bool relay(roscpp::SetLoggerLevel::Request &q, roscpp::SetLoggerLevel::Response &) {
	roscpp::GetLoggers g;
	if (!ros::service::call(q.logger + "/get_loggers", g) || g.response.loggers.size() != 1) return false;
	ROS_INFO("its logger has level %s", g.response.loggers[0].level.c_str());
	return true;
}

// The ball hangs a metre in front of the camera, at the times at which the camera was seen.
static void show(const ros::WallTimerEvent &) {
	static tf2_ros::TransformBroadcaster out;
	geometry_msgs::TransformStamped t;
	try {
		t.header.stamp = frames->lookupTransform("map", "camera", ros::Time(0)).header.stamp;
	} catch (const tf2::TransformException &) {
		return;
	}
	t.header.frame_id = "camera";
	t.child_frame_id = "ball_cpp";
	t.transform.translation.x = t.transform.rotation.w = 1;
	out.sendTransform(t);
}

int main(int argc, char **argv) {
	ros::init(argc, argv, "peer_cpp");
	ros::NodeHandle n;
	tf2_ros::Buffer buffer;
	tf2_ros::TransformListener listener(buffer);
	frames = &buffer;
	ros::WallTimer timer = n.createWallTimer(ros::WallDuration(0.02), show);
	pong = n.advertise<std_msgs::String>("pong_cpp", 100);
	ros::Subscriber s = n.subscribe("ping", 100, heard, ros::TransportHints().tcpNoDelay());
	ros::ServiceServer v = n.advertiseService("relay_cpp", relay);
	ros::spin();
}
