package link

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// FuzzReceive hands anything to both ends of a session that has begun. What is not of the session brings nothing, no
// size makes trouble, and the session goes on.
func FuzzReceive(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	state, command := make([]byte, testState.Size()), make([]byte, testCommand.Size())
	for i := range uint8(5 * 4) {
		app, robot := fuzzed(f, i, "0123456789abcdef")
		for k := range 30 {
			noisy(state, r, k)
			put(command, testCommand, "O_T_EE_c", circle(k)...)
			a, b := robot.Send(nil, uint64(k), state, false), app.Send(nil, uint64(k), command, false)
			if k%10 == 9 {
				f.Add(i, true, a)
				f.Add(i, false, b)
			}
			var p Packet
			app.Receive(a, &p)
			robot.Receive(b, &p)
		}
		f.Add(i, true, robot.Snapshot(nil, 7, state))
		f.Add(i, true, robot.Notify(nil, Notice{Topic: Fault, Seq: 5, Code: 20, Text: "at rest"}))
		f.Add(i, false, app.Notify(nil, Notice{Topic: Stop}))
	}
	f.Fuzz(func(t *testing.T, i uint8, toApp bool, b []byte) {
		if len(b) > MaxPacket {
			return
		}
		app, robot := fuzzed(t, i, "another key than the seeds'")
		var p Packet
		state, command := make([]byte, testState.Size()), make([]byte, testCommand.Size())
		for k := range 3 {
			app.Receive(robot.Send(nil, uint64(k), state, false), &p)
			robot.Receive(app.Send(nil, uint64(k), command, false), &p)
		}
		s, image := robot, command
		if toApp {
			s, image = app, state
		}
		was := bytes.Clone(b)
		status := s.Receive(b, &p)
		if !bytes.Equal(was, b) {
			t.Fatal("the packet was changed")
		}
		if status == OK && i%4 == 3 {
			t.Fatal("passed without the key")
		}
		if status != OK && p.Count != 0 {
			t.Fatalf("%v, and yet %+v", status, p)
		}
		for j := range p.Count {
			s.Sample(j, image)
		}
		app.Send(nil, 3, make([]byte, testCommand.Size()), false)
	})
}

// fuzzed opens a session whose kind the number tells.
func fuzzed(t testing.TB, i uint8, key string) (app, robot *Session) {
	c := Config{Compression: Compression(i / 4 % 5), NoCRC: i%4 != 1, Redundancy: 1 + int(i%4)}
	c.State, c.Command = sel(t, testState, "O_T_EE", "q", "m_ee", "errors", "time"), sel(t, testCommand, "O_T_EE_c", "valid_elbow")
	var psk []byte
	if i%4 == 3 {
		psk = []byte(key)
	}
	return pair(t, c, psk)
}

func FuzzZeroRuns(f *testing.F) {
	f.Add(AppendZeroRuns(nil, thesis()), 128)
	f.Add([]byte{6, 0, 0, 0x80, 1, 0}, 128)
	f.Add([]byte{5, 0, 0, 0xff, 0xff}, 1<<15-1)
	f.Fuzz(func(t *testing.T, b []byte, size int) {
		if size < 0 || size > maxImage {
			return
		}
		dst := make([]byte, size)
		n, ok := ReadZeroRuns(dst, b)
		if !ok {
			return
		}
		if n != int(binary.LittleEndian.Uint16(b)) || n > len(b) {
			t.Fatal(n)
		}
		again := make([]byte, size)
		if _, ok := ReadZeroRuns(again, AppendZeroRuns(nil, dst)); !ok || !bytes.Equal(dst, again) {
			t.Fatal("what was read cannot be written")
		}
	})
}

func FuzzHello(f *testing.F) {
	psk := []byte("0123456789abcdef")
	for _, key := range [][]byte{nil, psk} {
		h := exampleHello(f)
		b, _ := AppendHello(nil, &h, key)
		f.Add(b)
		b, _ = AppendAccept(nil, &Accept{Answers: h.Nonce, Nonce: Nonce{9}, Extra: []byte{1}}, key)
		f.Add(b)
		f.Add(AppendRefuse(nil, &Refuse{h.Nonce, "another application moves the robot"}))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var h Hello
		var a Accept
		for _, key := range [][]byte{nil, psk} {
			if err := ReadHello(b, &h, key); err == nil {
				again, err := AppendHello(nil, &h, key)
				if err != nil || !bytes.Equal(again, b) {
					t.Fatalf("%x is read and written as %x: %v", b, again, err)
				}
				if c, err := h.Config(testState, testCommand); err == nil {
					if _, err := NewSession(Interface, c, Nonce{}, Nonce{}, key); err != nil {
						t.Fatal(err)
					}
				}
			}
			_ = ReadAnswer(b, exampleHello(t).Nonce, &a, key)
		}
	})
}
