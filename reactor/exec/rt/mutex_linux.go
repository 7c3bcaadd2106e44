package rt

import (
	"errors"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Operations of futex(2) on a word that holds its owner's thread.
const (
	futexLockPIPrivate   = 6 | 128
	futexUnlockPIPrivate = 7 | 128
)

// patience is how long Lock looks for an unlock before it sleeps. Critical sections take less, unless the holder is
// kept from running; sleeping and being woken takes more.
const patience = int64(5 * time.Microsecond)

// Mutex is a lock that threads of different priority may share. While a more important thread waits, the holder runs
// with that thread's priority until it unlocks (priority inheritance, FUTEX_LOCK_PI of futex(2)). With a sync.Mutex the
// important thread would wait until the machine's scheduler gets to the holder among all ordinary threads, and then for
// Go's scheduler. Lock locks the goroutine to its thread until Unlock, and each of them costs about one system call more
// than a sync.Mutex; LockAs and UnlockAs do not. The zero value is unlocked.
type Mutex struct {
	word   atomic.Uint32 // the owner's thread id; the kernel adds a bit when others wait
	passed atomic.Uint32 // orders memory for Go when the kernel passes the lock on
}

// Lock locks m. It does not allocate.
func (m *Mutex) Lock() {
	runtime.LockOSThread()
	m.lock(uint32(ownID()))
}

// Unlock unlocks m, which the calling goroutine must have locked.
func (m *Mutex) Unlock() {
	m.unlock(uint32(ownID()))
	runtime.UnlockOSThread()
}

// LockAs is Lock for a goroutine that is locked to thread t.
func (m *Mutex) LockAs(self *Thread) { m.lock(uint32(self.id)) }

func (m *Mutex) lock(self uint32) {
	if self == 0 {
		panic("rt: nobody locks: LockAs takes what Setup has returned")
	}
	if m.word.CompareAndSwap(0, self) {
		m.passed.Load() // the word may have been cleared by the kernel
		return
	}
	if runtime.NumCPU() > 1 {
		for end := Now() + patience; Now() < end; {
			if m.word.Load() == 0 && m.word.CompareAndSwap(0, self) {
				m.passed.Load()
				return
			}
		}
	}
	for {
		_, _, e := syscall.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&m.word)), futexLockPIPrivate, 0, 0, 0, 0)
		switch {
		case e == 0:
			m.passed.Load()
			return
		case !errors.Is(e, unix.EAGAIN) && !errors.Is(e, unix.EINTR):
			panic("rt: a lock could not be taken, its owner's thread may have ended: " + e.Error())
		}
	}
}

// UnlockAs unlocks m, which the thread must have locked.
func (m *Mutex) UnlockAs(self *Thread) { m.unlock(uint32(self.id)) }

func (m *Mutex) unlock(self uint32) {
	m.passed.Add(1)
	if m.word.CompareAndSwap(self, 0) {
		return
	}
	_, _, e := syscall.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(&m.word)), futexUnlockPIPrivate, 0, 0, 0, 0)
	if e != 0 {
		panic("rt: a lock was unlocked by a thread that does not hold it: " + e.Error())
	}
}
