package gen

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// duration writes a duration in Go.
func duration(f *gogen.File, d time.Duration) string {
	if d == 0 {
		return "0"
	}
	t := f.Import("time")
	for _, u := range []struct {
		d    time.Duration
		name string
	}{{time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		switch {
		case d == u.d:
			return t + "." + u.name
		case d != 0 && d%u.d == 0:
			return fmt.Sprintf("%d * %s.%s", d/u.d, t, u.name)
		}
	}
	return fmt.Sprintf("%d * %s.Nanosecond", d, t)
}

// sentence appends a comment to the words that say what it is about.
func sentence(start, doc string) string { return plan.Sentence(start, doc) }
