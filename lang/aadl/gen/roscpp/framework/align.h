#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <message_filters/pass_through.h>
#include <message_filters/sync_policies/approximate_time.h>
#include <message_filters/sync_policies/exact_time.h>
#include <message_filters/synchronizer.h>

#include "sinew_base/ports.h"

namespace sinew_base {

/// A message with the time at which it was made. ROS's filters take any message so, whether or not it has a header.
template <typename M>
struct Arrived {
  Pointer<M> message;
  ros::Time stamp;
};

template <typename M>
ros::Time stampOf(const M& message, std::true_type) {
  return message.header.stamp;
}

template <typename M>
ros::Time stampOf(const M&, std::false_type) {
  return ros::Time::now();
}

/// The time in a message's header, or now, if it has none.
template <typename M>
ros::Time stampOf(const M& message) {
  return stampOf(message, std::integral_constant<bool, ros::message_traits::HasHeader<M>::value>());
}

/// A time of so many nanoseconds; the end of time, if ROS has none that is so late.
inline ros::Time fromNanoseconds(std::uint64_t n) {
  const std::uint64_t seconds = n / 1000000000;
  if (seconds > std::numeric_limits<std::uint32_t>::max()) return ros::TIME_MAX;
  return ros::Time(static_cast<std::uint32_t>(seconds), static_cast<std::uint32_t>(n % 1000000000));
}

/// An input of a filter that takes messages of several ports together.
template <typename M>
class Aligned : public message_filters::PassThrough<Arrived<M>> {
 public:
  void put(const Pointer<M>& message, const ros::Time& stamp) {
    const auto arrived = boost::make_shared<Arrived<M>>();
    arrived->message = message;
    arrived->stamp = stamp;
    this->add(boost::shared_ptr<const Arrived<M>>(arrived));
  }
};

}  // namespace sinew_base

namespace ros {
namespace message_traits {

template <typename M>
struct TimeStamp<sinew_base::Arrived<M>, void> {
  static ros::Time value(const sinew_base::Arrived<M>& m) { return m.stamp; }
};

}  // namespace message_traits
}  // namespace ros
