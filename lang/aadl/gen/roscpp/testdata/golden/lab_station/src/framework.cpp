// Made by sinew gen from Lab::Lab.impl and yours to edit: it is not written again once edited; seal 8f9837453ef3f966.

#include "lab_station/framework.h"

#include <utility>

namespace lab_station {

Keep::Keep(lab_base::Node& node, const Parameters& parameters) : node_(node), parameters_(parameters) {}

void Keep::received(const lab_base::Pointer<lab_msgs::Reading>& message) {
  KeepIn in;
  in.received = message;
  call(in);
}

void Keep::call(KeepIn& in) {
  if (!node_.running()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  out_.send_latest = false;
  try {
    state.run(parameters_, in, out_);
  } catch (const std::exception& e) {
    node_.fail(std::string("keep: ") + e.what());
    return;
  }
  if (out_.send_latest) latest.send(out_.latest);
}

Watch::Watch(lab_base::Node& node, const Parameters& parameters, lab_base::Shared<std_msgs::Int64>& count)
    : node_(node), parameters_(parameters), shared_count_(count) {}

void Watch::measured(const lab_base::Pointer<lab_msgs::Reading>& message) { kept_measured_.put(message); }

void Watch::limit(const lab_base::Pointer<lab_msgs::Reading>& message) { kept_limit_.put(message); }

void Watch::run() {
  if (!node_.running()) return;
  WatchIn in;
  in.limit = kept_limit_.take();
  call(in);
}

void Watch::call(WatchIn& in) {
  if (!node_.running()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  in.measured = kept_measured_.look();
  out_.send_report = false;
  out_.send_heat = false;
  out_.send_alarm = false;
  in.count = &shared_count_;
  try {
    state.run(parameters_, in, out_);
  } catch (const std::exception& e) {
    node_.fail(std::string("watch: ") + e.what());
    return;
  }
  if (out_.send_report) report.send(out_.report);
  if (out_.send_heat) heat.send(out_.heat);
  if (out_.send_alarm) alarm.send(std_msgs::Empty());
}

Reply::Reply(lab_base::Node& node, const Parameters& parameters) : node_(node), parameters_(parameters) {}

void Reply::received(const lab_base::Pointer<lab_msgs::Reading>& message) {
  ReplyIn in;
  in.received = message;
  call(in);
}

void Reply::alarm(const lab_base::Pointer<std_msgs::Empty>&) {
  ReplyIn in;
  in.alarm = true;
  call(in);
}

void Reply::call(ReplyIn& in) {
  if (!node_.running()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  out_.send_published = false;
  try {
    state.run(parameters_, in, out_);
  } catch (const std::exception& e) {
    node_.fail(std::string("reply: ") + e.what());
    return;
  }
  if (out_.send_published) published.send(out_.published);
}

Exact::Exact(lab_base::Node& node, const Parameters& parameters)
    : align_(Policy(16), align_limit_, align_new_), node_(node), parameters_(parameters) {
  align_.registerCallback(&Exact::take, this);
}

void Exact::limit(const lab_base::Pointer<lab_msgs::Reading>& message) {
  if (node_.running()) align_limit_.put(message, lab_base::fromNanoseconds(static_cast<std::uint64_t>(message->stamp)));
}

void Exact::new_(const lab_base::Pointer<lab_msgs::Reading>& message) {
  if (node_.running()) align_new_.put(message, lab_base::fromNanoseconds(static_cast<std::uint64_t>(message->stamp)));
}

void Exact::take(const lab_base::Pointer<lab_base::Arrived<lab_msgs::Reading>>& limit,
                 const lab_base::Pointer<lab_base::Arrived<lab_msgs::Reading>>& new_) {
  ExactIn in;
  in.limit = limit->message;
  in.new_ = new_->message;
  call(in);
}

void Exact::call(ExactIn& in) {
  if (!node_.running()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  out_.send_pair = false;
  try {
    state.run(parameters_, in, out_);
  } catch (const std::exception& e) {
    node_.fail(std::string("exact: ") + e.what());
    return;
  }
  if (out_.send_pair) pair.send(out_.pair);
}

Near::Near(lab_base::Node& node, const Parameters& parameters)
    : align_(Policy(16), align_here_, align_there_), node_(node), parameters_(parameters) {
  align_.setMaxIntervalDuration(ros::Duration(0, 5000000));
  align_.registerCallback(&Near::take, this);
}

void Near::here(const lab_base::Pointer<geometry_msgs::PointStamped>& message) {
  if (node_.running()) align_here_.put(message, lab_base::stampOf(*message));
}

void Near::there(const lab_base::Pointer<geometry_msgs::PointStamped>& message) {
  if (node_.running()) align_there_.put(message, lab_base::stampOf(*message));
}

void Near::take(const lab_base::Pointer<lab_base::Arrived<geometry_msgs::PointStamped>>& here,
                const lab_base::Pointer<lab_base::Arrived<geometry_msgs::PointStamped>>& there) {
  NearIn in;
  in.here = here->message;
  in.there = there->message;
  call(in);
}

void Near::call(NearIn& in) {
  if (!node_.running()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  out_.send_middle = false;
  try {
    state.run(parameters_, in, out_);
  } catch (const std::exception& e) {
    node_.fail(std::string("near: ") + e.what());
    return;
  }
  if (out_.send_middle) middle.send(out_.middle);
}

Clerk::Clerk(lab_base::Node& node, const Parameters& parameters) : node_(node), parameters_(parameters) {}

bool Clerk::tune(lab_msgs::Tune::Request& request, lab_msgs::Tune::Response& reply) {
  if (!node_.running()) return false;
  std::lock_guard<std::mutex> lock(mutex_);
  try {
    state.serve_tune(parameters_, request, reply);
    return true;
  } catch (const std::exception& e) {
    ROS_ERROR("clerk: %s", e.what());
    return false;
  }
}

OfficeAsker::OfficeAsker(lab_base::Node& node, const Parameters& parameters, lab_base::Shared<std_msgs::Int64>& count)
    : node_(node),
      parameters_(parameters),
      ask_double_("double", ros::Duration(0, 500000000)),
      ask_tune_("tune", ros::Duration(1, 0)),
      shared_count_(count) {}

void OfficeAsker::new_(const lab_base::Pointer<lab_msgs::Reading>& message) {
  OfficeAskerIn in;
  in.new_ = message;
  call(in);
}

void OfficeAsker::call(OfficeAskerIn& in) {
  if (!node_.running()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  out_.send_sum = false;
  in.double_ = std::ref(ask_double_);
  in.tune = std::ref(ask_tune_);
  in.count = &shared_count_;
  try {
    state.run(parameters_, in, out_);
  } catch (const std::exception& e) {
    node_.fail(std::string("office.asker: ") + e.what());
    return;
  }
  if (out_.send_sum) sum.send(out_.sum);
}

namespace {

/// How the model wants the node to be run.
lab_base::Config modelled() {
  lab_base::Config c;
  c.loop_period = 0.05;
  c.threads = 2;  // it asks itself, and one answers while another waits
  return c;
}

}  // namespace

Framework::Framework() : lab_base::Node(modelled()) {}

void Framework::renew(const ros::NodeHandle& own) {
  auto p = std::make_shared<Parameters>();
  p->load(own);
  parameters_ = std::move(p);
  shared_count_ = std::make_unique<lab_base::Shared<std_msgs::Int64>>();
  keep_ = std::make_unique<Keep>(*this, *parameters_);
  watch_ = std::make_unique<Watch>(*this, *parameters_, *shared_count_);
  reply_ = std::make_unique<Reply>(*this, *parameters_);
  exact_ = std::make_unique<Exact>(*this, *parameters_);
  near_ = std::make_unique<Near>(*this, *parameters_);
  clerk_ = std::make_unique<Clerk>(*this, *parameters_);
  office_asker_ = std::make_unique<OfficeAsker>(*this, *parameters_, *shared_count_);
}

void Framework::validate(lab_base::Faults& faults) const {
  parameters_->validate(faults);
  keep_->state.validate(faults);
  watch_->state.validate(faults);
  reply_->state.validate(faults);
  exact_->state.validate(faults);
  near_->state.validate(faults);
  clerk_->state.validate(faults);
  office_asker_->state.validate(faults);
}

void Framework::connect() {
  ros::NodeHandle n;
  report_ = n.advertise<lab_msgs::Report>("report", 10);
  again_ = n.advertise<std_msgs::Float64>("again", 10);
  pair_ = n.advertise<lab_msgs::Reading>("pair", 10);
  middle_ = n.advertise<geometry_msgs::PointStamped>("middle", 10);
  sum_ = n.advertise<lab_msgs::Reading>("sum", 10);
  keep_->latest.to([this](const lab_base::Pointer<lab_msgs::Reading>& m) { watch_->measured(m); });
  watch_->report.to([this](const lab_base::Pointer<lab_msgs::Report>& m) { report_.publish(m); });
  watch_->heat.to([this](const lab_base::Pointer<lab_msgs::Reading>& m) {
    if (driver_) driver_->heat(*m);
  });
  watch_->alarm.to(
      lab_base::through<std_msgs::Empty>(1, [this](const lab_base::Pointer<std_msgs::Empty>& m) { reply_->alarm(m); }));
  reply_->published.to([this](const lab_base::Pointer<std_msgs::Float64>& m) { again_.publish(m); });
  exact_->pair.to([this](const lab_base::Pointer<lab_msgs::Reading>& m) { pair_.publish(m); });
  near_->middle.to([this](const lab_base::Pointer<geometry_msgs::PointStamped>& m) { middle_.publish(m); });
  office_asker_->sum.to([this](const lab_base::Pointer<lab_msgs::Reading>& m) { sum_.publish(m); });
  every(ros::Duration(0, 10000000), ros::Duration(0, 2000000), [this] { watch_->run(); });
  clerk_tune_ = n.advertiseService<lab_msgs::Tune::Request, lab_msgs::Tune::Response>(
      "tune", [this](lab_msgs::Tune::Request& q, lab_msgs::Tune::Response& a) { return clerk_->tune(q, a); });
  driver_ = makeDriver();
  if (!driver_) ROS_WARN("there is no driver: nothing comes from devices, and nothing is commanded");
  Driver::Hears hears;
  hears.measured = lab_base::through<lab_msgs::Reading>(1, [this](const lab_base::Pointer<lab_msgs::Reading>& m) {
    keep_->received(m);
    reply_->received(m);
  });
  limit_ = n.subscribe<lab_msgs::Reading>(
      "limit", 16,
      [this](const lab_base::Pointer<lab_msgs::Reading>& m) {
        watch_->limit(m);
        exact_->limit(m);
      },
      ros::VoidConstPtr(), ros::TransportHints().tcpNoDelay());
  new_ = n.subscribe<lab_msgs::Reading>(
      "fresh", 16,
      [this](const lab_base::Pointer<lab_msgs::Reading>& m) {
        exact_->new_(m);
        office_asker_->new_(m);
      },
      ros::VoidConstPtr(), ros::TransportHints().tcpNoDelay());
  here_ = n.subscribe<geometry_msgs::PointStamped>(
      "here", 16, [this](const lab_base::Pointer<geometry_msgs::PointStamped>& m) { near_->here(m); },
      ros::VoidConstPtr(), ros::TransportHints().tcpNoDelay());
  there_ = n.subscribe<geometry_msgs::PointStamped>(
      "there", 16, [this](const lab_base::Pointer<geometry_msgs::PointStamped>& m) { near_->there(m); },
      ros::VoidConstPtr(), ros::TransportHints().tcpNoDelay());
  if (driver_) driver_->open(hears);
}

void Framework::disconnect() {
  if (driver_) driver_->close();
  driver_.reset();
  limit_.shutdown();
  new_.shutdown();
  here_.shutdown();
  there_.shutdown();
  report_.shutdown();
  again_.shutdown();
  pair_.shutdown();
  middle_.shutdown();
  sum_.shutdown();
  keep_.reset();
  watch_.reset();
  reply_.reset();
  exact_.reset();
  near_.reset();
  clerk_tune_.shutdown();
  clerk_.reset();
  office_asker_.reset();
}

}  // namespace lab_station
