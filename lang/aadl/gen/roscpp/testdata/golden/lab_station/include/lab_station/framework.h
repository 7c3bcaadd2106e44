// Made by sinew gen from Lab::Lab.impl and yours to edit: it is not written again once edited; seal 9cf2655ee5446a8d.

#pragma once

#include <memory>
#include <mutex>

#include <lab_base/align.h>
#include <lab_base/node.h>
#include <lab_base/ports.h>
#include <lab_base/service.h>
#include <lab_base/shared.h>
#include <ros/ros.h>

#include "lab_station/clerk.h"
#include "lab_station/driver.h"
#include "lab_station/exact.h"
#include "lab_station/frames.h"
#include "lab_station/keep.h"
#include "lab_station/near.h"
#include "lab_station/office_asker.h"
#include "lab_station/parameters.h"
#include "lab_station/reply.h"
#include "lab_station/watch.h"

namespace lab_station {

/// Runs the algorithm of the thread keep when something comes on received.
///
/// It keeps what was measured.
///
/// - in `received` (lab_msgs/Reading): it triggers
/// - out `latest` (lab_msgs/Reading)
class Keep {
 public:
  Keep(lab_base::Node& node, const Parameters& parameters);

  void received(const lab_base::Pointer<lab_msgs::Reading>& message);
  lab_base::Output<lab_msgs::Reading> latest;
  KeepState state;  ///< what the algorithm keeps: only it may use it while the node is running

 private:
  void call(KeepIn& in);

  lab_base::Node& node_;
  const Parameters& parameters_;
  std::mutex mutex_;  ///< one call of the algorithm at a time
  KeepOut out_;
};

/// Runs the algorithm of the thread watch every 10ms.
///
/// It looks at what is kept, and reports.
///
/// - in `measured` (lab_msgs/Reading): the latest is kept
/// - in `limit` (lab_msgs/Reading): the latest is kept until the thread runs
/// - out `report` (lab_msgs/Report)
/// - out `heat` (lab_msgs/Reading)
/// - out `alarm` (std_msgs/Empty)
class Watch {
 public:
  Watch(lab_base::Node& node, const Parameters& parameters, lab_base::Shared<std_msgs::Int64>& count);

  /// Runs the algorithm, if the node is running.
  void run();

  void measured(const lab_base::Pointer<lab_msgs::Reading>& message);
  void limit(const lab_base::Pointer<lab_msgs::Reading>& message);
  lab_base::Output<lab_msgs::Report> report;
  lab_base::Output<lab_msgs::Reading> heat;
  lab_base::Output<std_msgs::Empty> alarm;
  WatchState state;  ///< what the algorithm keeps: only it may use it while the node is running

 private:
  void call(WatchIn& in);

  lab_base::Node& node_;
  const Parameters& parameters_;
  lab_base::Kept<lab_msgs::Reading> kept_measured_;
  lab_base::Kept<lab_msgs::Reading> kept_limit_;
  lab_base::Shared<std_msgs::Int64>& shared_count_;
  std::mutex mutex_;  ///< one call of the algorithm at a time
  WatchOut out_;
};

/// Runs the algorithm of the thread reply when something comes on received or alarm.
///
/// - in `received` (lab_msgs/Reading): it triggers
/// - in `alarm` (std_msgs/Empty): it triggers
/// - out `published` (std_msgs/Float64)
class Reply {
 public:
  Reply(lab_base::Node& node, const Parameters& parameters);

  void received(const lab_base::Pointer<lab_msgs::Reading>& message);
  void alarm(const lab_base::Pointer<std_msgs::Empty>& message);
  lab_base::Output<std_msgs::Float64> published;
  ReplyState state;  ///< what the algorithm keeps: only it may use it while the node is running

 private:
  void call(ReplyIn& in);

  lab_base::Node& node_;
  const Parameters& parameters_;
  std::mutex mutex_;  ///< one call of the algorithm at a time
  ReplyOut out_;
};

/// Runs the algorithm of the thread exact when there are messages of limit and new that were made at the same time.
///
/// It takes two that were made at the same time.
///
/// - in `limit` (lab_msgs/Reading): taken together with the others
/// - in `new_` (lab_msgs/Reading): taken together with the others
/// - out `pair` (lab_msgs/Reading)
class Exact {
 public:
  Exact(lab_base::Node& node, const Parameters& parameters);

  void limit(const lab_base::Pointer<lab_msgs::Reading>& message);
  void new_(const lab_base::Pointer<lab_msgs::Reading>& message);
  lab_base::Output<lab_msgs::Reading> pair;
  ExactState state;  ///< what the algorithm keeps: only it may use it while the node is running

 private:
  void call(ExactIn& in);
  void take(const lab_base::Pointer<lab_base::Arrived<lab_msgs::Reading>>& limit,
            const lab_base::Pointer<lab_base::Arrived<lab_msgs::Reading>>& new_);

  using Policy = message_filters::sync_policies::ExactTime<lab_base::Arrived<lab_msgs::Reading>,
                                                           lab_base::Arrived<lab_msgs::Reading>>;

