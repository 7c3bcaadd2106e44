// A periodic thread in C with the same system calls as the measured loop, and its lateness in nanoseconds:
// loop PERIOD_US LOOPS PRIORITY NAP_US prints one number per line. It sleeps in one call or, with NAP_US, in two: until
// NAP_US before the deadline, and for the rest. cyclictest only counts whole microseconds.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void sleep_until(int64_t ns) {
	struct timespec t = {ns / 1000000000, ns % 1000000000};
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL))
		;
}

int main(int argc, char **argv) {
	if (argc != 5) {
		fprintf(stderr, "usage: loop PERIOD_US LOOPS PRIORITY NAP_US\n");
		return 2;
	}
	int64_t period = atoll(argv[1]) * 1000;
	int n = atoi(argv[2]);
	int64_t nap = atoll(argv[4]) * 1000;
	int64_t *late = malloc(n * sizeof *late);
	struct sched_param p = {.sched_priority = atoi(argv[3])};
	int32_t zero = 0;
	int fd = open("/dev/cpu_dma_latency", O_WRONLY);
	if (fd >= 0 && write(fd, &zero, sizeof zero) != sizeof zero)
		perror("cpu_dma_latency");
	mlockall(MCL_CURRENT | MCL_FUTURE);
	if (p.sched_priority > 0 && sched_setscheduler(0, SCHED_FIFO, &p))
		perror("loop: without its priority");
	int64_t next = now();
	for (int i = 0; i < n; i++) {
		next += period;
		if (nap > 0 && nap < period)
			sleep_until(next - nap);
		sleep_until(next);
		late[i] = now() - next;
	}
	for (int i = 0; i < n; i++)
		printf("%lld\n", (long long)late[i]);
	return 0;
}
