package box

import (
	"encoding/binary"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Kinds of feedback that a client may ask for (register 254), and what it says about a task.
const (
	feedbackStart   = 1  // a motion begins
	feedbackFinish  = 2  // a motion has ended or was discarded
	feedbackTrigger = 4  // something without duration was done
	feedbackBegun   = 32 // another command begins
	feedbackEnded   = 64 // another command has ended

	feedbackFailed    = 1
	feedbackDiscarded = 2
)

// note says whom to tell about a command, by its transaction.
type note struct {
	link         *Link
	id, protocol uint16
	task         uint16
	register     xarm.Register
	kinds        byte
}

// noteOf is for the request that l is being answered.
func (b *Box) noteOf(l *Link) note {
	if l.feedback == 0 || !b.feeds {
		return note{}
	}
	b.tasks++
	return note{link: l, id: l.asked.ID, protocol: l.asked.Protocol, register: l.asked.Register, kinds: l.feedback, task: b.tasks}
}

// feedbackLen is the length of a feedback frame: header, register 255, status, kind, register of the command, number of the
// task, result, time in µs (vendor's SDKs, feedback callbacks).
const feedbackLen = xarm.HeaderLen + 2 + 13

// tell puts a feedback frame on its link, if its client asked for that kind. A client that does not read loses the oldest.
func (b *Box) tell(n *note, kind, result byte) {
	if n.link == nil || n.kinds&kind == 0 {
		return
	}
	var f [feedbackLen]byte
	p := xarm.AppendHeader(f[:0], n.id, n.protocol, feedbackLen-xarm.HeaderLen)
	p = append(p, 0xFF, byte(b.status()), kind, byte(n.register))
	p = binary.BigEndian.AppendUint16(p, n.task)
	p = append(p, result)
	binary.BigEndian.AppendUint64(p, uint64(b.now/time.Microsecond))
	n.link.put(f[:])
}

// put adds a frame that nobody asked for now; the oldest ones, which are of different lengths, make room for it.
func (l *Link) put(frame []byte) {
	for len(l.unasked) > 0 && len(l.unasked)+len(frame) > cap(l.unasked) {
		oldest := xarm.HeaderLen + int(binary.BigEndian.Uint16(l.unasked[4:]))
		l.unasked = l.unasked[:copy(l.unasked, l.unasked[oldest:])]
	}
	l.unasked = append(l.unasked, frame...)
}

// Unasked appends to dst what the box has to tell a client beyond its answers, and forgets it.
func (l *Link) Unasked(dst []byte) []byte {
	dst = append(dst, l.unasked...)
	l.unasked = l.unasked[:0]
	return dst
}

// Tells reports whether the box may have to tell a client something beyond its answers.
func (l *Link) Tells() bool { return l.feedback != 0 || l.waits || len(l.unasked) > 0 }

// Forget makes the box tell nothing more to a client that has gone.
func (b *Box) Forget(l *Link) {
	for i := range b.queue.n {
		b.queue.at(i).note.forget(l)
	}
	for i := range b.pins.triggers {
		b.pins.triggers[i].note.forget(l)
	}
	b.rec.note.forget(l)
	b.identify.reply.forget(l)
}

func (n *note) forget(l *Link) {
	if n.link == l {
		*n = note{}
	}
}

// action is what a task of the buffer does at its turn.
type action struct {
	what  actionKind
	n     byte
	mask  uint16
	value uint16
	x     [4]float64
	wait  waiting // for what, once its turn has come
}

// waiting is for what an action waits: a time (x[0] s) or a place (x mm, and how near).
type waiting uint8

const (
	waitNot waiting = iota
	waitTime
	waitPlace
)

type actionKind uint8

const (
	actNothing actionKind = iota
	actCount
	actLoad
	actBoxOutputs
	actToolOutputs
	actBoxAnalog
)

// queued does a at its turn in the buffer, or at once.
func (b *Box) queued(a action, l *Link) outcome {
	if !b.later(a, b.noteOf(l)) {
		return refused
	}
	return done
}

// act does it now.
func (b *Box) act(a *action) {
	switch a.what {
	case actCount:
		b.counter++
	case actLoad:
		b.conf.load = a.x
	case actBoxOutputs:
		b.pins.out = b.pins.out&^a.mask | a.value&a.mask
	case actToolOutputs:
		b.pins.toolOut = b.pins.toolOut&^a.mask | a.value&a.mask
	case actBoxAnalog:
		b.pins.analogOut[a.n] = a.value
	}
}
