package box

import (
	"encoding/binary"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Kinds of feedback that a client may ask for (register 254), and the results it gives for a task.
const (
	feedbackStart   = 1  // a motion begins
	feedbackFinish  = 2  // a motion has ended or was discarded
	feedbackTrigger = 4  // something without duration was done
	feedbackBegun   = 32 // another command begins
	feedbackEnded   = 64 // another command has ended

	feedbackFailed    = 1
	feedbackDiscarded = 2
)

// note says which client gets feedback about a command, and under which transaction.
type note struct {
	link         *Link
	id, protocol uint16
	task         uint16
	register     xarm.Register
	kinds        byte
}

// noteOf returns the note for the request to which l is replying.
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

// tell puts a feedback frame on its link, if its client asked for that kind. A client that does not read loses the oldest
// frames.
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

// put adds an unsolicited frame; the oldest frames, which differ in length, make room for it.
func (l *Link) put(frame []byte) {
	for len(l.unasked) > 0 && len(l.unasked)+len(frame) > cap(l.unasked) {
		oldest := xarm.HeaderLen + int(binary.BigEndian.Uint16(l.unasked[4:]))
		l.unasked = l.unasked[:copy(l.unasked, l.unasked[oldest:])]
	}
	l.unasked = append(l.unasked, frame...)
}

// Unasked appends to dst the frames that the box sends a client beyond its replies, and removes them from the link.
func (l *Link) Unasked(dst []byte) []byte {
	dst = append(dst, l.unasked...)
	l.unasked = l.unasked[:0]
	return dst
}

// Tells reports whether the box may send a client frames beyond its replies.
func (l *Link) Tells() bool { return l.feedback != 0 || l.waits || len(l.unasked) > 0 }

// Forget stops the frames to a client that has gone.
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

// action is what a task of the buffer does in its turn.
type action struct {
	what  actionKind
	n     byte
	mask  uint16
	value uint16
	x     [4]float64
	wait  waiting // what it waits for once its turn has come
}

// waiting is what an action waits for: a time (x[0] s) or a place (x mm, and how near).
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

// queued carries a out in its turn in the buffer, or at once.
func (b *Box) queued(a action, l *Link) outcome {
	if !b.later(a, b.noteOf(l)) {
		return refused
	}
	return done
}

// act carries a out now.
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
