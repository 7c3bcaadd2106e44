#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include <ros/ros.h>
#include <sinew_msgs/NotifyState.h>

namespace sinew_base {

/// Tells an overseer what state a node is in, by a service, on a thread of its own: an overseer that is slow, hangs or
/// is not there never holds up the node.
class Notifier {
 public:
  Notifier() = default;
  ~Notifier();
  Notifier(const Notifier&) = delete;
  Notifier& operator=(const Notifier&) = delete;

  /// Begins to tell a service. ROS must have been initialised.
  ///
  /// @param service its name
  /// @param every the period of notification, zero for changes of state alone
  /// @param critical whether the system is unsafe without the node
  void start(const std::string& service, const ros::Duration& every, bool critical);

  /// Notes a change of state, which is told as soon as possible.
  void tell(std::uint8_t state, const std::string& cause);

  /// Tells the state again.
  void beat();

  /// Ends when all is told, or at the latest after a time. It may be called when ROS has been shut down.
  void finish(const ros::WallDuration& patience);

  /// How many notices were left out because too many waited.
  std::uint64_t dropped() const;

 private:
  static constexpr std::size_t kMost = 16;

  void push();
  void work();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<sinew_msgs::NotifyState::Request> waiting_;
  sinew_msgs::NotifyState::Request last_;
  std::uint64_t dropped_ = 0;
  bool over_ = false;
  bool done_ = true;
  std::string service_;
  std::thread thread_;
};

}  // namespace sinew_base
