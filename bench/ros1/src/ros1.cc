// A roscpp node to compare with: "echo" returns each message, "measure N" sends N messages, each after the answer to the
// previous one, and prints the median and the 99th percentile of the times in µs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <ros/callback_queue.h>
#include <ros/ros.h>
#include <std_msgs/String.h>

static ros::Publisher out;
static bool answered;

static void send_back(const std_msgs::String::ConstPtr &m) { out.publish(m); }
static void note(const std_msgs::String::ConstPtr &) { answered = true; }

int main(int argc, char **argv) {
	const std::string self = argv[0];
	setenv("ROS_LOG_DIR", self.substr(0, self.rfind('/')).c_str(), 0); // its log goes with it
	ros::init(argc, argv, "peer", ros::init_options::AnonymousName);
	if (argc < 2) return 2;
	const bool measure = std::string(argv[1]) == "measure";
	const int rounds = argc > 2 ? std::atoi(argv[2]) : 0;
	ros::NodeHandle n;
	out = n.advertise<std_msgs::String>(measure ? "ping" : "pong", 10);
	ros::Subscriber in = n.subscribe(measure ? "pong" : "ping", 10, measure ? note : send_back, ros::TransportHints().tcpNoDelay());
	if (!measure) {
		ros::spin();
		return 0;
	}
	ros::CallbackQueue *queue = ros::getGlobalCallbackQueue();
	while (ros::ok() && (out.getNumSubscribers() == 0 || in.getNumPublishers() == 0)) queue->callAvailable(ros::WallDuration(0.01));
	std_msgs::String m;
	m.data.assign(100, 'x');
	std::vector<double> times;
	for (int i = -rounds / 10; i < rounds && ros::ok(); i++) {
		auto begun = std::chrono::steady_clock::now();
		answered = false;
		out.publish(m);
		while (!answered && ros::ok()) queue->callAvailable(ros::WallDuration(1));
		if (i >= 0) times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begun).count());
	}
	if (times.empty()) return 1;
	std::sort(times.begin(), times.end());
	std::printf("%.3f %.3f\n", times[times.size() / 2], times[times.size() * 99 / 100]);
}
