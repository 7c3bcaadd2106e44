package study

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// Errand is a run that an executor is to carry out, a JSON object in a line of its standard input. The next errand
// follows when the outcome of this one has arrived.
type Errand struct {
	Run   *scenario.Run `json:"run"`
	File  string        `json:"file,omitempty"`  // the file of its recording; "" for none
	Limit time.Duration `json:"limit,omitempty"` // how long it may take; 0 is no limit
}

// Answer is a line of an executor's standard output: first its build, then the outcome of each errand. Other lines are
// the program's own output, which readers ignore.
type Answer struct {
	Version string `json:"version,omitempty"`
	*scenario.Outcome
}

// Execute makes this process an executor: it carries out the errands on its standard input until that ends. An errand in
// progress is then lost, and another executor begins it anew.
func Execute(specs []run.Spec) error {
	in := os.Stdin
	// A blocking read holds the only processor until the runtime notices, which costs 20 ms a run; polling does not.
	if syscall.SetNonblock(0, true) == nil {
		in = os.NewFile(0, "standard input")
	}
	return execute(in, os.Stdout, specs)
}

func execute(in io.Reader, out io.Writer, specs []run.Spec) error {
	version, err := Version()
	if err != nil {
		return err
	}
	if err := answer(out, Answer{Version: version}); err != nil {
		return err
	}
	errands := make(chan *Errand)
	defer close(errands)
	go func() {
		for e := range errands {
			_ = answer(out, Answer{Outcome: e.do(specs)}) // if nobody reads it, in ends, too
		}
	}()
	for d := json.NewDecoder(in); ; {
		e := &Errand{}
		err := d.Decode(e)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && e.Run == nil {
			err = errors.New("there is no run")
		}
		if err != nil {
			return fmt.Errorf("scenario worker --piped: it expects runs on its standard input, a line of JSON each, as sinew-study writes them: %w", err)
		}
		errands <- e
	}
}

// answer writes a line. It writes a line end first, because libraries that are not in Go may have printed half a line.
func answer(out io.Writer, a Answer) error {
	b, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = out.Write(append(append([]byte("\n"), b...), '\n'))
	return err
}

// do carries out the errand. Any interruption other than its limit ends the process.
func (e *Errand) do(specs []run.Spec) *scenario.Outcome {
	ctx, begun := context.Background(), time.Now()
	if e.Limit > 0 {
		var free func()
		ctx, free = context.WithTimeout(ctx, e.Limit)
		defer free()
	}
	o, err := e.Run.Do(ctx, specs, e.File)
	if err != nil {
		return e.GivenUp(time.Since(begun))
	}
	return o
}

// GivenUp is the outcome of a run that took too long.
func (e *Errand) GivenUp(took time.Duration) *scenario.Outcome {
	return &scenario.Outcome{ID: e.Run.ID, Status: scenario.Broken, Wall: took.Seconds(),
		Error: fmt.Sprintf("given up after %v: raise --limit if it needs longer", e.Limit)}
}

// Version identifies the build of the running program by the bytes of its executable: another build may give other
// results.
func Version() (string, error) {
	file, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := xxh3.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	sum := h.Sum128().Bytes()
	return hex.EncodeToString(sum[:8]), nil
}

// Describe describes a run briefly: the values that vary, and the seed.
func Describe(r *scenario.Run, varied []string) string {
	var words []string
	for _, name := range varied {
		if v, ok := r.Setting(name); ok {
			words = append(words, name+" "+v.Text)
		}
	}
	return strings.Join(append(words, fmt.Sprintf("seed %d", r.Seed)), ", ")
}
