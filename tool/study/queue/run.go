package queue

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Options say how a study is run.
type Options struct {
	Workers  int                                        // processes on this machine; 0 leaves the work to workers elsewhere
	Worker   []string                                   // command that calls study.Execute
	Folder   string                                     // of the study
	NATS     string                                     // address of a cluster; "" starts a server
	Key      []byte                                     // shared with the workers of a cluster; required with NATS
	NoKey    bool                                       // instead of a key: anyone who can write to the cluster can give its workers runs and outcomes
	Limit    time.Duration                              // of a run's duration; 0 is no limit
	Silence  time.Duration                              // of a worker, after which its run goes to another; 0 is 5 s
	Progress io.Writer                                  // may be nil
	Version  string                                     // of the programs
	Server   func(folder, token string) (Server, error) // starts a server if no cluster is given: engine.Serve
}

// Summary is the result of a study.
type Summary struct {
	Runs     int           `json:"runs"`
	Passed   int           `json:"passed"`
	Failed   int           `json:"failed"` // an assertion did not hold
	Errors   int           `json:"errors"` // runs that could not be completed
	Open     int           `json:"open"`   // not run, because the study was interrupted
	Known    int           `json:"known"`  // found in the catalogue
	Seconds  float64       `json:"seconds"`
	Warnings diag.Faults   `json:"warnings,omitempty"` // of the program
	Wall     time.Duration `json:"-"`
}

// ahead is the greatest number of runs that wait in the queue.
const ahead = 1000

// Run checks the scenario and runs it as RunAll does.
func Run(ctx context.Context, s *scenario.Scenario, specs []run.Spec, o Options) (*Summary, error) {
	runs, err := s.Plan(specs, o.Version)
	if err != nil {
		return nil, err
	}
	return RunAll(ctx, s, runs, o)
}

// RunAll runs those of a scenario's runs that are not in the folder's catalogue yet, and writes the report there. When ctx
// is done it stops; the same call continues the study later. The summary is valid even with an error. The program must
// link package engine.
func RunAll(ctx context.Context, s *scenario.Scenario, runs []*scenario.Run, o Options) (*Summary, error) {
	if o.Workers < 1 && o.NATS == "" {
		return nil, errors.New("a study needs workers: give at least one, or a cluster that has some")
	}
	if o.NATS != "" && len(o.Key) == 0 && !o.NoKey {
		return nil, errNoKey
	}
	begun := time.Now()
	if err := errors.Join(vacant(o.Folder), reach(o.NATS)); err != nil { // before anything is created
		return nil, err
	}
	free, err := occupy(o.Folder)
	if err != nil {
		return nil, err
	}
	defer free()
	c, err := Create(o.Folder)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	folder, err := filepath.Abs(filepath.Join(o.Folder, runsFolder))
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err != nil {
		return nil, err
	}
	todo, err := c.Plan(s, o.Version, runs)
	if err != nil {
		return nil, err
	}
	t := &task{ctx: ctx, o: o, c: c, todo: todo, waiting: map[string]bool{}, folder: folder, bar: progress(o.Progress, len(runs), len(runs)-len(todo))}
	for _, r := range todo {
		t.waiting[r.ID] = true
	}
	err = t.run()
	t.bar.end()
	t.tidy()
	sum, err2 := c.Leave()
	if sum != nil {
		sum.Warnings = s.Warnings
		sum.Known, sum.Wall = len(runs)-len(todo), time.Since(begun)
		sum.Seconds = sum.Wall.Seconds()
	}
	return sum, errors.Join(err, err2)
}

// vacant says why a study cannot use a folder: the folder must contain a study, which is continued, or be missing or
// empty.
func vacant(dir string) error {
	for _, name := range []string{catalogueFile, lockFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return nil
		}
	}
	if err := (folder.Place{Dir: dir}).Check(); err != nil {
		return fmt.Errorf("there is no study to go on with: %w", err)
	}
	return nil
}

// reach says why a cluster cannot be used. An empty address means no cluster.
func reach(address string) error {
	if address == "" {
		return nil
	}
	nc, err := nats.Connect(address, nats.Name("sinew study"))
	if err != nil {
		return unreached(address, err)
	}
	nc.Close()
	return nil
}

