// A periodic thread in C by the same system calls as the loop measured, with its lateness in nanoseconds:
// loop PERIOD_US LOOPS prints one number a line. cyclictest counts in whole microseconds.
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

int main(int argc, char **argv) {
	if (argc != 3) {
		fprintf(stderr, "usage: loop PERIOD_US LOOPS\n");
		return 2;
	}
	int64_t period = atoll(argv[1]) * 1000;
	int n = atoi(argv[2]);
	int64_t *late = malloc(n * sizeof *late);
	struct sched_param p = {.sched_priority = 80};
	int32_t zero = 0;
	int fd = open("/dev/cpu_dma_latency", O_WRONLY);
	if (fd >= 0 && write(fd, &zero, sizeof zero) != sizeof zero)
		perror("cpu_dma_latency");
	mlockall(MCL_CURRENT | MCL_FUTURE);
	sched_setscheduler(0, SCHED_FIFO, &p);
	int64_t next = now();
	for (int i = 0; i < n; i++) {
		next += period;
		struct timespec t = {next / 1000000000, next % 1000000000};
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL))
			;
		late[i] = now() - next;
	}
	for (int i = 0; i < n; i++)
		printf("%lld\n", (long long)late[i]);
	return 0;
}
