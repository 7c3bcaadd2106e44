package dive

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Program is the name under which recordings of these runs are known.
const Program = "rov"

// Config says how a model is run.
type Config struct {
	Params   Params
	Seed     uint64        // of sensors and current, where this run simulates them
	HIL      string        // address of a simulated or real vehicle; its mode, free-running or lock-step, is this run's
	Key      []byte        // pre-shared with it, as seal.ParseKey reads it
	Simulate []string      // without HIL: the command that simulates a vehicle, to which flags are added; "sinew sim rov"
	Fast     bool          // the vehicle in this process, in lock-step: deterministic, as fast as it goes
	Speed    float64       // in lock-step at most so many times real time; 0 without limit
	For      time.Duration // logical time; 0 until interrupted
	Out      string        // run folder, missing or empty; "" for none
	Dated    bool          // Out is where a new run folder is made, named by the time
	Priority int           // SCHED_FIFO priority of the most urgent composition; 0 for none
	Prompt   bool          // on the real clock, loops begin as soon as those before them are done, and do not keep to their places in the cycle
	Revise   bool          // choose other periods while running, should measured computation times ask for it
	Trace    []string      // ports to record besides the inputs; nil for all
	Compare  string        // folder of another run whose heading the report shows beside this one's; "" for none
	Log      func(line string)
	Progress io.Writer // nil for no progress
	// Page, unless nil, opens a page for the run; what it returns sees every tag.
	Page func(*view.Hub, *Stage) (reactor.Observer, error)

	hooks hooks
}

// hooks let tests reach into a run.
type hooks struct {
	ready func(*session) // before it runs
}

// Stage is a run that is about to begin.
type Stage struct {
	Meter   *exec.Meter
	Program *reactor.Program
	Clock   string // real or lock-step
	Orders  []view.Order
}

// validate finds what does not go together.
func (c *Config) validate() error {
	var errs []error
	if c.For < 0 {
		errs = append(errs, fmt.Errorf("--for %v: give a time above 0, such as --for 20s", c.For))
	}
	if c.Fast && c.HIL != "" {
		errs = append(errs, errors.New("--fast simulates the vehicle in this process: leave out --hil, or leave out --fast (a simulator in lock-step is as fast as it goes by itself)"))
	}
	if c.Fast && c.For == 0 {
		errs = append(errs, errors.New("--fast needs an end: add --for, such as --for 20s"))
	}
	if c.Speed < 0 {
		errs = append(errs, fmt.Errorf("--speed %g: give a number above 0", c.Speed))
	}
	if c.Priority < 0 || c.Priority > 99 {
		errs = append(errs, fmt.Errorf("--priority %d: give 1 to 99, or 0 for none", c.Priority))
	}
	if !c.Fast && c.HIL == "" && len(c.Simulate) == 0 {
		errs = append(errs, errors.New("no vehicle: give --hil ADDR, or --fast"))
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	return errors.Join(errs...)
}

// Find returns the text model that a path means: a file, or the only *.atoms.yaml of a folder.
func Find(path string) (file string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return path, nil
	}
	files, err := filepath.Glob(filepath.Join(path, "*.atoms.yaml"))
	switch {
	case err != nil:
		return "", err
	case len(files) == 0:
		return "", fmt.Errorf("%s holds no *.atoms.yaml file: give the folder of a model, or the file", path)
	case len(files) > 1:
		return "", fmt.Errorf("%s holds %d *.atoms.yaml files: give one of them, such as %s", path, len(files), files[0])
	}
	return files[0], nil
}
