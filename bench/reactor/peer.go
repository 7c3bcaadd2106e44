package reactor

import (
	_ "embed" // the programs' source
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/bench"
)

//go:embed peer/reactor.cc
var source []byte

// Prefix names the environment variable with the folder into which reactor-cpp, the C++ runtime of Lingua Franca
// (https://github.com/lf-lang/reactor-cpp), was installed (its CMAKE_INSTALL_PREFIX), if the compiler does not find it on
// its own.
const Prefix = "SINEW_REACTOR_CPP"

// cpp contains the same programs on reactor-cpp.
type cpp struct {
	bench.Peer
	o bench.Options
}

// findCPP compiles the programs on reactor-cpp. If the library is not installed it logs that and returns nil; a library
// that was named and is missing is an error.
func findCPP(o bench.Options) (*cpp, error) {
	prefix := os.Getenv(Prefix)
	flags := []string{"-std=c++20", "-O3", "-DNDEBUG", "-pthread"}
	if prefix != "" {
		flags = append(flags, "-I"+filepath.Join(prefix, "include"))
		for _, lib := range []string{"lib", "lib64"} {
			flags = append(flags, "-L"+filepath.Join(prefix, lib), "-Wl,-rpath,"+filepath.Join(prefix, lib))
		}
	}
	p, err := bench.BuildPeer("reactor.cc", source, append(flags, "-lreactor-cpp")...)
	switch {
	case err != nil && prefix != "":
		return nil, fmt.Errorf("%s=%s: %w", Prefix, prefix, err)
	case err != nil:
		if o.Log != nil {
			fmt.Fprintf(o.Log, "reactor-cpp is no peer, since the compiler finds none: build it with scripts/reactor-cpp.sh, and name the folder by %s\n", Prefix)
		}
		return nil, nil
	}
	return &cpp{p, o}, nil
}

// run runs a program made for n messages, and returns how many ns it took and how many reactions ran.
func (p *cpp) run(program string, n int) (ns float64, reactions uint64, err error) {
	x, err := p.Numbers(p.o.Until(), strings.TrimPrefix(program, "reactor/"), strconv.Itoa(n))
	if err == nil && len(x) != 2 {
		err = fmt.Errorf("it printed %d numbers, want 2", len(x))
	}
	if err != nil {
		return 0, 0, fmt.Errorf("reactor-cpp: %w", err)
	}
	return x[0], uint64(x[1]), nil
}
