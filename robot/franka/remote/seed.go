package remote

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// newNear makes the end beside the robot.
func newNear(i *Interface) (near, error) {
	switch i.c.Scheme {
	case Sync:
		return newNearSync(i)
	case Async1:
		return &nearAsync1{i: i}, nil
	case Simple:
		return &nearSimple{i: i}, nil
	case Async2:
		return &nearAsync2{i: i}, nil
	case Async3:
		return &nearAsync3{i: i}, nil
	case Smooth:
		return newNearSmooth(i)
	}
	return nil, fmt.Errorf("remote: %v: use one of %v", i.c.Scheme, Schemes())
}

// newFar makes the end away from the robot.
func newFar(a *Application) (far, error) {
	switch a.c.Scheme {
	case Sync:
		return newFarSync(a)
	case Async1:
		return &farAsync1{a: a}, nil
	case Simple, Async2:
		return &farSimple{a: a}, nil
	case Async3:
		return &farAsync3{a: a}, nil
	case Smooth:
		return newFarSmooth(a)
	}
	return nil, fmt.Errorf("remote: %v: use one of %v", a.c.Scheme, Schemes())
}

// timedPose is the datagram of Simple and Async2 in both directions, 136 bytes: time in seconds and a pose. The
// application's is negative with its last pose.
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

// readPose refuses what is not finite: a robot that is handed NaN stops at once.
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

// duration turns a time from the wire into one of Go, as far as that reaches.
func duration(t float64) time.Duration {
	return time.Duration(math.Round(max(-1e9, min(1e9, t)) * 1e9))
}

// never is a time that Next and work return when nothing is due.
const never = time.Duration(math.MaxInt64)

// Sizes of FCI's own datagrams, which the traffic is compared with.
func rawSizes(v franka.Version) (state, command int) {
	return franka.StateSize(v), franka.CommandSize(v)
}
