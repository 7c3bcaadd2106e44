package box

import (
	"encoding/hex"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/frames"
)

func TestBoxAnswersTheDocumentedRequests(t *testing.T) {
	for _, g := range frames.Documented(t) {
		r := newRig(t, nil, Failures{})
		got := r.box.Handle(NewLink(), g.Request)
		reply, n, err := xarm.ParseReply(got)
		if err != nil || n != len(got) {
			t.Errorf("%s: %x: %v", g.Name, got, err)
			continue
		}
		if len(got) != len(g.Reply) || cmp.Diff(got[:7], g.Reply[:7]) != "" {
			t.Errorf("%s: reply %x, documented %x", g.Name, got, g.Reply)
		}
		if reply.Status&xarm.StatusNotReady == 0 {
			t.Errorf("%s: a box just switched on says it is ready", g.Name)
		}
	}
	r := newRig(t, nil, Failures{})
	two, _ := hex.DecodeString("00010002000313" + "0000") // set_mode as documented, with its second byte
	if got := r.box.Handle(NewLink(), two); hex.EncodeToString(got) != "0001000200021310" {
		t.Errorf("set_mode with two bytes: %x", got)
	}
}

func TestModbusAndKeepAlive(t *testing.T) {
	r := newRig(t, nil, Failures{})
	l := NewLink()
	ask, _ := hex.DecodeString("12340000000601" + "0300000001") // read one holding register
	if got := hex.EncodeToString(r.box.Handle(l, ask)); got != "123400000003018301" {
		t.Errorf("modbus: %s, want an exception 1", got)
	}
	alive, _ := hex.DecodeString("0000000100020000")
	if got := r.box.Handle(l, alive); len(got) != 0 {
		t.Errorf("keep-alive: %x, want no reply", got)
	}
	unknown, _ := hex.DecodeString("00010002000199")
	reply, _, err := xarm.ParseReply(r.box.Handle(l, unknown))
	if err != nil || reply.Status&xarm.StatusWarning == 0 {
		t.Errorf("unknown register: %+v %v", reply, err)
	}
	if _, w := r.fault(); w != xarm.WarnUnknownCode {
		t.Errorf("warning %v", w)
	}
}

// FuzzBox throws bytes at a box that is ready to move and checks that its arm stays within its limits.
func FuzzBox(f *testing.F) {
	for i, g := range frames.Documented(f) {
		f.Add(byte(i), g.Request)
	}
	for _, reg := range []xarm.Register{xarm.RegMoveLine, xarm.RegMoveRelative, xarm.RegMoveHome, xarm.RegTCPOffset, xarm.RegIK, xarm.RegServoCartAA, xarm.RegSetCommonParam} {
		f.Add(byte(reg), xarm.AppendRequest(nil, xarm.Request{ID: 1, Protocol: 2, Register: reg, Params: make([]byte, 46)}))
	}
	for i, p := range pages(f) {
		f.Add(byte(i), xarm.AppendRequest(nil, xarm.Request{ID: 1, Protocol: 2, Register: p.reg, Params: p.params}))
	}
	f.Add(byte(0), []byte{0, 1, 0, 0, 0, 6, 1, 4, 0, 0x40, 0, 9})
	kin := kinematicsFor(f)
	fuzz.Run(f, func(t *testing.T, mode byte, b []byte) {
		home := xarm.Home()
		box, err := New(Config{Kinematics: kin, Start: home[:], Firmware: "v2.7.1", Tool: ToolGripper, Track: true, ForceSensor: true})
		if err != nil {
			t.Fatal(err)
		}
		link := NewLink()
		for _, p := range [][]byte{{11, 8, 1}, {19, mode % 8}, {12, 0}} {
			box.Handle(link, xarm.AppendRequest(nil, xarm.Request{ID: 1, Protocol: 2, Register: xarm.Register(p[0]), Params: p[1:]}))
		}
		for range 3 {
			if reply := box.Handle(link, b); len(reply) > xarm.MaxReply {
				t.Fatalf("reply of %d bytes", len(reply))
			}
			box.Advance(box.Now() + 20*time.Millisecond)
		}
		var q, dq [xarm.Joints]float64
		box.Joints(q[:], dq[:])
		for i := range q {
			if !(q[i] >= box.lower[i]-1e-3 && q[i] <= box.upper[i]+1e-3 && math.Abs(dq[i]) < 8) {
				t.Fatalf("joint %d at %g, %g", i+1, q[i], dq[i])
			}
		}
	})
}
