package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// shares are flags that are parts of all packets, as "5%" or "0.05".
func share(to *float64) func(string) error {
	return func(s string) (err error) {
		*to, err = impair.ParseShare(s)
		return err
	}
}

// parse reads the command line. What is wrong is reported all at once.
func parse(args []string) (o *options, again string, err error) {
	f := flag.NewFlagSet("franka-remote", flag.ContinueOnError)
	o = &options{}
	var way impair.Config
	var members string
	var version uint
	f.Func("key", "`file` with the key that both ends share, as sinew link serve has it; needed where the link leaves this machine", func(s string) error {
		text, err := os.ReadFile(s)
		if err == nil {
			o.remote.Secrets.Key, err = seal.ParseKey(text)
		}
		return err
	})
	f.StringVar(&o.motion, "motion", "cartesian", "what the arm does: "+strings.Join(remote.Motions(), ", "))
	f.IntVar(&o.times, "times", 1, "how often; 0 goes on until interrupted")
	f.StringVar(&o.robot, "robot", "", "`address` of a robot or of sinew sim franka, such as 127.0.0.1:1337; without, one is simulated in this process")
	f.StringVar(&o.link, "link", "", "`address` of a running sinew link serve, instead of an interface in this process")
	f.BoolVar(&o.fast, "fast", false, "lock-step, everything in memory: the same in every run")
	f.DurationVar(&way.Delay, "delay", 0, "of every packet, each way")
	f.DurationVar(&way.Jitter, "jitter", 0, "more or less of it")
	f.Func("loss", "`share` of the packets that are lost, such as 5%", share(&way.Loss))
	f.Func("reorder", "`share` of the packets that others overtake", share(&way.Reorder))
	f.Func("duplicate", "`share` of the packets that arrive twice", share(&way.Duplicate))
	f.Func("corrupt", "`share` of the packets with flipped bits", share(&way.Corrupt))
	f.Func("burst", "`n/m`: of every m packets the last n are lost", func(s string) (err error) {
		way.Bursts, err = impair.ParseBursts(s)
		return err
	})
	f.BoolVar(&o.remote.Resume, "resume", false, "go on by itself after a stop because the commands broke off")
	f.Uint64Var(&way.Seed, "seed", 1, "of the link's chance and the sensors' noise")
	f.StringVar(&members, "members", "", "`names` of the state's members that are sent, such as O_T_EE_c,time,q; by default what the motion begins at, time and q")
	f.UintVar(&version, "protocol", 5, "of the robot that is simulated in this process")
	f.IntVar(&o.priority, "priority", 80, "SCHED_FIFO `priority` of the program's threads, where the system grants it; 0 asks for none; SINEW_PRIORITY says otherwise")
	if x := os.Getenv("SINEW_PRIORITY"); x != "" {
		if err := f.Set("priority", x); err != nil {
			return nil, "", fmt.Errorf("SINEW_PRIORITY: %w", err)
		}
	}
	f.StringVar(&o.page, "page", "127.0.0.1:0", "`address` of the live page; empty for none")
	f.StringVar(&o.out, "out", "", "`folder` for the recording and the report")
	f.StringVar(&again, "replay", "", "run a recording's program again and compare, instead: its `file`")
	if err := f.Parse(args); err != nil {
		return nil, "", err
	}
	if f.NArg() > 0 {
		err = fmt.Errorf("%q: everything is a flag, see -h", f.Args())
	}
	return o, again, errors.Join(err, o.complete(way, members, version))
}

// complete checks what was given and fills in the rest.
func (o *options) complete(way impair.Config, members string, version uint) error {
	var errs []error
	bad := func(is bool, format string, args ...any) {
		if is {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	bad(o.priority < 0 || o.priority > 96, "--priority %d: give 0 to 96", o.priority)
	bad(o.times < 0 || o.times == 0 && o.fast, "--times %d: give 1 or more; without --fast also 0, until interrupted", o.times)
	bad(o.fast && (o.robot != "" || o.link != ""), "--fast simulates the robot and the link: leave out --robot and --link")
	bad(o.robot != "" && o.link != "", "--link and --robot: the interface that serves the link has a robot already")
	bad(o.link != "" && !way.Ideal(), "--link: impair that link by sinew link impair; the link of this program is not used")
	o.up, o.down = way, way
	o.down.Seed = way.Seed + 1<<32
	errs = append(errs, way.Validate())
	_, generator, err := remote.NewMotion(o.motion)
	errs = append(errs, err)
	o.remote = remote.Config{Scheme: remote.Smooth, Version: franka.Version(version), Generator: generator,
		Compression: link.Delta, Resume: o.remote.Resume, Secrets: o.remote.Secrets}
	o.remote.Subscribe = []string{"q", "time"}
	switch generator {
	case franka.GenerateCartesianPose:
		o.remote.Subscribe = append(o.remote.Subscribe, "O_T_EE_c")
	case franka.GenerateJointPosition:
		o.remote.Subscribe = append(o.remote.Subscribe, "q_d")
	}
	if members != "" {
		o.remote.Subscribe = strings.Split(members, ",")
	}
	return errors.Join(append(errs, o.remote.Validate())...)
}

// line is the link in words.
func (o *options) line() string {
	if o.link != "" {
		return "link of another process at " + o.link
	}
	return "link " + o.up.String()
}

// text describes a run for its recording, as far as a replay needs it, without the key.
func (o *options) text() map[string]string {
	open := o.remote
	open.Secrets.Key = nil
	c, err := json.Marshal(open)
	if err != nil {
		panic(err) // of numbers and names only
	}
	return map[string]string{"program": "franka-remote", "motion": o.motion, "times": fmt.Sprint(o.times), "remote": string(c),
		"keyed": fmt.Sprint(o.remote.Secrets.Key != nil)}
}

// optionsOf reads them back.
func optionsOf(run map[string]string, key []byte) (*options, error) {
	if run["program"] != "franka-remote" {
		return nil, fmt.Errorf("this is a recording of %q, not of franka-remote", run["program"])
	}
	if run["keyed"] == "true" && key == nil {
		return nil, errors.New("recorded over a link with a key, which is not in the recording: add --key FILE")
	}
	o := &options{motion: run["motion"]}
	_, err := fmt.Sscan(run["times"], &o.times)
	err = errors.Join(err, json.Unmarshal([]byte(run["remote"]), &o.remote))
	o.remote.Secrets.Key = key
	return o, err
}
