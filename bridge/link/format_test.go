package link_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// TestFormat compares the examples of the format's page with what the code writes.
func TestFormat(t *testing.T) {
	want := map[string]string{}
	for name, b := range examples(t) {
		want[name] = hexed(b)
	}
	golden.Page(t, "../../docs/format/link.md", want)
}

func hexed(b []byte) string {
	var s strings.Builder
	for len(b) > 0 {
		n := min(24, len(b))
		fmt.Fprintf(&s, "% x\n", b[:n])
		b = b[n:]
	}
	return s.String()
}

func examples(t *testing.T) map[string][]byte {
	layout, commands := franka.Layout(5), franka.CommandLayout(5)
	state, err := layout.Select("O_T_EE_c", "time")
	if err != nil {
		t.Fatal(err)
	}
	command, err := commands.Select("O_T_EE_c")
	if err != nil {
		t.Fatal(err)
	}
	c := link.Config{State: state, Command: command, Compression: link.Delta, Redundancy: 3}
	asked, answered := link.Nonce{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, link.Nonce{16, 17, 18, 19}
	h := c.Hello(asked)
	h.Scheme, h.Protocol, h.Generator = 5, 5, 3
	key := []byte("sixteen bytes ok")
	out := map[string][]byte{"refuse": link.AppendRefuse(nil, &link.Refuse{Answers: asked, Reason: "another application moves the robot"})}
	if out["hello"], err = link.AppendHello(nil, &h, nil); err != nil {
		t.Fatal(err)
	}
	if out["accept"], err = link.AppendAccept(nil, &link.Accept{Answers: asked, Nonce: answered}, nil); err != nil {
		t.Fatal(err)
	}
	if out["accept with a key"], err = link.AppendAccept(nil, &link.Accept{Answers: asked, Nonce: answered}, key); err != nil {
		t.Fatal(err)
	}
	app, robot := open(t, c, nil)
	out["notice"] = robot.Notify(nil, link.Notice{Topic: link.Latched, Seq: 4711, Code: 2, Text: "no command for 20 cycles"})
	image, cmd := make([]byte, layout.Size()), make([]byte, commands.Size())
	var p link.Packet
	for k := range uint64(8) {
		s := franka.State{ID: 1000 + k, OTEEc: moved(k)}
		image = franka.AppendMembers(image[:0], 5, &s)
		cmd = franka.AppendCommandMembers(cmd[:0], 5, &franka.Command{OTEEc: moved(k)})
		a := robot.Send(nil, 1000+k, image, false)
		b := app.Send(nil, 1000+k, cmd, false)
		switch k {
		case 0:
			out["keyframe"] = a
		case 7:
			out["state"], out["command"] = a, b
		}
		if app.Receive(a, &p) != link.OK || k < 5 && robot.Receive(b, &p) != link.OK {
			t.Fatal("lost")
		}
	}
	out["bits"] = worked(t)
	var v []byte
	for _, x := range [16]float64{11: -0.999023, 13: -0.00810967} {
		v = binary.LittleEndian.AppendUint64(v, math.Float64bits(x))
	}
	out["zero runs"] = link.AppendZeroRuns(nil, v)
	return out
}

func open(t *testing.T, c link.Config, key []byte) (app, robot *link.Session) {
	var err error
	if app, err = link.NewSession(link.Application, c, link.Nonce{1}, link.Nonce{2}, key); err != nil {
		t.Fatal(err)
	}
	if robot, err = link.NewSession(link.Interface, c, link.Nonce{1}, link.Nonce{2}, key); err != nil {
		t.Fatal(err)
	}
	return app, robot
}

func moved(k uint64) franka.Pose {
	x := 0.3 + 1e-4*float64(k*k)/2
	return franka.Pose{0: 1, 5: -1, 10: -1, 12: x, 14: 0.59, 15: 1}
}

// worked is the packet that the page explains bit by bit: the elbow (two numbers, 1 µm) and the time, sample 1004 against
// 1003 and 1002.
func worked(t *testing.T) (b []byte) {
	layout := link.Layout{{Name: "elbow", Kind: link.Float64, Count: 2}, {Name: "time", Kind: link.Uint64, Count: 1}}
	state, err := layout.Select("elbow", "time")
	if err != nil {
		t.Fatal(err)
	}
	app, robot := open(t, link.Config{State: state, Command: state, Compression: link.Delta, NoCRC: true, StateQuanta: link.Quanta{"elbow": {Step: 1e-6}}}, nil)
	var p link.Packet
	for k := range uint64(5) {
		image := binary.LittleEndian.AppendUint64(nil, math.Float64bits(1e-6*float64(100*k+k%2)))
		image = binary.LittleEndian.AppendUint64(image, math.Float64bits(-1))
		image = binary.LittleEndian.AppendUint64(image, 1000+k)
		b = robot.Send(nil, 1000+k, image, false)
		app.Receive(b, &p)
		robot.Receive(app.Send(nil, k, image, false), &p)
	}
	return b
}
