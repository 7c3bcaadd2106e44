#pragma once

#include <lab_base/node.h>
#include <ros/ros.h>

namespace lab_station {

/// The parameters of the node, which are constant once it has been initialised.
struct Parameters {
  /// Reads them from the parameters that are private to the node.
  void load(const ros::NodeHandle& /*own*/) {}

  /// Reports all that is wrong with them at the end of Init.
  void validate(lab_base::Faults& /*faults*/) const {}
};

}  // namespace lab_station
