package link

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// FuzzReceive hands anything to both ends of a session that has begun. What is not of the session brings nothing, no
// size makes trouble, and the session goes on.
func FuzzReceive(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds := fuzzedKinds(f)
	state, command := make([]byte, testState.Size()), make([]byte, testCommand.Size())
	for i, c := range kinds {
		app, robot := pair(f, c, fuzzedKey(i, "0123456789abcdef"))
		for k := range 30 {
			noisy(state, r, k)
			put(command, testCommand, "O_T_EE_c", circle(k)...)
			seq := fuzzedStart(i) + uint64(k)
			a, b := robot.Send(nil, seq, state, false), app.Send(nil, seq, command, false)
			if k%10 == 9 {
				f.Add(uint8(i), true, a)
				f.Add(uint8(i), false, b)
			}
			var p Packet
			app.Receive(a, &p)
			robot.Receive(b, &p)
		}
		f.Add(uint8(i), true, robot.Snapshot(nil, fuzzedStart(i)+7, state))
		f.Add(uint8(i), true, robot.Notify(nil, Notice{Topic: Fault, Seq: 5, Code: 20, Text: "at rest"}))
		f.Add(uint8(i), false, app.Notify(nil, Notice{Topic: Stop}))
	}
	var ends [len(kinds)][2]begun
	var was, sent []byte
	fuzz.Run(f, func(t *testing.T, i uint8, toApp bool, b []byte) {
		if len(b) > MaxPacket {
			return
		}
		kind, end, image, own := int(i)%len(kinds), Interface, command, state
		if toApp {
			end, image, own = Application, state, command
		}
		x := &ends[kind][end]
		if x.s == nil {
			x.begin(t, kinds[kind], kind, end)
		}
		var p Packet
		was = append(was[:0], b...)
		status := x.s.Receive(b, &p)
		if !bytes.Equal(was, b) {
			t.Fatal("the packet was changed")
		}
		if status == OK && kind%4 == 3 {
			t.Fatal("passed without the key")
		}
		if status != OK && p.Count != 0 {
			t.Fatalf("%v, and yet %+v", status, p)
		}
		for j := range p.Count {
			x.s.Sample(j, image)
		}
		clear(own[copy(own, b):])
		x.seq++
		if sent = x.s.Send(sent[:0], x.seq, own, false); len(sent) == 0 {
			t.Fatalf("after %v nothing is sent", status)
		}
		if status == OK {
			x.s = nil
		}
	})
}

// begun is an end of a session that has begun. It is used until a packet passes: what does not pass brings nothing.
type begun struct {
	s     *Session
	seq   uint64    // the sample sent last
	heard [3][]byte // what the other end sent to begin with
}

// begin opens a session's end and brings it to where both have sent three samples, all zero. The other end, which would
// send the same each time, is needed only for the first.
func (x *begun) begin(t *testing.T, c Config, kind int, end End) {
	state, command, psk := make([]byte, testState.Size()), make([]byte, testCommand.Size()), fuzzedKey(kind, "another key than the seeds'")
	var p Packet
	if x.heard[0] == nil {
		app, robot := pair(t, c, psk)
		for k := range x.heard {
			seq := fuzzedStart(kind) + uint64(k)
			a := robot.Send(nil, seq, state, false)
			app.Receive(a, &p)
			b := app.Send(nil, seq, command, false)
			robot.Receive(b, &p)
			if x.heard[k] = a; end == Interface {
				x.heard[k] = b
			}
		}
	}
	var err error
	if x.s, err = NewSession(end, c, Nonce{1}, Nonce{2}, psk); err != nil {
		t.Fatal(err)
	}
	for k, b := range x.heard {
		x.seq = fuzzedStart(kind) + uint64(k)
		if end == Interface {
			x.s.Send(nil, x.seq, state, false)
		}
		if s := x.s.Receive(b, &p); s != OK {
			t.Fatalf("sample %d of the other end: %v", k, s)
		}
		if end == Application {
			x.s.Send(nil, x.seq, command, false)
		}
	}
}

// fuzzedKinds are the sessions that are tried: every compression with and without a CRC, a key and redundancy, from the
// first sample and from a later one.
func fuzzedKinds(t testing.TB) (kinds [40]Config) {
	state, command := sel(t, testState, "O_T_EE", "q", "m_ee", "errors", "time"), sel(t, testCommand, "O_T_EE_c", "valid_elbow")
	for i := range kinds {
		kinds[i] = Config{State: state, Command: command, Compression: Compression(i / 4 % 5), NoCRC: i%4 != 1, Redundancy: 1 + i%4}
	}
	return kinds
}

// fuzzedStart is the number of a session's first sample: from 5000 on, the short numbers of packets have come round.
func fuzzedStart(kind int) uint64 { return uint64(kind / 20 * 5000) }

// fuzzedKey is the key of the kinds that have one.
func fuzzedKey(kind int, key string) []byte {
	if kind%4 == 3 {
		return []byte(key)
	}
	return nil
}

func FuzzZeroRuns(f *testing.F) {
	f.Add(AppendZeroRuns(nil, thesis()), 128)
	f.Add([]byte{6, 0, 0, 0x80, 1, 0}, 128)
	f.Add([]byte{5, 0, 0, 0xff, 0xff}, 1<<15-1)
	fuzz.Run(f, func(t *testing.T, b []byte, size int) {
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
	nonce := exampleHello(f).Nonce
	for _, key := range [][]byte{nil, psk} {
		h := exampleHello(f)
		b, _ := AppendHello(nil, &h, key)
		f.Add(b)
		b, _ = AppendAccept(nil, &Accept{Answers: h.Nonce, Nonce: Nonce{9}, Extra: []byte{1}}, key)
		f.Add(b)
		f.Add(AppendRefuse(nil, &Refuse{h.Nonce, "another application moves the robot"}))
	}
	fuzz.Run(f, func(t *testing.T, b []byte) {
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
			_ = ReadAnswer(b, nonce, &a, key)
		}
	})
}
