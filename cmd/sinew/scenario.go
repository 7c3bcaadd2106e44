package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

type scenarioCmd struct {
	Run    scenarioRunCmd    `cmd:"" help:"Run a scenario or a whole parameter study in fast time, on several processes."`
	Check  scenarioCheckCmd  `cmd:"" help:"Check a scenario and list its runs, without running them."`
	Import scenarioImportCmd `cmd:"" help:"Turn an OMNeT++-style .ini parameter study into a scenario."`
	List   scenarioListCmd   `cmd:"" help:"List the runs of a study with their outcomes."`
	Show   scenarioShowCmd   `cmd:"" help:"Show a study, or one of its runs, whole."`
	Report scenarioReportCmd `cmd:"" help:"Write a study's report.html again."`
	Worker scenarioWorkerCmd `cmd:"" help:"Run runs of studies that another machine has put into a NATS cluster."`
}

// Help shows the way through the verbs.
func (c *scenarioCmd) Help() string {
	return "Examples:\n  sinew scenario run examples/studies/planners.yaml -j 2 --out studies/planners\n" +
		"  sinew scenario list studies/planners --failed\n  sinew debug studies/planners/runs/0007/run.yaml"
}

type scenarioRunCmd struct {
	File   string `arg:"" help:"Scenario (YAML), or parameter study (.ini)."`
	Jobs   int    `short:"j" help:"Worker processes on this machine. Default: the number of processors. With --nats 0 leaves the work to others." default:"-1" placeholder:"N" range:"-1..1024"`
	Out    string `help:"Folder of the study. What is in it already is not run again. Default: studies/NAME." placeholder:"DIR"`
	Config string `short:"c" help:"Of an .ini file: the [Config NAME] to run." placeholder:"NAME"`
	NATS   string `name:"nats" help:"Put the runs into this NATS cluster, where workers on other machines take them too." placeholder:"URL"`
	clusterKey
	Limit time.Duration `help:"A run that takes longer than this ends in an error." default:"10m" placeholder:"TIME" range:"1ms..8760h"`
	JSON  bool          `name:"json" help:"Print the summary as JSON."`
	Quiet bool          `help:"No progress." short:"q"`
}

// Help shows examples.
func (c *scenarioRunCmd) Help() string {
	return "Interrupted, a study is gone on with by the same command. The exit status is 1 when a run has failed.\n\n" +
		"Examples:\n  sinew scenario run examples/studies/planners.yaml -j 2 --out studies/planners\n" +
		"  sinew scenario run study.ini -c Gains --nats nats://cluster:4222 --key study.key"
}

// Run runs the study.
func (c *scenarioRunCmd) Run(ctx context.Context) error {
	s, err := load(c.File, c.Config)
	if err != nil {
		return err
	}
	if c.Out == "" {
		base := filepath.Base(c.File)
		c.Out = filepath.Join("studies", strings.TrimSuffix(base, filepath.Ext(base)))
		if c.Config != "" {
			c.Out += "-" + c.Config
		}
	}
	if c.Jobs < 0 {
		c.Jobs = runtime.NumCPU()
	}
	version, err := study.Version()
	if err != nil {
		return err
	}
	o := study.Options{Workers: c.Jobs, Worker: workers(), Folder: c.Out, NATS: c.NATS,
		Limit: c.Limit, Version: version}
	if !c.Quiet {
		o.Progress = os.Stderr
	}
	o.NoKey = c.NoKey
	if o.Key, err = c.read(); err != nil {
		return err
	}
	sum, err := study.Run(ctx, s, programs(), o)
	if sum == nil {
		return err
	}
	if c.JSON {
		if err := json.NewEncoder(os.Stdout).Encode(sum); err != nil {
			return err
		}
	} else if err2 := c.report(sum); err2 != nil {
		err = errors.Join(err, err2)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted with %d runs to go: go on by the same command", sum.Open)
	case err == nil && sum.Failed+sum.Errors > 0:
		return errDiffers // it has been said
	}
	return err
}

// load reads a scenario. What is wrong with it is reported whole, also what only the program can tell.
func load(file, config string) (*scenario.Scenario, error) {
	s, err := scenario.Load(file, config)
	if err != nil && s != nil {
		_, err = s.Plan(programs(), "")
	}
	return s, err
}

// workers is the command of a worker process.
func workers() []string {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return []string{self, "scenario", "worker", "--piped"}
}

// report prints what the study came to, and how to look at the first runs that failed.
func (c *scenarioRunCmd) report(s *study.Summary) error {
	fmt.Printf("%d runs in %.1f s: %d passed, %d failed, %d ended in an error", s.Runs, s.Seconds, s.Passed, s.Failed, s.Errors)
	if s.Open > 0 {
		fmt.Printf(", %d not run", s.Open)
	}
	if s.Known > 0 {
		fmt.Printf("; %d were known already", s.Known)
	}
	fmt.Printf("\nreport    %s\n", filepath.Join(c.Out, "report.html"))
	if s.Failed+s.Errors == 0 {
		return nil
	}
	cat, err := study.Open(c.Out)
	if err != nil {
		return err
	}
	defer cat.Close()
	return printBad(cat, c.Out, 5)
}

