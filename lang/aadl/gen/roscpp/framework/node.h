#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <ros/ros.h>

#include "sinew_base/life_cycle.h"
#include "sinew_base/notifier.h"

namespace sinew_base {

/// Where a node is in its life: the numbers are those of NotifyState.
enum class State : std::uint8_t { Init = 1, Running = 2, Error = 3, Closing = 4, Closed = 5 };

/// What is wrong, each in a sentence.
using Faults = std::vector<std::string>;

/// How a node takes part in the system. Parameters of the same names, private to the node, take the place of these.
struct Config {
  double loop_period = 0.1;  ///< of the main loop, in s: how long a fault or the end waits at most
  double notify_period = 0;  ///< in s, 0 for none: then changes of state alone are told
  bool critical = false;     ///< the system is unsafe without the node
  int threads = 1;           ///< that run callbacks
  std::string overseer = "/overseer/notify_state";  ///< the service that hears of the node's state

  /// Reports all that is wrong.
  void validate(Faults& faults) const;
};

/// What all nodes have in common: the life cycle, the main loop, and an overseer that is told about it.
///
/// | state   | what happens | what may follow |
/// |---------|--------------|-----------------|
/// | Init    | first what all nodes do, then prepare(); then parameters and variables are validated | Running, Error |
/// | Running | callbacks run on the spinner; the main loop looks for faults and for the end | Running, Error, Closing |
/// | Error   | errorHandling() says where to go on | Init, Running, Closing |
/// | Closing | tearDown(), then what all nodes do | Closed |
class Node {
 public:
  explicit Node(Config config);
  virtual ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// Lives from Init to Closed. SIGINT, SIGTERM and SIGHUP, and a master that asks for it, lead to Closing.
  ///
  /// @return what the program is to return: 0 unless the node has closed because of a fault
  int run(int argc, char** argv, const std::string& name);

  /// Reports a fault. The first counts; the main loop finds it. Any thread may call it.
  void fail(const std::string& cause);

  /// Asks for the end. Any thread may call it.
  void end();

  /// Whether callbacks are to run. Any thread may ask.
  bool running() const { return running_; }

  /// The state that was entered last. Any thread may ask.
  State state() const { return life_.state(); }

 protected:
  /// The second step of Init, for what algorithms need. An exception leads to Error.
  virtual void prepare() {}

  /// The first step of Closing, also after an Init that has failed. Callbacks do not run any more, and ROS still does.
  virtual void tearDown() {}

  /// Handles a fault, and says where to go on: Init, Running or Closing. Running needs an Init that has succeeded.
  virtual State errorHandling(const std::string& cause);

  /// Makes the internal state as it is in the beginning.
  ///
  /// @param own has the node's private parameters
  virtual void renew(const ros::NodeHandle& own) = 0;

  /// Reports all that is wrong with the internal state at the end of Init.
  virtual void validate(Faults& faults) const = 0;

  /// Connects topics, services and timers.
  virtual void connect() = 0;

  /// Takes apart what connect() has made, as far as it has come.
  virtual void disconnect() = 0;

  /// Calls a function periodically while the node is running, for the first time when it has run for a time.
  void every(const ros::Duration& period, const ros::Duration& offset, std::function<void()> call);

  const Config& config() const { return config_; }

 private:
  struct Periodic {
    ros::Timer first, more;
  };

  State enterInit();
  State enterRunning();
  State enterError();
  State enterClosing();
  void common();
  void resume();
  void halt();
  void drop();
  bool pause(double seconds);
  bool failed();
  void tell(State s);

  LifeCycle<State> life_;
  Config config_;
  std::string cause_;  ///< of the Error that was entered last
  State was_ = State::Init;
  bool prepared_ = false;
  std::atomic<bool> running_{false};
  std::atomic<bool> ending_{false};
  std::mutex mutex_;   ///< guards fault_ and faulty_
  std::string fault_;  ///< the first that was reported, and not yet looked at
  bool faulty_ = false;
  std::vector<Periodic> timers_;
  ros::WallTimer beat_;
  std::unique_ptr<ros::AsyncSpinner> spinner_;
  Notifier notifier_;
};

}  // namespace sinew_base
