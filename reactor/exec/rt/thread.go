package rt

import (
	"runtime"
	"slices"
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
	guard  *guard // of its priority, nil without one
}

// grant is a setting that the system has granted a thread. A setting of the whole process is neither given nor taken.
type grant struct {
	guard *guard // of a priority, nil without one
	undo  func()
	give  func(to threadID)   // gives it to another thread of the goroutine; nil if there is nothing to do
	take  func(from threadID) // takes it from the thread before; nil as well
}

// settling keeps Setup, on a thread that another goroutine has lost for a moment, from taking that goroutine's settings for the
// thread's original ones: Setup and Release hold it for writing, a goroutine that may move holds it for reading.
var settling = &sync.RWMutex{}

// seating holds the threads that Setup has set up, each with the id at which it was last seen. A goroutine may move to a thread that
// another one has left but has not yet been taken from, so that for a moment two have the same id.
type seating struct {
	Mutex // for goroutines that move; Setup and Release exclude those by settling
	all   []*Thread
}

// seats are this process's.
var seats = &seating{}

func (s *seating) add(t *Thread) { s.all = append(s.all, t) }

func (s *seating) remove(t *Thread) {
	s.all = slices.DeleteFunc(s.all, func(o *Thread) bool { return o == t })
}

// giveAt gives the threads at an id their settings once more.
func (s *seating) giveAt(id threadID) {
	for _, t := range s.all {
		if t.id == id {
			t.give()
		}
	}
}

// Setup locks the calling goroutine, which must not be locked yet, to its thread and makes the requests of o. Refusals are in the
// report; the loop still runs, but less punctually. The same goroutine must call Release, once, to restore everything. Threads and
// processes started later do not inherit the priority.
func Setup(o Options) (r Report, t *Thread) {
	runtime.LockOSThread()
	r.add("own thread", nil, "")
	settling.Lock()
	defer settling.Unlock()
	t = &Thread{id: ownID(), grants: setup(o, &r)}
	for _, g := range t.grants {
		if g.guard != nil {
			t.guard = g.guard
		}
	}
	seats.add(t)
	return r, t
}

// Release undoes what Setup did.
func (t *Thread) Release() {
	settling.Lock()
	defer settling.Unlock()
	seats.remove(t)
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
		t.move(now)
	}
	settling.RUnlock()
}

// move gives the calling thread, now, what Setup gave the one before, and takes it from that. If another goroutine has come to the
// one before in the meantime, that one is given its own settings once more: they may be what was taken.
func (t *Thread) move(now threadID) {
	seats.Lock()
	before := t.id
	t.id = now
	t.give()
	for i := range t.grants {
		if g := &t.grants[i]; g.take != nil {
			g.take(before)
		}
	}
	seats.giveAt(before)
	seats.Unlock()
}

// sleeps announces a system call that sleeps until ns, wakes that the goroutine has gone on after it. A goroutine without a known
// Thread may call them.
func (t *Thread) sleeps(ns int64) {
	if t != nil {
		t.guard.sleeps(ns)
	}
}

func (t *Thread) wakes() {
	if t != nil {
		t.guard.wakes()
	}
}

func (t *Thread) give() {
	for i := range t.grants {
		if g := &t.grants[i]; g.give != nil {
			g.give(t.id)
		}
	}
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
