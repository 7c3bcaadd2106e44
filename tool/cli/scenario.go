package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
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
	Import scenarioImportCmd `cmd:"" help:"Convert an OMNeT++-style .ini parameter study into a scenario."`
	List   scenarioListCmd   `cmd:"" help:"List the runs of a study with their outcomes."`
	Show   scenarioShowCmd   `cmd:"" help:"Show all of a study, or of one of its runs."`
	Report scenarioReportCmd `cmd:"" help:"Write a study's report.html again."`
	Worker scenarioWorkerCmd `cmd:"" help:"Carry out runs of studies that another machine has queued in a NATS cluster."`
}

// Help shows how the verbs are used together.
func (c *scenarioCmd) Help() string {
	return "Examples:\n  sinew scenario run examples/studies/planners.yaml -j 2 --out studies/planners\n" +
		"  sinew scenario list studies/planners --failed\n  sinew debug studies/planners/runs/0007/run.yaml"
}

type scenarioRunCmd struct {
	File   string `arg:"" help:"Scenario (YAML), or parameter study (.ini)."`
	Jobs   int    `short:"j" help:"Worker processes on this machine. Default: the number of processors. With --nats, 0 leaves the work to other machines." default:"-1" placeholder:"N" range:"-1..1024"`
	Out    string `help:"Folder of the study. Runs that are already in it are not run again. Default: studies/NAME." placeholder:"DIR"`
	Config string `short:"c" help:".ini files only: the [Config NAME] to run." placeholder:"NAME"`
	NATS   string `name:"nats" help:"Queue the runs in this NATS cluster, from which workers on other machines take them too." placeholder:"URL"`
	clusterKey
	Limit time.Duration `help:"A run that takes longer than this ends in an error." default:"10m" placeholder:"TIME" range:"1ms..8760h"`
	JSON  bool          `name:"json" help:"Print the summary as JSON, or what is wrong with the scenario, as 'scenario check' does."`
	Quiet bool          `help:"No progress." short:"q"`
	SARIFFlag
}

func (c *scenarioRunCmd) json() bool { return c.JSON }

// Help shows examples.
func (c *scenarioRunCmd) Help() string {
	return "The same command continues an interrupted study. The exit status is 1 if a run has failed.\n\n" +
		"Examples:\n  sinew scenario run examples/studies/planners.yaml -j 2 --out studies/planners\n" +
		"  sinew scenario run study.ini -c Gains --nats nats://cluster:4222 --key study.key"
}

// Run runs the study.
func (c *scenarioRunCmd) Run(ctx context.Context, t *Tool) error {
	s, runs, version, err := t.plan(c.File, c.Config)
	if err != nil {
		return err
	}
	if c.warnings = s.Warnings; !c.Quiet {
		_ = Printer(os.Stderr).Print(os.Stderr, s.Warnings)
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
	key, err := c.read()
	if err != nil {
		return err
	}
	return ask(ctx, study.Order{Do: "run", Folder: c.Out, JSON: c.JSON, Run: &study.RunOrder{
		File: c.File, Scenario: string(s.YAML()), Runs: len(runs), Workers: c.Jobs, Worker: workers(), NATS: c.NATS, Key: key,
		NoKey: c.NoKey, Limit: c.Limit, Version: version, Quiet: c.Quiet,
	}}, runs)
}

// plan reads a scenario and lists its runs. It reports all faults, including those that only the program can find.
func (t *Tool) plan(file, config string) (s *scenario.Scenario, runs []*scenario.Run, version string, err error) {
	if s, err = scenario.Load(file, config); s == nil {
		return nil, nil, "", err
	}
	if e := t.Elsewhere.Become(s.Program.Text); e != nil {
		return nil, nil, "", e
	}
	if version, err = study.Version(); err == nil {
		runs, err = s.Plan(t.Programs, version)
	}
	return s, runs, version, err
}

// workers is the command of an executor of this binary's programs.
func workers() []string {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return []string{self, "scenario", "worker", "--piped"}
}

type scenarioCheckCmd struct {
	File   string `arg:"" help:"Scenario (YAML), or parameter study (.ini)."`
	Config string `short:"c" help:"Of an .ini file: the [Config NAME]." placeholder:"NAME"`
	FaultFlags
}

// Help shows examples.
func (c *scenarioCheckCmd) Help() string {
	return "All faults are reported at once, each with its place and what to do; the exit status is then 1. With --json the object has the\n" +
		"runs, too, where there are no faults.\n\nExamples:\n  sinew scenario check examples/studies/planners.yaml\n" +
		"  sinew scenario check study.yaml --json\n  sinew scenario check study.yaml --sarif faults.sarif"
}

// Run lists the runs.
func (c *scenarioCheckCmd) Run(t *Tool) error {
	s, runs, _, err := t.plan(c.File, c.Config)
	if err != nil {
		return err
	}
	if c.warnings, c.also = s.Warnings, map[string]any{"runs": runs}; c.JSON || c.SARIF == "-" {
		return nil
	}
	_ = Printer(os.Stderr).Print(os.Stderr, s.Warnings)
	for _, r := range runs {
		fmt.Printf("%04d  %s  %s\n", r.N, r.ID, study.Describe(r, s.Varied()))
	}
	fmt.Printf("%d runs of %s, %s each\n", len(runs), s.Program.Text, runs[0].For)
	return nil
}

type scenarioImportCmd struct {
	File   string `arg:"" help:"The .ini file."`
	Config string `short:"c" help:"The [Config NAME]; required if there are several." placeholder:"NAME"`
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

// clusterKey is the key that workers on a cluster trust.
type clusterKey struct {
	Key   string `help:"With --nats: file with the key of the study and its workers, 16 bytes or more, as from 'openssl rand -hex 32'." type:"existingfile" placeholder:"FILE"`
	NoKey bool   `name:"no-key" help:"With --nats: no key. Anyone who can write to the cluster can give its workers runs; they record nothing and read no mocks' files."`
}

// read returns the key, nil if there is none.
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
	Study string `help:"Take only runs of this study, by its name in the queue." placeholder:"NAME"`
	Piped bool   `hidden:"" help:"Started by sinew-study: carry out the runs on the standard input."`
}

// Help shows an example.
func (c *scenarioWorkerCmd) Help() string {
	return "It carries out one run at a time; start one for each processor. It must be the same build as the study's.\n\n" +
		"Examples:\n  sinew scenario worker --nats nats://cluster:4222 --key study.key"
}

// Run works until it is interrupted.
func (c *scenarioWorkerCmd) Run(ctx context.Context, t *Tool) error {
	if c.Piped {
		return study.Execute(t.Programs)
	}
	if c.NATS == "" {
		return errors.New("--nats is missing: a worker needs the address of the cluster that the study uses")
	}
	key, err := c.read()
	if err != nil {
		return err
	}
	return ask(ctx, study.Order{Do: "work", Work: &study.WorkOrder{Worker: workers(), NATS: c.NATS, Study: c.Study, Key: key, NoKey: c.NoKey}}, nil)
}
