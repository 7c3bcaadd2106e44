#pragma once

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// What the algorithm of reply keeps from one call to the next. Each Init begins with a new one.
struct ReplyState {
  /// Reports all that is wrong with the state at the end of Init.
  void validate(lab_base::Faults& /*faults*/) const {}

  /// The algorithm of the thread reply, which is called when something comes on received or alarm.
  ///
  /// An exception that it throws brings the node into its state Error; nothing is sent then.
  // sinew:algorithm reply
  void run(const Parameters& /*parameters*/, const ReplyIn& /*in*/, ReplyOut& out) { out.send_published = true; }
};

}  // namespace lab_station
