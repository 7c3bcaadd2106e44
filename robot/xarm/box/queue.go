package box

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box/path"
)

// taskKind is the kind of a task in the command buffer.
type taskKind uint8

const (
	taskMove taskKind = iota
	taskWait          // do nothing for a time
	taskDo            // an action that takes no time, in its turn
)

// task is one command of mode 0 that waits for its turn.
type task struct {
	kind taskKind
	move path.Move
	wait time.Duration
	do   action
	note note
}

// moveQueue holds the tasks and the progress of the first. The runner sees a move's successors, so that it can blend
// corners; actions in between that take no time do not prevent that.
type moveQueue struct {
	ring     []task // a power of two, at most boxQueue
	first, n int
	run      *path.Runner
	until    time.Duration // when the present wait ends; 0 for none
	tail     path.Place    // end of the last move, while there is one
	moves    int           // moves that wait or are under way
}

// at is the i-th task.
func (k *moveQueue) at(i int) *task { return &k.ring[(k.first+i)&(len(k.ring)-1)] }

// grow makes room for one more task. A full ring has 770 kB, which few boxes need.
func (k *moveQueue) grow() {
	ring := make([]task, max(2*len(k.ring), 16))
	for i := range k.n {
		ring[i] = *k.at(i)
	}
	k.ring, k.first = ring, 0
}

// lookAhead is the number of tasks searched for the moves that follow.
const lookAhead = 64

// Move implements path.Source.
func (k *moveQueue) Move(i int) *path.Move {
	for j := range min(k.n, lookAhead) {
		switch t := k.at(j); t.kind {
		case taskWait:
			return nil
		case taskMove:
			if i == 0 {
				return &t.move
			}
			i--
		}
	}
	return nil
}

// endJoints, and endPose below, return where the arm will be after all moves; a relative move starts there.
func (b *Box) endJoints() [xarm.Joints]float64 {
	q := b.ref.q
	if k := &b.queue; k.moves > 0 {
		if !k.tail.Cartesian {
			return k.tail.Q
		}
		b.reach(k.tail.Pose, &q, 8)
	}
	return q
}

func (b *Box) endPose() spatial.Pose {
	k := &b.queue
	switch {
	case k.moves == 0:
		return b.tcp(&b.ref.q)
	case k.tail.Cartesian:
		return k.tail.Pose
	}
	return b.tcp(&k.tail.Q)
}

// push queues a task, or sets warning 11.
func (b *Box) push(t *task) bool {
	k := &b.queue
	if k.n == boxQueue {
		b.warn = xarm.WarnBufferFull
		return false
	}
	if t.kind == taskMove {
		from := path.Place{Cartesian: true, Pose: b.endPose()}
		k.tail = path.End(&from, &t.move)
		k.moves++
	}
	if k.n == len(k.ring) {
		k.grow()
	}
	*k.at(k.n) = *t
	if k.n++; k.n <= lookAhead && t.kind == taskMove {
		k.run.Reconsider(k)
	}
	return true
}

// later carries a out in its turn: at once when nothing waits.
func (b *Box) later(a action, n note) bool {
	if b.queue.n == 0 || b.mode != xarm.ModePosition {
		b.carryOut(&a, &n)
		return true
	}
	return b.push(&task{kind: taskDo, do: a, note: n})
}

// carryOut carries out a, whose turn has come, or makes it wait for its time or place.
func (b *Box) carryOut(a *action, n *note) {
	if a.wait != waitNot {
		b.setTrigger(a, n)
		return
	}
	b.act(a)
	b.tell(n, feedbackTrigger, 0)
}

// pop removes the first task, which is done.
func (b *Box) pop() {
	k := &b.queue
	t := k.at(0)
	if t.kind == taskMove {
		k.moves--
	}
	k.first, k.n = (k.first+1)&(len(k.ring)-1), k.n-1
	if t.kind == taskDo {
		b.carryOut(&t.do, &t.note)
		return
	}
	b.tell(&t.note, feedbackFinish, 0)
}

// discard empties the buffer.
func (b *Box) discard() {
	k := &b.queue
	for ; k.n > 0; k.first, k.n = (k.first+1)&(len(k.ring)-1), k.n-1 {
		b.tell(&k.at(0).note, feedbackFinish, feedbackDiscarded)
	}
	k.run.Clear()
	k.until, k.moves = 0, 0
}

// followQueue moves along the queued moves, and to rest while paused.
func (b *Box) followQueue() {
	k := &b.queue
	if b.state != xarm.StatePaused {
		for k.n > 0 && !k.run.Active() && b.beginTask() {
		}
	}
	if b.gen != genQueue {
		return // an error
	}
	if !k.run.Active() {
		b.ref.v = [xarm.Joints]float64{}
		if k.n == 0 {
			b.gen = genHold
		}
		return
	}
	if b.state == xarm.StatePaused {
		k.run.Pause()
	} else {
		k.run.Resume(k)
	}
	ended := b.advanceMoves()
	for b.gen == genQueue && ended > 0 {
		if k.at(0).kind == taskMove {
			ended--
		}
		b.pop()
	}
	for b.gen == genQueue && ended == 0 && k.n > 0 && k.at(0).kind == taskDo {
		b.pop()
	}
}

// beginTask starts the first task. It reports whether that task is already done.
func (b *Box) beginTask() bool {
	k := &b.queue
	t := k.at(0)
	switch t.kind {
	case taskDo:
		b.pop()
		return true
	case taskWait:
		if k.until == 0 {
			k.until = b.now + t.wait
			b.tell(&t.note, feedbackStart, 0)
		}
		if b.now < k.until {
			return false
		}
		k.until = 0
		b.pop()
		return true
	}
	b.tell(&t.note, feedbackStart, 0)
	from := path.Place{Q: b.ref.q, Pose: b.tcp(&b.ref.q)}
	if !k.run.Start(&from, k) {
		b.fault(xarm.ErrorCircle)
	}
	return false
}

// slower is how often a tick is tried at a lower speed before the arm stops with error 24.
const slower = 8

// advanceMoves advances the moves under way by a tick and returns how many have ended. If a joint would have to be too
// fast, as near a singular pose, it slows the TCP down.
func (b *Box) advanceMoves() (ended int) {
	k := &b.queue
	at, ended := k.run.Step(tickDT, k)
	for try := 0; ; try++ {
		q := b.ref.q
		if !at.Cartesian {
			q = at.Q
		} else if !b.follow(at.Pose, &q, tickDT) {
			b.fault(xarm.ErrorKinematic)
			return 0
		}
		over := 0.0
		for i := range q {
			over = math.Max(over, math.Abs(q[i]-b.ref.q[i])/(b.speed[i]*tickDT))
		}
		if over <= 1.001 || try == slower {
			b.setpointTo(&q)
			return ended
		}
		at, ended = k.run.Again(math.Max(0.99/over, 0.3), tickDT, k)
	}
}
