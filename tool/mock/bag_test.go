package mock

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/keyframe"
	"github.com/sinew-robotics/sinew/trace/record"
)

// bagged is a bag of two topics of texts, and one of numbers; two texts come at one time.
func bagged(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.bag")
	w, err := bag.Create(name, bag.WriterOptions{Compression: bag.LZ4, ChunkSize: 200})
	if err != nil {
		t.Fatal(err)
	}
	a := w.Connect(bag.Connection{Topic: "/a", Description: (&stdmsgs.String{}).Describe()})
	b := w.Connect(bag.Connection{Topic: "/b", Description: (&stdmsgs.String{}).Describe()})
	x := w.Connect(bag.Connection{Topic: "/x", Description: (&stdmsgs.Float64{}).Describe()})
	const begin = 1_700_000_000_000_000_000
	for i := range 30 {
		at := wire.TimeOf(begin + int64(i)*1e7)
		text := &stdmsgs.String{Data: fmt.Sprint("text ", i)}
		err := w.Write(x, at, (&stdmsgs.Float64{Data: float64(i) / 2}).Append(nil))
		if err == nil && i%2 == 1 {
			err = w.Write(a, at, text.Append(nil))
		}
		if err == nil && i == 7 {
			err = w.Write(a, at, text.Append(nil))
		}
		if err == nil && i%5 == 0 {
			err = w.Write(b, at, text.Append(nil))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// listener notes what it hears.
type listener struct {
	reactor.Reactor
	A, B   reactor.In[stdmsgs.String]
	X      reactor.In[stdmsgs.Float64]
	Said   reactor.Out[stdmsgs.String]
	Lines  []string
	Amount float64
}

func (l *listener) hear() {
	s := fmt.Sprintf("%v", l.Tag())
	if l.A.Present() {
		s += " a " + l.A.Get().Data
	}
	if l.B.Present() {
		s += " b " + l.B.Get().Data
	}
	if l.X.Present() {
		l.Amount += l.X.Get().Data
		s += fmt.Sprint(" x ", l.X.Get().Data)
	}
	l.Lines = append(l.Lines, s)
	l.Said.Set(stdmsgs.String{Data: s})
}

func listening(t *testing.T, o reactor.Options) (*reactor.Program, *listener) {
	t.Helper()
	m := reactor.NewMain("main")
	a, b, x := ros1.NewIn[stdmsgs.String](m, "a", "/a"), ros1.NewIn[stdmsgs.String](m, "b", "/b"), ros1.NewIn[stdmsgs.Float64](m, "x", "/x")
	l := &listener{}
	reactor.Init(m, "l", l)
	l.Reaction("hear").On(&l.A, &l.B, &l.X).Sets(&l.Said).Do(l.hear)
	reactor.Connect(&a.Out, &l.A)
	reactor.Connect(&b.Out, &l.B)
	reactor.Connect(&x.Out, &l.X)
	p, err := reactor.Build(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return p, l
}

// recorded runs a program, and gives the file and the hash of what it did.
func recorded(t *testing.T, p *reactor.Program) (file, hash string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "trace.mcap")
	w, err := trace.Create(file, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.New(p, w, record.Options{Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.Run(t.Context(), p, exec.Options{}); err != nil {
		t.Fatal(err)
	}
	if r.Close() != nil || w.Close() != nil {
		t.Fatal("the recording cannot be ended")
	}
	return file, r.Hash()
}

func parsed(t *testing.T, specs ...string) []Mock {
	t.Helper()
	mocks, err := ParseAll(specs)
	if err != nil {
		t.Fatal(err)
	}
	return mocks
}

// TestBagIsPlayed: a program that is fed from a bag has the bag's messages at the bag's times. Two runs are the same to
// the byte, and so is a replay, which needs no bag.
func TestBagIsPlayed(t *testing.T) {
	name := bagged(t)
	mocks := parsed(t, "a.message=bag:"+name+"#/a", "b.message=bag:"+name+"#/b", "x.*=bag:"+name)
	var hashes, files []string
	var heard []string
	for range 2 {
		p, l := listening(t, reactor.Options{})
		if err := Install(p, mocks); err != nil {
			t.Fatal(err)
		}
		file, hash := recorded(t, p)
		hashes, files, heard = append(hashes, hash), append(files, file), l.Lines
		if l.Amount != 29*30/4.0 || len(l.Lines) != 31 {
			t.Errorf("%v in %d lines", l.Amount, len(l.Lines))
		}
	}
	for _, want := range []string{"(0s, 0) b text 0 x 0", "(10ms, 0) a text 1 x 0.5", "(70ms, 0) a text 7 x 3.5", "(70ms, 1) a text 7", "(250ms, 0) a text 25 b text 25 x 12.5"} {
		if !slices.Contains(heard, want) {
			t.Errorf("%q is not among %q", want, heard)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	in, err := record.ReadInputs(files[0])
	if err != nil {
		t.Fatal(err)
	}
	p, l := listening(t, reactor.Options{Replay: true})
	if err := in.Inject(p); err != nil {
		t.Fatal(err)
	}
	if _, hash := recorded(t, p); hash != hashes[0] || hash != hashes[1] || !slices.Equal(l.Lines, heard) {
		t.Errorf("runs %v, replay %s", hashes, hash)
	}
}

// TestBagGoesBack: a program goes back to an earlier state, and hears the same again.
func TestBagGoesBack(t *testing.T) {
	name := bagged(t)
	p, l := listening(t, reactor.Options{})
	if err := Install(p, parsed(t, "a.message=bag:"+name+"#/a")); err != nil {
		t.Fatal(err)
	}
	s := exec.NewStepper(p, nil, reactor.Tag{Time: reactor.Time(time.Second)})
	k, err := keyframe.NewKeeper(append(append(p.State(), s.State()...), l))
	if err != nil {
		t.Fatal(err)
	}
	run := func(to reactor.Time) {
		for {
			_, tag, ok, err := s.Next()
			if err != nil {
				t.Fatal(err)
			}
			if !ok || tag.Time > to {
				return
			}
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(reactor.Time(100 * ms))
	image := k.Take()
	run(reactor.Time(time.Second))
	want := slices.Clone(l.Lines)
	for range 2 {
		k.Restore(image)
		if len(l.Lines) == len(want) {
			t.Fatal("it is not back")
		}
		run(reactor.Time(time.Second))
		if !slices.Equal(l.Lines, want) {
			t.Errorf("%q, then %q", want, l.Lines)
		}
	}
}

func TestBagFaults(t *testing.T) {
	name := bagged(t)
	p, _ := listening(t, reactor.Options{})
	for spec, want := range map[string]string{
		"a.message=bag:" + name:          "several topics of std_msgs/String, which a.message takes: /a, /b; name one",
		"a.message=bag:" + name + "#/x":  "holds std_msgs/Float64 with the sum fdb28210bfa9d7c91146260178d9a584, and a.message takes std_msgs/String with 992",
		"a.message=bag:" + name + "#/aa": `has nothing of /aa; did you mean "/a"?`,
		"a.message=bag:nowhere.bag":      "nowhere.bag",
		"a.message=bag:" + "bag_test.go": "no bag",
		"a.message=bag:" + name + "#":    "a topic's name is missing behind #",
		"robot.reading=bag:" + name:      "which is asked when the program wants",
		"robot.bump=bag:" + name:         "robot.bump takes float64, which is no message of ROS",
	} {
		mocks, err := ParseAll([]string{spec})
		if err == nil && mocks[0].Pattern[0] == 'r' {
			_, _, err = mocked(t, spec)
		} else if err == nil {
			err = Install(p, mocks)
		}
		wants(t, err, want)
	}
}
