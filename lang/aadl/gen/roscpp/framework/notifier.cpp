#include "sinew_base/notifier.h"

#include <chrono>

namespace sinew_base {

Notifier::~Notifier() {
  if (!thread_.joinable()) return;
  finish(ros::WallDuration(0.0));
  ros::shutdown();  // ends a call that nobody answers
  thread_.join();
}

void Notifier::start(const std::string& service, const ros::Duration& every, bool critical) {
  std::lock_guard<std::mutex> lock(mutex_);
  last_.node = ros::this_node::getName();
  last_.life = ros::WallTime::now().toNSec();
  last_.every = every;
  last_.critical = critical;
  for (auto& notice : waiting_) {
    notice.node = last_.node;
    notice.life = last_.life;
    notice.every = every;
    notice.critical = critical;
  }
  if (thread_.joinable()) return;
  service_ = service;
  done_ = false;
  thread_ = std::thread(&Notifier::work, this);
}

void Notifier::tell(std::uint8_t state, const std::string& cause) {
  std::lock_guard<std::mutex> lock(mutex_);
  last_.state = state;
  last_.cause = cause;
  push();
}

void Notifier::beat() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (waiting_.empty()) push();
}

void Notifier::push() {
  ++last_.number;
  if (waiting_.size() == kMost) {
    waiting_.pop_front();
    ++dropped_;
  }
  waiting_.push_back(last_);
  changed_.notify_all();
}

void Notifier::finish(const ros::WallDuration& patience) {
  std::unique_lock<std::mutex> lock(mutex_);
  over_ = true;
  changed_.notify_all();
  changed_.wait_for(lock, std::chrono::nanoseconds(patience.toNSec()), [this] { return done_; });
}

std::uint64_t Notifier::dropped() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return dropped_;
}

void Notifier::work() {
  ros::ServiceClient client;
  for (;;) {
    sinew_msgs::NotifyState notice;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return over_ || !waiting_.empty(); });
      if (waiting_.empty() || !ros::ok()) break;
      notice.request = waiting_.front();
      waiting_.pop_front();
    }
    if (!client.isValid() && ros::service::exists(service_, false))
      client = ros::NodeHandle().serviceClient<sinew_msgs::NotifyState>(service_, true);
    if (client.isValid() && !client.call(notice)) client = ros::ServiceClient();  // it has gone, and may come back
  }
  std::lock_guard<std::mutex> lock(mutex_);
  done_ = true;
  changed_.notify_all();
}

}  // namespace sinew_base
