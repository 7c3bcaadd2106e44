// Made by sinew gen from Lab::Lab.impl and yours to edit: it is not written again once edited; seal f22b1653f61c775f.

#pragma once

#include <boost/shared_ptr.hpp>
#include <functional>

#include <geometry_msgs/PointStamped.h>
#include <lab_base/shared.h>
#include <lab_msgs/Double.h>
#include <lab_msgs/Reading.h>
#include <lab_msgs/Report.h>
#include <lab_msgs/Tune.h>
#include <std_msgs/Empty.h>
#include <std_msgs/Float64.h>
#include <std_msgs/Int64.h>

namespace lab_station {

/// What the algorithm of keep gets. It may keep messages, and cannot change them.
struct KeepIn {
  boost::shared_ptr<const lab_msgs::Reading> received;  ///< what came
};

/// What the algorithm of keep gives. What is marked to be sent is sent when it returns; the values stay for the next
/// time.
struct KeepOut {
  lab_msgs::Reading latest;
  bool send_latest = false;
};

/// What the algorithm of watch gets. It may keep messages, and cannot change them.
struct WatchIn {
  boost::shared_ptr<const lab_msgs::Reading> measured;  ///< the latest; null: there is none yet
  boost::shared_ptr<const lab_msgs::Reading> limit;     ///< what came last since the thread ran; null: nothing
  lab_base::Shared<std_msgs::Int64>* count = nullptr;   ///< shared with other threads
};

/// What the algorithm of watch gives. What is marked to be sent is sent when it returns; the values stay for the next
/// time.
struct WatchOut {
  lab_msgs::Report report;
  bool send_report = false;
  lab_msgs::Reading heat;
  bool send_heat = false;
  bool send_alarm = false;
};

/// What the algorithm of reply gets. It may keep messages, and cannot change them.
struct ReplyIn {
  boost::shared_ptr<const lab_msgs::Reading> received;  ///< what came; null: nothing on this port
  bool alarm = false;                                   ///< something came
};

/// What the algorithm of reply gives. What is marked to be sent is sent when it returns; the values stay for the next
/// time.
struct ReplyOut {
  std_msgs::Float64 published;
  bool send_published = false;
};

/// What the algorithm of exact gets. It may keep messages, and cannot change them.
struct ExactIn {
  boost::shared_ptr<const lab_msgs::Reading> limit;  ///< what came
  boost::shared_ptr<const lab_msgs::Reading> new_;   ///< what came
};

/// What the algorithm of exact gives. What is marked to be sent is sent when it returns; the values stay for the next
/// time.
struct ExactOut {
  lab_msgs::Reading pair;
  bool send_pair = false;
};

/// What the algorithm of near gets. It may keep messages, and cannot change them.
struct NearIn {
  boost::shared_ptr<const geometry_msgs::PointStamped> here;   ///< what came
  boost::shared_ptr<const geometry_msgs::PointStamped> there;  ///< what came
};

/// What the algorithm of near gives. What is marked to be sent is sent when it returns; the values stay for the next
/// time.
struct NearOut {
  geometry_msgs::PointStamped middle;
  bool send_middle = false;
};

/// What the algorithm of office.asker gets. It may keep messages, and cannot change them.
struct OfficeAskerIn {
  boost::shared_ptr<const lab_msgs::Reading> new_;  ///< what came
  /// Asks the service. It throws if there is no answer within 500ms.
  std::function<lab_msgs::Double::Response(const lab_msgs::Double::Request&)> double_;
  /// Asks the service. It throws if there is no answer within 1s.
  std::function<lab_msgs::Tune::Response(const lab_msgs::Tune::Request&)> tune;
  const lab_base::Shared<std_msgs::Int64>* count = nullptr;  ///< shared with other threads
};

/// What the algorithm of office.asker gives. What is marked to be sent is sent when it returns; the values stay for
/// the next time.
struct OfficeAskerOut {
  lab_msgs::Reading sum;
  bool send_sum = false;
};

}  // namespace lab_station
