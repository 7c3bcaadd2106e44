// Orocos KDL as a peer: reads a chain and then commands from standard input, and answers on standard output.
// See bench/peers/kdl.go for the other end. Units are SI; poses are x y z and the rotation matrix by rows.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <kdl/chain.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>
#include <kdl/chainjnttojacsolver.hpp>

using namespace KDL;

static double number() {
  std::string s;
  std::cin >> s;
  return std::stod(s);
}

static Frame pose() {
  double v[12];
  for (double& x : v) x = number();
  return Frame(Rotation(v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]), Vector(v[0], v[1], v[2]));
}

static Vector vector() {
  double x = number(), y = number(), z = number();
  return Vector(x, y, z);
}

struct Link {
  bool slides;
  Frame origin;
  Vector axis;
  RigidBodyInertia body;
  double lower, upper;
};

struct Case {
  JntArray q, dq, ddq, tau;
};

// Two ways to describe the same arm. "parsed" is what kdl_parser makes from a URDF: joints about arbitrary axes at
// the segment's root. "plain" has every joint about or along z and the fixed part after it.
static Chain build(const std::vector<Link>& links, const Frame& end, bool plain) {
  Chain c;
  if (plain) {
    c.addSegment(Segment(Joint(Joint::Fixed), links[0].origin));
    for (size_t i = 0; i < links.size(); i++) {
      Frame tip = i + 1 < links.size() ? links[i + 1].origin : end;
      Joint::JointType t = links[i].slides ? Joint::TransZ : Joint::RotZ;
      c.addSegment(Segment(Joint(t), tip, tip.Inverse() * links[i].body));
    }
    return c;
  }
  for (const Link& l : links) {
    Joint j("", l.origin.p, l.origin.M * l.axis, l.slides ? Joint::TransAxis : Joint::RotAxis);
    c.addSegment(Segment(j, l.origin, l.body));
  }
  c.addSegment(Segment(Joint(Joint::Fixed), end));
  return c;
}

struct Arm {
  Chain chain;
  ChainFkSolverPos_recursive fk;
  ChainJntToJacSolver jac;
  ChainIdSolver_RNE id;
  ChainFdSolver_RNE fd;
  Jacobian j;
  JntArray out;
  Wrenches none;
  Frame tip;

  Arm(const Chain& c, const Vector& g)
      : chain(c), fk(chain), jac(chain), id(chain, g), fd(chain, g), j(chain.getNrOfJoints()),
        out(chain.getNrOfJoints()), none(chain.getNrOfSegments()) {}

  void run(const std::string& what, const Case& k) {
    if (what == "fk") fk.JntToCart(k.q, tip);
    else if (what == "jacobian") jac.JntToJac(k.q, j);
    else if (what == "rnea") id.CartToJnt(k.q, k.dq, k.ddq, none, out);
    else if (what == "aba") fd.CartToJnt(k.q, k.dq, k.tau, none, out);
  }
};

static void print(const JntArray& a) {
  for (unsigned i = 0; i < a.rows(); i++) printf("%.17g ", a(i));
}

static void values(Arm& a, const std::vector<Case>& cases) {
  for (const Case& k : cases) {
    a.run("fk", k);
    for (int i = 0; i < 3; i++) printf("%.17g ", a.tip.p(i));
    for (int i = 0; i < 9; i++) printf("%.17g ", a.tip.M.data[i]);
    a.run("jacobian", k);
    for (int r = 0; r < 6; r++)
      for (unsigned i = 0; i < a.j.columns(); i++) printf("%.17g ", a.j(r, i));
    a.run("rnea", k);
    print(a.out);
    a.run("aba", k);
    print(a.out);
  }
  printf("\n");
}

using Clock = std::chrono::steady_clock;

static double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

static double sink;

template <class F>
static double repeat(const std::vector<Case>& cases, int rounds, F f) {
  auto t = Clock::now();
  for (int r = 0; r < rounds; r++)
    for (const Case& k : cases) f(k);
  return since(t) * 1e9 / (double(rounds) * cases.size());
}

// Each measured call has its own loop, without branches inside.
static double measure(const std::string& what, Arm& a, const std::vector<Case>& cases, int rounds) {
  if (what == "fk")
    return repeat(cases, rounds, [&](const Case& k) { a.fk.JntToCart(k.q, a.tip), sink += a.tip.p(0); });
  if (what == "jacobian")
    return repeat(cases, rounds, [&](const Case& k) { a.jac.JntToJac(k.q, a.j), sink += a.j(0, 0); });
  if (what == "rnea")
    return repeat(cases, rounds, [&](const Case& k) { a.id.CartToJnt(k.q, k.dq, k.ddq, a.none, a.out), sink += a.out(0); });
  if (what == "aba")
    return repeat(cases, rounds, [&](const Case& k) { a.fd.CartToJnt(k.q, k.dq, k.tau, a.none, a.out), sink += a.out(0); });
  return -1;
}

static void inverse(Arm& a, const std::vector<Link>& links) {
  unsigned n = links.size();
  int count = int(number()), iterations = int(number());
  double eps = number();
  JntArray lower(n), upper(n), seed(n), q(n);
  for (unsigned i = 0; i < n; i++) lower(i) = links[i].lower, upper(i) = links[i].upper, seed(i) = number();
  ChainIkSolverVel_pinv vel(a.chain);
  ChainIkSolverPos_NR_JL solver(a.chain, lower, upper, a.fk, vel, iterations, eps);
  int solved = 0;
  double total = 0;
  for (int i = 0; i < count; i++) {
    Frame target = pose();
    auto t = Clock::now();
    int e = solver.CartToJnt(seed, target, q);
    total += since(t);
    solved += e >= 0;
  }
  printf("%d %.17g\n", solved, total * 1e6 / count);
}

int main() {
  std::ios::sync_with_stdio(false);
  unsigned n = unsigned(number());
  std::vector<Link> links(n);
  for (Link& l : links) {
    l.slides = number() != 0;
    l.origin = pose();
    l.axis = vector();
    double m = number();
    Vector com = vector();
    double xx = number(), xy = number(), xz = number(), yy = number(), yz = number(), zz = number();
    l.body = RigidBodyInertia(m, com, RotationalInertia(xx, yy, zz, xy, xz, yz));
    l.lower = number(), l.upper = number();
  }
  Frame end = pose();
  Vector gravity = vector();
  Arm parsed(build(links, end, false), gravity), plain(build(links, end, true), gravity);
  std::vector<Case> cases;
  std::string word, style;
  while (std::cin >> word) {
    if (word == "cases") {
      cases.assign(size_t(number()), Case{JntArray(n), JntArray(n), JntArray(n), JntArray(n)});
      for (Case& k : cases)
        for (JntArray* a : {&k.q, &k.dq, &k.ddq, &k.tau})
          for (unsigned i = 0; i < n; i++) (*a)(i) = number();
      continue;
    }
    std::cin >> style;
    Arm& a = style == "plain" ? plain : parsed;
    if (word == "values") values(a, cases);
    else if (word == "ik") inverse(a, links);
    else printf("%.17g\n", measure(word, a, cases, int(number())));
    fflush(stdout);
  }
  return sink == 0.123;
}
