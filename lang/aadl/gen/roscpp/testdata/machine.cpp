// Holds the life cycle's machine and shared data to what they promise, without ROS.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <lab_base/life_cycle.h>
#include <lab_base/shared.h>

enum class S { A, B, C };
using Machine = lab_base::LifeCycle<S>;

static void expect(bool so, const std::string& what) {
  if (so) return;
  std::puts(what.c_str());
  std::exit(1);
}

template <typename Error>
static bool throws(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error&) {
    return true;
  }
  return false;
}

int main() {
  const auto to = [](S s) { return [s] { return s; }; };
  int rounds = 0;
  Machine m({{S::A, to(S::B)}, {S::B, [&] { return ++rounds < 3 ? S::B : S::C; }}, {S::C, nullptr}},
            {{S::A, S::B}, {S::B, S::B}, {S::B, S::C}});
  std::vector<S> seen;
  while (!m.ended()) {
    m.step();
    seen.push_back(m.state());
  }
  expect(seen == std::vector<S>{S::A, S::B, S::B, S::B, S::C}, "the states are not those of the list");
  const auto refused = [&](std::vector<Machine::Stage> stages, std::vector<Machine::Transition> transitions) {
    return throws<std::invalid_argument>([&] { Machine(stages, transitions); });
  };
  expect(refused({}, {}), "no state");
  expect(refused({{S::A, to(S::B)}, {S::B, nullptr}}, {{S::A, S::B}, {S::B, S::C}}), "an unknown state");
  expect(refused({{S::A, to(S::B)}, {S::B, nullptr}, {S::C, nullptr}}, {{S::A, S::B}}), "an unreachable state");
  expect(refused({{S::A, to(S::B)}, {S::A, to(S::B)}, {S::B, nullptr}}, {{S::A, S::B}}), "a state twice");
  expect(refused({{S::A, to(S::A)}}, {{S::A, S::A}}), "no way out");
  expect(refused({{S::A, to(S::B)}, {S::B, nullptr}}, {{S::A, S::B}, {S::B, S::A}}), "a final state that goes on");
  Machine wrong({{S::A, to(S::C)}, {S::B, to(S::C)}, {S::C, nullptr}}, {{S::A, S::B}, {S::B, S::C}});
  wrong.step();
  expect(throws<std::logic_error>([&] { wrong.step(); }) && wrong.state() == S::A, "a transition that is not listed");
  lab_base::Shared<int> shared;
  shared.change([](int& v) { v += 3; });
  expect(shared.get() == 3, "shared data");
}
