package remote

import (
	"fmt"
	"strings"
)

// Scheme is who sends what when.
type Scheme uint8

// The schemes; the package's comment describes them.
const (
	Sync Scheme = iota
	Async1
	Simple
	Async2
	Async3
	Smooth
	schemeCount
)

// Schemes lists all of them in the order of the sections that describe them, ours last.
func Schemes() []Scheme { return []Scheme{Sync, Async1, Simple, Async2, Async3, Smooth} }

// schemeNames are what flags and reports say.
func schemeNames() [schemeCount]string {
	return [schemeCount]string{"sync", "async1", "simple", "async2", "async3", "smooth"}
}

// String returns the scheme's name.
func (s Scheme) String() string {
	if s < schemeCount {
		return schemeNames()[s]
	}
	return fmt.Sprintf("scheme %d", uint8(s))
}

// ParseScheme is the reverse of String.
func ParseScheme(name string) (Scheme, error) {
	names := schemeNames()
	for i, n := range names {
		if n == name {
			return Scheme(i), nil
		}
	}
	return 0, fmt.Errorf("remote: scheme %q: use one of %s", name, strings.Join(names[:], ", "))
}

// Threaded reports whether packets reach the interface in a thread beside the robot's loop: Interface.Handle is
// called for each then. In the others Cycle receives them itself.
func (s Scheme) Threaded() bool { return s != Sync && s != Simple }

// Calls reports whether the interface is the client: it must know the application's address and sends first.
func (s Scheme) Calls() bool { return s == Simple || s == Async2 }
