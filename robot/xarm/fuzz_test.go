package xarm

import (
	"bytes"
	"math"
	"os"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/robot/xarm/frames"
)

func FuzzParseFrames(f *testing.F) {
	for _, g := range frames.Documented(f) {
		f.Add(g.Request)
		f.Add(g.Reply)
	}
	f.Add([]byte{0, 1, 0, 2, 0xFF, 0xFF, 1})
	fuzz.Run(f, func(t *testing.T, b []byte) {
		if r, n, err := ParseRequest(b); err == nil && !bytes.Equal(AppendRequest(nil, r), b[:n]) {
			t.Fatal("request does not round-trip")
		}
		if r, n, err := ParseReply(b); err == nil && !bytes.Equal(AppendReply(nil, r), b[:n]) {
			t.Fatal("reply does not round-trip")
		}
	})
}

func FuzzCommands(f *testing.F) {
	for _, g := range frames.Documented(f) {
		f.Add(g.Request[7:])
	}
	fuzz.Run(f, func(t *testing.T, b []byte) {
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
		_, _ = parseVersion(b)
	})
}

func FuzzReports(f *testing.F) {
	r := filled()
	f.Add(AppendReport(nil, ReportNormal, &r))
	f.Add(AppendReport(nil, ReportRich, &r))
	f.Add(AppendReport(nil, ReportDev, &r))
	f.Add(AppendRealtime(nil, &Realtime{State: 2}))
	fuzz.Run(f, func(t *testing.T, b []byte) {
		for _, k := range []ReportKind{ReportNormal, ReportRich, ReportDev} {
			var v Report
			if DecodeReport(k, b, &v) == nil && !(Within(v.Q[:], MaxAngle) && PlausiblePose(v.Pose) && Within(v.DQ[:], maxRate)) {
				t.Fatal("absurd numbers got through")
			}
		}
		var v Realtime
		if DecodeRealtime(b, &v) == nil && !(Within(v.Q[:], MaxAngle) && Within(v.Tau[:], maxTorque)) {
			t.Fatal("absurd numbers got through")
		}
		s := newReportStream(ReportRich, bytes.NewReader(b))
		for s.Next(&Report{}) == nil {
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
	for _, g := range frames.Documented(f) {
		f.Add(g.Reply)
	}
	fuzz.Run(f, func(t *testing.T, b []byte) {
		c := NewClient(&hostile{reply: b}, ClientConfig{Retries: 1})
		_, _ = c.Handshake()
		if w, err := c.WirePosition(); err == nil && !PlausiblePose(w) {
			t.Fatal("absurd pose")
		}
		var q, dq, tau [Joints]float64
		if c.JointStates(q[:], dq[:], tau[:]) == nil && !(Within(q[:], MaxAngle) && Within(dq[:], maxRate) && Within(tau[:], maxTorque)) {
			t.Fatal("absurd joints")
		}
		_, _, _ = c.ErrWarn()
		_, _, _ = c.Serial()
		_ = c.Recover(ModeServo)
	})
}

func TestWrongArmIsToldApart(t *testing.T) {
	c := NewClient(&hostile{reply: AppendReply(nil, Reply{ID: 1, Protocol: 2, Register: RegVersion, Params: []byte("6,6,a,b,v1.12.10")})}, ClientConfig{})
	if _, err := c.Handshake(); err == nil {
		t.Fatal("an arm of six axes is taken")
	}
}
