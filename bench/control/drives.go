package control

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/cia402"
	"github.com/sinew-robotics/sinew/robot/cia402/box"
)

// rack is a dozen drives on four buses in memory, whose frames take their time on a wire, with their driver.
type rack struct {
	driver *cia402.Driver
	nets   [4]*canopen.Net
	state  []float64
}

func newRack() (*rack, error) {
	r := &rack{}
	cfg := cia402.Config{Watchdog: time.Second}
	for i := range r.nets {
		n, err := canopen.NewNet(1_000_000, 250*time.Microsecond)
		if err != nil {
			return nil, err
		}
		n.Pass = r.pass
		r.nets[i] = n
		port := n.Port()
		cfg.Buses = append(cfg.Buses, func() (canopen.Bus, error) { return port, nil })
		m := box.Usual()
		if _, err := box.Attach(n, 1, m, m, m); err != nil {
			return nil, err
		}
		for k := range 3 {
			cfg.Axes = append(cfg.Axes, cia402.Axis{Name: fmt.Sprint("joint", 3*i+k+1), Bus: i, Node: uint8(k + 1), Counts: m.Counts})
		}
	}
	var err error
	if r.driver, err = cia402.NewDriver(cfg); err != nil {
		return nil, err
	}
	r.state = make([]float64, len(r.driver.Info().State))
	for _, err := range []error{r.driver.Use(cia402.GroupPosition), r.driver.Enter(hw.Inactive), r.driver.Enter(hw.Active)} {
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *rack) pass(d time.Duration) {
	for _, n := range r.nets {
		n.Advance(d)
	}
}

// drives measures a loop of a dozen axes at 1 kHz on the real clock: how late its SYNCs are, the cost of the driver, and
// the load of the buses. The simulated drives and buses run in the same loop, after the reading.
func drives(o bench.Options, emit bench.Emit) error {
	r, err := newRack()
	if err != nil {
		return err
	}
	n := 20_000
	if o.Quick {
		n = 200
	}
	_, thread := rt.Setup(rt.Options{Priority: o.Priority, Lock: o.Priority > 0, LatencyFD: o.Priority > 0})
	defer thread.Release()
	command := make([]float64, 12)
	late, cost := make([]float64, 0, n), make([]float64, 0, n)
	var busy [4]time.Duration
	for i, net := range r.nets {
		busy[i] = net.Busy
	}
	s := rt.Sleeper{Approach: rt.Light, Thread: thread}
	next := rt.Now() + int64(time.Millisecond)
	for k := range n {
		if k%1000 == 0 {
			if err := o.Stopped(); err != nil {
				return err
			}
		}
		for i := range command {
			command[i] = 0.2 * (1 - math.Cos(float64(k)*1e-3*(1+0.1*float64(i))))
		}
		now := s.SleepUntil(next)
		if err := r.driver.Write(command); err != nil {
			return err
		}
		wrote := rt.Now()
		late = append(late, float64(now-next)/1e3)
		r.pass(time.Millisecond)
		began := rt.Now()
		if err := r.driver.Read(r.state); err != nil {
			return err
		}
		end := rt.Now()
		cost = append(cost, float64(wrote-now+end-began)/1e3)
		for next += int64(time.Millisecond); next < end; {
			next += int64(time.Millisecond) // what is late is left out
		}
	}
	load := 0.0
	for i, net := range r.nets {
		load = max(load, float64(net.Busy-busy[i])/float64(n)/float64(time.Millisecond)*100)
	}
	most := 0.0
	for i := range r.nets {
		most = max(most, r.driver.Load(i)*100)
	}
	at := func(xs []float64) (q [3]float64) {
		for i, p := range [3]float64{0.5, 0.99, 1} {
			q[i] = bench.Quantile(xs, p)
		}
		return q
	}
	l, c := at(late), at(cost)
	note := fmt.Sprintf("p99 %.1f µs, worst %.1f µs, of %d cycles on the real clock", l[1], l[2], n)
	emit(bench.Result{Name: "12 CANopen drives at 1 kHz: SYNC late", Value: l[0], Unit: "µs", Note: note})
	emit(bench.Result{Name: "12 CANopen drives at 1 kHz: write and read of the driver", Value: c[0], Unit: "µs", Note: fmt.Sprintf("p99 %.1f µs, worst %.1f µs", c[1], c[2])})
	emit(bench.Result{Name: "12 CANopen drives at 1 kHz: load of the busiest of 4 buses", Value: load, Unit: "%", Note: fmt.Sprintf("1 Mbit/s, three drives each; at most %.1f %% with as many stuffed bits as can be", most)})
	return nil
}
