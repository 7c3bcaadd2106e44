package link

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// still commands the pose or the joints at which the motion began, for as long as it is asked.
type still struct {
	length time.Duration // 0: for ever
	begun  bool
	s      franka.State
}

// Next implements remote.Motion.
func (m *still) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if !m.begun {
		m.begun, m.s = true, *s
	}
	c.OTEEc, c.QC = m.s.OTEEc, m.s.Qd
	return m.length > 0 && t >= m.length
}

// endless repeats the seed's Cartesian motion, which has a period of 10 s, for a number of rounds.
type endless struct {
	remote.Cartesian
	rounds int
}

// Next implements remote.Motion.
func (m *endless) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	m.Cartesian.Next(t, s, c)
	return t >= time.Duration(m.rounds)*10*time.Second
}

// session is one motion through a link on the real clock.
type session struct {
	config  remote.Config
	motion  remote.Motion
	samples int // number of T1 and T2 to store
	enough  func(i *remote.Interface, s *franka.State) bool
	most    time.Duration // greatest duration
	rt      *rt.Options
}

// through runs interface and application in this process, over loopback, with the robot at addr. A session that ended
// because it was long enough has no error.
func (x session) through(addr string) (r remote.Report, app remote.Stats, err error) {
	serving, end := context.WithTimeout(context.Background(), x.most)
	defer end()
	calling, hangup := context.WithCancel(serving)
	defer hangup()
	over := false
	sc := remote.ServeConfig{Unlimited: true,
		Robot: addr, Listen: "127.0.0.1:0", Scheme: x.config.Scheme, Motions: 1, Samples: x.samples, Realtime: x.rt,
		Report: func(got remote.Report) { r = got },
		Watch: func(i *remote.Interface, s *franka.State) {
			if !over && x.enough != nil && x.enough(i, s) {
				over = true
				end()
			}
		},
	}
	cc := remote.ConnectConfig{Config: x.config, Motion: x.motion, Acknowledge: true, Realtime: x.rt}
	calls := x.config.Scheme != nil && x.config.Scheme.Manner().Calls
	if calls {
		if sc.Application, err = freePort(); err != nil {
			return r, app, err
		}
		cc.Listen = sc.Application
	}
	server, err := remote.Listen(sc)
	if err != nil {
		return r, app, err
	}
	if !calls {
		cc.Interface = server.Addr()
	}
	done := make(chan error, 1)
	go func() {
		e := server.Serve(serving)
		hangup() // the application of a session that was ended receives nothing more
		done <- e
	}()
	app, away := remote.Connect(calling, cc)
	if away != nil && serving.Err() == nil && r.Number == 0 {
		time.AfterFunc(time.Second, end) // refused, or the interface never came: it would wait forever
	}
	err = <-done
	switch {
	case err != nil:
	case over:
	case r.Number == 0:
		err = errors.Join(errors.New("there was no motion"), away)
	default:
		err = r.Err
	}
	return r, app, err
}

// freePort is a UDP address on loopback that is not in use at the moment.
func freePort() (string, error) {
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer c.Close()
	return c.LocalAddr().String(), nil
}

// micro are durations in µs.
func micro(d []time.Duration) []float64 {
	x := make([]float64, len(d))
	for i := range d {
		x[i] = float64(d[i]) / 1e3
	}
	return x
}

// ready waits until the robot at addr accepts a client: it may not have noticed yet that the previous one has gone.
func ready(addr string) error {
	var err error
	for range 50 {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		var c *franka.Client
		c, err = franka.Dial(ctx, addr, franka.Options{})
		cancel()
		if err == nil {
			return c.Close()
		}
		(&rt.Sleeper{}).SleepUntil(rt.Now() + int64(50*time.Millisecond))
	}
	return fmt.Errorf("the simulated robot at %s: %w", addr, err)
}
