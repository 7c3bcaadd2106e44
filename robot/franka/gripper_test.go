package franka

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// gripperGoldens are messages written down from the sizes and orders of the protocol notes, section 13, with 0.5, 0.25,
// 0.125, 1 and 2 for floats: e03f, d03f, c03f, f03f and 0040 at their ends.
var gripperGoldens = []struct {
	g   Gripper
	q   GripperRequest
	hex string
}{
	{Hand, GripperRequest{Kind: GripperConnect, ID: 7, Version: 3, Port: 0x1234}, "0000 07000000 0e000000 0300 3412"},
	{Hand, GripperRequest{Kind: GripperHoming, ID: 1}, "0100 01000000 0a000000"},
	{Hand, GripperRequest{Kind: GripperGrasp, ID: 2, Width: 0.5, Inner: 0.25, Outer: 0.125, Speed: 1, Force: 2},
		"0200 02000000 32000000 000000000000e03f 000000000000d03f 000000000000c03f 000000000000f03f 0000000000000040"},
	{Hand, GripperRequest{Kind: GripperMove, ID: 3, Width: 0.5, Speed: 1}, "0300 03000000 1a000000 000000000000e03f 000000000000f03f"},
	{Hand, GripperRequest{Kind: GripperStop, ID: 4}, "0400 04000000 0a000000"},
	{Pump, GripperRequest{Kind: GripperConnect, ID: 0, Version: 1, Port: 1}, "0000 00000000 0e000000 0100 0100"},
	{Pump, GripperRequest{Kind: GripperVacuum, ID: 5, Vacuum: 100, Profile: 3, Timeout: 1000}, "0100 05000000 14000000 64 03 e803000000000000"},
	{Pump, GripperRequest{Kind: GripperDropOff, ID: 6, Timeout: -1}, "0200 06000000 12000000 ffffffffffffffff"},
	{Pump, GripperRequest{Kind: GripperStop, ID: 8}, "0300 08000000 0a000000"},
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGripperMessages(t *testing.T) {
	for _, c := range gripperGoldens {
		want := unhex(t, c.hex)
		if b, err := AppendGripperRequest(nil, c.g, &c.q); err != nil || !bytes.Equal(b, want) {
			t.Errorf("%v of a %v: %x, %v, want %x", c.q.Kind, c.g, b, err, want)
		}
		var q GripperRequest
		if n, err := ReadGripperRequest(append(want, 1, 2, 3), c.g, &q); err != nil || n != len(want) || q != c.q {
			t.Errorf("%v of a %v read as %+v, %d bytes, %v", c.q.Kind, c.g, q, n, err)
		}
		for n := range want {
			if _, err := ReadGripperRequest(want[:n], c.g, &q); !errors.Is(err, ErrShort) {
				t.Errorf("%d bytes of %v: %v", n, c.q.Kind, err)
			}
		}
		a := GripperResponse{Kind: c.q.Kind, ID: c.q.ID, Status: GripperUnsuccessful}
		size := 12
		if a.Kind == GripperConnect {
			a.Status, a.Version, size = GripperSuccess, c.g.Version(), 14
		}
		var back GripperResponse
		b, err := AppendGripperResponse(nil, c.g, &a)
		if n, err2 := ReadGripperResponse(b, c.g, &back); err != nil || err2 != nil || n != size || len(b) != size || back != a {
			t.Errorf("answer to %v: %x, read as %+v, %v, %v", a.Kind, b, back, err, err2)
		}
	}
	if _, err := AppendGripperRequest(nil, Pump, &GripperRequest{Kind: GripperGrasp}); err == nil {
		t.Error("a vacuum gripper grasps")
	}
	for _, bad := range []string{"0500 00000000 0a000000", "0100 00000000 0b000000 00", "0100 00000000 00000000"} {
		var q GripperRequest
		if _, err := ReadGripperRequest(unhex(t, bad), Hand, &q); !errors.Is(err, ErrMessage) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestGripperStates(t *testing.T) {
	h := HandState{ID: 1, Width: 0.5, MaxWidth: 1, Grasped: true, Temperature: 30}
	b := AppendHandState(nil, h)
	if want := unhex(t, "01000000 000000000000e03f 000000000000f03f 01 1e00"); !bytes.Equal(b, want) {
		t.Errorf("hand: %x, want %x", b, want)
	}
	var h2 HandState
	if err := ReadHandState(b, &h2); err != nil || h2 != h {
		t.Errorf("hand read as %+v, %v", h2, err)
	}
	p := PumpState{ID: 2, InRange: true, Detached: false, Present: true, Status: 3, Power: 100, Vacuum: -1}
	b = AppendPumpState(nil, p)
	if want := unhex(t, "02000000 01 00 01 03 64000000 ffffffff"); !bytes.Equal(b, want) {
		t.Errorf("vacuum gripper: %x, want %x", b, want)
	}
	var p2 PumpState
	if err := ReadPumpState(b, &p2); err != nil || p2 != p {
		t.Errorf("vacuum gripper read as %+v, %v", p2, err)
	}
	if err := ReadHandState(b, &h2); !errors.Is(err, ErrSize) {
		t.Errorf("a wrong size: %v", err)
	}
	if err := ReadPumpState(b[1:], &p2); !errors.Is(err, ErrSize) {
		t.Errorf("a wrong size: %v", err)
	}
}

// FuzzReadGripperRequest: what reads writes back to the same bytes.
func FuzzReadGripperRequest(f *testing.F) {
	for _, c := range gripperGoldens {
		f.Add(uint8(c.g), unhex(f, c.hex))
	}
	fuzz.Run(f, func(t *testing.T, device uint8, b []byte) {
		g := Gripper(device % 2)
		var q, back GripperRequest
		n, err := ReadGripperRequest(b, g, &q)
		if err != nil {
			return
		}
		out, err := AppendGripperRequest(nil, g, &q)
		if err != nil || !bytes.Equal(out, b[:n]) {
			t.Fatalf("%x read as %+v and written as %x, %v", b, q, out, err)
		}
		if _, err := ReadGripperRequest(out, g, &back); err != nil {
			t.Fatal(cmp.Diff(q, back), err)
		}
	})
}
