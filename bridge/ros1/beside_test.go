//go:build debian

package ros1_test

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/roscpp"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdsrvs"
	"github.com/sinew-robotics/sinew/bridge/ros1/tf"
	"github.com/sinew-robotics/sinew/math/frame"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace/record"
)

// director says something to both peers fifty times a second, and ends the program when it has seen all that it expects.
type director struct {
	reactor.Reactor
	Tick           reactor.Timer
	Ping           reactor.Out[stdmsgs.String]
	PongPy         reactor.In[stdmsgs.String]
	PongCpp        reactor.In[stdmsgs.String]
	Asked          reactor.In[ros1.Asked[stdsrvs.SetBoolRequest]]
	Answer         reactor.Out[ros1.Answered[stdsrvs.SetBoolResponse]]
	Turn           reactor.Out[ros1.Asked[stdsrvs.SetBoolRequest]]
	Turned         reactor.In[ros1.Answered[stdsrvs.SetBoolResponse]]
	Relay          reactor.Out[ros1.Asked[roscpp.SetLoggerLevelRequest]]
	Relayed        reactor.In[ros1.Answered[roscpp.SetLoggerLevelResponse]]
	Gain           reactor.Out[float64]
	FromPy         reactor.In[int32]
	FromCpp        reactor.In[int32]
	Offset         reactor.In[time.Duration]
	Moves, Stays   reactor.Out[tf.Transforms]
	BallPy         reactor.In[tf.Found]
	BallCpp        reactor.In[tf.Found]
	seen           map[string]int
	expected, said []string
	n              int
	offset         time.Duration // of the graph's time
}

// along is how far the base has come: a metre a second, and back to the beginning after a hundred.
func along(at int64) float64 { return float64(at%100e9) / 1e9 }

// camera is where the camera is on the map at a time: the base moves along x, and the camera looks to its left.
func camera(at int64) spatial.Pose {
	return spatial.Pose{P: spatial.V(along(at), 0.25, 0), R: spatial.RotZ(math.Pi / 2)}
}

func (d *director) see(what string) {
	d.seen[what]++
	d.said = append(d.said, what)
	for _, x := range d.expected {
		if d.seen[x] == 0 {
			return
		}
	}
	d.RequestStop()
}

// missing is what has not been seen.
func (d *director) missing() []string {
	return slices.DeleteFunc(slices.Clone(d.expected), func(x string) bool { return d.seen[x] > 0 })
}

func (d *director) tick() {
	if d.n == 0 {
		d.Gain.Set(2.5)
		d.Stays.Set(tf.Transforms{{Parent: "base", Child: "camera", Pose: spatial.Pose{P: spatial.V(0, 0.25, 0), R: spatial.RotZ(math.Pi / 2)}}})
	}
	if d.offset > 0 {
		at := int64(d.Tag().Time) + int64(d.offset)
		d.Moves.Set(tf.Transforms{{Parent: "map", Child: "base", At: at, Pose: spatial.Pose{P: spatial.V(along(at), 0, 0), R: spatial.IdentityRot()}}})
	}
	word := "look"
	switch d.n % 10 {
	case 0:
		word = fmt.Sprint("é ", d.n/10%3)
	case 3: // all of this may come before the peers are ready, and is done again until they are
		word = "call"
		d.Turn.Set(ros1.Asked[stdsrvs.SetBoolRequest]{ID: uint64(d.n), Request: stdsrvs.SetBoolRequest{Data: d.n%20 == 3}})
	case 6:
		d.Relay.Set(ros1.Asked[roscpp.SetLoggerLevelRequest]{ID: uint64(d.n), Request: roscpp.SetLoggerLevelRequest{Logger: "/program"}})
	}
	d.Ping.Set(stdmsgs.String{Data: word})
	d.n++
}

// heard judges what a peer says: where it sees the camera, above all.
func (d *director) heard(m stdmsgs.String) {
	who, what, _ := strings.Cut(m.Data, " ")
	var at int64
	var x, y, qz, qw float64
	if n, err := fmt.Sscanf(what, "look %d %f %f %f %f", &at, &x, &y, &qz, &qw); n != 5 || err != nil {
		d.see(m.Data)
		return
	}
	want := camera(at)
	if q := want.R.Quat(); math.Abs(x-want.P.X)+math.Abs(y-want.P.Y)+math.Abs(qz-q.Z)+math.Abs(qw-q.W) > 1e-5 {
		d.see("wrong: " + m.Data)
		return
	}
	d.see(who + " sees the camera")
}

