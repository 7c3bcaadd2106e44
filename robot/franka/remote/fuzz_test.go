package remote

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// seeds are datagrams in both directions.
func seeds(f *testing.F) {
	p := newPair(f, Config{Compression: link.Delta}, &Cartesian{})
	for range 10 {
		finished, _ := p.near.Cycle(p.robot.State(), time.Millisecond, &p.cmd)
		p.near.Work()
		for i := range p.nearWire.n {
			f.Add(p.nearWire.sent[i])
			p.far.Handle(p.nearWire.sent[i])
		}
		p.nearWire.n = 0
		p.far.Tick()
		for i := range p.farWire.n {
			f.Add(p.farWire.sent[i])
			p.near.Handle(p.farWire.sent[i])
		}
		p.farWire.n = 0
		p.step(finished)
		p.farWire.now = p.nearWire.now
	}
}

// FuzzInterface gives any bytes to the interface, which must go on to command finite numbers.
func FuzzInterface(f *testing.F) {
	seeds(f)
	fuzz.Run(f, func(t *testing.T, b []byte) {
		i, err := NewInterface(Config{Compression: link.Delta}, &loopback{})
		if err != nil {
			t.Fatal(err)
		}
		s := franka.State{ID: 7, OTEEc: franka.Pose{0: 1, 5: 1, 10: 1, 15: 1, 12: 0.3}, Qd: [7]float64{3: -2}}
		s.Qd[5] = 1.5
		var c franka.Command
		for range 3 {
			if _, err := i.Cycle(&s, time.Millisecond, &c); err != nil {
				t.Fatal(err)
			}
			i.Handle(b)
			i.Work()
			s.ID++
		}
		for _, x := range c.OTEEc {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("commanded %v", c.OTEEc)
			}
		}
	})
}

// FuzzApplication gives any bytes to the application.
func FuzzApplication(f *testing.F) {
	seeds(f)
	fuzz.Run(f, func(t *testing.T, b []byte) {
		w := &loopback{}
		a, err := NewApplication(Config{Compression: link.Delta}, w, &Cartesian{})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			a.Handle(b)
			a.Tick()
			w.now += time.Millisecond
		}
		if err := a.Err(); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzGreeting reads what comes outside sessions.
func FuzzGreeting(f *testing.F) {
	k, err := newMark(Secrets{Key: []byte("0123456789abcdef")}, true)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(call(&asks{}))
	f.Add(over("the robot is gone", nil))
	f.Add(over("", k))
	e := extra{acknowledge: true, depth: 3, stopAfter: 20, share: 50, local: "cartesian"}
	f.Add(e.append(nil))
	e.path, e.goal = franka.Deviation{Translation: 0.01, Rotation: 0.1, Elbow: 0.2}, franka.DefaultDeviation
	f.Add(e.append(nil))
	f.Add(k.append(nil, []byte("abc")))
	fuzz.Run(f, func(t *testing.T, b []byte) {
		isCall(b)
		isHello(b)
		readOver(b, nil)
		readOver(b, k)
		k.open(b)
		if e, err := readExtra(b); err == nil && string(e.append(nil)) != string(b) && b[1] < 4 {
			t.Errorf("% x became % x", b, e.append(nil))
		}
	})
}

// FuzzRequest: what is read as a request is one that could have been written, and nothing panics.
func FuzzRequest(f *testing.F) {
	q, err := franka.AppendRequest(nil, franka.Version5, &franka.Request{Kind: franka.SetLoad})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(appendRequest(askByte, 1, q, nil))
	f.Add(appendRequest(askByte, 1<<31, nil, nil))
	fuzz.Run(f, func(t *testing.T, b []byte) {
		id, body, ok := readRequest(b, askByte, nil)
		if ok && !bytes.Equal(appendRequest(askByte, id, body, nil), b) {
			t.Errorf("%x", b)
		}
	})
}
