#pragma once

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// What the algorithm of near keeps from one call to the next. Each Init begins with a new one.
struct NearState {
  /// Reports all that is wrong with the state at the end of Init.
  void validate(lab_base::Faults& /*faults*/) const {}

  /// The algorithm of the thread near, which is called when there are messages of here and there that were made
  /// within 5ms.
  ///
  /// It takes two places of about the same time.
  ///
  /// An exception that it throws brings the node into its state Error; nothing is sent then.
  // sinew:algorithm near
  void run(const Parameters& /*parameters*/, const NearIn& in, NearOut& out) {
    if (in.here) {
      out.middle = *in.here;
      out.send_middle = true;
    }
  }
};

}  // namespace lab_station
