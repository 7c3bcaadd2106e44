package rt

import (
	"runtime"
	"sync"
	"time"
)

// Go's monitor thread makes a goroutine yield that has kept its P for 10 ms, its turn, and to sleep in the kernel ends no
// turn (docs/decisions/0055-yields-of-punctual-threads.md). So a wait that is long enough begins with a yield if the last one was
// a while ago.
const (
	yieldEvery = 4 * time.Millisecond
	// yieldRoom is what a wait has to leave for a yield of a goroutine whose thread nobody has set up, or that does not know it: if it
	// is locked to its thread, it comes back through other threads of the runtime, which have no priority.
	yieldRoom = time.Millisecond
	// ownRoom is the same for a Thread, which mostly goes on at once.
	ownRoom = 200 * time.Microsecond
)

// Thread is a thread of the operating system, with what Setup has made of it, and the goroutine that is locked to it. Its
// methods are for that goroutine.
type Thread struct {
	id     threadID
	turn   turn
	grants []grant
}

// grant is something that the system has granted a thread.
type grant struct {
	undo func()
	move func(from, to threadID) // gives it to the calling thread, to, and takes it from the one that had it; nil: it is the process's
}

// settling keeps a goroutine that has been given another one's thread for a moment from taking that one's settings for what the
// thread was before: Setup writes, whoever may move reads.
var settling = &sync.RWMutex{}

// Setup locks the calling goroutine to its thread, to which it must not be locked yet, and makes the requests of o. Refusals are
// in the report; the loop still runs, but less punctually. The same goroutine must call Release, once, to restore everything.
// Threads and processes started later do not inherit the priority.
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
// a busy machine waits for a processor. Where the scheduler has other work for the thread, such as a collection's, the goroutine
// goes on on another one, which then gets what Setup gave the first. Code that depends on its thread, as some libraries in C do,
// locks the goroutine to it once more, and then it stays (docs/decisions/0058-a-turn-that-ends-on-its-own-thread.md). It does not
// allocate.
func (t *Thread) Yield() {
	if !settling.TryRLock() {
		return // the next wait will do
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

// Rest says that the goroutine is about to wait until ns, in a call of its own such as one that receives. Like a Sleeper and a
// Waiter it yields then if that is long enough and the last yield was a while ago.
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

// turn is when a thread yielded last.
type turn int64

// over reports whether it is time to yield before a wait from now until ns, which has to leave some room.
func (t turn) over(now, ns int64, room time.Duration) bool {
	return ns-now > int64(room) && now-int64(t) > int64(yieldEvery)
}

// yields is a Thread's, for a goroutine that has none.
func (t *turn) yields(now, ns int64) bool {
	if !t.over(now, ns, yieldRoom) {
		return false
	}
	runtime.Gosched()
	*t = turn(Now())
	return true
}
