// The programs of bench/reactor on reactor-cpp, the C++ runtime of Lingua Franca: reactor NAME N runs about N events of
// one of them, with one worker and as fast as it goes, and prints the nanoseconds of an event.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <reactor-cpp/reactor-cpp.hh>

using namespace reactor;

// join connects two ports, in the way that the installed release has.
template <class From, class To> void join(Environment &env, From &from, To &to) {
  if constexpr (requires { from.bind_to(&to); }) {
    from.bind_to(&to);
  } else if constexpr (requires { env.draw_connection(from, to, ConnectionProperties{}); }) {
    env.draw_connection(from, to, ConnectionProperties{});
  } else {
    env.draw_connection(&from, &to, ConnectionProperties{});
  }
}

// Starting has a start and an action that begins the next round.
struct Starting : Reactor {
  StartupTrigger startup{"startup", this};
  LogicalAction<void> next{"next", this};
  Output<long> out{"out", this};
  long left;
  Reaction send{"send", 1, this, [this]() { on_send(); }};

  Starting(const std::string &name, Environment *env, long n) : Reactor(name, env), left{n} {}
  virtual void on_send() = 0;
};

struct Ping : Starting {
  Input<long> in{"in", this};
  Reaction receive{"receive", 2, this, [this]() {
                     if (left == 0) {
                       environment()->sync_shutdown();
                     } else {
                       next.schedule();
                     }
                   }};
  using Starting::Starting;
  void on_send() override { out.set(--left); }
  void assemble() override {
    send.declare_trigger(&startup);
    send.declare_trigger(&next);
    send.declare_antidependency(&out);
    receive.declare_trigger(&in);
    receive.declare_schedulable_action(&next);
  }
};

// Pass sends on what its function makes of what it gets.
struct Pass : Reactor {
  Input<long> in{"in", this};
  Output<long> out{"out", this};
  std::function<bool(long &)> change;
  Reaction work{"work", 1, this, [this]() {
                  long x = *in.get();
                  if (change(x)) {
                    out.set(x);
                  }
                }};
  Pass(const std::string &name, Environment *env, std::function<bool(long &)> f) : Reactor(name, env), change{std::move(f)} {}
  void assemble() override {
    work.declare_trigger(&in);
    work.declare_antidependency(&out);
  }
};

// Producer sends a value at each of so many microsteps.
struct Producer : Starting {
  using Starting::Starting;
  void on_send() override {
    out.set(left);
    if (--left > 0) {
      next.schedule();
    } else {
      environment()->sync_shutdown();
    }
  }
  void assemble() override {
    send.declare_trigger(&startup);
    send.declare_trigger(&next);
    send.declare_antidependency(&out);
    send.declare_schedulable_action(&next);
  }
};

// Ring is the first node of a ring: it starts the token and takes it over to the next microstep.
struct Ring : Starting {
  Input<long> in{"in", this};
  long token{0};
  Reaction receive{"receive", 2, this, [this]() {
                     token = *in.get() - 1;
                     if (token > 0) {
                       next.schedule();
                     } else {
                       environment()->sync_shutdown();
                     }
                   }};
  Ring(const std::string &name, Environment *env, long n) : Starting(name, env, n), token{n} {}
  void on_send() override { out.set(token); }
  void assemble() override {
    send.declare_trigger(&startup);
    send.declare_trigger(&next);
    send.declare_antidependency(&out);
    receive.declare_trigger(&in);
    receive.declare_schedulable_action(&next);
  }
};

struct Sink : Reactor {
  std::vector<std::unique_ptr<Input<long>>> ins;
  long sum{0};
  Reaction gather{"gather", 1, this, [this]() {
                    for (auto &i : ins) {
                      sum += *i->get();
                    }
                  }};
  Sink(const std::string &name, Environment *env, int width) : Reactor(name, env) {
    for (int i = 0; i < width; i++) {
      ins.push_back(std::make_unique<Input<long>>("in" + std::to_string(i), this));
    }
  }
  void assemble() override {
    for (auto &i : ins) {
      gather.declare_trigger(i.get());
    }
  }
};

struct Ticker : Reactor {
  Timer timer;
  long *left;
  Reaction tick{"tick", 1, this, [this]() {
                  if (--*left == 0) {
                    environment()->sync_shutdown();
                  }
                }};
  Ticker(const std::string &name, Environment *env, Duration period, long *n)
      : Reactor(name, env), timer{"timer", this, period, Duration::zero()}, left{n} {}
  void assemble() override { tick.declare_trigger(&timer); }
};

using Parts = std::vector<std::unique_ptr<Reactor>>;

template <class T, class... Args> T &make(Parts &parts, Args &&...args) {
  auto p = std::make_unique<T>(std::forward<Args>(args)...);
  T &r = *p;
  parts.push_back(std::move(p));
  return r;
}

// build makes a program and returns its events; 0 for a name that is none.
static long build(const std::string &name, long n, Environment &env, Parts &parts) {
  static long left;
  if (name == "pingpong") {
    auto &ping = make<Ping>(parts, "ping", &env, n);
    auto &pong = make<Pass>(parts, "pong", &env, [](long &) { return true; });
    join(env, ping.out, pong.in);
    join(env, pong.out, ping.in);
    return n;
  }
  if (name == "counting") {
    auto &from = make<Producer>(parts, "producer", &env, n);
    auto &to = make<Pass>(parts, "counter", &env, [](long &) { return left++, false; });
    join(env, from.out, to.in);
    return n;
  }
  if (name == "threadring") {
    auto &first = make<Ring>(parts, "first", &env, n);
    Output<long> *last = &first.out;
    for (int i = 1; i < 100; i++) {
      auto &p = make<Pass>(parts, "node" + std::to_string(i), &env, [](long &x) { return --x > 0; });
      join(env, *last, p.in);
      last = &p.out;
    }
    join(env, *last, first.in);
    return n;
  }
  if (name == "forkjoin") {
    const int width = 60;
    long tags = std::max(n / (2 * width), 1L);
    auto &from = make<Producer>(parts, "source", &env, tags);
    auto &to = make<Sink>(parts, "sink", &env, width);
    for (int i = 0; i < width; i++) {
      auto &p = make<Pass>(parts, "worker" + std::to_string(i), &env, [i](long &x) { return x += i, true; });
      join(env, from.out, p.in);
      join(env, p.out, *to.ins[i]);
    }
    return tags * 2 * width;
  }
  if (name == "timers") {
    left = n;
    for (int i = 0; i < 1000; i++) {
      make<Ticker>(parts, "timer" + std::to_string(i), &env, std::chrono::nanoseconds(1000000 + i * 997), &left);
    }
    return n;
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: reactor NAME N\n");
    return 2;
  }
  Environment env{1, true};
  Parts parts;
  long events = build(argv[1], std::atol(argv[2]), env, parts);
  if (events <= 0) {
    std::fprintf(stderr, "reactor: no program %s with %s events\n", argv[1], argv[2]);
    return 2;
  }
  env.assemble();
  auto begun = std::chrono::steady_clock::now();
  auto thread = env.startup();
  thread.join();
  std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begun;
  std::printf("%.3f\n", took.count() / double(events));
  return 0;
}
