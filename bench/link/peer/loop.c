// What a robot does with its datagrams each millisecond, and nothing else: it receives the commands that have come, counts the
// cycles without a command, and sends the next state. Prints its port, and at the end the cycles without a command and
// the seconds of processor time.
//
//   loop CYCLES PRIORITY STATE-BYTES COMMAND-BYTES
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  long cycles = atol(argv[1]), priority = atol(argv[2]), size = atol(argv[3]), wanted = atol(argv[4]);
  if (priority > 0) {
    struct sched_param p = {.sched_priority = (int)priority};
    if (sched_setscheduler(0, SCHED_FIFO, &p) == 0) mlockall(MCL_CURRENT | MCL_FUTURE);
  }
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}, client;
  socklen_t len = sizeof at;
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&at, len) || getsockname(fd, (struct sockaddr *)&at, &len)) return 1;
  printf("%d\n", ntohs(at.sin_port));
  fflush(stdout);
  static char state[65536], command[65536];
  len = sizeof client;
  if (recvfrom(fd, command, sizeof command, 0, (struct sockaddr *)&client, &len) < 0) return 1;
  if (connect(fd, (struct sockaddr *)&client, len)) return 1;
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  long missed = 0;
  for (uint64_t id = 1; id <= (uint64_t)cycles; id++) {
    memcpy(state, &id, sizeof id);
    send(fd, state, size, 0);
    if ((next.tv_nsec += 1000000) >= 1000000000) next.tv_nsec -= 1000000000, next.tv_sec++;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    int answered = 0;
    ssize_t n;
    while ((n = recv(fd, command, sizeof command, MSG_DONTWAIT)) > 0) {
      uint64_t got;
      memcpy(&got, command, sizeof got);
      answered |= n == wanted && got == id;
    }
    missed += !answered;
  }
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  printf("%ld %.6f\n", missed, u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6);
  return 0;
}
