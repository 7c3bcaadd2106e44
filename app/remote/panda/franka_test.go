package panda

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const bad = "--delay 5ms --jitter 1ms --loss 5% --reorder 1% --duplicate 1% --corrupt 1%"

// parsed is a command line.
func parsed(t *testing.T, line string, more ...string) *Command {
	t.Helper()
	c, err := Parse(append(strings.Fields(line), more...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ran runs what a command line asks for.
func ran(ctx context.Context, c *Command) (*Summary, error) {
	out, err := run.Do(ctx, c.Spec, c.Options)
	if out == nil {
		return nil, err
	}
	return out.Value.(*Summary), err
}

// replay runs a recording again.
func replay(t *testing.T, file string, key []byte) (string, error) {
	t.Helper()
	r, err := run.Replay(t.Context(), []run.Spec{Spec{Key: key}}, file)
	if err != nil {
		return "", err
	}
	if !r.Same() {
		t.Errorf("recorded %s, replayed %s: %+v", r.Recorded, r.Hash, r.Diff)
	}
	return r.Hash, nil
}

func read(t *testing.T, file ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(file...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// within checks what every motion that came to its end has kept.
func within(t *testing.T, s *Summary) {
	t.Helper()
	if s.Ended != finished || s.Stops != 0 {
		t.Errorf("%s after %v s, %d stops", s.Ended, s.Seconds, s.Stops)
	}
	if !(s.Velocity <= 1 && s.Accel <= 1 && s.Jerk > 0 && s.Jerk <= 1) {
		t.Errorf("limits: %v of the velocity, %v of the acceleration, %v of the jerk", s.Velocity, s.Accel, s.Jerk)
	}
}

func TestRehearsalsKeepTheLimits(t *testing.T) {
	for _, motion := range []string{"joint", "velocity"} { // scenario.txtar has all
		t.Run(motion, func(t *testing.T) {
			s, err := ran(t.Context(), parsed(t, "--fast "+bad, "--motion", motion))
			if err != nil {
				t.Fatal(err)
			}
			within(t, s)
			if s.States.PerPack > 32 || s.Commands.PerPack > 32 || s.Lost == 0 || s.Damaged == 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestRehearsalsAreEqualToTheByteAndCanBeReplayed(t *testing.T) {
	var sums []*Summary
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		s, err := ran(t.Context(), parsed(t, "--fast --motion velocity "+bad, "--out", dir))
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, s)
	}
	if d := cmp.Diff(sums[0], sums[1]); d != "" {
		t.Error(d)
	}
	for _, file := range []string{"trace.mcap", "run.json", "report.html"} {
		if !bytes.Equal(read(t, dirs[0], file), read(t, dirs[1], file)) {
			t.Errorf("%s differs between the runs", file)
		}
	}
	if hash, err := replay(t, filepath.Join(dirs[0], "trace.mcap"), nil); err != nil || hash != sums[0].OutputHash {
		t.Errorf("replayed %s, recorded %s, %v", hash, sums[0].OutputHash, err)
	}
}

func TestSeedsMakeOtherRuns(t *testing.T) {
	var hashes []string
	for _, seed := range []string{"1", "2"} {
		s, err := ran(t.Context(), parsed(t, "--fast --motion velocity --loss 5% --seed "+seed))
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, s.OutputHash)
	}
	if hashes[0] == hashes[1] {
		t.Error("two seeds, one run")
	}
}

func TestTheMotionIsRepeated(t *testing.T) {
	s, err := ran(t.Context(), parsed(t, "--fast --motion velocity --times 2 --loss 2%"))
	if err != nil {
		t.Fatal(err)
	}
	within(t, s)
	if s.Seconds < 4 || s.Seconds > 4.5 {
		t.Errorf("twice two seconds took %v s", s.Seconds)
	}
}

func TestACycleAllocatesNothing(t *testing.T) {
	var before, after runtime.MemStats
	sum := played(t, "--fast --motion velocity --delay 2ms --loss 2%", time.Second, func(*Link) { runtime.ReadMemStats(&before) })
	runtime.ReadMemStats(&after)
	const cycles = 1000
	if n := after.Mallocs - before.Mallocs; sum.Ended != finished || n > cycles/5 { // some are the summary's
		t.Errorf("%v; %d allocations in %d cycles", sum.Ended, n, cycles)
	}
}

func TestABrokenStreamStopsTheArm(t *testing.T) {
	const outage = "--fast --motion velocity --delay 3ms --burst 60/1500"
	s, err := ran(t.Context(), parsed(t, outage))
	if err == nil || !strings.Contains(s.Ended, "broke off") || s.Stops != 1 {
		t.Fatalf("%v, %v, %d stops", err, s.Ended, s.Stops)
	}
	if !(s.Velocity <= 1 && s.Accel <= 1 && s.Jerk <= 1) {
		t.Errorf("the stop: %v of the velocity, %v of the acceleration, %v of the jerk", s.Velocity, s.Accel, s.Jerk)
	}
	if s, err = ran(t.Context(), parsed(t, outage+" --resume")); err != nil || s.Ended != finished || s.Stops == 0 {
		t.Errorf("with --resume: %v, %v, %d stops", err, s.Ended, s.Stops)
	}
}

// eventful is the program to whose world something happens at a time.
type eventful struct {
	Spec
	at time.Duration
	do func(l *Link)
}

// Make implements run.Spec.
func (e eventful) Make(o run.Order) (*run.Instance, error) {
	i, err := e.Spec.Make(o)
	if err == nil {
		w := i.World.(*world)
		i.Script(run.Event{At: e.at, Do: func() error { e.do(w.link); return nil }})
	}
	return i, err
}

// played is a run in memory in which somebody does something at a time.
func played(t *testing.T, line string, at time.Duration, do func(l *Link)) *Summary {
	t.Helper()
	c := parsed(t, line)
	out, err := run.Do(t.Context(), eventful{c.Spec, at, do}, c.Options)
	if out == nil {
		t.Fatal(err)
	}
	return out.Value.(*Summary) // how it ended is in it
}

func TestThePageStopsTheMotion(t *testing.T) {
	s := played(t, "--fast --motion velocity --delay 3ms --loss 20%", time.Second, func(l *Link) { l.Stop.Schedule(true, 0) })
	if !strings.Contains(s.Ended, "stop") || s.Seconds < 1 || s.Seconds > 1.5 || !(s.Jerk <= 1) {
		t.Errorf("%+v", s)
	}
}

func TestThePageLetsAStoppedArmGoOn(t *testing.T) {
	s := played(t, "--fast --motion velocity --delay 3ms --burst 60/1500", 2500*time.Millisecond, func(l *Link) { l.Acknowledge.Schedule(true, 0) })
	if s.Ended != finished || s.Stops == 0 || s.Seconds < 2.5 || !(s.Jerk <= 1) {
		t.Errorf("%+v", s)
	}
}

// The machine may be slow: the robot's time slips then, and an arm that has been stopped goes on by itself.
const real = "--priority 0 --resume --page= --motion velocity "

func TestOnTheRealClock(t *testing.T) {
	dir := t.TempDir()
	s, err := ran(t.Context(), parsed(t, real+bad, "--out", dir))
	if err != nil {
		t.Fatal(err)
	}
	if s.Ended != finished || s.Clock != "real" || s.Commands.Packets < 1000 {
		t.Errorf("%+v", s)
	}
	if !(s.Velocity <= 1 && s.Accel <= 1) {
		t.Errorf("limits: %v of the velocity, %v of the acceleration", s.Velocity, s.Accel)
	}
	if hash, err := replay(t, filepath.Join(dir, "trace.mcap"), nil); err != nil || hash != s.OutputHash {
		t.Errorf("replayed %s, recorded %s, %v", hash, s.OutputHash, err)
	}
	if b := read(t, dir, "report.html"); !bytes.Contains(b, []byte("commands waiting")) {
		t.Error("the report lacks its plots")
	}
}

func TestAKeyIsNotInTheRecording(t *testing.T) {
	dir := t.TempDir()
	file, trace := filepath.Join(t.TempDir(), "key"), filepath.Join(dir, "trace.mcap")
	key := []byte("0123456789abcdef0123456789abcdef")
	if err := os.WriteFile(file, key, 0o600); err != nil {
		t.Fatal(err)
	}
	o := parsed(t, "--fast --motion velocity", "--key", file, "--out", dir)
	s, err := ran(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if b := read(t, trace); bytes.Contains(b, o.Spec.Key) || bytes.Contains(b, key) {
		t.Error("the key is in the recording")
	}
	if _, err := replay(t, trace, nil); err == nil || !strings.Contains(err.Error(), "--key") {
		t.Error(err)
	}
	if hash, err := replay(t, trace, o.Spec.Key); err != nil || hash != s.OutputHash {
		t.Errorf("replayed %s, recorded %s, %v", hash, s.OutputHash, err)
	}
}

// TestOldRecordingsCanBeReplayed: those of earlier versions hold the number of the scheme and no motion of the interface.
func TestOldRecordingsCanBeReplayed(t *testing.T) {
	for _, old := range []string{`"Scheme":5`, `"Scheme":5,"Local":null`, `"Scheme":null,"Local":{}`} {
		said := map[string]string{"motion": "joint", "times": "2", "keyed": "false",
			"remote": `{` + old + `,"Version":5,"Generator":1,"Subscribe":["q","time","q_d"],"Compression":2}`}
		i, err := Spec{}.Make(run.Order{Replay: true, Run: said})
		if err != nil {
			t.Errorf("%s: %v", old, err)
			continue
		}
		if p := i.Describe(); p["motion"] != "joint" || p["times"] != "2" || !strings.Contains(p["remote"], `"Generator":1`) {
			t.Errorf("%s was read as %v", old, p)
		}
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	}
}

// begun calls do at the first tag of a run.
func begun(do func()) func(*record.Recorder) error {
	return func(rec *record.Recorder) error {
		return record.Tap(rec, "link.traffic", func(reactor.Tag, *Traffic) { do() })
	}
}

func TestInterruptedTheArmStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := parsed(t, real+"--times 0")
	o.Options.Tap = begun(cancel)
	s, err := ran(ctx, o)
	if err != nil || s.Ended != "interrupted" {
		t.Errorf("%v, %+v", err, s)
	}
}

func TestThroughAnInterfaceElsewhere(t *testing.T) {
	var around run.Around
	defer around.Close()
	p := DefaultParams()
	x, err := p.setup(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	robot, err := around.Serve(simulated(&x, nil))
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan Ending, 2)
	server, err := remote.Listen(remote.ServeConfig{Robot: robot, Listen: "127.0.0.1:0",
		Report: func(r remote.Report) { over <- endingOf(r.Err) }})
	if err != nil {
		t.Fatal(err)
	}
	around.Go(server.Serve)
	line := real + "--link " + server.Addr()
	if sum, err := ran(t.Context(), parsed(t, line)); err != nil || sum.Ended != finished {
		t.Errorf("%v, %+v", err, sum)
	}
	if e := <-over; e.Text != "" {
		t.Error(e.Text)
	}
	stopped, stop := context.WithCancel(t.Context())
	o := parsed(t, line+" --times 0")
	o.Options.Tap = begun(stop) // and whoever leaves says so
	if sum, err := ran(stopped, o); err != nil || sum.Ended != "interrupted" {
		t.Errorf("%v, %+v", err, sum)
	}
	if e := <-over; e.Text != remote.ErrQuit.Error() {
		t.Error(e.Text)
	}
}

func TestNobodyIsThere(t *testing.T) {
	if _, err := ran(t.Context(), parsed(t, real+"--robot 127.0.0.1:1")); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Error(err)
	}
}

func TestMistakesAreNamedAllAtOnce(t *testing.T) {
	_, err := Parse(strings.Fields("--motion dance --times -1 --fast --robot 127.0.0.1:1337 --delay -1s"))
	for _, want := range []string{"dance", "--times -1", "--fast", "delay -1s"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	if _, err := Parse([]string{"--fast", "--members", "O_T_EE_c,tim"}); err != nil {
		t.Error(err) // known once the link is made
	} else if _, err := ran(t.Context(), parsed(t, "--fast --members O_T_EE_c,tim")); err == nil || !strings.Contains(err.Error(), "time") {
		t.Errorf("a member that does not exist: %v", err)
	}
	if _, err := replay(t, filepath.Join(t.TempDir(), "none.mcap"), nil); err == nil {
		t.Error("a recording that is not there")
	}
}

func TestDatagramsComeOutAsTheyWentIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d, e Datagrams
		var in, out [][]byte
		for _, b := range rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 600)).Draw(t, "datagrams") {
			if d.add(b) {
				in = append(in, b)
			}
		}
		if err := e.DecodeTrace(d.AppendTrace(nil)); err != nil {
			t.Fatal(err)
		}
		e.each(func(b []byte) { out = append(out, slices.Clone(b)) })
		if !slices.EqualFunc(in, out, bytes.Equal) {
			t.Fatalf("in %x, out %x", in, out)
		}
	})
}

func FuzzDatagrams(f *testing.F) {
	f.Add([]byte{3, 0, 1, 2, 3, 255, 255})
	fuzz.Run(f, func(t *testing.T, b []byte) {
		var d Datagrams
		if d.DecodeTrace(b) == nil {
			d.each(func([]byte) {})
		}
	})
}

// Numbers that are none, or absurd, are refused with the flag's name.
func TestAbsurdFlags(t *testing.T) {
	for arg, want := range map[string]string{"-delay=-5ms": "delay -5ms", "-delay=9999h": "delay 9999h", "-jitter=-1s": "jitter -1s", "-loss=NaN": "-loss",
		"-loss=-1": "-loss", "-reorder=Inf": "-reorder", "-duplicate=101%": "-duplicate", "-corrupt=NaN%": "-corrupt", "-burst=3/0": "-burst",
		"-times=-3": "--times -3", "-priority=-3": "--priority -3", "-priority=1000": "--priority 1000", "-protocol=99": "99", "-seed=-1": "-seed"} {
		if _, err := Parse([]string{"-fast", arg}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", arg, err, want)
		}
	}
}
