// Round trips of 136 bytes by UDP over loopback, one per millisecond: with Boost.Asio's blocking calls, as in the student
// project's interface, or with plain sockets. Another thread answers. Prints the microseconds of each.
//
//   roundtrip boost|plain COUNT
#include <arpa/inet.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <boost/asio.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

using boost::asio::ip::udp;

constexpr size_t size = 136;

static double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

// paced calls trip once a millisecond and prints how long each call took.
template <class Trip>
static void paced(int n, Trip trip) {
  timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (int i = 0; i < n; i++) {
    if ((next.tv_nsec += 1000000) >= 1000000000) next.tv_nsec -= 1000000000, next.tv_sec++;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, nullptr);
    double begun = now();
    trip();
    printf("%.3f\n", now() - begun);
  }
}

static void boosted(int n) {
  boost::asio::io_context io;
  udp::socket far(io, udp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  udp::socket near(io, udp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  udp::endpoint there = far.local_endpoint();
  std::thread answer([&] {
    char b[size];
    udp::endpoint from;
    for (int i = 0; i < n; i++) {
      far.receive_from(boost::asio::buffer(b), from);
      far.send_to(boost::asio::buffer(b), from);
    }
  });
  char b[size] = {};
  udp::endpoint from;
  paced(n, [&] {
    near.send_to(boost::asio::buffer(b), there);
    near.receive_from(boost::asio::buffer(b), from);
  });
  answer.join();
}

static int opened(sockaddr_in* at) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  memset(at, 0, sizeof *at);
  at->sin_family = AF_INET;
  at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t len = sizeof *at;
  if (fd < 0 || bind(fd, (sockaddr*)at, len) != 0 || getsockname(fd, (sockaddr*)at, &len) != 0) {
    perror("socket");
    exit(1);
  }
  return fd;
}

static void plain(int n) {
  sockaddr_in here, there;
  int near = opened(&here), far = opened(&there);
  std::thread answer([&] {
    char b[size];
    for (int i = 0; i < n; i++) {
      sockaddr_in from;
      socklen_t len = sizeof from;
      if (recvfrom(far, b, size, 0, (sockaddr*)&from, &len) != size) exit(1);
      if (sendto(far, b, size, 0, (sockaddr*)&from, len) != size) exit(1);
    }
  });
  char b[size] = {};
  paced(n, [&] {
    if (sendto(near, b, size, 0, (sockaddr*)&there, sizeof there) != size) exit(1);
    if (recvfrom(near, b, size, 0, nullptr, nullptr) != size) exit(1);
  });
  answer.join();
  close(near), close(far);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  int n = atoi(argv[2]);
  strcmp(argv[1], "boost") ? plain(n) : boosted(n);
}
