#pragma once

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// What the algorithm of office.asker keeps from one call to the next. Each Init begins with a new one.
struct OfficeAskerState {
  /// Reports all that is wrong with the state at the end of Init.
  void validate(lab_base::Faults& /*faults*/) const {}

  /// The algorithm of the thread office.asker, which is called when something comes on new.
  ///
  /// It asks the panel, and the clerk.
  ///
  /// An exception that it throws brings the node into its state Error; nothing is sent then.
  // sinew:algorithm office.asker
  void run(const Parameters& /*parameters*/, const OfficeAskerIn& in, OfficeAskerOut& out) {
    if (in.new_) {
      out.sum = *in.new_;
      out.send_sum = true;
    }
  }
};

}  // namespace lab_station
