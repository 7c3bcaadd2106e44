#pragma once

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "lab_station/framework.h"

namespace lab_station {

/// An oven that measures what it was heated to, on a thread of its own.
class Oven : public Driver {
 public:
  void open(const Hears& hears) override {
    thread_ = std::thread([this, hears] {
      std::unique_lock<std::mutex> lock(mutex_);
      for (;;) {
        changed_.wait(lock, [this] { return over_ || !heated_.empty(); });
        if (over_) return;
        hears.measured(boost::make_shared<const lab_msgs::Reading>(heated_.front()));
        heated_.pop_front();
      }
    });
  }

  void heat(const lab_msgs::Reading& message) override {
    std::lock_guard<std::mutex> lock(mutex_);
    heated_.push_back(message);
    changed_.notify_all();
  }

  void close() noexcept override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<lab_msgs::Reading> heated_;
  bool over_ = false;
  std::thread thread_;
};

/// Begins again after a fault of the watch, and says what happens.
class Node : public Framework {
 protected:
  void prepare() override { say("prepared"); }
  void tearDown() override { say("torn down"); }

  lab_base::State errorHandling(const std::string& cause) override {
    say("error: " + cause);
    return cause == "watch: too hot" ? lab_base::State::Init : lab_base::State::Closing;
  }

  std::unique_ptr<Driver> makeDriver() override { return std::make_unique<Oven>(); }

 private:
  static void say(const std::string& text) {
    std::puts(text.c_str());
    std::fflush(stdout);
  }
};

}  // namespace lab_station
