#include "sinew_base/node.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <ros/callback_queue.h>
#include <ros/master.h>
#include <ros/network.h>
#include <ros/xmlrpc_manager.h>

namespace sinew_base {
namespace {

/// What wakes the main loop, and whether a signal has. A mask of signals would not do: ROS's log changes that of the
/// thread that uses it.
int bell[2] = {-1, -1};
std::atomic<bool> signalled{false};

void ring() {
  const int before = errno;
  if (write(bell[1], "", 1) < 0) {
    // it is full of rings, or there is none yet
  }
  errno = before;
}

extern "C" void onSignal(int) {
  signalled = true;
  ring();
}

/// Lets signals lead to the end.
void catchSignals() {
  if (pipe2(bell, O_NONBLOCK | O_CLOEXEC) != 0) throw std::runtime_error(std::strerror(errno));
  struct sigaction action = {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int s : {SIGINT, SIGTERM, SIGHUP}) sigaction(s, &action, nullptr);
}

}  // namespace

void Config::validate(Faults& faults) const {
  if (!(loop_period > 0)) faults.push_back("loop_period is not positive: give it in seconds");
  if (!(notify_period >= 0)) faults.push_back("notify_period is negative: give it in seconds, or 0 for none");
  if (critical && !(notify_period > 0))
    faults.push_back("the node is critical and has no notify_period: its loss would go unnoticed");
  if (threads < 1) faults.push_back("threads is less than 1");
}

Node::Node(Config config)
    : life_({{State::Init, [this] { return enterInit(); }},
             {State::Running, [this] { return enterRunning(); }},
             {State::Error, [this] { return enterError(); }},
             {State::Closing, [this] { return enterClosing(); }},
             {State::Closed, nullptr}},
            {{State::Init, State::Running},
             {State::Init, State::Error},
             {State::Running, State::Running},
             {State::Running, State::Error},
             {State::Running, State::Closing},
             {State::Error, State::Init},
             {State::Error, State::Running},
             {State::Error, State::Closing},
             {State::Closing, State::Closed}}),
      config_(std::move(config)) {}

Node::~Node() = default;

int Node::run(int argc, char** argv, const std::string& name) {
  catchSignals();
  ros::init(argc, argv, name, ros::init_options::NoSigintHandler);
  while (!life_.ended()) {
    was_ = life_.state();
    life_.step();
  }
  tell(State::Closed);
  notifier_.finish(ros::WallDuration(1.0));
  ros::shutdown();
  return cause_.empty() ? 0 : 1;
}

void Node::fail(const std::string& cause) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!faulty_) fault_ = cause;
  faulty_ = true;
}

bool Node::failed() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!faulty_) return false;
  cause_ = fault_;
  faulty_ = false;
  return true;
}

State Node::errorHandling(const std::string&) { return State::Closing; }

/// The first step of Init: what all nodes do.
void Node::common() {
  if (!ros::isStarted()) ros::start();
  // Whoever asks the master to shut the node down wants it to be torn down first.
  const auto& calls = ros::XMLRPCManager::instance();
  calls->unbind("shutdown");
  calls->bind("shutdown", [this](XmlRpc::XmlRpcValue&, XmlRpc::XmlRpcValue& result) {
    result = ros::xmlrpc::responseInt(1, "", 0);
    end();
  });
  for (bool told = false; !ros::master::check(); told = true) {
    if (!told) ROS_WARN("there is no master at %s: waiting for one", ros::master::getURI().c_str());
    if (pause(config_.loop_period)) throw std::runtime_error("the end came before a master");
  }
  const ros::NodeHandle own("~");
  own.getParam("loop_period", config_.loop_period);
  own.getParam("notify_period", config_.notify_period);
  own.getParam("critical", config_.critical);
  own.getParam("threads", config_.threads);
  own.getParam("overseer", config_.overseer);
  Faults faults;
  config_.validate(faults);
  if (!faults.empty()) throw std::runtime_error(faults.front());
  notifier_.start(config_.overseer, ros::Duration(config_.notify_period), config_.critical);
}

