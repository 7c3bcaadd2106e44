package xarm

import (
	"bytes"
	"math"
	"os"
	"testing"
	"time"
)

func FuzzParseFrames(f *testing.F) {
	for _, g := range goldenFrames(f) {
		f.Add(g.request)
		f.Add(g.reply)
	}
	f.Add([]byte{0, 1, 0, 2, 0xFF, 0xFF, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, n, err := ParseRequest(b); err == nil && !bytes.Equal(AppendRequest(nil, r), b[:n]) {
			t.Fatal("request does not round-trip")
		}
		if r, n, err := ParseReply(b); err == nil && !bytes.Equal(AppendReply(nil, r), b[:n]) {
			t.Fatal("reply does not round-trip")
		}
	})
}

func FuzzCommands(f *testing.F) {
	for _, g := range goldenFrames(f) {
		f.Add(g.request[7:])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var j JointTarget
		var c CartTarget
		var jv JointVelocity
		var cv CartVelocity
		_ = ParseJointTarget(b, &j)
		_ = ParseCartTarget(b, &c)
		_ = ParseJointVelocity(b, &jv)
		_ = ParseCartVelocity(b, &cv)
		sum := j.Speed + j.Acc + j.Time + c.Speed + c.Acc + c.Tool + jv.Duration + cv.Duration
		for i := range Joints {
			sum += j.Q[i]*1e-40 + jv.DQ[i]*1e-40
		}
		if math.IsNaN(sum * 0) {
			t.Fatal("a number that is not finite got through")
		}
		_, _ = ParseVersion(b)
	})
}

func FuzzReports(f *testing.F) {
	r := filled()
	f.Add(AppendReport(nil, ReportNormal, &r))
	f.Add(AppendReport(nil, ReportRich, &r))
	f.Add(AppendReport(nil, ReportDev, &r))
	f.Add(AppendRealtime(nil, &Realtime{State: 2}))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, k := range []ReportKind{ReportNormal, ReportRich, ReportDev} {
			var v Report
			if DecodeReport(k, b, &v) == nil && !(within(v.Q[:], maxAngle) && plausiblePose(v.Pose) && within(v.DQ[:], maxRate)) {
				t.Fatal("absurd numbers got through")
			}
		}
		var v Realtime
		if DecodeRealtime(b, &v) == nil && !(within(v.Q[:], maxAngle) && within(v.Tau[:], maxTorque)) {
			t.Fatal("absurd numbers got through")
		}
		s := NewReportStream(ReportRich, bytes.NewReader(b))
		for s.Next(&Report{}) == nil {
		}
	})
}

// FuzzBox throws bytes at a box that is ready to move and checks that its arm stays within its limits.
func FuzzBox(f *testing.F) {
	for i, g := range goldenFrames(f) {
		f.Add(byte(i), g.request)
	}
	for _, reg := range []Register{RegMoveLine, RegMoveRelative, RegMoveHome, RegTCPOffset, RegIK, RegServoCartAA, RegSetCommonParam} {
		f.Add(byte(reg), AppendRequest(nil, Request{ID: 1, Protocol: 2, Register: reg, Params: make([]byte, 46)}))
	}
	kin := kinematicsFor(f)
	f.Fuzz(func(t *testing.T, mode byte, b []byte) {
		home := Home()
		box, err := NewBox(BoxConfig{Kinematics: kin, Start: home[:]})
		if err != nil {
			t.Fatal(err)
		}
		link := NewLink()
		for _, p := range [][]byte{{11, 8, 1}, {19, mode % 8}, {12, 0}} {
			box.Handle(link, AppendRequest(nil, Request{ID: 1, Protocol: 2, Register: Register(p[0]), Params: p[1:]}))
		}
		for range 3 {
			if reply := box.Handle(link, b); len(reply) > MaxReply {
				t.Fatalf("reply of %d bytes", len(reply))
			}
			box.Advance(box.Now() + 20*time.Millisecond)
		}
		var q, dq [Joints]float64
		box.Joints(q[:], dq[:])
		for i := range q {
			if !(q[i] >= box.lower[i]-1e-3 && q[i] <= box.upper[i]+1e-3 && math.Abs(dq[i]) < 8) {
				t.Fatalf("joint %d at %g, %g", i+1, q[i], dq[i])
			}
		}
	})
}

// hostile is a Conn that answers everything with the same bytes.
type hostile struct {
	reply, rest []byte
}

func (h *hostile) SetTimeout(time.Duration) error { return nil }
func (h *hostile) Close() error                   { return nil }
func (h *hostile) Write(p []byte) (int, error) {
	h.rest = h.reply
	return len(p), nil
}

func (h *hostile) Read(p []byte) (int, error) {
	if len(h.rest) == 0 {
		return 0, os.ErrDeadlineExceeded
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

func FuzzClient(f *testing.F) {
	for _, g := range goldenFrames(f) {
		f.Add(g.reply)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		c := NewClient(&hostile{reply: b}, ClientConfig{Retries: 1})
		_, _ = c.Handshake()
		if w, err := c.WirePosition(); err == nil && !plausiblePose(w) {
			t.Fatal("absurd pose")
		}
		var q, dq, tau [Joints]float64
		if c.JointStates(q[:], dq[:], tau[:]) == nil && !(within(q[:], maxAngle) && within(dq[:], maxRate) && within(tau[:], maxTorque)) {
			t.Fatal("absurd joints")
		}
		_, _, _ = c.ErrWarn()
		_, _, _ = c.Serial()
		_ = c.Recover(ModeServo)
	})
}
