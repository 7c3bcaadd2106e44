// Package reference runs systems of nodes with which others measure their middleware: the Autoware reference system
// (github.com/ros-realtime/reference-system) and iRobot's Sierra Nevada and Mont Blanc
// (github.com/irobot-ros/ros2-performance). They are models in AADL, in folder models: a thread becomes a reactor, a
// component with threads becomes a reactor around them, a process a timeline of its own, a connection of ports a
// connection, a period a timer. A thread's classifier determines what it does.
//
// A process's timeline is an enclave if there are several. Between enclaves values arrive one microstep later or, on a
// connection whose Timing is delayed, later by its Latency. The thread of an enclave is more urgent if its threads are more
// critical.
package reference

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

//go:embed models/*.aadl
var models embed.FS

// systems are the root systems, by the names of the models.
var systems = map[string]string{
	"autoware":      "Autoware::Autoware.executors",
	"sierra-nevada": "Sierra_Nevada::Robot.one_process",
	"mont-blanc":    "Mont_Blanc::Robot.one_process",
}

// Load builds the system of a model: autoware, sierra-nevada or mont-blanc.
func Load(model string) (*instance.Instance, error) {
	system, ok := systems[model]
	if !ok {
		return nil, fmt.Errorf("no model is called %q: give autoware, sierra-nevada or mont-blanc", model)
	}
	paths, err := fs.Glob(models, "models/*.aadl")
	if err != nil {
		return nil, err
	}
	var files []*syntax.File
	var faults diag.Faults
	for _, path := range paths {
		text, err := models.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f, more := syntax.Parse(strings.TrimPrefix(path, "models/"), string(text))
		files, faults = append(files, f), append(faults, more...)
	}
	i, more := instantiate(files, system)
	if err := append(faults, more...).Err(); err != nil || i == nil {
		return nil, fmt.Errorf("the model %s: %w", model, err)
	}
	return i, nil
}

// instantiate instantiates a system from texts.
func instantiate(files []*syntax.File, system string) (*instance.Instance, diag.Faults) {
	linked, faults := aadl.Link(files)
	i, more := instance.Instantiate(linked, system)
	return i, append(faults, more...)
}
