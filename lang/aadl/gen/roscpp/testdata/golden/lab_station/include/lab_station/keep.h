#pragma once

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// What the algorithm of keep keeps from one call to the next. Each Init begins with a new one.
struct KeepState {
  /// Reports all that is wrong with the state at the end of Init.
  void validate(lab_base::Faults& /*faults*/) const {}

  /// The algorithm of the thread keep, which is called when something comes on received.
  ///
  /// It keeps what was measured.
  ///
  /// An exception that it throws brings the node into its state Error; nothing is sent then.
  // sinew:algorithm keep
  void run(const Parameters& /*parameters*/, const KeepIn& in, KeepOut& out) {
    if (in.received) {
      out.latest = *in.received;
      out.send_latest = true;
    }
  }
};

}  // namespace lab_station
