package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/aadl"
	"github.com/sinew-robotics/sinew/bench/atoms"
	"github.com/sinew-robotics/sinew/bench/codec"
	"github.com/sinew-robotics/sinew/bench/control"
	"github.com/sinew-robotics/sinew/bench/coordination"
	"github.com/sinew-robotics/sinew/bench/demo"
	"github.com/sinew-robotics/sinew/bench/fig7"
	"github.com/sinew-robotics/sinew/bench/ik"
	"github.com/sinew-robotics/sinew/bench/link"
	"github.com/sinew-robotics/sinew/bench/lua"
	"github.com/sinew-robotics/sinew/bench/nav"
	"github.com/sinew-robotics/sinew/bench/node"
	"github.com/sinew-robotics/sinew/bench/paths"
	"github.com/sinew-robotics/sinew/bench/perception"
	"github.com/sinew-robotics/sinew/bench/planner"
	"github.com/sinew-robotics/sinew/bench/rbd"
	"github.com/sinew-robotics/sinew/bench/reactor"
	"github.com/sinew-robotics/sinew/bench/reference"
	"github.com/sinew-robotics/sinew/bench/ros1"
	"github.com/sinew-robotics/sinew/bench/rov"
	"github.com/sinew-robotics/sinew/bench/study"
	"github.com/sinew-robotics/sinew/bench/trajectory"
	"github.com/sinew-robotics/sinew/bench/wakeup"
	"github.com/sinew-robotics/sinew/bench/watch"
)

type benchCmd struct {
	Name  string `arg:"" enum:"reactor,perception,ik,rbd,planner,wakeup,watch,demo,study,paths,trajectory,codec,atoms,link,rov,aadl,node,ros1,lua,reference-system,nav,control,fig7,coordination,all" help:"reactor, perception, ik, rbd, planner, wakeup, watch, demo, study, paths, trajectory, codec, atoms, link, rov, aadl, node, ros1, lua, reference-system, nav, control, fig7, coordination, or all."`
	File  string `arg:"" optional:"" type:"existingfile" help:"atoms: a model, an .atoms.yaml file; its Atoms, loops and communication are measured in place of the library." placeholder:"FILE"`
	JSON  bool   `name:"json" help:"One JSON object a line: name, value, unit, machine and, where there is one, peer, peer_value, ratio."`
	N     int    `short:"n" help:"Number of cases, where the bench has cases." placeholder:"N" range:"0..1000000000"`
	Seed  uint64 `default:"1" help:"Of random cases."`
	Quick bool   `help:"A few seconds at most; the figures are rough."`
	Dir   string `help:"paths: write every path as a CSV file here." placeholder:"DIR"`

	Out string        `help:"link, rov, coordination, trajectory: write report.html, the figures as JSON and the samples as CSV files here. fig7: write report.html, both graphs and the drives here. nav: write report.html, runs.jsonl and recordings of trips that went wrong here; trips that stand in runs.jsonl are not driven again. atoms: the file of computation times, atoms.times.yaml when not given. reference-system: run the Autoware system alone and record it into this run folder." placeholder:"PATH"`
	For time.Duration `help:"link: length of the loop on the real clock; wakeup --soak: on each set of processors; 0 for 20 s. demo: of the runs on the real clock, with slow pictures and without, or with --browser; 0 for 10 s. reference-system: of each run on the real clock; 0 for 5 s. coordination: how long each way of an experiment is measured, in all; 0 for 3 s." range:"0s..8760h"`

	Browser  bool `help:"demo: only the demo on the real clock with its page open in a headless Chromium, and without: added deadline misses, first paint, frames a second."`
	Soak     bool `help:"wakeup: see that four programs of real-time priority, collectors busy, leave the machine alive."`
	Program  bool `hidden:"" help:"wakeup: be one of the soak's programs."`
	Priority int  `help:"wakeup, link, demo, node, reference-system, coordination: SCHED_FIFO priority of the loops, 1 to 99; 0 for none." default:"80" env:"SINEW_PRIORITY" range:"1..99|0"`

	Unreachable bool `help:"link: search for commands that break the robot's limits by random paths out of its reach instead, for N cycles."`

	Losses int `help:"node: only lose a critical node so often, in four ways, and see that the system is safe in time." placeholder:"N" range:"0..1000000"`

	Reactors int `help:"reactor: size of the largest program whose cost for each reactor is measured; 0 for 100000. A million takes 2 GB." placeholder:"N" range:"0..10000000"`

	Runs int      `help:"nav: trips in each room; 0 for 100." placeholder:"N" range:"0..100000"`
	Maps []string `help:"nav: these rooms only: corridor, doors, clutter, people, flat." placeholder:"MAP"`

	Workers int `help:"rov, nav: runs at a time; 0 for one a processor. The figures do not depend on it." placeholder:"N" range:"0..1024"`

	Cases       string   `help:"trajectory: plan the cases of this file instead, one JSON object a line with dofs, p0, v0, a0, pf, vf, af, vmax, amax, jmax; - for standard input." placeholder:"FILE"`
	Experiments []string `help:"coordination: these only: cyclictest, roundtrip, tracker, chart, update. rov: step, runs, periods, logging." enum:"cyclictest,roundtrip,tracker,chart,update,step,runs,periods,logging" placeholder:"NAME"`
	RFSM        string   `name:"rfsm" help:"coordination: run the chart with rFSM too, whose source and that of uutils lie in folders below this one." env:"SINEW_RFSM" placeholder:"DIR"`

	Ruckig string `help:"trajectory: build Ruckig from this source tree and plan the same cases with it." placeholder:"DIR"`
}

