// Package reactorcpp gives the figures of bench/reactor their peer: the same programs on reactor-cpp, the C++ runtime of
// Lingua Franca (https://github.com/lf-lang/reactor-cpp), where that library is installed.
package reactorcpp

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
)

//go:embed src/reactor.cc
var source []byte

// Prefix names the environment variable with the folder into which reactor-cpp was installed (its CMAKE_INSTALL_PREFIX),
// where the compiler does not find it by itself.
const Prefix = "SINEW_REACTOR_CPP"

// events are how many each program has; a thirtieth of it in a quick run.
var events = map[string]int{"reactor/pingpong": 1_000_000, "reactor/counting": 1_000_000, "reactor/threadring": 5_000_000,
	"reactor/forkjoin": 2_400_000, "reactor/timers": 1_000_000}

// Run calls run with an emit that adds the peer's figure to those of its programs. Without the library it says so and the
// figures stay alone.
func Run(o bench.Options, run func(bench.Options, bench.Emit) error, emit bench.Emit) error {
	prefix := os.Getenv(Prefix)
	bin, err := build(prefix)
	switch {
	case err != nil && prefix != "":
		return fmt.Errorf("%s=%s: %w", Prefix, prefix, err)
	case err != nil:
		if o.Log != nil {
			fmt.Fprintf(o.Log, "reactor-cpp is no peer, since the compiler finds none: install it, and name the folder by %s\n", Prefix)
		}
		return run(o, emit)
	}
	defer os.RemoveAll(filepath.Dir(bin))
	return peer{o, bin}.beside(run, emit)
}

// beside runs ours and adds the peer's figures.
func (p peer) beside(run func(bench.Options, bench.Emit) error, emit bench.Emit) error {
	var fault error
	err := run(p.o, func(r bench.Result) {
		if n := events[r.Name]; n > 0 && r.Peer == "" && fault == nil {
			var ns float64
			if ns, fault = p.measure(strings.TrimPrefix(r.Name, "reactor/"), n); fault == nil {
				r = r.Against("reactor-cpp", ns)
			}
		}
		emit(r)
	})
	return errors.Join(err, fault)
}

// build compiles the program against the library under a prefix.
func build(prefix string) (string, error) {
	flags := []string{"-std=c++20", "-pthread"}
	if prefix != "" {
		flags = append(flags, "-I"+filepath.Join(prefix, "include"))
		for _, lib := range []string{"lib", "lib64"} {
			flags = append(flags, "-L"+filepath.Join(prefix, lib), "-Wl,-rpath,"+filepath.Join(prefix, lib))
		}
	}
	return bench.BuildPeer("reactor.cc", source, append(flags, "-lreactor-cpp")...)
}

// peer is the program.
type peer struct {
	o   bench.Options
	bin string
}

// measure is the median of five runs, in ns an event.
func (p peer) measure(program string, n int) (float64, error) {
	runs := 5
	if p.o.Quick {
		runs, n = 1, n/30
	}
	var all []float64
	for range runs {
		if err := p.o.Stopped(); err != nil {
			return 0, err
		}
		out, err := child.Output(exec.CommandContext(p.o.Until(), p.bin, program, strconv.Itoa(n)))
		if err != nil {
			return 0, fmt.Errorf("reactor-cpp, %s: %w", program, err)
		}
		ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			return 0, fmt.Errorf("reactor-cpp, %s: %w", program, err)
		}
		all = append(all, ns)
	}
	return bench.Median(all), nil
}
