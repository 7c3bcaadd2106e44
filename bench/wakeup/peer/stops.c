// Looks on every processor whether it stands still: stops PERIOD_US LIMIT_US PRIORITY. A thread per processor sleeps for
// PERIOD_US at a time, above all others by its priority. If it is late by LIMIT_US or more, the processor has run nothing
// but the kernel, or nothing at all because the machine is virtual. When its input ends, it prints a line "CPU FROM TO"
// for each such time, and "until TO", in ns of CLOCK_MONOTONIC.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1 << 16 };

static int64_t period, limit;
static int priority;
static atomic_int over;

struct watch {
	pthread_t thread;
	int cpu, n;
	int64_t from[MOST], to[MOST];
};

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *look(void *arg) {
	struct watch *w = arg;
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(w->cpu, &set);
	struct sched_param p = {.sched_priority = priority};
	if (sched_setaffinity(0, sizeof set, &set) || sched_setscheduler(0, SCHED_FIFO, &p)) {
		perror("stops");
		exit(1);
	}
	while (!over) {
		int64_t due = now() + period;
		struct timespec t = {due / 1000000000, due % 1000000000};
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL))
			;
		int64_t at = now();
		if (at - due >= limit && w->n < MOST) {
			w->from[w->n] = due;
			w->to[w->n++] = at;
		}
	}
	return NULL;
}

int main(int argc, char **argv) {
	if (argc != 4) {
		fprintf(stderr, "usage: stops PERIOD_US LIMIT_US PRIORITY\n");
		return 2;
	}
	period = atoll(argv[1]) * 1000;
	limit = atoll(argv[2]) * 1000;
	priority = atoi(argv[3]);
	cpu_set_t all;
	if (sched_getaffinity(0, sizeof all, &all)) {
		perror("stops");
		return 1;
	}
	struct watch *watches[CPU_SETSIZE] = {0};
	for (int c = 0; c < CPU_SETSIZE; c++)
		if (CPU_ISSET(c, &all)) {
			watches[c] = calloc(1, sizeof *watches[c]);
			watches[c]->cpu = c;
		}
	mlockall(MCL_CURRENT | MCL_FUTURE);
	for (int c = 0; c < CPU_SETSIZE; c++)
		if (watches[c] && pthread_create(&watches[c]->thread, NULL, look, watches[c])) {
			perror("stops");
			return 1;
		}
	char c;
	while (read(0, &c, 1) > 0)
		;
	over = 1;
	int64_t until = now();
	for (int c = 0; c < CPU_SETSIZE; c++) {
		if (!watches[c])
			continue;
		pthread_join(watches[c]->thread, NULL);
		for (int i = 0; i < watches[c]->n; i++)
			printf("%d %lld %lld\n", c, (long long)watches[c]->from[i], (long long)watches[c]->to[i]);
	}
	printf("until %lld\n", (long long)until);
	return 0;
}
