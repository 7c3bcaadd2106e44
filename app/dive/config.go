package dive

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// Spec is a model of Atoms on an underwater robot as debugger, scenarios, pages and run.Do know it. In memory the vehicle is
// simulated in this process, in lock-step; otherwise it is where Spec says, and its mode, free-running or lock-step, is the
// run's. Only what differs from a simulated vehicle need be given.
type Spec struct {
	HIL      string            // address of a simulated or real vehicle
	Key      []byte            // pre-shared with it, as seal.ParseKey reads it
	Simulate []string          // without HIL: the command that simulates a vehicle, to which flags are added; "sinew sim rov"
	Prompt   bool              // on the real clock, loops begin as soon as those before them are done, and do not keep to their places in the cycle
	Revise   bool              // choose other periods while running, should measured computation times ask for it
	Compare  string            // folder of another run whose heading the report shows beside this one's; "" for none
	World    *rov.WorldConfig  // in memory: the surroundings, in place of those that parameters and seed describe; nil for those
	Edit     func(*atom.Model) // changes the model before it is checked; nil for nothing

	hooks hooks
}

// Case is a run in memory, in lock-step: one of many in a study.
type Case struct {
	Params Params
	Seed   uint64
	For    time.Duration
	World  *rov.WorldConfig  // as in Spec
	Edit   func(*atom.Model) // as in Spec
}

// hooks let tests reach into a run.
type hooks struct {
	ready func(*session) // before it runs
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
