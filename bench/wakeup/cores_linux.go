package wakeup

import (
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// sing measures on processor c until quit. It sleeps in a system call that Go's scheduler does not know about, so that
// only the kernel's scheduler is measured.
func (k *canary) sing(c int, quit *atomic.Bool) error {
	var old, set unix.CPUSet
	set.Set(c)
	if err := unix.SchedGetaffinity(0, &old); err != nil {
		return err
	}
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return err
	}
	defer func() { _ = unix.SchedSetaffinity(0, &old) }()
	for !quit.Load() {
		due := rt.Now() + int64(canaryPeriod)
		ts := unix.NsecToTimespec(due)
		_, _, _ = unix.RawSyscall6(unix.SYS_CLOCK_NANOSLEEP, unix.CLOCK_MONOTONIC, 1, uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
		late := rt.Now() - due
		k.n++
		k.max = max(k.max, late)
		if late > int64(10*time.Millisecond) {
			k.late++
		}
	}
	return nil
}

// onCores calls start on a thread that is bound to some processors: a child inherits that.
func onCores(cores []int, start func() error) error {
	var old, set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &old); err != nil {
		return err
	}
	for _, c := range cores {
		set.Set(c)
	}
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("processors %v: %w", cores, err)
	}
	defer func() { _ = unix.SchedSetaffinity(0, &old) }()
	return start()
}
