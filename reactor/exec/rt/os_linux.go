package rt

import (
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sleep sleeps until ns or a signal, in a call that Go's scheduler knows about, so that it may hand off
// the P.
func sleep(ns int64) {
	ts := unix.NsecToTimespec(ns)
	_, _, _ = syscall.Syscall6(unix.SYS_CLOCK_NANOSLEEP, unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME,
		uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
}

// Operations of futex(2); the private forms serve one process.
const (
	futexWakePrivate       = 1 | 128
	futexWaitBitsetPrivate = 9 | 128
	futexAnyBit            = 0xffffffff
)

// parker is a futex; it needs no state of its own.
type parker struct{}

func (parker) init() {}

// wait sleeps while *word == value, until ns, a wake or a signal, as sleep does.
func (parker) wait(word *atomic.Uint32, value uint32, ns int64) {
	var until unsafe.Pointer
	var ts unix.Timespec
	if ns != Forever {
		ts = unix.NsecToTimespec(ns)
		until = unsafe.Pointer(&ts)
	}
	_, _, _ = syscall.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWaitBitsetPrivate,
		uintptr(value), uintptr(until), 0, futexAnyBit)
}

// wake wakes the thread that waits on word. The call does not block, so the scheduler need not know
// about it.
func (parker) wake(word *atomic.Uint32) {
	_, _, _ = syscall.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWakePrivate, 1, 0, 0, 0)
}