State Node::enterInit() {
  cause_.clear();
  tell(State::Init);
  drop();
  try {
    common();
    renew(ros::NodeHandle("~"));
    prepare();
    Faults faults;
    validate(faults);
    for (const std::string& f : faults) ROS_ERROR("%s", f.c_str());
    if (!faults.empty()) throw std::runtime_error(faults.front());
    connect();
    prepared_ = true;
  } catch (const std::exception& e) {
    fail(e.what());
  }
  return failed() ? State::Error : State::Running;
}

/// A round of the main loop.
State Node::enterRunning() {
  if (was_ != State::Running) {
    cause_.clear();
    tell(State::Running);
    resume();
  }
  const bool ends = pause(config_.loop_period);
  if (failed()) return State::Error;
  return ends ? State::Closing : State::Running;
}

State Node::enterError() {
  halt();
  tell(State::Error);
  ROS_ERROR("%s", cause_.c_str());
  State next = State::Closing;
  try {
    next = errorHandling(cause_);
  } catch (const std::exception& e) {
    ROS_ERROR("the handling of the error has failed: %s", e.what());
  }
  if (next == State::Init && pause(config_.loop_period)) return State::Closing;
  if (ending_ || (next != State::Init && !(next == State::Running && prepared_))) return State::Closing;
  return next;
}

State Node::enterClosing() {
  halt();
  tell(State::Closing);
  try {
    tearDown();
  } catch (const std::exception& e) {
    ROS_ERROR("the tear-down has failed: %s", e.what());
  }
  drop();
  return State::Closed;
}

void Node::every(const ros::Duration& period, const ros::Duration& offset, std::function<void()> call) {
  const ros::NodeHandle n;
  Periodic p;
  p.more = n.createTimer(
      period, [call](const ros::TimerEvent&) { call(); }, false, false);
  ros::Timer more = p.more;
  p.first = n.createTimer(
      std::max(offset, ros::Duration(0, 1)),
      [call, more](const ros::TimerEvent&) mutable {
        more.start();
        call();
      },
      true, false);
  timers_.push_back(p);
}

/// Lets callbacks run.
void Node::resume() {
  running_ = true;
  spinner_.reset(new ros::AsyncSpinner(static_cast<std::uint32_t>(config_.threads)));
  spinner_->start();
  for (Periodic& p : timers_) {
    p.first.stop();
    p.first.start();
  }
  if (config_.notify_period > 0) {  // on the spinner: a node whose callbacks hang falls silent
    beat_ = ros::NodeHandle().createWallTimer(ros::WallDuration(config_.notify_period),
                                              [this](const ros::WallTimerEvent&) { notifier_.beat(); });
  }
}

/// Lets no callback run any more, and waits for those that do.
void Node::halt() {
  running_ = false;
  for (Periodic& p : timers_) {
    p.first.stop();
    p.more.stop();
  }
  beat_.stop();
  spinner_.reset();
}

/// Takes apart what Init has made.
void Node::drop() {
  prepared_ = false;
  timers_.clear();
  disconnect();
  ros::getGlobalCallbackQueue()->clear();
}

/// Waits for a time, or for a signal. True is the end.
bool Node::pause(double seconds) {
  const ros::WallTime late = ros::WallTime::now() + ros::WallDuration(seconds);
  while (!signalled && !ending_ && !ros::isShuttingDown()) {
    const ros::WallDuration left = late - ros::WallTime::now();
    if (left <= ros::WallDuration(0.0)) return false;
    pollfd rings = {bell[0], POLLIN, 0};
    timespec wait;
    wait.tv_sec = left.sec;
    wait.tv_nsec = left.nsec;
    char heard[64];
    if (ppoll(&rings, 1, &wait, nullptr) > 0 && read(bell[0], heard, sizeof heard) < 0) return false;
  }
  ending_ = true;
  return true;
}

void Node::end() {
  ending_ = true;
  ring();
}

void Node::tell(State s) { notifier_.tell(static_cast<std::uint8_t>(s), cause_); }

}  // namespace sinew_base
