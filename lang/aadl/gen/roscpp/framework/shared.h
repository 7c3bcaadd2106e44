#pragma once

#include <mutex>

namespace sinew_base {

/// Data that several threads of a node share: each looks at all of it, or changes all of it. It has nothing to do with
/// ROS.
template <typename M>
class Shared {
 public:
  M get() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }

  void set(const M& value) {
    std::lock_guard<std::mutex> lock(mutex_);
    value_ = value;
  }

  /// Calls a function with the value, which it may change; nobody else sees it before the function returns.
  template <typename Function>
  void change(Function function) {
    std::lock_guard<std::mutex> lock(mutex_);
    function(value_);
  }

 private:
  mutable std::mutex mutex_;
  M value_{};
};

}  // namespace sinew_base
