#pragma once

#include <atomic>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace sinew_base {

/// A life cycle: a list of states, each bound to a function that runs when it is entered, and a list of transitions.
///
/// The function says which state is next. A state that is its own successor repeats. No transition is taken that is
/// not listed, and nothing outside triggers one. It has nothing to do with ROS.
template <typename State>
class LifeCycle {
 public:
  /// A state, and what it does. One that does nothing is final.
  struct Stage {
    State state;
    std::function<State()> enter;
  };

  /// A pair of states, of which the second may follow the first.
  struct Transition {
    State from;
    State to;
  };

  /// Makes a life cycle that begins in the first of the stages.
  ///
  /// @throws std::invalid_argument if a state is listed twice, is unknown, cannot be reached, or has no way out.
  LifeCycle(std::vector<Stage> stages, std::vector<Transition> transitions)
      : stages_(std::move(stages)), transitions_(std::move(transitions)), state_(checked()), next_(state_) {}

  /// The state that was entered last. Any thread may ask.
  State state() const { return state_; }

  /// The state that is next.
  State next() const { return next_; }

  /// Whether the final state has been entered.
  bool ended() const { return begun_ && !stage(state_)->enter; }

  /// Enters the next state.
  ///
  /// @throws std::logic_error if no transition leads there.
  void step() {
    if (ended()) return;
    if (begun_ && !follows(state_, next_)) throw std::logic_error("a state asks for a transition that is not listed");
    begun_ = true;
    state_ = next_;
    const Stage* now = stage(state_);
    if (now->enter) next_ = now->enter();
  }

 private:
  const Stage* stage(State s) const {
    for (const Stage& x : stages_)
      if (x.state == s) return &x;
    return nullptr;
  }

  bool follows(State from, State to) const {
    for (const Transition& t : transitions_)
      if (t.from == from && t.to == to) return true;
    return false;
  }

  /// The first state, if all is well.
  State checked() const {
    if (stages_.empty()) throw std::invalid_argument("there is no state");
    for (const Transition& t : transitions_)
      if (!stage(t.from) || !stage(t.to)) throw std::invalid_argument("a transition has a state that is not listed");
    std::vector<State> reached{stages_.front().state};
    for (std::size_t k = 0; k < reached.size(); ++k)
      for (const Stage& x : stages_)
        if (follows(reached[k], x.state) && !contains(reached, x.state)) reached.push_back(x.state);
    for (const Stage& x : stages_) {
      bool leaves = false;
      for (const Transition& t : transitions_) leaves = leaves || (t.from == x.state && t.to != x.state);
      if (stage(x.state) != &x) throw std::invalid_argument("a state is listed twice");
      if (!contains(reached, x.state)) throw std::invalid_argument("a state cannot be reached");
      if (leaves != static_cast<bool>(x.enter))
        throw std::invalid_argument("a state has no way out, or a final one has");
    }
    return stages_.front().state;
  }

  static bool contains(const std::vector<State>& all, State s) {
    for (const State& x : all)
      if (x == s) return true;
    return false;
  }

  std::vector<Stage> stages_;
  std::vector<Transition> transitions_;
  std::atomic<State> state_;
  State next_;
  bool begun_ = false;
};

}  // namespace sinew_base
