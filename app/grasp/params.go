package grasp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// Text is a file with Lua.
type Text struct {
	Name string `yaml:"name" json:"name"`
	Text string `yaml:"text" json:"-"`
}

// Params describe how the task is done, and the world. They include the texts of the chart, so that a recording contains
// its program.
type Params struct {
	Period  time.Duration `yaml:"period" json:"period"`
	Speed   float64       `yaml:"speed" json:"speed"`               // m/s, greatest of the tool
	Acc     float64       `yaml:"acceleration" json:"acceleration"` // m/s²
	Jerk    float64       `yaml:"jerk" json:"jerk"`                 // m/s³
	Below   float64       `yaml:"below" json:"below"`               // m: how far under the table's height the fingertips may be sent
	Heap    int64         `yaml:"heap" json:"heap"`                 // bytes of the scripts
	Low     int64         `yaml:"low" json:"low"`                   // bytes: with less free, memory is low
	Budget  int64         `yaml:"budget" json:"budget"`             // instructions per function of the chart
	Contact float64       `yaml:"contact" json:"contact"`           // N: force that means contact
	Offset  float64       `yaml:"offset" json:"offset"`             // m: the object is within this of its expected place, along x and y
	Turn    float64       `yaml:"turn" json:"turn"`                 // rad: likewise for its yaw
	Failure string        `yaml:"failure" json:"failure"`           // one that happens automatically; "": none, "any": chosen by the seed
	Chart   []Text        `yaml:"chart" json:"chart"`               // texts, run in this order; the last one returns the chart
}

// DefaultParams returns those of the example, without its chart.
func DefaultParams() Params {
	return Params{Period: 4 * time.Millisecond, Speed: 0.3, Acc: 2, Jerk: 100, Below: 0.002, Heap: 2 << 20, Low: 512 << 10, Budget: 200_000,
		Contact: 1.5, Offset: 0.03, Turn: 0.12}
}

// Read reads the chart of a folder: its files named *.lua in the order of their names, and grasp.lua last.
func (p *Params) Read(folder string) error { return p.read(os.DirFS(folder), folder) }

// read reads the chart of a file system; folder is the place named for its files.
func (p *Params) read(files fs.FS, folder string) error {
	names, err := fs.Glob(files, "*.lua")
	if err != nil {
		return err
	}
	last := slices.Index(names, main)
	if last < 0 {
		return fmt.Errorf("%s has no %s, which returns the chart", folder, main)
	}
	p.Chart = nil
	for _, n := range append(slices.Delete(names, last, last+1), main) {
		text, err := fs.ReadFile(files, n)
		if err != nil {
			return err
		}
		p.Chart = append(p.Chart, Text{path.Join(filepath.ToSlash(folder), n), string(text)})
	}
	return nil
}

// main is the file that returns the chart.
const main = "grasp.lua"

// Validate reports all faults.
func (p *Params) Validate() error {
	var errs []error
	check := func(ok bool, key, format string, v any) {
		if !ok {
			errs = append(errs, fmt.Errorf("parameter %s is %v: give "+format, key, v))
		}
	}
	check(p.Period >= 4*time.Millisecond && p.Period <= 20*time.Millisecond, "period", "4ms to 20ms", p.Period)
	check(p.Speed > 0 && p.Speed <= 0.5, "speed", "up to 0.5 m/s", p.Speed)
	check(p.Acc > 0 && p.Acc <= 5, "acceleration", "up to 5 m/s²", p.Acc)
	check(p.Jerk > 0 && p.Jerk <= 1000, "jerk", "up to 1000 m/s³", p.Jerk)
	check(p.Below >= 0 && p.Below <= 0.01, "below", "0 to 0.01 m", p.Below)
	check(p.Heap >= 256<<10 && p.Heap <= 64<<20, "heap", "256 KiB to 64 MiB, in bytes", p.Heap)
	check(p.Low > 0 && p.Low < p.Heap/2, "low", "less than half the heap, in bytes", p.Low)
	check(p.Budget >= 1000 && p.Budget <= 1e8, "budget", "1000 to 100000000 instructions", p.Budget)
	check(p.Contact >= 0.5 && p.Contact <= 20, "contact", "0.5 to 20 N", p.Contact)
	check(p.Offset >= 0 && p.Offset <= 0.05, "offset", "0 to 0.05 m", p.Offset)
	check(p.Turn >= 0 && p.Turn <= 0.3, "turn", "0 to 0.3 rad", p.Turn)
	check(p.Failure == "" || p.Failure == anyFailure || slices.ContainsFunc(mishaps(), func(x mishap) bool { return x.name == p.Failure }), "failure",
		"a name that 'sinew run examples/grasp --failure list' knows", p.Failure)
	return errors.Join(errs...)
}
