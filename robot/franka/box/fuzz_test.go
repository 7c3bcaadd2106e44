package box

import (
	"math"
	"net"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// FuzzRequests feeds a session's TCP stream with any bytes: it ends by itself, and the robot stays sound.
func FuzzRequests(f *testing.F) {
	for _, b := range hostile() {
		f.Add(b)
	}
	d := franka.DefaultDeviation
	var all []byte
	for k := franka.Move; k <= franka.LoadModelLibrary; k++ {
		b, err := franka.AppendRequest(nil, franka.Version5, &franka.Request{
			Kind: k, ID: uint32(k), Move: franka.MoveRequest{Generator: franka.GenerateCartesianPose, Path: d, Goal: d},
			Frame: franka.IdentityPose(), JointImpedance: [7]float64{1, 2, 3, 4, 5, 6, 7}, CartesianImpedance: [6]float64{10, 10, 10, 1, 1, 1},
		})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)-1])
		all = append(all, b...)
	}
	f.Add(all)
	fuzz.Run(f, func(t *testing.T, b []byte) {
		r, err := New(Config{})
		if err != nil {
			t.Fatal(err)
		}
		s := NewServer(ServerConfig{}, r, nil)
		near, far := net.Pipe()
		c := &session{conn: near, answers: make(chan franka.Response, waitingMost), quit: make(chan struct{})}
		go func() {
			_ = far.SetWriteDeadline(time.Now().Add(time.Minute))
			_, _ = far.Write(b)
			_ = far.Close()
		}()
		if err := s.listen(c); err == nil {
			t.Error("the stream ended without an error")
		}
		c.end()
		for n, quiet := 0, 0; n < 300 && quiet < 20; n++ { // what it was asked for is over when it stands for a while
			r.Step(nil)
			r.Outcome()
			quiet++
			for _, v := range r.State().DQ {
				if math.Abs(v) > 1e-5 || r.State().Mode == franka.ModeMove {
					quiet = 0
				}
			}
		}
		for i, q := range r.State().Q {
			if math.IsNaN(q) || math.Abs(r.State().DQ[i]) > 0.5 {
				t.Errorf("joint %d at %g, %g rad/s", i+1, q, r.State().DQ[i])
			}
		}
	})
}

// FuzzCommands has a motion answered by any bytes that have a command's size. Whatever they are, the robot comes to rest in
// 600 cycles without another.
func FuzzCommands(f *testing.F) {
	f.Add(uint8(0), franka.AppendCommand(nil, franka.Version5, &franka.Command{}))
	f.Add(uint8(1), franka.AppendCommand(nil, franka.Version5, &franka.Command{QC: ready(), Finished: true}))
	f.Add(uint8(2), franka.AppendCommand(nil, franka.Version5, &franka.Command{OTEEc: franka.IdentityPose(), ValidElbow: true}))
	f.Add(uint8(5), franka.AppendCommand(nil, franka.Version5, &franka.Command{TauJd: [7]float64{math.Inf(1)}}))
	fuzz.Run(f, func(t *testing.T, kind uint8, b []byte) {
		var c franka.Command
		if franka.ReadCommand(b, franka.Version5, &c) != nil {
			return
		}
		r := newRig(t, Config{}).start(1+franka.MotionGenerator(kind%4), franka.Controller(kind/4%3))
		for range 50 {
			c.ID = r.State().ID
			r.Step(&c)
		}
		for still, k := 0, 0; k < 600 && still < 20; k++ {
			r.Step(nil)
			if still++; r.State().DQd != [7]float64{} || r.State().Mode == franka.ModeMove {
				still = 0
			}
		}
		for i, q := range r.State().Q {
			if math.IsNaN(q) || math.IsNaN(r.State().Qd[i]) || r.State().DQd[i] != 0 {
				t.Errorf("joint %d at %g of %g, %g rad/s", i+1, q, r.State().Qd[i], r.State().DQd[i])
			}
		}
	})
}
