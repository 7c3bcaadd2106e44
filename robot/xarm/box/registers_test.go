package box

import (
	_ "embed"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

//go:embed testdata/registers.txt
var registerPages string

// page is one line of registers.txt.
type page struct {
	line   int
	reg    xarm.Register
	name   string
	mode   xarm.Mode
	params []byte
	length int
	state  int // -1 for no reply at once
}

func pages(t testing.TB) (out []page) {
	t.Helper()
	for i, line := range strings.Split(registerPages, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 7 {
			t.Fatalf("line %d has %d columns", i+1, len(f))
		}
		p := page{line: i + 1, name: f[1], state: -1}
		n, err := strconv.Atoi(f[0])
		if err != nil {
			t.Fatal(err)
		}
		p.reg = xarm.Register(n)
		if strings.HasPrefix(f[2], "m") {
			p.mode, f[2] = xarm.Mode(f[2][1]-'0'), f[2][2:]
		}
		if p.params, err = hex.DecodeString(strings.ReplaceAll(f[2], " ", "")); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if p.length, err = strconv.Atoi(f[3]); err != nil {
			t.Fatal(err)
		}
		if f[5] != "--" {
			s, err := strconv.ParseUint(f[5], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			p.state = int(s)
		}
		out = append(out, p)
	}
	return out
}

// TestEveryRegisterOfTheMakersPages is answered in the length and with the state that its page states.
func TestEveryRegisterOfTheMakersPages(t *testing.T) {
	for _, p := range pages(t) {
		r := newRig(t, func(c *Config) {
			c.PageForms, c.ForceSensor, c.Tool, c.Firmware = true, true, ToolGripper, "v2.7.1"
		}, Failures{})
		r.ready(xarm.ModePosition)
		r.raw(xarm.RegForceEnable, []byte{1})
		if p.reg == xarm.RegPlay {
			r.raw(xarm.RegRecord, []byte{1})
			r.pass(100 * time.Millisecond)
			r.raw(xarm.RegRecord, []byte{0})
			r.raw(xarm.RegSaveTrajectory, []byte("a"))
			r.pass(time.Second)
			r.raw(xarm.RegLoadTrajectory, []byte("a"))
			r.pass(time.Second)
		}
		if p.mode != xarm.ModePosition {
			r.must(r.client.Recover(p.mode))
		}
		r.wantError(xarm.ErrorNone)
		l := NewLink()
		b := r.box.Handle(l, xarm.AppendRequest(nil, xarm.Request{ID: 7, Protocol: 2, Register: p.reg, Params: p.params}))
		if p.state < 0 {
			r.pass(identifyFor + time.Second)
			b = l.Unasked(nil)
			p.state = 0
		}
		a, n, err := xarm.ParseReply(b)
		if err != nil || n != len(b) {
			t.Errorf("line %d, %v: % x, %v", p.line, p.reg, b, err)
			continue
		}
		if len(a.Params) != p.length || int(a.Status) != p.state {
			e, w := r.fault()
			t.Errorf("line %d, %v: %d bytes, state %#02x, want %d and %#02x (error %d, warning %d)", p.line, p.reg, len(a.Params), byte(a.Status), p.length, p.state, e, w)
		}
		if !strings.HasPrefix(p.reg.String(), p.name+" ") {
			t.Errorf("line %d: %s is called %v", p.line, p.name, p.reg)
		}
	}
}

// TestNoRegisterLeavesAWarningBehind: whatever the SDKs ask and the box does not model or have is refused in the length they
// read, and the next call is none the worse.
func TestNoRegisterLeavesAWarningBehind(t *testing.T) {
	for _, reg := range []struct {
		reg    xarm.Register
		params []byte
		length int
		error  xarm.ErrorCode
	}{
		{xarm.RegFriction, []byte("XI13050000000A"), 4, 0},
		{xarm.RegTrajectorySpeeding, []byte{1}, 12, 0},
		{xarm.RegServoZero, []byte{1}, 0, 0},
		{xarm.RegSetTimer, make([]byte, 20), 0, 0},
		{xarm.RegGetSafeLevel, nil, 1, 0},
		{xarm.RegSetRebound, []byte{1}, 0, 0},
		{xarm.RegSetCommonParam, []byte{13, 1, 0, 0, 0}, 0, 0},
		{xarm.RegServoWrite32, []byte{1, 2, 0, 0, 0, 0, 0}, 0, 0},
		{xarm.RegServoWrite16, []byte{1, 2, 0, 0, 0, 0, 0}, 0, 0},
		{xarm.RegServoRead16, []byte{1, 2, 0}, 4, 0},
		{xarm.RegGetCommonParam, []byte{99}, 4, 0},
		{xarm.RegSetCommonParam, []byte{99, 0, 0, 0, 0}, 0, 0},
		{xarm.RegGetCommonInfo, []byte{99}, 29, 0},
		{xarm.RegToolRead16, []byte{9, 0x12, 0x34}, 4, 0},
		{xarm.RegToolWrite16, []byte{9, 0x12, 0x34, 0, 0, 0, 0}, 0, 0},
		{xarm.RegPlay, []byte{1, 0, 0, 0, 1, 0, 0, 0}, 0, 0},
		{xarm.RegModbus, []byte{9, 8, 3, 0, 0, 0, 1}, 1, xarm.ErrorEndEffector},
		{xarm.RegModbus, []byte{11, 1, 3, 0x0A, 0x20, 0, 2}, 1, xarm.ErrorBoxLine},
		{xarm.RegToolRead16, []byte{8, 7, 2}, 4, xarm.ErrorEndEffector},
		{xarm.RegToolWrite32, append([]byte{8, 7, 0}, floats(300)...), 0, xarm.ErrorEndEffector},
		{xarm.RegForceEnable, []byte{1}, 0, xarm.ErrorForceSensor},
		{xarm.RegForceZero, nil, 0, xarm.ErrorForceSensor},
		{xarm.RegIdentifyLoad, []byte{0}, 40, xarm.ErrorForceSensor},
	} {
		r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
		a := r.raw(reg.reg, reg.params)
		told := a.Status&(xarm.StatusInvalid|xarm.StatusError) != 0
		if len(a.Params) != reg.length || !told {
			t.Errorf("%v % x: %d bytes, want %d; state %#02x", reg.reg, reg.params, len(a.Params), reg.length, byte(a.Status))
		}
		if e, w := r.fault(); e != reg.error || w != xarm.WarnNone {
			t.Errorf("%v: error %d, want %d; warning %d", reg.reg, e, reg.error, w)
		}
		r.must(r.client.Recover(xarm.ModePosition))
		if a := r.raw(xarm.RegGetState, nil); a.Status != 0 {
			t.Errorf("%v: state %#02x afterwards", reg.reg, byte(a.Status))
		}
	}
}
