package rt

import (
	"runtime"
	"sync"
	"time"
)

// Go's monitor thread makes a goroutine yield that has kept its P for 10 ms (its turn), and sleeping in the kernel does not end a turn
// (docs/decisions/0055-yields-of-punctual-threads.md). So a wait that is long enough begins with a yield if the last one was a while
// ago.
const (
	yieldEvery = 4 * time.Millisecond
	// yieldRoom is the time that a wait must leave for the yield of a goroutine without a known Thread: if it is locked to its thread,
	// it comes back through other threads of the runtime, which have no priority.
	yieldRoom = time.Millisecond
	// ownRoom is the same for a goroutine with a Thread, which mostly goes on at once.
	ownRoom = 200 * time.Microsecond
)

// Thread is a thread of the operating system with the settings that Setup made and the goroutine that is locked to it. Only that
// goroutine may call its methods.
type Thread struct {
	id     threadID
	turn   turn
	grants []grant
}

// grant is a setting that the system has granted a thread.
type grant struct {
	undo func()
	move func(from, to threadID) // moves it from the thread that had it to the calling one; nil if it is the process's
}

// settling keeps Setup, on a thread that another goroutine has lost for a moment, from taking that goroutine's settings for the
// thread's original ones: Setup holds it for writing, a goroutine that may move holds it for reading.
var settling = &sync.RWMutex{}

// Setup locks the calling goroutine, which must not be locked yet, to its thread and makes the requests of o. Refusals are in the
// report; the loop still runs, but less punctually. The same goroutine must call Release, once, to restore everything. Threads and
// processes started later do not inherit the priority.
func Setup(o Options) (r Report, t *Thread) {
	runtime.LockOSThread()
	r.add("own thread", nil, "")
	settling.Lock()
	defer settling.Unlock()
	return r, &Thread{id: ownID(), grants: setup(o, &r)}
}

// Release undoes what Setup did.
func (t *Thread) Release() {
	for i := len(t.grants) - 1; i >= 0; i-- {
		t.grants[i].undo()
	}
	runtime.UnlockOSThread()
}

// Yield ends the goroutine's turn. For a moment it is not locked to its thread, so Go's scheduler mostly goes on with it at once,
// in less than a microsecond; a goroutine that stays locked comes back through two switches and an ordinary thread, which on
// a busy machine waits for a processor. If the scheduler has other work for the thread, such as a collection's, the goroutine
// continues on another thread, which then gets what Setup gave the first. Code that depends on its thread, such as some C libraries,
// locks the goroutine once more, and then it stays (docs/decisions/0058-a-turn-that-ends-on-its-own-thread.md). It does not allocate.
func (t *Thread) Yield() {
	if !settling.TryRLock() {
		return // the next wait yields
	}
	runtime.UnlockOSThread()
	goyield()
	runtime.LockOSThread()
	if now := ownID(); now != t.id {
		for i := range t.grants {
			if g := &t.grants[i]; g.move != nil {
				g.move(t.id, now)
			}
		}
		t.id = now
	}
	settling.RUnlock()
}

// Rest announces that the goroutine is about to wait until ns in some other call, such as a receive. Like a Sleeper or Waiter, it
// yields if the wait is long enough and the last yield was a while ago.
func (t *Thread) Rest(ns int64) { t.yields(Now(), ns) }

// yields yields before a wait from now until ns if it is time for that, and reports whether it was.
func (t *Thread) yields(now, ns int64) bool {
	if !t.turn.over(now, ns, ownRoom) {
		return false
	}
	t.Yield()
	t.turn = turn(Now())
	return true
}

// turn is the time of a thread's last yield.
type turn int64

// over reports whether it is time to yield before a wait from now until ns, which must be longer than room.
func (t turn) over(now, ns int64, room time.Duration) bool {
	return ns-now > int64(room) && now-int64(t) > int64(yieldEvery)
}

// yields is Thread.yields for a goroutine without a Thread.
func (t *turn) yields(now, ns int64) bool {
	if !t.over(now, ns, yieldRoom) {
		return false
	}
	runtime.Gosched()
	*t = turn(Now())
	return true
}
