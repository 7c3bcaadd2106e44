#pragma once

#include <stdexcept>

#include <lab_base/node.h>

#include "lab_station/frames.h"
#include "lab_station/parameters.h"

namespace lab_station {

/// Counts its calls, passes limits to the oven, and cannot bear one above 100.
struct WatchState {
  std::uint32_t number = 0;

  void validate(lab_base::Faults& faults) const {
    if (number != 0) faults.push_back("the count does not begin at zero");
  }

  // sinew:algorithm watch
  void run(const Parameters& parameters, const WatchIn& in, WatchOut& out) {
    out.report.number = ++number;
    out.report.class_.data = in.measured ? lab_msgs::Level::TOO_HIGH : lab_msgs::Level::LOW;
    out.report.rows[5] = in.measured ? static_cast<float>(in.measured->value) : 0;
    out.send_report = true;
    in.count->change([](std_msgs::Int64& count) { ++count.data; });
    if (!in.limit) return;
    if (in.limit->value > 100) throw std::runtime_error("too hot");
    out.heat.value = in.limit->value * parameters.gain;
    out.send_heat = true;
    out.send_alarm = in.limit->value > 50;
  }
};

}  // namespace lab_station
