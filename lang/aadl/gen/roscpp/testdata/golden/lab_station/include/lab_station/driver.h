// Made by sinew gen from Lab::Lab.impl and yours to edit: it is not written again once edited; seal de18cd81f908b281.

#pragma once

#include <lab_base/ports.h>

#include <geometry_msgs/PointStamped.h>
#include <lab_msgs/Double.h>
#include <lab_msgs/Reading.h>
#include <lab_msgs/Report.h>
#include <lab_msgs/Tune.h>
#include <std_msgs/Empty.h>
#include <std_msgs/Float64.h>
#include <std_msgs/Int64.h>

namespace lab_station {

/// Speaks with the devices of the node on a thread of its own. It keeps its commands within the devices' limits. It
/// is yours to write.
class Driver {
 public:
  /// What it hands over when it has come. Any thread may call these; what they trigger runs on the spinner.
  struct Hears {
    lab_base::Sink<lab_msgs::Reading> measured;
  };

  virtual ~Driver() = default;

  /// Begins. An exception leads to Error.
  virtual void open(const Hears& hears) = 0;

  /// Carries out what comes on heat, as far as the limits let it. It must not wait.
  virtual void heat(const lab_msgs::Reading& message) = 0;

  /// Ends: nothing is handed over any more when it returns.
  virtual void close() noexcept = 0;
};

}  // namespace lab_station
