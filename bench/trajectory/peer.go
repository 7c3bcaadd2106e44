package trajectory

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/bench"
)

//go:embed src/ruckig.cc
var ruckigSource []byte

// ruckig is a running program that plans with Ruckig.
type ruckig struct {
	*bench.Dialogue
	program bench.Peer
	buf     []byte
	crashed int // how often it has died in survive
}

// startRuckig builds the program from Ruckig's source tree at dir, in a new folder, and runs it.
func startRuckig(dir string) (*ruckig, error) {
	sources, err := filepath.Glob(filepath.Join(dir, "src", "ruckig", "*.cpp"))
	if err != nil || len(sources) == 0 {
		return nil, fmt.Errorf("bench: no Ruckig in %s: give a source tree of https://github.com/pantor/ruckig, with src/ruckig in it", dir)
	}
	flags := []string{"-O3", "-std=c++20", "-I" + filepath.Join(dir, "include")}
	for _, s := range sources {
		if filepath.Base(s) != "cloud_client.cpp" { // plans on a server
			flags = append(flags, s)
		}
	}
	bin, err := bench.BuildPeer("ruckig.cc", ruckigSource, flags...)
	if err != nil {
		return nil, err
	}
	d, err := bin.Start()
	return &ruckig{Dialogue: d, program: bin}, err
}

// close ends the program and removes it.
func (r *ruckig) close() error {
	defer r.program.Remove()
	return r.Close()
}

func (r *ruckig) put(x float64) {
	r.buf = binary.LittleEndian.AppendUint64(r.buf[:0], math.Float64bits(x))
	_, _ = r.In.Write(r.buf) // a failed write shows in the answer
}

func (r *ruckig) get() (float64, error) {
	r.buf = append(r.buf[:0], make([]byte, 8)...)
	if _, err := io.ReadFull(r.Out, r.buf); err != nil {
		return 0, fmt.Errorf("bench: Ruckig's program has died: %w", err)
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(r.buf)), nil
}

// plan stores Ruckig's duration for each case, negative if it found none, in durations, and the time that it took in ns
// in took.
func (r *ruckig) plan(cases []*Case, durations, took []float64) error {
	r.put(float64(cases[0].DOFs))
	r.put(float64(len(cases)))
	for _, c := range cases {
		for _, f := range c.fields() {
			for _, x := range *f {
				r.put(x)
			}
		}
	}
	if err := r.In.Flush(); err != nil {
		return fmt.Errorf("bench: asking Ruckig: %w", err)
	}
	for i := range cases {
		var err error
		if durations[i], err = r.get(); err != nil {
			return err
		}
		if took[i], err = r.get(); err != nil {
			return err
		}
	}
	return nil
}

// survive is plan for a program that may crash, as Ruckig 0.17.3 does in some cases with targets next to the start. It
// is then restarted and given one case at a time; a case in which it crashes counts as failed. Times are not stored.
func (r *ruckig) survive(cases []*Case, durations, took []float64) error {
	if r.plan(cases, durations, took) == nil {
		return nil
	}
	if err := r.restart(); err != nil {
		return err
	}
	for i := range cases {
		if r.plan(cases[i:i+1], durations[i:], took[i:]) == nil {
			continue
		}
		r.crashed++
		durations[i] = -1
		if err := r.restart(); err != nil {
			return err
		}
	}
	return nil
}

func (r *ruckig) restart() error {
	_ = r.Close() // it reports how it died, which is known
	d, err := r.program.Start()
	if err == nil {
		r.Dialogue = d
	}
	return err
}

// version reads Ruckig's version from its build file, "" if it does not tell.
func version(dir string) string {
	b, err := os.ReadFile(filepath.Join(dir, "CMakeLists.txt"))
	if err != nil {
		return ""
	}
	_, after, ok := strings.Cut(string(b), "project(ruckig VERSION ")
	if !ok {
		return ""
	}
	v, _, _ := strings.Cut(after, " ")
	return v
}
