// Package scheme holds the five ways to put a link between a Franka and its application that a student project on the
// traffic in a robot's control loop tried ("Reducing the Traffic in the Control Loop for the Robot Arm", sections 2.4 to
// 2.8), each with the behaviour that was found there, faults included:
//
//   - [Sync]: the interface sends the subscribed state, run-length coded and checked, and blocks for the command.
//   - [Async1]: a second thread answers requests for state and time and stores poses; the robot's loop takes what is
//     stored. Without a new pose the set-point stands still.
//   - [Simple]: the interface sends time and pose, 136 bytes, and waits for the pose in the same cycle.
//   - [Async2]: a receiver on a thread of its own; after 300 µs the pose is used if every packet sent was answered.
//   - [Async3]: the application sends a time; the interface moves its own toward it and computes the motion itself.
//
// They are here to be compared with package remote's own scheme, Smooth. On the wire poses are column-major as in FCI,
// times are seconds, numbers float64, little-endian.
package scheme

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Five are the schemes in the order of the sections that describe them.
func Five() []remote.Scheme { return []remote.Scheme{Sync{}, Async1{}, Simple{}, Async2{}, Async3{}} }

// Named returns one of the five, with how long its interface waits and which time its application commands, if it does so;
// 0 means the scheme's default.
func Named(name string, wait, command time.Duration) (remote.Scheme, error) {
	all := []remote.Scheme{Sync{Wait: wait}, Async1{}, Simple{Wait: wait}, Async2{Wait: wait}, Async3{CommandTime: command}}
	i := slices.IndexFunc(all, func(s remote.Scheme) bool { return s.String() == name })
	if i < 0 {
		return nil, fmt.Errorf("scheme %q: use one of %v, or smooth", name, all)
	}
	return all[i], nil
}

const (
	fciLeaves = 300 * time.Microsecond // time in the robot's millisecond until the callback
	mostWait  = time.Second
)

// waits is how long an interface waits within the robot's cycle.
func waits(wait, usual time.Duration) (time.Duration, error) {
	if wait < 0 || wait > mostWait {
		return 0, fmt.Errorf("scheme: wait %v: it must be 0 to 1 s", wait)
	}
	return cmp.Or(wait, usual), nil
}

// asked is an interface that exchanges datagrams within the robot's cycle, and has no other thread.
type asked struct {
	e    *remote.End
	wait time.Duration
	log  *Exchanges // may be nil
	buf  [remote.MaxDatagram]byte
}

// exchange sends b and waits for the answer. Without an accepted answer the set-point stays.
func (x *asked) exchange(b []byte, to interface{ take(b []byte) bool }) error {
	begun := x.e.Wire.Now()
	if err := x.e.Send(b); err != nil {
		return err
	}
	sent := x.e.Wire.Now()
	if x.log != nil {
		defer func() {
			x.log.Sent = append(x.log.Sent, sent-begun)
			x.log.Received = append(x.log.Received, x.e.Wire.Now()-sent)
		}()
	}
	for until := sent + x.wait; ; {
		n, err := x.e.Wire.Receive(x.buf[:], until)
		switch {
		case err == remote.ErrTimeout:
			x.e.Coasted()
			return nil
		case err != nil:
			return err
		case to.take(x.buf[:n]):
			x.e.Got(n)
			return nil
		}
		x.e.Damaged()
	}
}

func (x *asked) Handle([]byte)       {}
func (x *asked) Work() time.Duration { return never }

// answering is an application that only answers.
type answering struct {
	s    franka.State
	some bool // it has come
}

func (x *answering) Tick()                       {}
func (x *answering) Next() (time.Duration, bool) { return never, false }

func (x *answering) State() *franka.State {
	if !x.some {
		return nil
	}
	return &x.s
}

// timedPose is the datagram of Simple and Async2 in both directions, 136 bytes: time in seconds and a pose. The
// application's time is negative with its last pose.
const timedPose = 8 + 16*8

func putTimedPose(b []byte, t float64, p *franka.Pose) []byte {
	b = binary.LittleEndian.AppendUint64(b[:0], math.Float64bits(t))
	return appendPose(b, p)
}

func appendPose(b []byte, p *franka.Pose) []byte {
	for _, x := range p {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

func readFloat(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// readPose refuses numbers that are not finite: a robot that gets NaN stops at once.
func readPose(b []byte, p *franka.Pose) bool {
	for i := range p {
		p[i] = readFloat(b[8*i:])
		if math.IsNaN(p[i]) || math.IsInf(p[i], 0) {
			return false
		}
	}
	return true
}

// readTimedPose is the reverse of putTimedPose.
func readTimedPose(b []byte, p *franka.Pose) (t float64, ok bool) {
	if len(b) != timedPose {
		return 0, false
	}
	t = readFloat(b)
	var q franka.Pose
	if math.IsNaN(t) || math.IsInf(t, 0) || !readPose(b[8:], &q) {
		return 0, false
	}
	*p = q
	return t, true
}

// duration converts a time from the wire to a Go duration, limited to its range.
func duration(t float64) time.Duration {
	return time.Duration(math.Round(max(-1e9, min(1e9, t)) * 1e9))
}

// never is a time that Next and Work return when nothing is due.
const never = time.Duration(math.MaxInt64)