// Help shows examples.
func (c *benchCmd) Help() string {
	return "Peers (OpenCV, KDL, cyclictest) come from Debian's packages: `make deps` installs them. reactor-cpp, the peer of " +
		"`bench reactor`, is used where it is installed; SINEW_REACTOR_CPP names its folder.\n\nExamples:\n  sinew bench reactor\n  sinew bench reactor --reactors 1000000\n  sinew bench wakeup --soak --for 10m\n  sinew bench ik --json\n  sinew bench paths -n 100000\n  sinew bench study -n 1000\n  sinew bench trajectory --cases cases.jsonl --json\n  sinew bench trajectory --ruckig ~/ruckig --out runs/trajectory\n  sinew bench codec --json\n  sinew bench demo --for 10m\n  sinew bench demo --browser --for 60s\n  sinew bench atoms --out atoms.times.yaml\n  sinew bench atoms examples/rov-heading/heading.atoms.yaml --out heading.times.yaml\n  sinew bench link --json --out runs/link\n  sinew bench link --unreachable -n 10000000\n  sinew bench rov -n 1000 --json --out runs/rov\n  sinew bench rov --experiments logging --json\n  sinew bench aadl --json\n  sinew bench node --losses 1000 --json\n  sinew bench ros1 --json\n  sinew bench lua --json\n  sinew bench reference-system --json\n  sinew bench nav --runs 5 --maps doors,flat\n  sinew bench nav --json --out runs/nav\n  sinew bench fig7 --json --out runs/fig7\n  sinew bench coordination --json --out runs/coordination\n  sinew bench coordination --experiments cyclictest --for 15m --out runs/cyclictest"
}

// benched is a bench with its flags applied.
type benched struct {
	name string
	run  func(bench.Options, bench.Emit) error
}

// benches are listed in this order.
func (c *benchCmd) benches() []benched {
	sinew := sinew()
	times := "" // computation times are stored only if the bench is requested by name
	if c.Name == "atoms" {
		times = cmp.Or(c.Out, "atoms.times.yaml")
	}
	return []benched{
		{"reactor", func(o bench.Options, e bench.Emit) error {
			return reactor.Run(reactor.Options{Options: o, Reactors: c.Reactors}, e)
		}},
		{"perception", perception.Run}, {"ik", ik.Run}, {"rbd", rbd.Run}, {"planner", planner.Run},
		{"wakeup", func(o bench.Options, e bench.Emit) error {
			if !c.Soak {
				return wakeup.Run(o, e)
			}
			return sinew.with(func(command []string) error {
				return wakeup.Soak{Options: o, Sinew: command, For: c.For}.Run(o.Until(), e)
			})
		}},
		{"watch", watch.Run},
		{"demo", func(o bench.Options, e bench.Emit) error { return c.demo(o, sinew, e) }},
		{"study", byItself(study.Run, workerWord)},
		{"paths", func(o bench.Options, e bench.Emit) error { return paths.Run(o, c.Dir, e) }},
		{"trajectory", func(o bench.Options, e bench.Emit) error {
			return trajectory.Run(trajectory.Options{Options: o, Ruckig: c.Ruckig, Out: c.Out}, e)
		}},
		{"codec", codec.Run},
		{"atoms", func(o bench.Options, e bench.Emit) error {
			return atoms.Run(atoms.Options{Options: o, Out: times, File: c.File}, e)
		}},
		{"link", func(o bench.Options, e bench.Emit) error {
			if c.Unreachable {
				return link.Unreachable(o, e)
			}
			return sinew.with(func(command []string) error {
				return link.Run(link.Options{Options: o, Out: c.Out, For: c.For, Sinew: command}, e)
			})
		}},
		{"rov", func(o bench.Options, e bench.Emit) error {
			return rov.Run(rov.Options{Options: o, Out: c.Out, Workers: c.Workers, Only: c.Experiments}, e)
		}},
		{"node", c.nodes},
		{"aadl", func(o bench.Options, e bench.Emit) error {
			editor := func(command []string) error { return aadl.Editor(o, command, e) }
			return errors.Join(aadl.Run(o, e), sinew.with(editor))
		}},
		{"ros1", overWires},
		{"lua", lua.Run},
		{"reference-system", c.reference},
		{"nav", func(o bench.Options, e bench.Emit) error {
			return nav.Run(nav.Options{Options: o, Runs: c.Runs, Maps: c.Maps, Workers: c.Workers, Out: c.Out}, e)
		}},
		{"control", control.Run},
		{"fig7", func(o bench.Options, e bench.Emit) error { return fig7.Run(fig7.Options{Options: o, Out: c.Out}, e) }},
		{"coordination", func(o bench.Options, e bench.Emit) error {
			return coordination.Run(coordination.Options{Options: o, Out: c.Out, For: c.For, Only: c.Experiments, RFSM: c.RFSM}, e)
		}},
	}
}

