package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// cluster starts a server, in o.Port what it listens on; the returned function ends it.
func cluster(t *testing.T, o *server.Options) (url string, end func()) {
	t.Helper()
	o.Host, o.NoLog, o.NoSigs = "127.0.0.1", true, true
	own := *o // which the server changes
	ns, err := server.NewServer(&own)
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	if !ns.ReadyForConnections(patience) {
		t.Fatal("no server")
	}
	o.Port = ns.Addr().(*net.TCPAddr).Port
	return ns.ClientURL(), func() {
		ns.Shutdown()
		ns.WaitForShutdown()
	}
}

// durable are the options of a cluster that keeps a study's queue.
func durable(t *testing.T) *server.Options {
	return &server.Options{Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir()}
}

// ends checks that a study ends well, with a worker on its cluster that works until stop.
func ends(t *testing.T, study, worker <-chan error, stop func()) {
	t.Helper()
	if err := <-study; err != nil {
		t.Error(err)
	}
	stop()
	if err := <-worker; err != nil {
		t.Error(err)
	}
}

// connect gives a test its own view of a cluster.
func connect(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(url, nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// start runs a study that leaves its work to others, and returns its name in the queue once it has begun.
func start(ctx context.Context, t *testing.T, s *scenario.Scenario, o Options) (study string, ended chan error) {
	t.Helper()
	ended = make(chan error, 1)
	go func() {
		sum, err := Run(ctx, s, specs, o)
		if err == nil && sum.Passed != sum.Runs {
			err = fmt.Errorf("%+v", sum)
		}
		ended <- err
	}()
	folder, err := filepath.Abs(filepath.Join(o.Folder, runsFolder))
	if err != nil {
		t.Fatal(err)
	}
	study = title(hostname(), folder)
	js := connect(t, o.NATS)
	await(t, "the study", func() bool {
		select {
		case err := <-ended:
			t.Fatal("the study has ended before it began:", err)
		default:
		}
		_, err := js.Consumer(ctx, resultStream+study, resultName)
		return err == nil
	})
	return study, ended
}

// TestUnreachable has queues that cannot be opened: one error each, and nothing is left behind.
func TestUnreachable(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	plain, end := cluster(t, &server.Options{Port: server.RANDOM_PORT})
	defer end()
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for _, c := range []struct {
		ctx       context.Context
		nats, err string
	}{
		{context.Background(), "nats://me:secret@127.0.0.1:1", "the queue at nats://127.0.0.1:1: nats: no servers available for connection"},
		{context.Background(), plain, "the queue at " + plain + ": "},
		{stopped, "", "context canceled"},
	} {
		o := options(t.TempDir(), 1)
		o.NATS, o.Key = c.nats, shared
		sum, err := Run(c.ctx, parse(t, gains), specs, o)
		if err == nil || !strings.Contains(err.Error(), c.err) || strings.Contains(err.Error(), "\n") || sum != nil && sum.Open != 24 {
			t.Errorf("%s: %v, %+v", c.nats, err, sum)
		}
		if left, err := os.ReadDir(o.Folder); sum == nil != (len(left) == 0) || err != nil || c.nats == "" && sum == nil {
			t.Errorf("%s: %+v, and in the folder there is %v, %v", c.nats, sum, left, err)
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestFolderOfOthers: a folder in which something else lies is refused, and stays as it is.
func TestFolderOfOthers(t *testing.T) {
	o := options(t.TempDir(), 1)
	if err := os.WriteFile(filepath.Join(o.Folder, "run.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	sum, err := Run(context.Background(), parse(t, gains), specs, o)
	if err == nil || sum != nil || !strings.Contains(err.Error(), "there is no study to go on with: run folder: "+o.Folder+" is not empty, run.json is in it") {
		t.Errorf("%+v, %v", sum, err)
	}
	if left, err := os.ReadDir(o.Folder); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestOccupied begins a study in a folder where one is being run.
func TestOccupied(t *testing.T) {
	o := options(t.TempDir(), 1)
	free, err := occupy(o.Folder)
	if err != nil {
		t.Fatal(err)
	}
	s := parse(t, "program: toy\nfor: 100ms\n")
	if _, err := Run(context.Background(), s, specs, o); err == nil || !strings.Contains(err.Error(), "by process "+name(os.Getpid())) {
		t.Error(err)
	}
	free()
	if sum := mustRun(t, s, o); sum.Passed != 1 {
		t.Errorf("%+v", sum)
	}
}

// TestAnswers checks which outcomes end a study: each of its own once, also when it is in the catalogue already, and
// none of runs that it does not have any more.
func TestAnswers(t *testing.T) {
	c, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	plan := func(seeds string) []*scenario.Run {
		s := parse(t, "program: toy\nfor: 100ms\nseeds: "+seeds+"\n")
		runs, err := s.Plan(specs, "v")
		if err == nil {
			_, err = c.Plan(s, "v", runs)
		}
		if err != nil {
			t.Fatal(err)
		}
		return runs
	}
	old, runs := plan("1..2"), plan("2..3")
	x := &task{ctx: context.Background(), c: c, q: &queue{}, crew: &crew{}, todo: runs, waiting: map[string]bool{runs[0].ID: true, runs[1].ID: true},
		bar: progress(nil, 2, 0), results: make(chan *scenario.Outcome), entered: make(chan bool)}
	for i, want := range []bool{false, true} { // the first is gone
		if added, err := c.Add(&scenario.Outcome{ID: []string{old[0].ID, runs[0].ID}[i], Status: scenario.Passed}); added != want || err != nil {
			t.Error(i, added, err)
		}
	}
	for i, step := range []struct {
		id   string
		left int
	}{{old[0].ID, 2}, {runs[0].ID, 1}, {runs[0].ID, 1}, {"other", 1}, {runs[1].ID, 0}} {
		go func() {
			x.results <- &scenario.Outcome{ID: step.id, Status: scenario.Passed}
			<-x.entered
		}()
		if err := x.step(); err != nil || len(x.waiting) != step.left {
			t.Errorf("%d: %d are waited for, want %d: %v", i, len(x.waiting), step.left, err)
		}
	}
}

// TestIdleWorker has a queue that gives no answer: a worker says so once and waits, until its connection is closed.
func TestIdleWorker(t *testing.T) {
	t.Parallel()
	url, end := cluster(t, &server.Options{Port: server.RANDOM_PORT}) // without JetStream, as one that is just starting
	defer end()
	js := connect(t, url)
	var log bytes.Buffer
	w := &worker{address: address{URL: url}, nc: js.Conn(), js: js, log: &log, foreign: map[string]bool{}}
	for range 2 {
		if err := w.turn(context.Background()); err != nil {
			t.Error(err)
		}
	}
	if n := strings.Count(log.String(), "trying again"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, log.String())
	}
	js.Conn().Close()
	if err := w.turn(context.Background()); err == nil {
		t.Error("a worker goes on without a connection")
	}
}

// TestForeignWorker has a worker of another build: it takes nothing from the study, and another one runs it.
func TestForeignWorker(t *testing.T) {
	t.Parallel()
	url, end := cluster(t, durable(t))
	defer end()
	ctx := t.Context()
	o := options(t.TempDir(), 0)
	o.NATS, o.Key = url, shared
	study, ended := start(ctx, t, parse(t, "program: toy\nfor: 100ms\nseeds: 1..4\n"), o)
	js := connect(t, url)
	var log bytes.Buffer
	w := &worker{address: address{URL: url}, version: "another", nc: js.Conn(), js: js, log: &log, foreign: map[string]bool{}}
	for range 2 {
		if err := w.turn(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(log.String(), "of another build"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, log.String())
	}
	w.Study = study
	if err := w.turn(ctx); err == nil || !strings.Contains(err.Error(), "of another build (") {
		t.Error(err)
	}
	c, err := js.Consumer(ctx, workStream+study, consumerName)
	if err != nil {
		t.Fatal(err)
	}
	if n := c.CachedInfo().Delivered.Consumer; n != 0 {
		t.Errorf("%d runs were taken", n)
	}
	working, stop := context.WithCancel(ctx)
	done := serve(working, url, io.Discard)
	ends(t, ended, done, stop)
}

// TestDeletedStreams takes from a study the streams it lives on.
func TestDeletedStreams(t *testing.T) {
	t.Parallel()
	url, end := cluster(t, durable(t))
	defer end()
	ctx := t.Context()
	o := options(t.TempDir(), 0)
	o.NATS, o.Key = url, shared
	study, ended := start(ctx, t, parse(t, gains), o)
	js := connect(t, url)
	c, err := js.Consumer(ctx, resultStream+study, resultName)
	if err != nil {
		t.Fatal(err)
	}
	if d := c.CachedInfo().Config; d.Durable != resultName || d.InactiveThreshold != 0 {
		t.Errorf("the consumer does not outlast an outage: %+v", d)
	}
	if err := js.DeleteStream(ctx, resultStream+study); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "deleted this study's streams") {
		t.Error(err)
	}
}

// TestOutage starts the cluster anew in the middle of a study.
func TestOutage(t *testing.T) {
	t.Parallel()
	conf := durable(t)
	url, end := cluster(t, conf)
	defer func() { end() }()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour) // a worker that is given an hour does not wait for one
	defer cancel()
	working, stop := context.WithCancel(ctx)
	done := serve(working, url, io.Discard)
	o := options(t.TempDir(), 0)
	o.NATS, o.Key, o.Silence = url, shared, time.Second
	_, ended := start(ctx, t, parse(t, "program: toy\nfor: 200ms\nseeds: 1..20\nparams: {work: 1ms}\n"), o)
	await(t, "some outcomes", func() bool { return known(t, o.Folder) >= 2 })
	end()
	_, end = cluster(t, conf)
	ends(t, ended, done, stop)
	once(t, rows(t, o.Folder), 20)
}

// TestAForgetfulQueue has a server that is gone while a run is run, and does not know any more afterwards that it had
// handed it out: it does not answer for the run, and the study goes on all the same.
func TestAForgetfulQueue(t *testing.T) {
	t.Parallel()
	conf := durable(t)
	url, end := cluster(t, conf)
	defer func() { end() }()
	working, stop := context.WithCancel(t.Context())
	defer stop()
	o := options(t.TempDir(), 0)
	o.NATS, o.Key, o.Silence = url, shared, time.Second
	study, ended := start(t.Context(), t, parse(t, "program: toy\nfor: 200ms\nseeds: 1..2\nparams: {work: 50ms}\n"), o)
	done := serve(working, url, io.Discard)
	js := connect(t, url)
	await(t, "a run being run", func() bool {
		c, err := js.Consumer(t.Context(), workStream+study, consumerName)
		return err == nil && c.CachedInfo().NumAckPending > 0
	})
	end()
	memory, err := filepath.Glob(filepath.Join(conf.StoreDir, "jetstream", "*", "streams", workStream+study, "obs", consumerName, "o.dat"))
	if err != nil || len(memory) != 1 {
		t.Fatal(memory, err)
	}
	if err := os.Remove(memory[0]); err != nil {
		t.Fatal(err)
	}
	_, end = cluster(t, conf)
	ends(t, ended, done, stop)
	once(t, rows(t, o.Folder), 2)
}

// TestLimitGoesOn gives up a run and goes on with the next one in the same process.
func TestLimitGoesOn(t *testing.T) {
	t.Parallel()
	url, end := cluster(t, durable(t))
	defer end()
	ctx, cancel := context.WithCancel(context.Background())
	done := serve(ctx, url, io.Discard)
	o := options(t.TempDir(), 0)
	o.NATS, o.Key, o.Limit = url, shared, 1500*time.Millisecond
	if sum := mustRun(t, parse(t, "program: toy\nfor: 20s\nparams: {work: [20ms, 0s]}\n"), o); sum.Errors != 1 || sum.Passed != 1 {
		t.Errorf("%+v", sum)
	}
	all := rows(t, o.Folder)
	if e := all[0].Outcome.Error; !strings.Contains(e, "given up after 1.5s") {
		t.Error(e)
	}
	if a, b := all[0].Outcome.Worker, all[1].Outcome.Worker; a != b || a == "" {
		t.Errorf("it is run by %q after %q", b, a)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestClusterExecutorEnds: the end of its executor ends a worker on a cluster, and its run goes to another at once.
func TestClusterExecutorEnds(t *testing.T) {
	t.Parallel()
	url, end := cluster(t, durable(t))
	defer end()
	o := options(t.TempDir(), 0)
	o.NATS, o.Key, o.Silence = url, shared, time.Hour
	s := parse(t, fmt.Sprintf("program: toy\nfor: 100ms\nparams: {exit: %q}\n", filepath.Join(t.TempDir(), "flag")))
	_, ended := start(t.Context(), t, s, o)
	if err := <-serve(t.Context(), url, io.Discard); err == nil || !strings.Contains(err.Error(), hostname()+" ended: exit status 3; start it again") {
		t.Error(err)
	}
	working, stop := context.WithCancel(t.Context())
	done := serve(working, url, io.Discard)
	ends(t, ended, done, stop)
}

// TestMovedRuns edits a study so that its runs have other numbers: each folder still holds its own run.
func TestMovedRuns(t *testing.T) {
	t.Parallel()
	seeds := func(text string) *scenario.Scenario {
		return parse(t, "program: toy\nfor: 100ms\nrecord: all\nassert: [cycles == 11]\nseeds: "+text+"\n")
	}
	o := options(t.TempDir(), 1)
	mustRun(t, seeds("1..4"), o)
	was := map[uint64]string{}
	for _, r := range rows(t, o.Folder) {
		was[r.Run.Seed] = contents(t, o.Folder, r.Run.N)
	}
	dir := filepath.Join(o.Folder, runsFolder)
	if err := os.WriteFile(filepath.Join(dir, "0002", "notes"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	next := seeds("[4, 3, 1, 9]")
	runs, err := next.Plan(specs, o.Version)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Open(o.Folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.aside(runs), c.Close()); err != nil { // as if killed then
		t.Fatal(err)
	}
	if sum := mustRun(t, next, o); sum.Known != 3 || sum.Failed != 4 {
		t.Errorf("%+v", sum)
	}
	for _, r := range rows(t, o.Folder)[:3] {
		if contents(t, o.Folder, r.Run.N) != was[r.Run.Seed] {
			t.Errorf("run %d does not have the folder of seed %d", r.Run.N, r.Run.Seed)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range left {
		if !strings.HasPrefix(filepath.Base(filepath.Dir(f)), earlier) {
			names = append(names, f[len(dir)+1:])
		} else if filepath.Base(f) != "notes" { // somebody's, kept
			t.Error("left behind:", f)
		}
	}
	if d := cmp.Diff(names, []string{"0001/run.yaml", "0001/trace.mcap", "0002/run.yaml", "0002/trace.mcap",
		"0003/run.yaml", "0003/trace.mcap", "0004/run.yaml", "0004/trace.mcap"}); d != "" {
		t.Error(d)
	}
	if err := os.Remove(filepath.Join(o.Folder, catalogueFile)); err != nil {
		t.Fatal(err)
	}
	again := seeds("7")
	again.Record = scenario.RecordNone
	mustRun(t, again, o)
	if left, _ := filepath.Glob(filepath.Join(dir, "0*", traceFile)); len(left) > 0 {
		t.Error("left behind:", left)
	}
}

// contents is what a run has recorded.
func contents(t *testing.T, dir string, n int) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(runFolder(filepath.Join(dir, runsFolder), n), traceFile))
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

// TestKeep has recordings that cannot be kept, and one that an earlier try has left.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	part := filepath.Join(dir, partial+"1.mcap")
	j := &job{Folder: dir, Run: &scenario.Run{N: 1, Record: scenario.RecordFailed}}
	kept := filepath.Join(dir, "0001", traceFile)
	for i, step := range []struct {
		status scenario.Status
		there  bool
	}{{scenario.Broken, true}, {scenario.Passed, false}} {
		if err := os.WriteFile(part, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := keep(part, j, &scenario.Outcome{Status: step.status}); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(kept); (err == nil) != step.there {
			t.Errorf("%d: %v", i, err)
		}
	}
	if err := errors.Join(os.WriteFile(part, nil, 0o600), os.MkdirAll(filepath.Join(kept, "in the way"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := keep(part, j, &scenario.Outcome{Status: scenario.Failed}); err == nil {
		t.Error("nobody says that the recording was not kept")
	}
}