// printBad prints the first runs that did not pass, and why.
func printBad(cat *study.Catalogue, dir string, most int) error {
	rows, err := cat.Rows()
	if err != nil {
		return err
	}
	sc, _, err := cat.Scenario()
	if err != nil {
		return err
	}
	bad := 0
	for _, r := range rows {
		if r.Outcome.Status != scenario.Failed && r.Outcome.Status != scenario.Broken {
			continue
		}
		if bad++; bad <= most {
			fmt.Printf("run %04d  %s\n          %s\n          %s\n", r.Run.N, study.Describe(&r.Run, sc.Varied()), why(&r), study.Debug(dir, r.Run.N))
		}
	}
	if bad > most {
		fmt.Printf("and %d more: sinew scenario list %s --failed\n", bad-most, dir)
	}
	return nil
}

// why says in a line why a run did not pass.
func why(r *study.Row) string {
	o := &r.Outcome
	if o.Status == scenario.Broken {
		first, _, _ := strings.Cut(o.Error, "\n")
		return "error: " + first
	}
	var parts []string
	for _, u := range o.Unheld {
		parts = append(parts, "not so: "+u+values(u, r))
	}
	if o.Error != "" {
		parts = append(parts, o.Error)
	}
	return strings.Join(parts, "; ")
}

// values tells what the names in an assertion stood for.
func values(text string, r *study.Row) string {
	e, err := scenario.ParseExpr(text)
	if err != nil {
		return ""
	}
	var parts []string
	for _, n := range e.Names() {
		if f, ok := r.Outcome.Figures[n.Text]; ok {
			parts = append(parts, fmt.Sprintf("%s is %s", n.Text, figure(f)))
		}
	}
	if parts == nil {
		return ""
	}
	slices.Sort(parts)
	return " (" + strings.Join(slices.Compact(parts), ", ") + ")"
}

func figure(f scenario.Figure) string {
	if math.IsNaN(float64(f)) {
		return "unknown"
	}
	return fmt.Sprintf("%.6g", float64(f))
}

type scenarioCheckCmd struct {
	File   string `arg:"" help:"Scenario (YAML), or parameter study (.ini)."`
	Config string `short:"c" help:"Of an .ini file: the [Config NAME]." placeholder:"NAME"`
}

// Help shows an example.
func (c *scenarioCheckCmd) Help() string {
	return "Examples:\n  sinew scenario check examples/studies/planners.yaml"
}

// Run lists the runs.
func (c *scenarioCheckCmd) Run() error {
	s, err := load(c.File, c.Config)
	if err != nil {
		return err
	}
	version, err := study.Version()
	if err != nil {
		return err
	}
	runs, err := s.Plan(programs(), version)
	if err != nil {
		return err
	}
	for _, r := range runs {
		fmt.Printf("%04d  %s  %s\n", r.N, r.ID, study.Describe(r, s.Varied()))
	}
	fmt.Printf("%d runs of %s, %s each\n", len(runs), s.Program.Text, runs[0].For)
	return nil
}

type scenarioImportCmd struct {
	File   string `arg:"" help:"The .ini file."`
	Config string `short:"c" help:"The [Config NAME]; needed where there are several." placeholder:"NAME"`
	Out    string `help:"Scenario to write; - is the standard output." default:"-" placeholder:"FILE"`
}

// Help shows an example.
func (c *scenarioImportCmd) Help() string {
	return "Examples:\n  sinew scenario import study.ini -c Gains --out study.yaml"
}

// Run translates the file.
func (c *scenarioImportCmd) Run() error {
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	s, err := scenario.ParseINI(c.File, text, c.Config)
	if err != nil {
		return err
	}
	if c.Out == "-" {
		_, err = os.Stdout.Write(s.YAML())
		return err
	}
	return whole.WriteFile(c.Out, s.YAML())
}

// clusterKey says whom workers on a cluster believe.
type clusterKey struct {
	Key   string `help:"With --nats: file with the key of the study and its workers, 16 bytes or more, as from 'openssl rand -hex 32'." type:"existingfile" placeholder:"FILE"`
	NoKey bool   `name:"no-key" help:"With --nats: no key. Whoever can write to the cluster gives its workers runs; they record nothing and read no mocks' files."`
}

// read returns the key, nil for none.
func (c *clusterKey) read() ([]byte, error) {
	switch {
	case c.Key == "":
		return nil, nil
	case c.NoKey:
		return nil, errors.New("--key and --no-key: give one of them")
	}
	text, err := os.ReadFile(c.Key)
	if err != nil {
		return nil, err
	}
	key, err := seal.ParseKey(text)
	if err != nil {
		return nil, fmt.Errorf("--key %s: %w", c.Key, err)
	}
	return key, nil
}

type scenarioWorkerCmd struct {
	NATS string `name:"nats" help:"The NATS cluster." placeholder:"URL"`
	clusterKey
	Study string `help:"Take runs of this study only, by its name in the queue." placeholder:"NAME"`
	Piped bool   `hidden:"" help:"Started by a study on this machine: standard input says where the queue is."`
}

// Help shows an example.
func (c *scenarioWorkerCmd) Help() string {
	return "It runs one run at a time; start as many as there are processors. It must be the same build as the study's.\n\n" +
		"Examples:\n  sinew scenario worker --nats nats://cluster:4222 --key study.key"
}

// Run works until it is interrupted.
func (c *scenarioWorkerCmd) Run(ctx context.Context) error {
	if c.Piped {
		return study.ServePiped(os.Stdin, programs())
	}
	if c.NATS == "" {
		return errors.New("--nats is missing: a worker needs the address of the cluster that the study uses")
	}
	key, err := c.read()
	if err != nil {
		return err
	}
	return study.Serve(ctx, study.Cluster{URL: c.NATS, Study: c.Study, Key: key, NoKey: c.NoKey}, programs(), os.Stderr)
}