  lab_base::Aligned<lab_msgs::Reading> align_limit_;
  lab_base::Aligned<lab_msgs::Reading> align_new_;
  message_filters::Synchronizer<Policy> align_;
  lab_base::Node& node_;
  const Parameters& parameters_;
  std::mutex mutex_;  ///< one call of the algorithm at a time
  ExactOut out_;
};

/// Runs the algorithm of the thread near when there are messages of here and there that were made within 5ms.
///
/// It takes two places of about the same time.
///
/// - in `here` (geometry_msgs/PointStamped): taken together with the others
/// - in `there` (geometry_msgs/PointStamped): taken together with the others
/// - out `middle` (geometry_msgs/PointStamped)
class Near {
 public:
  Near(lab_base::Node& node, const Parameters& parameters);

  void here(const lab_base::Pointer<geometry_msgs::PointStamped>& message);
  void there(const lab_base::Pointer<geometry_msgs::PointStamped>& message);
  lab_base::Output<geometry_msgs::PointStamped> middle;
  NearState state;  ///< what the algorithm keeps: only it may use it while the node is running

 private:
  void call(NearIn& in);
  void take(const lab_base::Pointer<lab_base::Arrived<geometry_msgs::PointStamped>>& here,
            const lab_base::Pointer<lab_base::Arrived<geometry_msgs::PointStamped>>& there);

  using Policy = message_filters::sync_policies::ApproximateTime<lab_base::Arrived<geometry_msgs::PointStamped>,
                                                                 lab_base::Arrived<geometry_msgs::PointStamped>>;

  lab_base::Aligned<geometry_msgs::PointStamped> align_here_;
  lab_base::Aligned<geometry_msgs::PointStamped> align_there_;
  message_filters::Synchronizer<Policy> align_;
  lab_base::Node& node_;
  const Parameters& parameters_;
  std::mutex mutex_;  ///< one call of the algorithm at a time
  NearOut out_;
};

/// Runs the algorithm of the thread clerk when it is asked.
class Clerk {
 public:
  Clerk(lab_base::Node& node, const Parameters& parameters);

  bool tune(lab_msgs::Tune::Request& request, lab_msgs::Tune::Response& reply);
  ClerkState state;  ///< what the algorithm keeps: only it may use it while the node is running

 private:
  lab_base::Node& node_;
  const Parameters& parameters_;
  std::mutex mutex_;  ///< one call of the algorithm at a time
};

/// Runs the algorithm of the thread office.asker when something comes on new.
///
/// It asks the panel, and the clerk.
///
/// - in `new_` (lab_msgs/Reading): it triggers
/// - out `sum` (lab_msgs/Reading)
class OfficeAsker {
 public:
  OfficeAsker(lab_base::Node& node, const Parameters& parameters, lab_base::Shared<std_msgs::Int64>& count);

  void new_(const lab_base::Pointer<lab_msgs::Reading>& message);
  lab_base::Output<lab_msgs::Reading> sum;
  OfficeAskerState state;  ///< what the algorithm keeps: only it may use it while the node is running

 private:
  void call(OfficeAskerIn& in);

  lab_base::Node& node_;
  const Parameters& parameters_;
  lab_base::Client<lab_msgs::Double> ask_double_;
  lab_base::Client<lab_msgs::Tune> ask_tune_;
  lab_base::Shared<std_msgs::Int64>& shared_count_;
  std::mutex mutex_;  ///< one call of the algorithm at a time
  OfficeAskerOut out_;
};

/// What runs the node Lab::Station.impl.
///
/// It watches the oven.
///
/// - in `measured` (lab_msgs/Reading): a device
/// - in `limit` (lab_msgs/Reading): topic limit
/// - in `new_` (lab_msgs/Reading): topic fresh
/// - in `here` (geometry_msgs/PointStamped): topic here
/// - in `there` (geometry_msgs/PointStamped): topic there
/// - out `heat` (lab_msgs/Reading): a device
/// - out `report` (lab_msgs/Report): topic report
/// - out `again` (std_msgs/Float64): topic again
/// - out `pair` (lab_msgs/Reading): topic pair
/// - out `middle` (geometry_msgs/PointStamped): topic middle
/// - out `sum` (lab_msgs/Reading): topic sum
class Framework : public lab_base::Node {
 public:
  Framework();

 protected:
  /// Makes the driver of the devices that the node is connected to. Null: there is none, and nothing is commanded.
  virtual std::unique_ptr<Driver> makeDriver() { return nullptr; }

  /// The node's parameters, which are constant once it has been initialised.
  const Parameters& parameters() const { return *parameters_; }

  void renew(const ros::NodeHandle& own) override;
  void validate(lab_base::Faults& faults) const override;
  void connect() override;
  void disconnect() override;

 private:
  std::shared_ptr<const Parameters> parameters_;
  std::unique_ptr<lab_base::Shared<std_msgs::Int64>> shared_count_;
  std::unique_ptr<Keep> keep_;
  std::unique_ptr<Watch> watch_;
  std::unique_ptr<Reply> reply_;
  std::unique_ptr<Exact> exact_;
  std::unique_ptr<Near> near_;
  std::unique_ptr<Clerk> clerk_;
  ros::ServiceServer clerk_tune_;
  std::unique_ptr<OfficeAsker> office_asker_;
  ros::Subscriber limit_;
  ros::Subscriber new_;
  ros::Subscriber here_;
  ros::Subscriber there_;
  ros::Publisher report_;
  ros::Publisher again_;
  ros::Publisher pair_;
  ros::Publisher middle_;
  ros::Publisher sum_;
  std::unique_ptr<Driver> driver_;
};

}  // namespace lab_station
