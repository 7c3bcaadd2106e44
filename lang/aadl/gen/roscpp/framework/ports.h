#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <ros/callback_queue.h>
#include <ros/message_traits.h>
#include <ros/ros.h>
#include <boost/make_shared.hpp>

namespace sinew_base {

/// A message that nobody changes any more.
template <typename M>
using Pointer = boost::shared_ptr<const M>;

/// Where messages go.
template <typename M>
using Sink = std::function<void(const Pointer<M>&)>;

/// Keeps what came last on a port until its thread looks at it. Any thread may call its functions.
template <typename M>
class Kept {
 public:
  void put(const Pointer<M>& message) {
    std::lock_guard<std::mutex> lock(mutex_);
    last_ = message;
  }

  /// The latest, null if there is none yet.
  Pointer<M> look() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return last_;
  }

  /// What came last since this was called; null: nothing.
  Pointer<M> take() {
    std::lock_guard<std::mutex> lock(mutex_);
    Pointer<M> last;
    last.swap(last_);
    return last;
  }

 private:
  mutable std::mutex mutex_;
  Pointer<M> last_;
};

/// Leads to all that is connected to a port. It is connected before callbacks run.
template <typename M>
class Output {
 public:
  void to(Sink<M> sink) { sinks_.push_back(std::move(sink)); }

  void send(const M& message) const {
    if (sinks_.empty()) return;
    const Pointer<M> shared = boost::make_shared<const M>(message);
    for (const Sink<M>& sink : sinks_) sink(shared);
  }

 private:
  std::vector<Sink<M>> sinks_;
};

/// A bounded queue, whose reader the spinner calls: this is how one thread of a node, or its driver, triggers another.
/// The oldest message is dropped when there is no room. Any thread may put.
template <typename M>
class Inbox : public ros::CallbackInterface, public boost::enable_shared_from_this<Inbox<M>> {
 public:
  Inbox(std::size_t most, Sink<M> reader) : most_(most), reader_(std::move(reader)) {}

  void put(const Pointer<M>& message) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      waiting_.push_back(message);
      if (waiting_.size() > most_) {
        waiting_.pop_front();
        ++dropped_;
        return;  // a call for it is on its way already
      }
    }
    ros::getGlobalCallbackQueue()->addCallback(this->shared_from_this(), reinterpret_cast<std::uint64_t>(this));
  }

  CallResult call() override {
    std::lock_guard<std::mutex> in_turn(reading_);
    Pointer<M> message;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (waiting_.empty()) return Success;
      message = waiting_.front();
      waiting_.pop_front();
    }
    reader_(message);
    return Success;
  }

  /// How many messages found no room.
  std::uint64_t dropped() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return dropped_;
  }

 private:
  const std::size_t most_;
  const Sink<M> reader_;
  std::mutex reading_;
  mutable std::mutex mutex_;
  std::deque<Pointer<M>> waiting_;
  std::uint64_t dropped_ = 0;
};

/// Makes a sink that leads to a reader through an Inbox.
template <typename M>
Sink<M> through(std::size_t most, Sink<M> reader) {
  const auto box = boost::make_shared<Inbox<M>>(most, std::move(reader));
  return [box](const Pointer<M>& message) { box->put(message); };
}

}  // namespace sinew_base
