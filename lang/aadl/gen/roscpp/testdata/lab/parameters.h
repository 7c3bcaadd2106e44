#pragma once

#include <lab_base/node.h>
#include <ros/ros.h>

namespace lab_station {

struct Parameters {
  double gain = 1;

  void load(const ros::NodeHandle& own) { own.getParam("gain", gain); }

  void validate(lab_base::Faults& faults) const {
    if (!(gain > 0)) faults.push_back("gain is not positive");
  }
};

}  // namespace lab_station