// errNoKey says what a queue on a cluster requires.
var errNoKey = errors.New("whoever can write to the cluster could give its workers runs of their own: give the study and its workers the same --key FILE, " +
	"16 bytes or more, as from `openssl rand -hex 32`, or give --no-key if everybody there may do so")

// task is a study in progress.
type task struct {
	ctx     context.Context
	o       Options
	c       *Catalogue
	q       *queue
	crew    *crew
	todo    []*scenario.Run
	put     int             // number of todo that are in the queue or done
	waiting map[string]bool // IDs of runs in todo without an outcome
	idle    int             // workers in a row that ended before they began a run
	folder  string
	bar     *bar
	results chan *scenario.Outcome
	entered chan bool
}

// address is the study's address in the queue. On a server of its own the key is new for this run.
func (t *task) address() address {
	a := address{URL: t.o.NATS, Study: title(hostname(), t.folder), Key: t.o.Key, Folder: t.folder}
	if t.o.NATS == "" {
		a.Key = []byte(rand.Text())
	}
	named := map[string]bool{}
	for _, r := range t.todo {
		for _, m := range r.Mocks {
			if !named[m] && scenario.MockFile(m) != "" {
				named[m] = true
				a.Mocks = append(a.Mocks, m)
			}
		}
	}
	return a
}

// run puts the runs into the queue, replaces workers that end, and enters the outcomes until all are there.
func (t *task) run() (err error) {
	if len(t.todo) == 0 {
		return nil
	}
	if t.q, err = openQueue(t.ctx, t.o, t.address()); err != nil {
		return err
	}
	defer t.q.close()
	if t.crew, err = hire(min(t.o.Workers, len(t.todo)), t.o, t.q.address); err != nil {
		return err
	}
	defer t.crew.dismiss()
	t.results, t.entered = make(chan *scenario.Outcome), make(chan bool)
	over := make(chan struct{})
	defer close(over)
	stop, err := t.q.results(t.ctx, func(o *scenario.Outcome) bool {
		select {
		case t.results <- o:
			return <-t.entered
		case <-over:
			return false
		}
	})
	if err != nil {
		return err
	}
	defer stop()
	for len(t.waiting) > 0 {
		if err := t.fill(); err != nil {
			return err
		}
		if err := t.step(); err != nil {
			return err
		}
	}
	return nil
}

// fill puts as many runs into the queue as is useful.
func (t *task) fill() error {
	for t.put < len(t.todo) && t.put-(len(t.todo)-len(t.waiting)) < ahead {
		if err := t.q.put(t.ctx, &job{t.o.Version, hostname(), t.folder, t.o.Limit, t.todo[t.put]}); err != nil {
			return fmt.Errorf("the queue takes no more runs: %w", err)
		}
		t.put++
	}
	return nil
}

// step waits for the next event.
func (t *task) step() error {
	select {
	case <-t.ctx.Done():
		return t.ctx.Err()
	case err := <-t.q.lost:
		return err
	case m := <-t.crew.exits:
		return t.replace(m)
	case o := <-t.results:
		_, err := t.c.Add(o)
		t.entered <- err == nil
		if err != nil {
			return fmt.Errorf("the catalogue: %w", err)
		}
		if t.waiting[o.ID] { // also if it had been entered already
			delete(t.waiting, o.ID)
			t.bar.add(o)
		}
		return nil
	}
}

// replace starts a worker for one that has ended.
func (t *task) replace(m *member) error {
	t.crew.n--
	if m.begun {
		t.idle = 0
	} else if t.idle++; t.idle > 2*t.o.Workers+2 {
		return fmt.Errorf("workers end before they begin: %w", m.fault())
	}
	return t.crew.start()
}

// tidy removes files of killed workers.
func (t *task) tidy() {
	left, err := filepath.Glob(filepath.Join(t.folder, partial+"*.mcap"))
	if err != nil {
		return
	}
	for _, f := range left {
		_ = os.Remove(f)
	}
}
