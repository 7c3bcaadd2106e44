// A Cartesian position tracker with Orocos KDL:
// tracker PERIOD_US LOOPS PRIORITY NAP_US prints how many ns each update took, at that period, after a sleep until NAP_US before
// it and one for the rest, with poses that are computed then; with a period of 0 the updates are back to back, and each
// number is the mean of 1000 of them. tracker check LOOPS prints the velocities, six per line.
// Inputs are those of bench/coordination/tracker.go. Units are SI.
#include <kdl/frames.hpp>

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <ctime>
#include <unistd.h>
#include <vector>

using namespace KDL;

template <class T> struct Port {
	T value;
	bool has = false;
};

static Port<Frame> measured, desired;
static Port<Twist> velocity;
static const double gains[6] = {1.5, 2.5, 3.5, 0.5, 0.25, 0.125};

static int64_t now() {
	timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static Frame pose(int k, double phase) {
	double a = 0.01 * k + phase;
	return Frame(Rotation::RPY(0.5 * sin(a), 0.4 * cos(0.7 * a), sin(0.3 * a)), Vector(0.3 + 0.1 * sin(a), 0.2 * cos(1.3 * a), 0.5));
}

__attribute__((noinline)) static void update() {
	if (!measured.has || !desired.has)
		return;
	Frame from = measured.value, to = desired.value;
	Twist v = diff(from, to, 1);
	for (int i = 0; i < 3; i++) {
		v.vel(i) *= gains[i];
		v.rot(i) *= gains[3 + i];
	}
	velocity.value = v;
	velocity.has = true;
}

static void sleep_until(int64_t at) {
	timespec t = {at / 1000000000, at % 1000000000};
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) == EINTR)
		;
}

int main(int argc, char **argv) {
	if (argc < 3) {
		fprintf(stderr, "usage: tracker PERIOD_US LOOPS PRIORITY NAP_US, or tracker check LOOPS\n");
		return 2;
	}
	const int poses = 1000;
	std::vector<Frame> from, to;
	for (int k = 0; k < poses; k++) {
		from.push_back(pose(k, 0));
		to.push_back(pose(k, 0.3));
	}
	int n = atoi(argv[2]);
	measured.has = desired.has = true;
	if (!strcmp(argv[1], "check")) {
		for (int i = 0; i < n; i++) {
			measured.value = from[i % poses];
			desired.value = to[i % poses];
			update();
			for (int k = 0; k < 6; k++)
				printf("%.17g ", velocity.value(k));
			printf("\n");
		}
		return 0;
	}
	int64_t period = atoll(argv[1]) * 1000, nap = argc > 4 ? atoll(argv[4]) * 1000 : 0;
	sched_param p = {};
	p.sched_priority = argc > 3 ? atoi(argv[3]) : 0;
	int32_t zero = 0;
	int fd = open("/dev/cpu_dma_latency", O_WRONLY);
	if (fd >= 0 && write(fd, &zero, sizeof zero) != sizeof zero)
		perror("cpu_dma_latency");
	mlockall(MCL_CURRENT | MCL_FUTURE);
	if (p.sched_priority > 0 && sched_setscheduler(0, SCHED_FIFO, &p))
		perror("tracker: without its priority");
	std::vector<int64_t> took(n);
	int64_t next = now();
	for (int i = 0; i < n; i++) {
		if (period == 0) {
			int64_t start = now();
			for (int k = 0; k < poses; k++) {
				measured.value = from[k];
				desired.value = to[k];
				update();
			}
			took[i] = (now() - start) / poses;
			continue;
		}
		next += period;
		if (nap > 0)
			sleep_until(next - nap);
		sleep_until(next);
		measured.value = pose(i % poses, 0);
		desired.value = pose(i % poses, 0.3);
		int64_t start = now();
		update();
		took[i] = now() - start;
	}
	for (int64_t t : took)
		printf("%lld\n", (long long)t);
	return 0;
}
