package atoms

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// how is the head of the file of times.
const how = `# Worst computation times of %s on one machine, measured by: sinew bench atoms
# Stated is twice the 99.9th percentile of single runs on random values, each after 512 KiB of other memory was read, so
# that the caches hold what they hold when an Atom runs a few times a second; the first run of a fresh Atom, where that is
# longer; at least 1 us. It is a measurement, not a proof: an Atom that takes longer while running is reported.
# A name is the path of a Go package, a type, and behind ~ a hash of its interface: it fits no other Atom of that name.
# Or it is the path of an instance; communication(C1) is what a cycle of C1 takes between its loops (Δ_com), measured alike.
# Use it by: sinew check --times FILE, sinew run --times FILE
`

// write prints the file of times, which has no date, so that equal measurements make equal files. beside is the
// machine's other load. lang/atoms reads the file.
func write(of, machine, beside string, runs int, times map[string]time.Duration) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, how, of)
	fmt.Fprintf(&b, "# %d runs of each Atom. Beside: %s\n", runs, beside)
	if runs < 1000 {
		b.WriteString("# So few runs have no 99.9th percentile: the longest one stands for it. Measure again without --quick.\n")
	}
	fmt.Fprintf(&b, "machine: %q\ntimes:\n", machine)
	for _, name := range slices.Sorted(maps.Keys(times)) {
		fmt.Fprintf(&b, "  %q: %g us\n", name, float64(times[name])/1e3)
	}
	return []byte(b.String())
}
