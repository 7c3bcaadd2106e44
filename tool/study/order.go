package study

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// OrderFormat is increased whenever the fields of an Order change.
const OrderFormat = 2

// Order is what a program asks of sinew-study, a JSON object on its standard input. sinew-study writes its messages to the
// standard streams that it shares with the program; its status is 1 if it fails.
type Order struct {
	Format int    `json:"format"`
	Do     string `json:"do"`     // run, work, list, show or report
	Folder string `json:"folder"` // of the study
	JSON   bool   `json:"json,omitempty"`

	Failed  bool     `json:"failed,omitempty"`  // list: only runs that did not pass
	Figures []string `json:"figures,omitempty"` // list: columns; if empty, the figures in assertions
	N       int      `json:"n,omitempty"`       // show: a run; 0 for the whole study

	Run  *RunOrder  `json:"run,omitempty"`
	Work *WorkOrder `json:"work,omitempty"`
}

// RunOrder describes a study to run. Its runs follow the order, each as a JSON object.
type RunOrder struct {
	File     string        `json:"file"`     // the scenario's, for people
	Scenario string        `json:"scenario"` // the scenario's text
	Runs     int           `json:"runs"`
	Workers  int           `json:"workers"`
	Worker   []string      `json:"worker"` // command of an executor
	NATS     string        `json:"nats,omitempty"`
	Key      []byte        `json:"key,omitempty"`
	NoKey    bool          `json:"no_key,omitempty"`
	Limit    time.Duration `json:"limit"`
	Version  string        `json:"version"`
	Quiet    bool          `json:"quiet,omitempty"`
}

// WorkOrder describes a worker that carries out runs of studies on a cluster.
type WorkOrder struct {
	Worker []string `json:"worker"` // command of an executor
	NATS   string   `json:"nats"`
	Study  string   `json:"study,omitempty"` // "" takes runs of any study
	Key    []byte   `json:"key,omitempty"`
	NoKey  bool     `json:"no_key,omitempty"`
}

// ErrSaid is what Ask returns when sinew-study has reported the error itself.
var ErrSaid = errors.New("sinew-study has reported the error")

// Ask has sinew-study carry out an order with its runs, and waits until that is done. When ctx is done sinew-study stops
// as soon as it can; it does not outlive this process.
func Ask(ctx context.Context, o Order, runs []*scenario.Run) error {
	path, err := child.Find("sinew-study", "go build -o %s ./cmd/sinew-study")
	if err != nil {
		return fmt.Errorf("studies are run and catalogued by a program of their own: %w", err)
	}
	cmd := exec.Command(path)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	wait, err := child.Start(cmd)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = in.Close() })() // its end tells sinew-study to stop
	o.Format = OrderFormat
	go func() {
		w := bufio.NewWriter(in)
		e := json.NewEncoder(w)
		err := e.Encode(o)
		for i := 0; err == nil && i < len(runs); i++ {
			err = e.Encode(runs[i])
		}
		_ = w.Flush() // sinew-study reports what is missing
	}()
	err = wait()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.Exited() {
		return ErrSaid
	} else if err != nil {
		return fmt.Errorf("sinew-study: %w", err)
	}
	return nil
}
