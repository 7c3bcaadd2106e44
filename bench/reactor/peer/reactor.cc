// The programs of bench/reactor on reactor-cpp, the C++ runtime of Lingua Franca: reactor NAME N runs the program NAME with
// about N messages, with one worker and as fast as possible, and prints the nanoseconds that it took and the number of
// reactions that ran.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <reactor-cpp/reactor-cpp.hh>

using namespace reactor;

static long ran = 0; // reactions

// Node is a reactor with one input and one output, as in bench/reactor.
struct Node : Reactor {
  Input<long> in{"in", this};
  Output<long> out{"out", this};
  LogicalAction<void> next{"next", this};
  std::unique_ptr<Timer> timer;                  // fires at the start; may be missing
  std::vector<std::unique_ptr<Input<long>>> ins; // more inputs
  std::vector<std::unique_ptr<Reaction>> rules;
  std::vector<std::function<void()>> declarations;
  long left{0};

  Node(const std::string &name, Environment &env) : Reactor(name, &env) {}

  // rule adds a reaction, given the function that declares its triggers and effects, and its body.
  template <class Declare, class Body> void rule(Declare declare, Body body) {
    int number = int(rules.size()) + 1;
    rules.push_back(std::make_unique<Reaction>("rule" + std::to_string(number), number, this, [body]() {
      ran++;
      body();
    }));
    declarations.push_back([declare, r = rules.back().get()]() { declare(*r); });
  }

  // pass adds the reaction that computes the output of the input.
  template <class F> void pass(F f) {
    rule(
        [this](Reaction &r) {
          r.declare_trigger(&in);
          r.declare_antidependency(&out);
        },
        [this, f]() { f(*in.get(), out); });
  }

  // start adds the reaction that runs at the start and at each microstep that next asks for.
  template <class Body> void start(Body body) {
    timer = std::make_unique<Timer>("startup", this);
    rule(
        [this](Reaction &r) {
          r.declare_trigger(timer.get());
          r.declare_trigger(&next);
          r.declare_antidependency(&out);
          r.declare_schedulable_action(&next);
        },
        body);
  }

  void assemble() override {
    for (auto &declare : declarations) {
      declare();
    }
  }
};

// Program is a program in the making.
struct Program {
  Environment env{1, true};
  std::vector<std::unique_ptr<Node>> nodes;

  Node &node(const std::string &name) {
    nodes.push_back(std::make_unique<Node>(name, env));
    return *nodes.back();
  }

  void join(Output<long> &from, Input<long> &to, ConnectionType type = ConnectionType::Normal) {
    env.draw_connection(from, to, ConnectionProperties{type});
  }

  void pingpong(long n) {
    Node &ping = node("ping"), &pong = node("pong");
    ping.left = n;
    ping.start([&ping]() { ping.out.set(--ping.left); });
    ping.rule(
        [&ping](Reaction &r) {
          r.declare_trigger(&ping.in);
          r.declare_schedulable_action(&ping.next);
        },
        [&ping]() {
          if (ping.left == 0) {
            ping.environment()->sync_shutdown();
          } else {
            ping.next.schedule();
          }
        });
    pong.pass([](long x, Output<long> &out) { out.set(x); });
    join(ping.out, pong.in);
    join(pong.out, ping.in);
  }

  // produce makes the node send n values, one at each microstep.
  void produce(Node &from, long n) {
    from.left = n;
    from.start([&from]() {
      from.out.set(from.left);
      if (--from.left > 0) {
        from.next.schedule();
      }
    });
  }

  void counting(long n) {
    Node &from = node("producer"), &to = node("counter");
    produce(from, n);
    to.rule([&to](Reaction &r) { r.declare_trigger(&to.in); }, [&to]() { to.left++; });
    join(from.out, to.in);
  }

  void threadring(long n) {
    const int size = 100;
    for (int i = 0; i < size; i++) {
      node("node" + std::to_string(i));
    }
    nodes[0]->start([first = nodes[0].get(), n]() { first->out.set(n); });
    for (int i = 0; i < size; i++) {
      nodes[i]->pass([](long x, Output<long> &out) {
        if (--x > 0) {
          out.set(x);
        }
      });
      join(nodes[i]->out, nodes[(i + 1) % size]->in, i == size - 1 ? ConnectionType::Delayed : ConnectionType::Normal);
    }
  }

  void forkjoin(long n) {
    const int width = 60;
    Node &from = node("source"), &to = node("sink");
    produce(from, std::max(n / (2 * width), 1L));
    for (int i = 0; i < width; i++) {
      to.ins.push_back(std::make_unique<Input<long>>("in" + std::to_string(i), &to));
      Node &worker = node("worker" + std::to_string(i));
      worker.pass([i](long x, Output<long> &out) { out.set(x + i); });
      join(from.out, worker.in);
      join(worker.out, *to.ins[i]);
    }
    to.rule(
        [&to](Reaction &r) {
          for (auto &in : to.ins) {
            r.declare_trigger(in.get());
          }
        },
        [&to]() {
          for (auto &in : to.ins) {
            to.left += *in->get();
          }
        });
  }

  void timers(long n) {
    for (int i = 0; i < 1000; i++) {
      Node &r = node("timer" + std::to_string(i));
      r.timer = std::make_unique<Timer>("tick", &r, std::chrono::nanoseconds(1000000 + i * 997));
      r.rule([&r](Reaction &x) { x.declare_trigger(r.timer.get()); },
             [&r, n]() {
               if (ran == n) {
                 r.environment()->sync_shutdown();
               }
             });
    }
  }

  // make makes the program with a name, and returns whether there is one.
  bool make(const std::string &name, long n) {
    if (name == "pingpong") {
      pingpong(n);
    } else if (name == "counting") {
      counting(n);
    } else if (name == "threadring") {
      threadring(n);
    } else if (name == "forkjoin") {
      forkjoin(n);
    } else if (name == "timers") {
      timers(n);
    }
    return !nodes.empty();
  }
};

int main(int argc, char **argv) {
  Program p;
  if (argc != 3 || std::atol(argv[2]) < 1 || !p.make(argv[1], std::atol(argv[2]))) {
    std::fprintf(stderr, "usage: reactor pingpong|counting|threadring|forkjoin|timers N\n");
    return 2;
  }
  p.env.assemble();
  auto begun = std::chrono::steady_clock::now();
  p.env.startup().join();
  std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begun;
  std::printf("%.0f %ld\n", took.count(), ran);
  return 0;
}