// nodes measures nodes, or only how they are lost.
func (c *benchCmd) nodes(o bench.Options, e bench.Emit) error {
	return byItself(func(o bench.Options, self []string, e bench.Emit) error {
		if c.Losses > 0 {
			return node.Losses(o, self, c.Losses, e)
		}
		return node.Run(o, self, e)
	}, askerWord)(o, e)
}

// demo measures the demo, and then on the real clock, with its page in a browser if there is one.
func (c *benchCmd) demo(o bench.Options, sinew command, e bench.Emit) error {
	if !c.Browser && c.For == 0 {
		if err := demo.Run(o, e); err != nil {
			return err
		}
	}
	return sinew.with(func(command []string) error {
		clock := demo.Clock{Options: o, Sinew: command, For: c.For, Browser: c.Browser}
		err := clock.Run(o.Until(), e)
		if err != nil || c.Browser || c.For > 0 || c.Quick {
			return err
		}
		clock.Browser = true
		if err = clock.Run(o.Until(), e); errors.Is(err, demo.ErrNoBrowser) {
			fmt.Fprintln(o.Log, "without the figures of the page in a browser:", err)
			return nil
		}
		return err
	})
}

// overWires measures ROS 1 with this program as the other end.
func overWires(o bench.Options, e bench.Emit) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return ros1.Run(ros1.Options{Options: o, Echo: []string{self, echoWord}}, e)
}

// reference runs the reference systems. It uses --out only if it is requested by name.
func (c *benchCmd) reference(o bench.Options, e bench.Emit) error {
	options := reference.Options{Options: o, For: c.For}
	if c.Name != "all" {
		options.Out = c.Out
	}
	return reference.Run(options, e)
}

// byItself runs a bench that starts this program again, with a word that says in which role.
func byItself(run func(bench.Options, []string, bench.Emit) error, word string) func(bench.Options, bench.Emit) error {
	return func(o bench.Options, e bench.Emit) error {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		return run(o, []string{self, word}, e)
	}
}

func (c *benchCmd) Run(ctx context.Context) error {
	if c.Cases != "" {
		return c.plan(ctx)
	}
	if c.File != "" && c.Name != "atoms" {
		return fmt.Errorf("bench %s takes no file: bench atoms does, an .atoms.yaml file", c.Name)
	}
	if c.Program {
		said, err := wakeup.Program(ctx, c.For, c.Priority)
		if err == nil {
			err = json.NewEncoder(os.Stdout).Encode(said)
		}
		return err
	}
	o := bench.Options{Quick: c.Quick, Seed: c.Seed, N: c.N, Priority: c.Priority, Log: os.Stderr, Context: ctx}
	out, n := bufio.NewWriter(os.Stdout), 0
	each := bench.Text(out)
	if c.JSON {
		each = bench.JSON(out)
	}
	machine := bench.Machine()
	var broken error // of the standard output
	emit := func(r bench.Result) {
		r.Machine = machine
		each(r)
		n, broken = n+1, out.Flush()
	}
	for _, b := range c.benches() {
		if c.Name != b.name && c.Name != "all" {
			continue
		}
		before := n
		err := errors.Join(bench.Run(o, b.run, emit), broken)
		if err == nil && n == before {
			err = errors.New("nothing was measured")
		}
		if err != nil {
			return fmt.Errorf("bench %s: %w", b.name, err)
		}
	}
	return nil
}
