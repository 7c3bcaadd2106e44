package box

import (
	"encoding/binary"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"math"
	"testing"
	"time"
)

// floats are parameters of 32-bit numbers.
func floats(xs ...float64) (p []byte) {
	for _, x := range xs {
		p = binary.LittleEndian.AppendUint32(p, math.Float32bits(float32(x)))
	}
	return p
}

// raw sends one request to the box and returns the reply.
func (r *rig) raw(reg xarm.Register, p []byte) xarm.Reply {
	r.t.Helper()
	b := r.box.Handle(NewLink(), xarm.AppendRequest(nil, xarm.Request{ID: 7, Protocol: xarm.ProtocolHeartbeat, Register: reg, Params: p}))
	reply, n, err := xarm.ParseReply(b)
	if err != nil || n != len(b) {
		r.t.Fatalf("register %d: % x, %v", reg, b, err)
	}
	reply.Params = append([]byte(nil), reply.Params...)
	return reply
}

// TestFailedRepliesHaveTheLengthTheSDKsRead: they unpack that many bytes before or without a look at the status.
func TestFailedRepliesHaveTheLengthTheSDKsRead(t *testing.T) {
	far := floats(9000, 0, 0, 0, 0, 0)
	odd := floats(math.NaN(), 0, 0, 0, 0, 0, 0)
	check := func(n int) []byte { return append(floats(make([]float64, n)...), 1) }
	for _, row := range []struct {
		name   string
		reg    xarm.Register
		params []byte
		length int
	}{
		{"IK out of reach", xarm.RegIK, far, 28},
		{"IK of no number", xarm.RegIK, odd, 28},
		{"IK of nothing", xarm.RegIK, nil, 28},
		{"FK of no number", xarm.RegFK, odd, 24},
		{"joint limit of nothing", xarm.RegIsJointLimit, nil, 1},
		{"TCP limit of no number", xarm.RegIsTCPLimit, odd, 1},
		{"an unknown parameter", xarm.RegGetCommonParam, []byte{99}, 4},
		{"jerk of no number", xarm.RegTCPJerk, odd, 2},
		{"a line while not ready", xarm.RegMoveLine, floats(300, 0, 200, math.Pi, 0, 0, 100, 1000, 0), 2},
		{"a joint move of no number", xarm.RegMoveJoint, floats(math.NaN(), 0, 0, 0, 0, 0, 0, 1, 1, 0), 2},
		{"a check while not ready", xarm.RegMoveHome, check(3), 3},
		{"a move of a wrong length", xarm.RegMoveLineAA, []byte{1}, 2},
	} {
		r := newRig(t, nil, Failures{}) // stopped
		a := r.raw(row.reg, row.params)
		if len(a.Params) != row.length || a.Status&(xarm.StatusInvalid|xarm.StatusNotReady) == 0 {
			t.Errorf("%s: %d bytes, want %d; status %#x", row.name, len(a.Params), row.length, a.Status)
		}
		if row.length == 3 && a.Params[2] == 0 {
			t.Errorf("%s: it could be done", row.name)
		}
	}
}

// TestTheQueueHoldsWhatTheSDKsSend: they hold back from 512 commands on, or from 1000 where a program says so, by a count
// that is 0.4 s old at most, while they send up to 250 commands a second.
func TestTheQueueHoldsWhatTheSDKsSend(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	home := xarm.Home()
	sent := 0
	for ; sent < 1000+100; sent++ {
		q := home
		q[0] += 0.01 * float64(sent%3)
		if a := r.raw(xarm.RegMoveJoint, floats(append(q[:], 0.5, 5, 0)...)); a.Status&(xarm.StatusInvalid|xarm.StatusWarning) != 0 {
			t.Fatalf("command %d: status %#x", sent+1, a.Status)
		} else if n := binary.BigEndian.Uint16(a.Params); int(n) != sent+1 {
			t.Fatalf("command %d: %d wait", sent+1, n)
		}
	}
	for range boxQueue - sent {
		r.raw(xarm.RegMoveJoint, floats(append(home[:], 0.5, 5, 0)...))
	}
	a := r.raw(xarm.RegMoveJoint, floats(append(home[:], 0.5, 5, 0)...))
	if _, w := r.fault(); w != xarm.WarnBufferFull || a.Status&xarm.StatusInvalid == 0 || binary.BigEndian.Uint16(a.Params) != boxQueue {
		t.Errorf("one too many: status %#x, warning %v, % x", a.Status, w, a.Params)
	}
	before := r.box.queue.n
	r.pass(5 * time.Second)
	if r.box.queue.n >= before {
		t.Error("the queue does not move")
	}
	r.wantError(xarm.ErrorNone)
}
