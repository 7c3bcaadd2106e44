package record_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

const ms = time.Millisecond

// stage is a timer's reactor that sends, or one that works on what it is sent.
type stage struct {
	reactor.Reactor
	T   reactor.Timer
	In  reactor.In[int]
	Out reactor.Out[int]
	n   int
}

func newStage(m *reactor.Main, name string) *stage {
	s := &stage{}
	reactor.Init(m, name, s)
	return s
}

// tardy builds a program that is too slow for the real clock when busy; with apart its second half is an enclave.
func tardy(t *testing.T, busy, apart, replay bool, cancel func()) *reactor.Program {
	t.Helper()
	m := reactor.NewMain("tardy")
	from, to := newStage(m, "from"), newStage(m, "to")
	from.T.Set(0, 1*ms)
	sent := make(chan struct{})
	from.Reaction("send").On(&from.T).Sets(&from.Out).Do(func() {
		if from.n++; busy && from.n == 5 {
			time.Sleep(10 * ms)
		}
		if from.n == 60 {
			cancel()
			close(sent)
		}
		from.Out.Set(from.n)
	})
	to.Reaction("work").On(&to.In).Sets(&to.Out).Do(func() {
		if busy && apart {
			<-sent // the line to it is full long before
		}
		to.Out.Set(-to.In.Get())
	})
	to.Reaction("end").On(to.Shutdown()).Sets(&to.Out).Do(func() { to.Out.Set(0) })
	c := reactor.Connect(&from.Out, &to.In).After(2 * ms)
	if apart {
		to.Isolate()
		c.Capacity(20)
	}
	p, err := reactor.Build(m, reactor.Options{Replay: replay})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t *testing.T, ctx context.Context, p *reactor.Program, file string, o exec.Options) (exec.Result, string) {
	t.Helper()
	w, err := trace.Create(file, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(p, w, record.Options{Trace: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	res, err := exec.Run(ctx, p, o)
	for _, err := range []error{err, rec.Close(), w.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return res, rec.Hash()
}

func TestWhatWasLeftOutIsRecordedAndReplayed(t *testing.T) {
	for _, apart := range []bool{false, true} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		a, b := filepath.Join(dir, "a.mcap"), filepath.Join(dir, "b.mcap")
		res, hash := run(t, ctx, tardy(t, true, apart, false, cancel), a, exec.Options{Clock: exec.Real})
		if c := res.Counters; c.Skipped < 8 || apart && (c.Lost == 0 || c.Dropped == 0) {
			t.Errorf("apart %v: the run shows little: %+v", apart, c)
		}
		in, err := record.ReadInputs(a)
		if err != nil {
			t.Fatal(err)
		}
		p := tardy(t, false, apart, true, func() {})
		if err := in.Inject(p); err != nil {
			t.Fatal(err)
		}
		if _, again := run(t, context.Background(), p, b, exec.Options{}); again != hash {
			t.Errorf("apart %v: hash %s recorded, %s replayed", apart, hash, again)
		}
		same, err := trace.Diff(a, b, nil)
		if err != nil || same.First != nil {
			t.Errorf("apart %v: %v, %+v", apart, err, same.First)
		}
		if first, second := read(t, a), read(t, b); !apart && !bytes.Equal(first, second) { // two threads write in turns of their own
			t.Error("the files differ")
		}
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
