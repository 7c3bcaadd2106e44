package tf

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/master"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/geometrymsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/tf2msgs"
	"github.com/sinew-robotics/sinew/math/frame"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

func pose(x, turn float64) spatial.Pose {
	return spatial.Pose{P: spatial.V(x, 2, 3), R: spatial.RotZ(turn)}
}

// TestMessage: what is written is read again, slashes are dropped, and what is no rotation is refused.
func TestMessage(t *testing.T) {
	x := frame.Transform{Parent: "map", Child: "base", At: 1_600_000_000_123456789, Pose: pose(1, 2)}
	m := Message(x, frame.Transform{Parent: "base", Child: "arm", At: frame.Always, Pose: pose(0, 0)})
	back, err := Transform(&m.Transforms[0])
	far := back.Pose.P.Dist(x.Pose.P) + spatial.Delta(back.Pose, x.Pose).Ang.Norm()
	if back.Pose = x.Pose; err != nil || back != x || far > 1e-12 {
		t.Error(back, err, far)
	}
	m.Transforms[1].Header.FrameId = "/base"
	if back, err = Transform(&m.Transforms[1]); err != nil || back.Parent != "base" || back.At != 0 {
		t.Error(back, err)
	}
	for _, q := range []geometrymsgs.Quaternion{{}, {W: 1.01}, {W: 1, X: math.NaN()}, {W: math.Inf(1)}} {
		m.Transforms[0].Transform.Rotation = q
		if _, err := Transform(&m.Transforms[0]); err == nil || !strings.Contains(err.Error(), `from "base" to "map": its quaternion`) {
			t.Error(q, err)
		}
	}
}

// arm sends where an arm is, a hundred times a second, and once each where a camera is fixed to it and a lamp beside it: at its
// first two ticks, whichever a busy machine leaves it.
type arm struct {
	reactor.Reactor
	Tick         reactor.Timer
	Moves, Stays reactor.Out[Transforms]
	ticks        int
}

func (a *arm) run() {
	at := int64(a.Tag().Time)
	switch a.ticks++; a.ticks {
	case 1:
		a.Stays.Set(Transforms{{Parent: "arm", Child: "camera", Pose: pose(0.5, 1)}})
	case 2:
		a.Stays.Set(Transforms{{Parent: "base", Child: "lamp", Pose: pose(7, 1)}})
	}
	a.Moves.Set(Transforms{{Parent: "base", Child: "arm", At: at, Pose: pose(float64(at)/1e9, 0)}})
}

// watcher keeps what a Finder says.
type watcher struct {
	reactor.Reactor
	In  reactor.In[Found]
	all []Found
}

// nodes gives nodes of a graph of its own.
func nodes(t *testing.T) func(name string) *ros1.Node {
	m, err := master.Listen(master.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- m.Serve(t.Context()) }()
	t.Cleanup(func() { <-served })
	return func(name string) *ros1.Node {
		n, err := ros1.Dial(t.Context(), ros1.Config{Name: name, Master: m.URI()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = n.Close() })
		return n
	}
}

func built(t *testing.T, m *reactor.Main) *reactor.Program {
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sending runs the arm's program in a graph until stop is called.
func sending(t *testing.T, n *ros1.Node) (stop func()) {
	m := reactor.NewMain("from")
	a := &arm{}
	reactor.Init(m, "arm", a)
	a.Tick.Set(0, 10*time.Millisecond)
	a.Reaction("run").On(&a.Tick).Sets(&a.Moves, &a.Stays).Do(a.run)
	b := NewBroadcaster(m, "out")
	reactor.Connect(&a.Moves, &b.Moving)
	reactor.Connect(&a.Stays, &b.Fixed)
	p := built(t, m)
	if err := b.Connect(n); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real})
		done <- err
	}()
	return func() {
		if cancel(); <-done != nil {
			t.Error("the sender has failed")
		}
	}
}

// TestThroughAGraph: a program sends frames to a graph, another receives them there, and finds a frame over both topics,
// also when it comes late for what is fixed.
func TestThroughAGraph(t *testing.T) {
	node := nodes(t)
	stop := sending(t, node("sender"))
	m := reactor.NewMain("to")
	l, f, w := NewListener(m, "in"), NewFinder(m, "find", "base", "camera", frame.Options{}), &watcher{}
	reactor.Init(m, "watch", w)
	w.Reaction("keep").On(&w.In).Do(func() {
		found := w.In.Get()
		if w.all = append(w.all, found); found.Why == "" && found.At >= int64(20*time.Millisecond) { // the lamp has been sent
			w.RequestStop()
		}
	})
	reactor.Connect(&l.Out, &f.In)
	reactor.Connect(&f.Out, &w.In)
	receiver := built(t, m)
	if err := l.Connect(node("receiver"), ros1.SubOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), receiver, exec.Options{Clock: exec.Real, Timeout: time.Minute}); err != nil {
		t.Fatal(err)
	}
	stop()
	last := w.all[len(w.all)-1]
	want := pose(float64(last.At)/1e9, 0).Mul(pose(0.5, 1))
	if last.Why != "" || last.At%int64(10*time.Millisecond) != 0 || last.Pose.P.Dist(want.P) > 1e-9 || spatial.Delta(last.Pose, want).Ang.Norm() > 1e-9 {
		t.Errorf("%+v instead of %v", last, want)
	}
	if _, transforms := l.Refused(); transforms != 0 { // messages may come when the program is over
		t.Error(transforms, "refused")
	}
	// Whoever asks for what is fixed gets all of it at once.
	kept := make(chan string, 10)
	if _, err := ros1.Subscribe(node("late"), Fixed, ros1.SubOptions{}, func(m *tf2msgs.TFMessage) {
		all := ""
		for _, x := range m.Transforms {
			all += fmt.Sprint(x.Header.FrameId, x.ChildFrameId, " ")
		}
		kept <- all
	}); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-kept:
		if got != "armcamera baselamp " {
			t.Error(got)
		}
	case <-time.After(time.Minute):
		t.Error("nothing is latched")
	}
}
