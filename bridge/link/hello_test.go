package link

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exampleHello is the one of the format's page.
func exampleHello(t testing.TB) Hello {
	c := Config{
		State: sel(t, testState, "O_T_EE_c", "time"), Command: sel(t, testCommand, "O_T_EE_c"),
		Compression: Delta, Redundancy: 3,
	}
	h := c.Hello(Nonce{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	h.Scheme, h.Protocol, h.Generator, h.Controller, h.Extra = 5, 5, 3, 1, []byte{20}
	return h
}

func TestHandshake(t *testing.T) {
	for _, psk := range [][]byte{nil, []byte("a key of two dozen bytes")} {
		h := exampleHello(t)
		b, err := AppendHello(nil, &h, psk)
		if err != nil {
			t.Fatal(err)
		}
		var got Hello
		if err := ReadHello(b, &got, psk); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(h, got); d != "" {
			t.Error(d)
		}
		c, err := got.Config(testState, testCommand)
		if err != nil {
			t.Fatal(err)
		}
		accept := Accept{Answers: h.Nonce, Nonce: Nonce{99}, Extra: []byte("x")}
		answer, err := AppendAccept(nil, &accept, psk)
		if err != nil {
			t.Fatal(err)
		}
		var a Accept
		if err := ReadAnswer(answer, h.Nonce, &a, psk); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(accept, a); d != "" {
			t.Error(d)
		}
		if err := ReadAnswer(answer, Nonce{7}, &a, psk); err == nil {
			t.Error("an answer to another hello passes")
		}
		robot, err := NewSession(Interface, c, h.Nonce, a.Nonce, psk)
		if err != nil {
			t.Fatal(err)
		}
		app, err := NewSession(Application, Config{State: c.State, Command: c.Command, Compression: Delta, Redundancy: 3}, h.Nonce, a.Nonce, psk)
		if err != nil {
			t.Fatal(err)
		}
		var p Packet
		if s := app.Receive(robot.Send(nil, 5, make([]byte, testState.Size()), false), &p); s != OK {
			t.Error(s)
		}
		var refused *Refused
		no := AppendRefuse(nil, &Refuse{h.Nonce, "another application moves the robot"})
		if err := ReadAnswer(no, h.Nonce, &a, psk); !errors.As(err, &refused) || refused.Reason != "another application moves the robot" {
			t.Error(err)
		}
	}
}

func TestHelloRefused(t *testing.T) {
	h := exampleHello(t)
	key, other := []byte("a key of two dozen bytes"), []byte("another key, as long as it")
	plain, _ := AppendHello(nil, &h, nil)
	sealed, _ := AppendHello(nil, &h, key)
	var got Hello
	for _, c := range []struct {
		name string
		b    []byte
		psk  []byte
		want error
	}{
		{"no key", plain, key, ErrKey}, {"another key", sealed, other, ErrKey}, {"a key, where none is used", sealed, nil, ErrKey},
	} {
		if err := ReadHello(c.b, &got, c.psk); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for n := range plain {
		bad := append([]byte(nil), plain...)
		bad[n] ^= 4
		if ReadHello(plain[:n], &got, nil) == nil || ReadHello(bad, &got, nil) == nil {
			t.Errorf("cut or damaged at byte %d, and read", n)
		}
	}
	h.State, h.Command[0].Quantum.Step = append(h.State, Subscribed{Member: 77}), -1
	if _, err := h.Config(testState, testCommand); err == nil || !strings.Contains(err.Error(), "no member 77") {
		t.Error(err)
	}
	h.StateHash++
	if _, err := h.Config(testState, testCommand); err == nil || !strings.Contains(err.Error(), "another layout") {
		t.Error(err)
	}
	if _, err := AppendHello(nil, &h, []byte("short")); err == nil || !strings.Contains(err.Error(), "at least 16") {
		t.Error(err)
	}
}

func TestConfigFaults(t *testing.T) {
	c := Config{Compression: 9, Redundancy: 9, State: sel(t, testState, "q"), StateQuanta: Quanta{"q": {Step: -1}}}
	err := c.Validate()
	for _, want := range []string{"no member of the command", "compression 9", "redundancy 9", "quantum of q"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}

// Sessions do not take each other's packets, replays, packets of their own, or changed ones.
func TestSealed(t *testing.T) {
	key := []byte("a key of two dozen bytes")
	c := Config{State: sel(t, testState, "q"), Command: sel(t, testCommand, "q_c"), Compression: Delta}
	app, robot := pair(t, c, key)
	stranger, err := NewSession(Interface, c, Nonce{1}, Nonce{3}, key)
	if err != nil {
		t.Fatal(err)
	}
	state, command := make([]byte, testState.Size()), make([]byte, testCommand.Size())
	var p Packet
	if s := app.Receive(stranger.Send(nil, 1, state, false), &p); s != Forged {
		t.Error(s)
	}
	b := robot.Send(nil, 1, state, false)
	for i := range b {
		b[i] ^= 0x10
		if s := app.Receive(b, &p); s == OK {
			t.Errorf("changed at %d: %v", i, s)
		}
		b[i] ^= 0x10
	}
	if s := app.Receive(b, &p); s != OK {
		t.Error(s)
	}
	if s := app.Receive(b, &p); s != Duplicate {
		t.Error(s)
	}
	if s := robot.Receive(b, &p); s != Malformed {
		t.Error(s)
	}
	for k := uint64(2); k < 400; k++ {
		robot.Receive(app.Send(nil, k, command, false), &p)
		app.Receive(robot.Send(nil, k, state, false), &p)
	}
	if s := app.Receive(b, &p); s != Stale {
		t.Error(s)
	}
}

func TestNotices(t *testing.T) {
	c := Config{State: sel(t, testState, "q"), Command: sel(t, testCommand, "q_c")}
	for _, key := range [][]byte{nil, []byte("a key of two dozen bytes")} {
		app, robot := pair(t, c, key)
		var p Packet
		var sent [][]byte
		for i := range 5 {
			sent = append(sent, robot.Notify(nil, Notice{Topic: Fault, Seq: uint64(i), Code: 25, Text: "communication_constraints_violation"}))
		}
		for _, i := range []int{1, 0, 4, 3, 2} {
			if s := app.Receive(sent[i], &p); s != OK || !p.Notice || app.Notice().Seq != uint64(i) || app.Notice().Code != 25 {
				t.Error(i, s, app.Notice())
			}
			if s := app.Receive(sent[i], &p); s != Duplicate || !p.Notice || app.Notice().Seq != uint64(i) {
				t.Error(i, s)
			}
			sent[i][8]++
			if s := app.Receive(sent[i], &p); s == OK || s == Duplicate {
				t.Error(i, s)
			}
		}
		for range 100 {
			sent = append(sent, robot.Notify(nil, Notice{Topic: Bye}))
		}
		last, old := sent[len(sent)-1], sent[10]
		if s := app.Receive(last, &p); s != OK {
			t.Error(s)
		}
		if s := app.Receive(old, &p); s != Stale {
			t.Error(s)
		}
	}
}

// Members that are not subscribed come from the last snapshot, and are marked so.
func TestSnapshot(t *testing.T) {
	c := Config{State: sel(t, testState, "q"), Command: sel(t, testCommand, "q_c"), Compression: Delta}
	app, robot := pair(t, c, nil)
	state, got := make([]byte, testState.Size()), make([]byte, testState.Size())
	put(state, testState, "m_ee", 0.73)
	put(state, testState, "q", 1, 2, 3, 4, 5, 6, 7)
	mass, _ := testState.Find("m_ee")
	q, _ := testState.Find("q")
	var p Packet
	if s := app.Receive(robot.Send(nil, 1, state, false), &p); s != OK {
		t.Fatal(s)
	}
	app.Sample(0, got)
	if app.Origin(mass) != Zero || app.Origin(q) != Live || get(got, testState, "m_ee")[0] != 0 {
		t.Errorf("%v, %v", app.Origin(mass), app.Origin(q))
	}
	b := robot.Snapshot(nil, 2, state)
	if s := app.Receive(b, &p); s != OK || !p.Snapshot || p.Seq != 2 {
		t.Fatal(s, p)
	}
	if s := app.Receive(b, &p); s != Duplicate {
		t.Fatal(s)
	}
	put(state, testState, "q", 7, 6, 5, 4, 3, 2, 1)
	put(state, testState, "m_ee", 2)
	if s := app.Receive(robot.Send(nil, 3, state, false), &p); s != OK {
		t.Fatal(s)
	}
	app.Sample(0, got)
	if app.Origin(mass) != Kept || get(got, testState, "m_ee")[0] != 0.73 || get(got, testState, "q")[0] != 7 {
		t.Errorf("%v, %v", app.Origin(mass), got)
	}
	if b := app.Snapshot(nil, 1, state); b != nil {
		t.Error("the application sends snapshots")
	}
}
