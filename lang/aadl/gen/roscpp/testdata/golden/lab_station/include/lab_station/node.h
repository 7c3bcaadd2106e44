#pragma once

#include <string>

#include "lab_station/framework.h"

namespace lab_station {

/// The node Lab::Station.impl.
///
/// It watches the oven.
class Node : public Framework {
 protected:
  /// Gets ready what algorithms need, at the end of Init. An exception leads to Error.
  void prepare() override {}

  /// Ends what has to end before ROS does.
  void tearDown() override {}

  /// Handles a fault, and says where to go on: Init, Running or Closing.
  lab_base::State errorHandling(const std::string& /*cause*/) override { return lab_base::State::Closing; }

  /// Makes the driver. Null: there is none.
  std::unique_ptr<Driver> makeDriver() override { return nullptr; }
};

}  // namespace lab_station
