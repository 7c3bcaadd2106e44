#pragma once

#include <stdexcept>

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// Asks for the double of what comes, and for a number. Where there is no answer, it says so with a value of its own.
struct OfficeAskerState {
  void validate(lab_base::Faults&) const {}

  // sinew:algorithm office.asker
  void run(const Parameters&, const OfficeAskerIn& in, OfficeAskerOut& out) {
    out.sum = lab_msgs::Reading();
    if (in.count->get().data < 0) return;
    lab_msgs::Tune::Request tune;
    tune.by = in.new_->value < 0 ? -1 : 1;
    lab_msgs::Double::Request twice;
    twice.x = in.new_->value;
    try {
      out.sum.stamp = in.tune(tune).count;
      out.sum.value = in.double_(twice).y;
    } catch (const std::runtime_error& e) {
      out.sum.value = std::string(e.what()) == "double does not answer in time" ? -2 : -1;
    }
    out.send_sum = true;
  }
};

}  // namespace lab_station
