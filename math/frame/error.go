package frame

import (
	"fmt"
	"strings"
)

// Kind is the kind of an Error.
type Kind uint8

// The kinds: of failed lookups, and of rejected transforms.
const (
	Unknown     Kind = iota // a frame that no transform has named
	Unconnected             // two frames are not connected
	Past                    // the time is before the samples of a frame on the way
	Future                  // the time is after them
	Loop                    // a frame that is its own ancestor
	Nameless                // a frame without a name
	Self                    // a frame that is its own parent
	NotFinite               // NaN or infinity in a pose
	Stale                   // older than the history of its frame reaches
	Repeated                // a second sample for one time; the first stays
	TooMany                 // more frames than Options.Frames
)

// Error says why a lookup, or a transform to be set, fails.
type Error struct {
	Kind           Kind
	Target, Source string // the frames looked up; of a transform, parent and child
	Frame          string // the frame at fault
	At             int64  // the time looked up, or of the transform
	Limit          int64  // Past: of the frame's oldest sample; Future and Stale: of its newest
}

// fault returns the error for a rejected transform.
func (t Transform) fault(k Kind, limit int64) error {
	return &Error{k, t.Parent, t.Child, t.Child, t.At, limit}
}

// Error describes what is wrong, with the times.
func (e *Error) Error() string {
	switch e.Kind {
	case Unknown:
		if short := strings.TrimLeft(e.Frame, "/"); short != e.Frame {
			return fmt.Sprintf("from %q to %q: there is no frame %q: write %q, without the slash", e.Source, e.Target, e.Frame, short)
		}
		return fmt.Sprintf("from %q to %q: there is no frame %q: no transform has named it yet", e.Source, e.Target, e.Frame)
	case Unconnected:
		return fmt.Sprintf("from %q to %q: they are in two trees, and %q is the root of one: a transform between the trees is missing", e.Source, e.Target, e.Frame)
	case Past:
		return fmt.Sprintf("from %q to %q at %s: that is before the oldest sample of %q, at %s", e.Source, e.Target, seconds(e.At), e.Frame, seconds(e.Limit))
	case Future:
		return fmt.Sprintf("from %q to %q at %s: that is after the newest sample of %q, at %s: wait for the next, or ask for Newest", e.Source, e.Target, seconds(e.At), e.Frame, seconds(e.Limit))
	case Loop:
		return fmt.Sprintf("from %q to %q: %q is its own ancestor: two nodes send transforms that do not fit", e.Source, e.Target, e.Frame)
	case Nameless:
		return fmt.Sprintf("a transform from %q to %q: a frame without a name", e.Source, e.Target)
	case Self:
		return fmt.Sprintf("a transform from %q to itself", e.Source)
	case NotFinite:
		return fmt.Sprintf("the transform from %q to %q has a number that is not finite", e.Source, e.Target)
	case Stale:
		return fmt.Sprintf("the transform from %q to %q at %s comes too late: the newest is of %s", e.Source, e.Target, seconds(e.At), seconds(e.Limit))
	case Repeated:
		return fmt.Sprintf("the transform from %q to %q at %s was there already", e.Source, e.Target, seconds(e.At))
	case TooMany:
		return fmt.Sprintf("the transform from %q to %q: there are too many frames: raise Options.Frames", e.Source, e.Target)
	}
	return fmt.Sprintf("kind %d", e.Kind)
}

// seconds writes a time without loss.
func seconds(ns int64) string {
	if ns == Always {
		return "any time"
	}
	sign, n := "", uint64(ns)
	if ns < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%09d s", sign, n/1e9, n%1e9)
}

func (b *Buffer) unknown(target, source, frame string) error {
	return &Error{Kind: Unknown, Target: target, Source: source, Frame: frame}
}
