#pragma once

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// Passes on what was measured, and -1 for an alarm.
struct ReplyState {
  void validate(lab_base::Faults&) const {}

  // sinew:algorithm reply
  void run(const Parameters&, const ReplyIn& in, ReplyOut& out) {
    out.published.data = in.alarm ? -1 : in.received->value;
    out.send_published = true;
  }
};

}  // namespace lab_station
