#pragma once

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// What the algorithm of exact keeps from one call to the next. Each Init begins with a new one.
struct ExactState {
  /// Reports all that is wrong with the state at the end of Init.
  void validate(lab_base::Faults& /*faults*/) const {}

  /// The algorithm of the thread exact, which is called when there are messages of limit and new that were made at
  /// the same time.
  ///
  /// It takes two that were made at the same time.
  ///
  /// An exception that it throws brings the node into its state Error; nothing is sent then.
  // sinew:algorithm exact
  void run(const Parameters& /*parameters*/, const ExactIn& in, ExactOut& out) {
    if (in.limit) {
      out.pair = *in.limit;
      out.send_pair = true;
    }
  }
};

}  // namespace lab_station
