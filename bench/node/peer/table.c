// Two processes, a table of transitions in shared memory, futexes. "ask" asks N times for a transition, 200 us apart,
// and prints how many ns each took until the answer was there; "watch" prints how many ns each of N states took to be
// known in the other process.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct side { _Alignas(64) _Atomic uint32_t bell; uint64_t data[32]; };
struct table { struct side up, down; _Alignas(64) uint64_t state; };

static void ring(struct side *s) {
	atomic_fetch_add(&s->bell, 1);
	syscall(SYS_futex, &s->bell, FUTEX_WAKE, 1, NULL, NULL, 0);
}
static void await(struct side *s, uint32_t seen) {
	while (atomic_load(&s->bell) == seen)
		syscall(SYS_futex, &s->bell, FUTEX_WAIT, seen, NULL, NULL, 0);
}
static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
	int watch = argc > 1 && strcmp(argv[1], "watch") == 0;
	int n = argc > 2 ? atoi(argv[2]) : 1000, priority = argc > 3 ? atoi(argv[3]) : 0;
	static const int allowed[2][2] = {{0, 1}, {1, 0}};
	struct table *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int64_t *took = mmap(NULL, n * sizeof *took + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (t == MAP_FAILED || took == MAP_FAILED) return 1;
	if (priority > 0) sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){priority});
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (uint32_t seen = 0;; seen++) {
			await(&t->up, seen);
			if (watch) took[seen] = now() - (int64_t)t->up.data[0];
			uint64_t to = t->up.data[0] & 1, ok = allowed[t->state][to];
			if (ok) t->state = to;
			for (int i = 0; i < 32; i++) t->down.data[i] = ok + i;
			ring(&t->down);
		}
	}
	for (int i = 0; i < n; i++) {
		struct timespec pause = {0, 200000};
		clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
		int64_t begun = now();
		for (int k = 1; k < 32; k++) t->up.data[k] = i + k;
		t->up.data[0] = watch ? (uint64_t)begun : (uint64_t)i + 1;
		uint32_t seen = atomic_load(&t->down.bell);
		ring(&t->up);
		await(&t->down, seen);
		printf("%lld\n", (long long)(watch ? took[i] : now() - begun));
	}
	kill(pid, SIGKILL);
	return 0;
}
