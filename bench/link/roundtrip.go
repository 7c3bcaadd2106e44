package link

import (
	"context"
	_ "embed" // the peer's source
	"net/netip"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

//go:embed peer/roundtrip.cc
var roundTripSource []byte

// roundTrips is the seed's comparison of section 2.6.3: Boost and plain sockets, and in addition the sockets of package
// sock. Each sends 136 bytes once a millisecond to another thread of its process and waits for their return.
func (b *experiments) roundTrips() error {
	n := 1000
	if b.o.tiny {
		n = 50
	}
	t := book.Table{Name: "round_trips", Caption: "136 bytes there and back over loopback, once a millisecond, in µs (section 2.6.3)",
		Columns: []string{"by", "samples", "average", "median", "p99", "max", "min", "seed: average", "max", "min"}}
	add := func(name, key string, us []float64, f *fit) {
		s := statsOf(us)
		cells := []any{name, len(us), s.mean, s.p50, s.p99, s.max, s.min}
		if f == nil {
			t.Add(report.Neutral, append(cells, "–", "–", "–")...)
		} else {
			t.Add(report.Neutral, append(cells, f.mean, f.max, f.min)...)
		}
		b.Figure(bench.Result{Name: "round_trip_" + key, Value: s.mean, Unit: "us"})
	}
	d := seedDelays()
	peer, err := bench.BuildPeer("roundtrip.cc", roundTripSource, "-pthread")
	if err != nil {
		b.Text("Boost and plain sockets in C++ were not measured: they need g++ and Debian's libboost-dev. (%v)", err)
	} else {
		defer peer.Remove()
		for _, c := range []struct {
			name, key string
			f         *fit
		}{{"C++, Boost.Asio", "boost", &d.boost}, {"C++, plain sockets", "plain", &d.c}} {
			us, err := peer.Numbers(context.Background(), c.key, strconv.Itoa(n))
			if err != nil {
				return err
			}
			add(c.name, c.key, us, c.f)
		}
	}
	us, err := ownTrips(n)
	if err != nil {
		return err
	}
	add("Go, package sock", "go", us, nil)
	b.Table(t)
	return nil
}

// ownTrips measures n round trips with package sock, µs.
func ownTrips(n int) (us []float64, err error) {
	loopback := netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), 0)
	far, err := sock.Listen(loopback)
	if err != nil {
		return nil, err
	}
	near, err := sock.Listen(loopback)
	if err != nil {
		far.Close()
		return nil, err
	}
	defer near.Close()
	const patience = int64(time.Second)
	ended := make(chan error, 1)
	go func() {
		defer far.Close()
		b := make([]byte, 136)
		for range n {
			size, from, ok, err := far.Receive(b, rt.Now()+patience)
			if err == nil && ok {
				err = far.SendTo(b[:size], from)
			}
			if err != nil || !ok {
				ended <- err
				return
			}
		}
		ended <- nil
	}()
	b, sleep := make([]byte, 136), rt.Sleeper{}
	for next := rt.Now(); len(us) < n && err == nil; {
		next += int64(time.Millisecond)
		sleep.SleepUntil(next)
		begun, ok := rt.Now(), false
		if err = near.SendTo(b, far.Addr()); err == nil {
			_, _, ok, err = near.Receive(b, begun+patience)
		}
		if !ok {
			break
		}
		us = append(us, float64(rt.Now()-begun)/1e3)
	}
	if e := <-ended; err == nil {
		err = e
	}
	return us, err
}
