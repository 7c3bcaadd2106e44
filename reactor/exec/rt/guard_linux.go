//go:build linux && (amd64 || arm64)

package rt

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// How long a thread with a priority may take from the end of its sleep until its goroutine goes on, and then once more: far more than
// Go's runtime needs (a microsecond), and less than the usual deadlines. A thread that only woke late, since no processor ran it,
// goes on at once when it runs, within the second time.
const (
	wakeRoom  = 200 * time.Microsecond
	wakeAgain = 100 * time.Microsecond
)

// guard limits a spin of Go's runtime, described in the package's documentation, at the end of a sleep, where it is most likely. The
// kernel counts a budget in ticks of milliseconds, but knows to the microsecond when the sleep should have been over: a timer sends
// the handler, lapsed, a signal if the goroutine has not gone on by then, and a second one. With that the thread becomes an ordinary
// one, and it takes its priority back itself as soon as its goroutine goes on.
type guard struct {
	state atomic.Uint32 // lapsed reads and writes it, and reads timer, at these offsets
	timer int32
	tid   int
	lent  lent
}

// The states of a guard, which lapsed knows by their values.
const (
	awake     uint32 = iota
	sleeping         // in a system call that ends soon, or about to be
	late             // it has had the first signal
	overslept        // it is an ordinary thread by now
)

// sigevThreadID means that a timer's signal goes to one thread (timer_create(2)).
const sigevThreadID = 4

// guardhouse holds guards that nobody uses. They are never freed: a signal that is still on its way may name one.
type guardhouse struct {
	sync.Mutex
	free []*guard
}

// guards are this process's.
var guards = &guardhouse{}

// take takes a guard out of the house.
func (h *guardhouse) take() *guard {
	h.Lock()
	defer h.Unlock()
	n := len(h.free)
	if n == 0 {
		return &guard{}
	}
	g := h.free[n-1]
	h.free = h.free[:n-1]
	return g
}

func (h *guardhouse) put(g *guard) {
	h.Lock()
	defer h.Unlock()
	h.free = append(h.free, g)
}

// guarded returns a guard for the calling thread, nil if the kernel has no timer for it.
func guarded(l lent) *guard {
	g := guards.take()
	g.lent = l
	if !g.aim(unix.Gettid()) {
		guards.put(g)
		return nil
	}
	return g
}

// aim makes a timer that sends its signal to a thread.
func (g *guard) aim(tid int) bool {
	event := struct {
		value         unsafe.Pointer
		signal, means int32
		tid           int32
		_             [44]byte // struct sigevent has 64 bytes
	}{value: unsafe.Pointer(g), signal: int32(unix.SIGXCPU), means: sigevThreadID, tid: int32(tid)}
	_, _, e := unix.RawSyscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&event)), uintptr(unsafe.Pointer(&g.timer)))
	g.tid = tid
	return e == 0
}

// move follows the goroutine to another thread.
func (g *guard) move(to int) {
	if g == nil || g.tid == to {
		return
	}
	g.disarm()
	if !g.aim(to) {
		g.timer = -1 // refused by the kernel each time it is set
	}
}

func (g *guard) disarm() { _, _, _ = unix.RawSyscall(unix.SYS_TIMER_DELETE, uintptr(g.timer), 0, 0) }

// release ends the guard's work.
func (g *guard) release() {
	if g == nil {
		return
	}
	g.disarm()
	guards.put(g)
}

// sleeps announces a system call that sleeps until ns.
func (g *guard) sleeps(ns int64) {
	if g == nil || ns == Forever {
		return
	}
	at := unix.ItimerSpec{Value: unix.NsecToTimespec(ns + int64(wakeRoom))}
	g.state.Store(sleeping)
	_, _, _ = unix.RawSyscall6(unix.SYS_TIMER_SETTIME, uintptr(g.timer), unix.TIMER_ABSTIME, uintptr(unsafe.Pointer(&at)), 0, 0, 0)
	runtime.KeepAlive(g)
}

// wakes announces that the goroutine has gone on.
func (g *guard) wakes() {
	if g != nil && g.state.Swap(awake) == overslept {
		g.lent.regain()
	}
}