// found judges where a peer's ball is.
func (d *director) found(what string, f tf.Found, ball spatial.Vec3) {
	switch want := camera(f.At).Apply(ball); {
	case f.Why != "": // not yet
	case f.Pose.P.Dist(want) > 1e-9:
		d.see(fmt.Sprint("wrong: ", what, f, want))
	default:
		d.see(what)
	}
}

func newDirector(m *reactor.Main) *director {
	d := &director{seen: map[string]int{}, expected: []string{
		"py é 0", "py é 1", "py é 2", "cpp é 0", "cpp é 1", "cpp é 2",
		"py called: by a program", "cpp called: by a program",
		"answered: on by py, gain 2.5", "refused: it stays on", "relayed",
		"from py 7", "from cpp 8", "py sees the camera", "cpp sees the camera", "the ball of py", "the ball of cpp"}}
	reactor.Init(m, "director", d)
	d.Tick.Set(0, 20*time.Millisecond)
	d.Reaction("offset").On(&d.Offset).Do(func() { d.offset = d.Offset.Get() })
	d.Reaction("tick").On(&d.Tick).Sets(&d.Ping, &d.Turn, &d.Relay, &d.Gain, &d.Moves, &d.Stays).Do(d.tick)
	d.Reaction("py").On(&d.PongPy).Do(func() { d.heard(d.PongPy.Get()) })
	d.Reaction("cpp").On(&d.PongCpp).Do(func() { d.heard(d.PongCpp.Get()) })
	d.Reaction("asked").On(&d.Asked).Sets(&d.Answer).Do(func() {
		q := d.Asked.Get()
		d.Answer.Set(ros1.Answered[stdsrvs.SetBoolResponse]{ID: q.ID, Response: stdsrvs.SetBoolResponse{Success: q.Request.Data, Message: "by a program"}})
	})
	d.Reaction("turned").On(&d.Turned).Do(func() {
		switch a := d.Turned.Get(); {
		case strings.Contains(a.Why, "it stays on"):
			d.see("refused: it stays on")
		case a.Why == "":
			d.see("answered: " + a.Response.Message)
		}
	})
	d.Reaction("relayed").On(&d.Relayed).Do(func() {
		if d.Relayed.Get().Why == "" {
			d.see("relayed")
		}
	})
	d.Reaction("from py").On(&d.FromPy).Do(func() { d.see(fmt.Sprint("from py ", d.FromPy.Get())) })
	d.Reaction("from cpp").On(&d.FromCpp).Do(func() { d.see(fmt.Sprint("from cpp ", d.FromCpp.Get())) })
	d.Reaction("ball py").On(&d.BallPy).Do(func() { d.found("the ball of py", d.BallPy.Get(), spatial.V(0, 1, 0)) })
	d.Reaction("ball cpp").On(&d.BallCpp).Do(func() { d.found("the ball of cpp", d.BallCpp.Get(), spatial.V(1, 0, 0)) })
	return d
}

