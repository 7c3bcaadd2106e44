#pragma once

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// What the algorithm of watch keeps from one call to the next. Each Init begins with a new one.
struct WatchState {
  /// Reports all that is wrong with the state at the end of Init.
  void validate(lab_base::Faults& /*faults*/) const {}

  /// The algorithm of the thread watch, which is called every 10ms.
  ///
  /// It looks at what is kept, and reports.
  ///
  /// An exception that it throws brings the node into its state Error; nothing is sent then.
  // sinew:algorithm watch
  void run(const Parameters& /*parameters*/, const WatchIn& /*in*/, WatchOut& out) {
    out.send_report = true;
    // out.heat commands a device: nothing is sent until you say what.
    out.send_alarm = true;
  }
};

}  // namespace lab_station
