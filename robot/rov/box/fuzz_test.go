package box

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// datagrams are one of every kind, as the wire's golden file has them.
func datagrams(f *testing.F) (all [][]byte) {
	text, err := os.ReadFile("../hil/testdata/datagrams.txt")
	if err != nil {
		f.Fatal(err)
	}
	for l := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		if !strings.HasPrefix(l, "  ") {
			if l != "" { // its name
				all = append(all, nil)
			}
			continue
		}
		b, err := hex.DecodeString(strings.ReplaceAll(l, " ", ""))
		if err != nil {
			f.Fatal(err)
		}
		all[len(all)-1] = append(all[len(all)-1], b...)
	}
	return all
}

// header is a datagram with nothing behind its header.
func header(kind hil.Kind, session uint64) []byte {
	b := hil.AppendForces(nil, hil.Header{Kind: kind, Session: session}, nil, nil)
	return b[:hil.SizeHeader]
}

// guarded gives any bytes guards that hold.
func guarded(b []byte, session uint64, s *seal.Seal) []byte {
	h := header(1, session)
	if len(b) > 0 {
		h[5] = b[0]
		b = b[1:]
	}
	n := copy(h[16:], b)
	return hil.Finish(append(h, b[n:]...), 0, s)
}

// FuzzSimulator gives any bytes to a simulator in a session: it goes on, and its world stays finite.
func FuzzSimulator(f *testing.F) {
	for _, b := range datagrams(f) {
		f.Add(b[5:], true)
		f.Add(append([]byte{b[5]}, b[16:]...), false)
	}
	fuzz.Run(f, func(t *testing.T, b []byte, free bool) {
		mode := hil.LockStep
		if free {
			mode = hil.Free
		}
		r := newRig(t, ServerConfig{Mode: mode})
		l := r.line("ideal")
		l.mustJoin(hil.ClientConfig{})
		for _, b := range [][]byte{b, guarded(b, r.k.s.id, nil), guarded(b, 0, nil)} {
			if len(b) > 32 && b[5] == byte(hil.KindStep) && mode == hil.LockStep {
				b[28], b[29], b[30], b[31] = 0, 0, 0, 0 // four seconds at most
				b = hil.Finish(b[:len(b)-hil.SizeCRC], 0, nil)
			}
			r.k.handle(r.clock(), b, l.peer)
			r.turn()
		}
		if !r.k.world.Truth().Finite() {
			t.Error("the world is not finite")
		}
	})
}

// FuzzClient gives any bytes to a controller in a session.
func FuzzClient(f *testing.F) {
	for _, b := range datagrams(f) {
		f.Add(b)
		f.Add(append([]byte{b[5]}, b[16:]...))
	}
	fuzz.Run(f, func(t *testing.T, b []byte) {
		r := newRig(t, ServerConfig{Mode: hil.Free})
		c := r.line("ideal").mustJoin(hil.ClientConfig{})
		r.time += int64(time.Second) // nothing has come: it asks for another session
		c.Look()
		for _, b := range [][]byte{b, guarded(b, r.k.s.id, nil), guarded(b, 0, nil)} {
			c.Take(b)
			c.Look()
		}
		var rd rov.Readings
		c.Latest(&rd)
		c.Command(thrust)
	})
}
