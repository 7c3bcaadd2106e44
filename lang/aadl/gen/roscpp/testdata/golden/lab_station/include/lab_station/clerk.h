#pragma once

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// What the algorithm of clerk keeps from one call to the next. Each Init begins with a new one.
struct ClerkState {
  /// Reports all that is wrong with the state at the end of Init.
  void validate(lab_base::Faults& /*faults*/) const {}

  /// Answers who asks for Tune.
  ///
  /// It says how often the station has looked, and counts on from there.
  ///
  /// An exception that it throws is an answer, too: the caller's call fails.
  // sinew:algorithm clerk tune
  void serve_tune(const Parameters& /*parameters*/, const lab_msgs::Tune::Request& /*request*/,
                  lab_msgs::Tune::Response& /*reply*/) {}
};

}  // namespace lab_station
