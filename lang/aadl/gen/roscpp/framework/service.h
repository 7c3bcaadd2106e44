#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <ros/ros.h>

namespace sinew_base {

/// Asks a service, and waits for the reply no longer than a time. ROS itself would wait without an end, so that a
/// thread of its own asks; a service that never answers costs a caller that time, and no more.
template <typename S>
class Client {
 public:
  /// @param service the service's name
  /// @param patience how long a call waits
  Client(std::string service, const ros::Duration& patience)
      : line_(std::make_shared<Line>()), service_(std::move(service)), patience_(patience.toNSec()) {}

  ~Client() {
    {
      std::lock_guard<std::mutex> lock(line_->mutex);
      line_->over = true;
      line_->changed.notify_all();
    }
    if (thread_.joinable()) thread_.detach();  // it may wait for a reply: what it needs is its own
  }

  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Asks.
  ///
  /// @throws std::runtime_error if nobody serves, the reply takes too long, or the server fails
  typename S::Response operator()(const typename S::Request& request) {
    std::lock_guard<std::mutex> one(calls_);
    std::unique_lock<std::mutex> lock(line_->mutex);
    if (line_->busy) throw std::runtime_error(service_ + " has not yet answered an earlier call");
    if (!thread_.joinable()) thread_ = std::thread(work, line_, service_);
    line_->call.request = request;
    line_->busy = true;
    line_->changed.notify_all();
    if (!line_->changed.wait_for(lock, patience_, [this] { return !line_->busy; }))
      throw std::runtime_error(service_ + " does not answer in time");
    if (!line_->fault.empty()) throw std::runtime_error(line_->fault);
    return line_->call.response;
  }

 private:
  /// What a client shares with its thread.
  struct Line {
    std::mutex mutex;
    std::condition_variable changed;
    S call;
    std::string fault;
    bool busy = false;
    bool over = false;
  };

  static void work(std::shared_ptr<Line> line, std::string service) {
    ros::ServiceClient client;
    std::unique_lock<std::mutex> lock(line->mutex);
    for (;;) {
      line->changed.wait(lock, [&] { return line->over || line->busy; });
      if (line->over) return;
      S call = line->call;
      lock.unlock();
      std::string fault;
      if (!client.isValid() && ros::service::exists(service, false))
        client = ros::NodeHandle().serviceClient<S>(service, true);
      if (!client.isValid()) {
        fault = "nobody serves " + service;
      } else if (!client.call(call)) {
        fault = service + " has failed";
        client = ros::ServiceClient();  // it may have gone, and may come back
      }
      lock.lock();
      line->call = call;
      line->fault = fault;
      line->busy = false;
      line->changed.notify_all();
    }
  }

  std::shared_ptr<Line> line_;
  const std::string service_;
  const std::chrono::nanoseconds patience_;
  std::mutex calls_;
  std::thread thread_;
};

}  // namespace sinew_base
