package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/engine"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
	"github.com/sinew-robotics/sinew/tool/study/toy"
)

var specs = []run.Spec{toy.Spec{}}

// shared is the key of studies and workers on a cluster.
var shared = []byte("a key of sixteen bytes or more")

// TestMain makes the test's executable a worker, or a whole study, when its first argument says so.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		switch len(os.Args) {
		case 3:
			go noisy(os.Stdout)
		case 4:
			go mortal(os.Args[2], os.Args[3])
		}
		if err := study.Execute(specs); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) > 3 && os.Args[1] == "study" {
		s, err := scenario.Load(os.Args[2], "")
		if err == nil {
			_, err = Run(context.Background(), s, specs, options(os.Args[3], 2))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func options(dir string, workers int) Options {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	v, err := study.Version()
	if err != nil {
		panic(err)
	}
	return Options{Workers: workers, Worker: []string{self, "worker"}, Folder: dir, Version: v, Server: engine.Serve}
}

// serve is a worker on a cluster whose key is shared, until ctx is done.
func serve(ctx context.Context, url string, log io.Writer) chan error {
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, Cluster{URL: url, Key: shared, Worker: options("", 1).Worker}, log) }()
	return done
}

func parse(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse(filepath.Join(t.TempDir(), "s.yaml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRun(t *testing.T, s *scenario.Scenario, o Options) *Summary {
	t.Helper()
	sum, err := Run(t.Context(), s, specs, o)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func rows(t *testing.T, dir string) []Row {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	all, err := c.Rows()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// same compares catalogues apart from times and workers.
func same(t *testing.T, a, b []Row) {
	t.Helper()
	if d := cmp.Diff(a, b, cmp.Comparer(func(a, b scenario.Figure) bool { return a == b || a != a && b != b }), cmpopts.IgnoreFields(scenario.Outcome{}, "Wall", "Worker"),
		cmpopts.IgnoreUnexported(scenario.Value{})); d != "" {
		t.Error(d)
	}
}

const gains = `
program: toy
for: 1s
seeds: 1..4
params: {gain: [0.1, 0.5, 0.9], kind: [plain, double]}
faults: [{at: 300ms, do: noise.dead, for: 100ms}]
assert: [mean < 2, gain < 0.8, cycles == 100]
`

// TestWorkers checks that the number of workers changes nothing, and what a study leaves.
func TestWorkers(t *testing.T) {
	t.Parallel()
	s := parse(t, gains)
	one, two := t.TempDir(), t.TempDir()
	sum := mustRun(t, s, options(one, 1))
	if sum.Runs != 24 || sum.Passed != 16 || sum.Failed != 8 || sum.Errors+sum.Open+sum.Known != 0 {
		t.Errorf("%+v", sum)
	}
	mustRun(t, s, options(two, 2))
	a := rows(t, one)
	same(t, a, rows(t, two))
	for _, r := range a {
		dir := filepath.Join(one, "runs", fmt.Sprintf("%04d", r.Run.N))
		_, err := os.Stat(filepath.Join(dir, "trace.mcap"))
		if failed := r.Outcome.Status == scenario.Failed; failed != (err == nil) {
			t.Errorf("run %d is %s, its recording: %v", r.Run.N, r.Outcome.Status, err)
		}
		if r.Outcome.Status == scenario.Failed && r.Run.N%4 == 0 {
			repeats(t, filepath.Join(dir, "run.yaml"), &r)
		}
	}
	text, err := os.ReadFile(filepath.Join(one, "report.html"))
	if err != nil || !strings.Contains(string(text), "sinew debug") || !strings.Contains(string(text), "<svg") {
		t.Errorf("the report: %v\n%.2000s", err, text)
	}
	left, _ := filepath.Glob(filepath.Join(one, "runs", "part-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// repeats checks that a run's own scenario gives the run again.
func repeats(t *testing.T, file string, r *Row) {
	t.Helper()
	d, err := scenario.Maker(file, specs)
	if err != nil {
		t.Error(err)
		return
	}
	o, err := d.Run.Do(context.Background(), specs, "")
	if err != nil || o.Hash != r.Outcome.Hash {
		t.Errorf("%s gives hash %s, the study had %s: %v", file, o.Hash, r.Outcome.Hash, err)
	}
}

// TestKilledWorkers kills a worker whenever one is started, twice, in the middle of its work.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	s := parse(t, `
program: toy
for: 200ms
seeds: 1..30
params: {work: 1ms}
assert: [cycles == 20]
`)
	dir := t.TempDir()
	o := options(dir, 2)
	marks := t.TempDir()
	o.Worker = append(o.Worker, marks, dir)
	o.Silence = time.Hour // so that only the end of its process gives a worker's run to another
	sum := mustRun(t, s, o)
	if hired, err := os.ReadDir(marks); err != nil || sum.Passed != 30 || len(hired) < 4 {
		t.Errorf("%+v after %d workers, %v", sum, len(hired), err)
	}
	once(t, rows(t, dir), 30)
}

// mortal leaves a mark of a worker's process, and kills each of the first two while it records a run in dir.
func mortal(marks, dir string) {
	pid := os.Getpid()
	if err := os.WriteFile(filepath.Join(marks, fmt.Sprint(pid)), nil, 0o600); err != nil {
		return
	}
	if all, err := os.ReadDir(marks); err != nil || len(all) > 2 {
		return
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if f, _ := filepath.Glob(filepath.Join(dir, "runs", fmt.Sprint(partial, pid, ".mcap"))); len(f) > 0 {
			if p, err := os.FindProcess(pid); err == nil {
				_ = p.Kill()
			}
		}
	}
}

// noisy prints what is no outcome, as libraries do.
func noisy(out io.Writer) {
	for range time.Tick(time.Millisecond) {
		if _, err := io.WriteString(out, `{"id":"00000000000000000000","status":"passed"}`+"\nhalf a line"); err != nil {
			return
		}
	}
}

// TestNoisyPrograms: what an executor says besides outcomes is passed over.
func TestNoisyPrograms(t *testing.T) {
	o := options(t.TempDir(), 1)
	o.Worker = append(o.Worker, "noisy")
	if sum := mustRun(t, parse(t, "program: toy\nfor: 1s\nseeds: 1..5\nparams: {work: 100us}\n"), o); sum.Passed != 5 {
		t.Errorf("%+v", sum)
	}
}

// once checks that every run is there, with an outcome.
func once(t *testing.T, all []Row, n int) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range all {
		if seen[r.Outcome.ID] || r.Outcome.Status == scenario.Open || r.Outcome.ID != r.Run.ID {
			t.Errorf("run %d: %+v", r.Run.N, r.Outcome)
		}
		seen[r.Outcome.ID] = true
	}
	if len(seen) != n {
		t.Errorf("%d runs, want %d", len(seen), n)
	}
}

// TestDeadlyRuns has a run that ends its first worker, one that ends each, and one that panics.
func TestDeadlyRuns(t *testing.T) {
	t.Parallel()
	flag := filepath.Join(t.TempDir(), "flag")
	s := parse(t, fmt.Sprintf(`
program: toy
for: 100ms
params: {exit: ["", %q, always], panic: [false, true]}
where: []
`, flag))
	dir := t.TempDir()
	sum := mustRun(t, s, options(dir, 2))
	if sum.Passed != 2 || sum.Errors != 4 {
		t.Errorf("%+v", sum)
	}
	all := rows(t, dir)
	for n, want := range map[int]string{2: "panicked", 5: "given up: 3 workers ended", 6: "given up: 3 workers ended"} {
		if got := all[n-1].Outcome.Error; !strings.Contains(got, want) {
			t.Errorf("run %d: %q, want %q", n, got, want)
		}
	}
	again := mustRun(t, s, options(dir, 1)) // what ended in an error is tried again
	if again.Known != 2 || again.Passed != 2 || again.Errors != 4 {
		t.Errorf("%+v", again)
	}
}

// TestKilledStudy kills the whole study with SIGKILL; its workers end by themselves, and it is gone on with.
func TestKilledStudy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "s.yaml")
	text := "program: toy\nfor: 200ms\nseeds: 1..40\nparams: {work: 1ms}\nassert: [cycles == 20]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "study", file, dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "some outcomes", func() bool { return known(t, dir) >= 3 })
	if err := errors.Join(cmd.Process.Kill()); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, out) // ends with the last of the processes
	_ = cmd.Wait()
	before := known(t, dir)
	s, err := scenario.Load(file, "")
	if err != nil {
		t.Fatal(err)
	}
	sum := mustRun(t, s, options(dir, 2))
	if sum.Known != before || sum.Passed != 40 {
		t.Errorf("%d were known: %+v", before, sum)
	}
	once(t, rows(t, dir), 40)
}

// known counts the runs with an outcome.
func known(t *testing.T, dir string) (n int) {
	c, err := Open(dir)
	if err != nil {
		return 0
	}
	defer c.Close()
	all, err := c.Rows()
	if err != nil {
		return 0
	}
	for _, r := range all {
		if r.Outcome.Status != scenario.Open {
			n++
		}
	}
	return n
}

func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	end, bounded := t.Deadline()
	for ; !ok(); time.Sleep(5 * time.Millisecond) {
		if bounded && time.Until(end) < 10*time.Second {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// TestInterrupted cancels a study and goes on with it.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	s := parse(t, "program: toy\nfor: 200ms\nseeds: 1..20\nparams: {work: 1ms}\n")
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		await(t, "some outcomes", func() bool { return known(t, dir) >= 2 })
		cancel()
	}()
	sum, err := Run(ctx, s, specs, options(dir, 2))
	if !errors.Is(err, context.Canceled) || sum == nil || sum.Open == 0 || sum.Passed < 2 {
		t.Fatalf("%+v, %v", sum, err)
	}
	after := mustRun(t, s, options(dir, 2))
	if after.Known != sum.Passed || after.Passed != 20 {
		t.Errorf("%+v, then %+v", sum, after)
	}
}

// TestChangedScenario adds runs and changes assertions: what is known stays, and is judged anew.
func TestChangedScenario(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, parse(t, "program: toy\nfor: 100ms\nseeds: 1..3\nassert: [cycles == 10]\n"), options(dir, 1))
	sum := mustRun(t, parse(t, "program: toy\nfor: 100ms\nseeds: [2..4]\nassert: [cycles == 11]\n"), options(dir, 1))
	if sum.Known != 2 || sum.Runs != 3 || sum.Failed != 3 {
		t.Errorf("%+v", sum)
	}
	if n := rows(t, dir)[0].Run.Seed; n != 2 {
		t.Errorf("the first run has seed %d", n)
	}
}

// TestLimit gives up a run that takes too long.
func TestLimit(t *testing.T) {
	t.Parallel()
	s := parse(t, "program: toy\nfor: 1s\nparams: {work: 10s}\n")
	o := options(t.TempDir(), 1)
	o.Limit = time.Second
	if sum := mustRun(t, s, o); sum.Errors != 1 {
		t.Errorf("%+v", sum)
	}
	if e := rows(t, o.Folder)[0].Outcome.Error; !strings.Contains(e, "given up after 1s") {
		t.Error(e)
	}
}

// TestCluster leaves the work to a worker that reaches the queue at an address.
func TestCluster(t *testing.T) {
	t.Parallel()
	url, end := cluster(t, durable(t))
	defer end()
	ctx, cancel := context.WithCancel(context.Background())
	done := serve(ctx, url, io.Discard)
	o := options(t.TempDir(), 0)
	o.NATS, o.Key = url, shared
	s := parse(t, gains)
	if sum := mustRun(t, s, o); sum.Passed != 16 || sum.Failed != 8 {
		t.Errorf("%+v", sum)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	mine := options(t.TempDir(), 1)
	mustRun(t, s, mine)
	same(t, rows(t, o.Folder), rows(t, mine.Folder))
}

// TestFaults checks that nothing begins with a bad scenario, workers that cannot, or a folder without a study.
func TestFaults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "there is no study") {
		t.Error(err)
	}
	if _, err := Run(context.Background(), parse(t, "program: toy\nfor: 1s\nparams: {gain: 3}\n"), specs, options(dir, 1)); err == nil {
		t.Error("a bad parameter was not found")
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a folder was made for a bad scenario")
	}
	o := options(t.TempDir(), 2)
	o.Worker = []string{"false"}
	if _, err := Run(context.Background(), parse(t, gains), specs, o); err == nil || !strings.Contains(err.Error(), "before they begin") {
		t.Error(err)
	}
	o = options(t.TempDir(), 1)
	o.Version = "another"
	if _, err := Run(context.Background(), parse(t, gains), specs, o); err == nil || !strings.Contains(err.Error(), "another build") {
		t.Error(err)
	}
}

// TestTwice checks that an outcome counts once.
func TestTwice(t *testing.T) {
	s := parse(t, gains)
	runs, err := s.Plan(specs, "v")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if todo, err := c.Plan(s, "v", runs); err != nil || len(todo) != len(runs) {
		t.Fatal(len(todo), err)
	}
	o := &scenario.Outcome{ID: runs[3].ID, Status: scenario.Passed, Figures: map[string]scenario.Figure{"mean": 1}}
	for i, want := range []bool{true, false} {
		if added, err := c.Add(o); added != want || err != nil {
			t.Errorf("%d: %v, %v", i, added, err)
		}
	}
	if added, err := c.Add(&scenario.Outcome{ID: "other", Status: scenario.Passed}); added || err != nil {
		t.Errorf("a foreign outcome was added: %v", err)
	}
	todo, err := c.Plan(s, "v", runs)
	if err != nil || len(todo) != len(runs)-1 || slices.ContainsFunc(todo, func(r *scenario.Run) bool { return r.ID == o.ID }) {
		t.Errorf("%d to do, %v", len(todo), err)
	}
}