// program is the director with all that brings it into a graph, and connect does so.
func program(t *testing.T, replay bool) (p *reactor.Program, d *director, connect func(n *ros1.Node) error) {
	m := reactor.NewMain("program")
	d = newDirector(m)
	ping := ros1.NewOut[stdmsgs.String](m, "ping", "/ping")
	py, cpp := ros1.NewIn[stdmsgs.String](m, "pong_py", "/pong_py"), ros1.NewIn[stdmsgs.String](m, "pong_cpp", "/pong_cpp")
	serve := ros1.NewService[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse](m, "switch", "/switch_go", stdsrvs.SetBool())
	turn := ros1.NewCall[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse](m, "turn", "/switch_py", stdsrvs.SetBool())
	relay := ros1.NewCall[roscpp.SetLoggerLevelRequest, roscpp.SetLoggerLevelResponse](m, "relay", "/relay_cpp", roscpp.SetLoggerLevel())
	gain := ros1.NewParameter[float64](m, "gain", "/gain")
	fromPy, fromCpp := ros1.NewParameter[int32](m, "from_py", "/from_py"), ros1.NewParameter[int32](m, "from_cpp", "/from_cpp")
	clock := ros1.NewClock(m, "clock")
	sends, hears := tf.NewBroadcaster(m, "sends"), tf.NewListener(m, "hears")
	ballPy, ballCpp := tf.NewFinder(m, "ball_py", "map", "ball_py", frame.Options{}), tf.NewFinder(m, "ball_cpp", "map", "ball_cpp", frame.Options{})
	reactor.Connect(&d.Ping, &ping.In)
	reactor.Connect(&py.Out, &d.PongPy)
	reactor.Connect(&cpp.Out, &d.PongCpp)
	reactor.Connect(&serve.Out, &d.Asked)
	reactor.Connect(&d.Answer, &serve.In)
	reactor.Connect(&d.Turn, &turn.In)
	reactor.Connect(&turn.Out, &d.Turned)
	reactor.Connect(&d.Relay, &relay.In)
	reactor.Connect(&relay.Out, &d.Relayed)
	reactor.Connect(&d.Gain, &gain.In)
	reactor.Connect(&fromPy.Out, &d.FromPy)
	reactor.Connect(&fromCpp.Out, &d.FromCpp)
	reactor.Connect(&clock.Out, &d.Offset)
	reactor.Connect(&d.Moves, &sends.Moving)
	reactor.Connect(&d.Stays, &sends.Fixed)
	reactor.Connect(&hears.Out, &ballPy.In)
	reactor.Connect(&hears.Out, &ballCpp.In)
	reactor.Connect(&ballPy.Out, &d.BallPy)
	reactor.Connect(&ballCpp.Out, &d.BallCpp)
	p, err := reactor.Build(m, reactor.Options{Replay: replay})
	if err != nil {
		t.Fatal(err)
	}
	return p, d, func(n *ros1.Node) (err error) {
		ok := func(e error) {
			if err == nil {
				err = e
			}
		}
		_, e := ping.Connect(n, ros1.PubOptions{})
		ok(e)
		for _, in := range []*ros1.In[stdmsgs.String]{py, cpp} {
			_, e := in.Connect(n, ros1.SubOptions{})
			ok(e)
		}
		_, e = serve.Connect(n)
		ok(e)
		ok(turn.Connect(n))
		ok(relay.Connect(n))
		ok(gain.Connect(n))
		ok(fromPy.Connect(n))
		ok(fromCpp.Connect(n))
		ok(clock.Connect(n))
		ok(sends.Connect(n))
		ok(hears.Connect(n, ros1.SubOptions{}))
		return err
	}
}

// TestBesideROS: a program exchanges topics, services, parameters and frames with a node of roscpp and one of rospy, under
// Debian's master and under ours. It is recorded, and replayed without a graph it does the same.
func TestBesideROS(t *testing.T) {
	bin, err := ros1.Peer()
	if err != nil {
		t.Fatal(err)
	}
	for _, own := range []bool{false, true} {
		t.Run(fmt.Sprintf("own master %v", own), func(t *testing.T) {
			t.Parallel()
			g := ros1.NewGraph(t, own)
			g.Start("/usr/bin/python3", "testdata/peer.py")
			g.Start(bin)
			n, err := ros1.Dial(t.Context(), ros1.Config{Name: "program", Master: g.URI, Await: true, Check: 200 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = n.Close() })
			p, d, connect := program(t, false)
			if err := connect(n); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "a.mcap")
			hash := ros1.Recorded(t, p, file, exec.Options{Clock: exec.Real, Timeout: 2 * time.Minute})
			if all := d.missing(); len(all) > 0 {
				t.Fatalf("not seen: %q; but %q", all, slices.Sorted(maps.Keys(d.seen)))
			}
			for what := range d.seen {
				if strings.HasPrefix(what, "wrong") {
					t.Error(what)
				}
			}
			inputs, err := record.ReadInputs(file)
			if err != nil {
				t.Fatal(err)
			}
			p, again, _ := program(t, true)
			if err := inputs.Inject(p); err != nil {
				t.Fatal(err)
			}
			if h := ros1.Recorded(t, p, filepath.Join(t.TempDir(), "b.mcap"), exec.Options{}); h != hash || !slices.Equal(again.said, d.said) {
				t.Errorf("the replay has the hash %s instead of %s, and says %q instead of %q", h, hash, again.said, d.said)
			}
		})
	}
}
