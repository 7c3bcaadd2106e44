// Package rt makes a thread punctual: it has the clock, the sleep, the wait and the privileges that a control loop of some
// hundred to some thousand cycles a second needs. It is the only place that reads the operating system's clock; the runtime
// above it, reactor/exec, decides what to do with it.
//
//	report, thread := rt.Setup(rt.Options{Priority: 80, Lock: true, LatencyFD: true})
//	defer thread.Release()
//	for _, w := range report.Warnings() { log.Print(w) }
//	s := rt.Sleeper{Approach: rt.Light, Thread: thread}
//	for next := rt.Now() + period; ; next += period {
//		now := s.SleepUntil(next) // now-next is the lateness
//		…
//	}
//
// All times are nanoseconds of the monotonic clock, as int64. On Linux that is CLOCK_MONOTONIC, so other
// processes read the same values; elsewhere it counts from the program's start.
//
// # Why not time.Sleep
//
// Go's timers end in epoll, which rounds to a millisecond (golang/go#44343): half a millisecond late at the median. Package
// rt passes the absolute deadline to the kernel: clock_nanosleep with TIMER_ABSTIME for a Sleeper, FUTEX_WAIT_BITSET for a
// Waiter, which other threads can wake (clock_nanosleep(2), futex(2)).
//
// # The last stretch
//
// An [Approach] cuts the way to a deadline into stretches: a deep sleep, a light sleep that is short and therefore
// more punctual, and, where jitter matters more than power, a spin. Both sleeps are system calls that Go's scheduler
// knows about: collections and other goroutines continue meanwhile. A [Waiter] may also linger at the beginning, that is,
// look for a wake before it sleeps at all; this suits threads that answer each other within microseconds.
//
// # What a priority does not reach
//
// A goroutine on a SCHED_FIFO thread still waits for ordinary threads in two places. Go's scheduler occasionally takes
// even a locked goroutine off its thread, and only another thread of the runtime brings it back. Options.Nice puts those
// threads before other programs, and a Sleeper or Waiter that knows its [Thread] ends the goroutine's turn in time, before
// it sleeps, in a way that mostly needs no other thread (docs/decisions/0058-a-turn-that-ends-on-its-own-thread.md). And a
// sync.Mutex stays held while its holder, an ordinary thread, cannot run: guard data that threads of different priority
// share with a [Mutex], which lends the holder the priority of the waiting thread.
//
// # What ends a priority
//
// Go's runtime spins in places where it expects another of its threads to be done in a moment, for example when a
// goroutine returns from a system call while its stack is being scanned. With a real-time priority, that spin keeps the
// very thread it waits for from running, for ever if no other core is free. A priority is therefore lent for a limited
// time: the kernel ends it once the thread has run for Options.Budget without a wait (RLIMIT_RTTIME and SIGXCPU, a handler
// outside of Go's runtime), and the thread gets it back when it has waited. [Lapses] counts how often that happened. At the end of
// a sleep with a deadline, where such spins are most likely, a timer ends the priority after 0.3 ms, and the goroutine takes it back
// as soon as it goes on, which is no lapse (docs/decisions/0060-a-priority-that-stays.md).
// Programs that use this package must leave SIGXCPU to it. On processors without the handler (other than amd64 and arm64)
// priorities are refused.
package rt
