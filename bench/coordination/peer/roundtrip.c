// A request and its response between two threads, which wake each other:
// roundtrip MANNER PERIOD_US LOOPS PRIORITY REQUESTER RESPONDER prints two numbers per line: ns from before the request was
// sent until the responder had it, and from then until the requester had the response.
//
// MANNER is cond (a mutex and condition variables), futex (an atomic word and futex(2)), or linger: futex, but the
// requester polls for its response for 100 µs before it sleeps. REQUESTER and RESPONDER are the processors to which the two
// threads are bound.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { cond, by_futex, linger };

struct message {
	int64_t number, sent, taken;
};

// port has room for one message, and for the thread that waits for it.
struct port {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	_Atomic uint32_t full; // for futexes: 0 empty, 1 full, 2 a thread sleeps
	int has;
	struct message value;
};

static struct port request, response;
static int manner, loops;

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void put(struct port *p, struct message m) {
	if (manner == cond) {
		pthread_mutex_lock(&p->lock);
		p->value = m;
		p->has = 1;
		pthread_cond_signal(&p->filled);
		pthread_mutex_unlock(&p->lock);
		return;
	}
	p->value = m;
	if (atomic_exchange(&p->full, 1) == 2)
		syscall(SYS_futex, &p->full, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static struct message take(struct port *p, int look) {
	struct message m;
	if (manner == cond) {
		pthread_mutex_lock(&p->lock);
		while (!p->has)
			pthread_cond_wait(&p->filled, &p->lock);
		m = p->value;
		p->has = 0;
		pthread_mutex_unlock(&p->lock);
		return m;
	}
	if (look)
		for (int64_t end = now() + 100000; atomic_load(&p->full) != 1 && now() < end;)
			;
	uint32_t empty = 0;
	while (atomic_load(&p->full) != 1) {
		empty = 0;
		if (atomic_compare_exchange_strong(&p->full, &empty, 2) || empty == 2)
			syscall(SYS_futex, &p->full, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
	}
	m = p->value;
	atomic_store(&p->full, 0);
	return m;
}

static void *respond(void *unused) {
	(void)unused;
	for (int i = 0; i < loops; i++) {
		struct message m = take(&request, 0);
		m.taken = now();
		put(&response, m);
	}
	return NULL;
}

static int stay(pthread_t t, int processor) {
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(processor, &one);
	return pthread_setaffinity_np(t, sizeof one, &one);
}

static int start(pthread_t *t, int priority) {
	pthread_attr_t a;
	struct sched_param p = {.sched_priority = priority};
	pthread_attr_init(&a);
	if (priority > 0) {
		pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);
		pthread_attr_setschedpolicy(&a, SCHED_FIFO);
		pthread_attr_setschedparam(&a, &p);
		if (pthread_create(t, &a, respond, NULL) == 0)
			return 0;
	}
	return pthread_create(t, NULL, respond, NULL);
}

int main(int argc, char **argv) {
	if (argc != 7) {
		fprintf(stderr, "usage: roundtrip cond|futex|linger PERIOD_US LOOPS PRIORITY REQUESTER RESPONDER\n");
		return 2;
	}
	manner = !strcmp(argv[1], "cond") ? cond : !strcmp(argv[1], "futex") ? by_futex : linger;
	int64_t period = atoll(argv[2]) * 1000;
	loops = atoi(argv[3]);
	int priority = atoi(argv[4]);
	int64_t *times = calloc(2 * loops, sizeof *times);
	struct sched_param p = {.sched_priority = priority};
	int32_t zero = 0;
	int fd = open("/dev/cpu_dma_latency", O_WRONLY);
	if (fd >= 0 && write(fd, &zero, sizeof zero) != sizeof zero)
		perror("cpu_dma_latency");
	mlockall(MCL_CURRENT | MCL_FUTURE);
	struct port *ports[] = {&request, &response};
	for (int i = 0; i < 2; i++) {
		pthread_mutex_init(&ports[i]->lock, NULL);
		pthread_cond_init(&ports[i]->filled, NULL);
	}
	pthread_t responder;
	if (start(&responder, priority)) {
		perror("pthread_create");
		return 1;
	}
	if (stay(pthread_self(), atoi(argv[5])) || stay(responder, atoi(argv[6]))) {
		fprintf(stderr, "roundtrip: a thread may not stay on processor %s or %s\n", argv[5], argv[6]);
		return 1;
	}
	if (priority > 0)
		sched_setscheduler(0, SCHED_FIFO, &p);
	int64_t next = now();
	for (int i = 0; i < loops; i++) {
		next += period;
		struct timespec t = {next / 1000000000, next % 1000000000};
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
			;
		struct message m = {.number = i, .sent = now()};
		put(&request, m);
		m = take(&response, manner == linger);
		int64_t end = now();
		times[2 * i] = m.taken - m.sent;
		times[2 * i + 1] = end - m.taken;
	}
	pthread_join(responder, NULL);
	for (int i = 0; i < loops; i++)
		printf("%lld %lld\n", (long long)times[2 * i], (long long)times[2 * i + 1]);
	return 0;
}
