#pragma once

#include <stdexcept>

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// Counts.
struct ClerkState {
  std::int64_t count = 0;

  void validate(lab_base::Faults&) const {}

  // sinew:algorithm clerk tune
  void serve_tune(const Parameters&, const lab_msgs::Tune::Request& request, lab_msgs::Tune::Response& reply) {
    if (request.by < 0) throw std::runtime_error("less than nothing");
    reply.count = count += request.by;
  }
};

}  // namespace lab_station
