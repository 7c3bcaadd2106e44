package debug

import (
	"github.com/sinew-robotics/sinew/reactor"
)

// mark is a place in the run's history: its number among the run's tags, from 1, and the tag. The zero mark means
// never.
type mark struct {
	n   uint64
	tag reactor.Tag
}

// history is what the debugger knows about the run so far. Keyframes hold it, so it goes back with the program.
type history struct {
	tags    uint64 // that have been run
	last    mark
	enclave int           // of the last tag
	ran     int           // reactions in it
	ports   []mark        // when each source port was last set
	doors   []mark        // when something last came through each door
	now     []int32       // source ports set at the last tag
	came    []int32       // doors of the last tag
	misses  []int32       // reactions that were late at it
	lasts   []reactor.Tag // by enclave: its last tag
	total   []uint64      // by enclave: reactions so far
	sets    int           // how many of the session's sets have been done
}

func newHistory(p *reactor.Program) *history {
	return &history{ports: make([]mark, len(p.Ports())), doors: make([]mark, len(p.Doors())),
		lasts: make([]reactor.Tag, len(p.Enclaves)), total: make([]uint64, len(p.Enclaves))}
}

// AtTag implements reactor.Observer.
func (h *history) AtTag(e *reactor.Enclave, r reactor.Record) {
	h.tags++
	h.last = mark{h.tags, r.Tag}
	h.enclave = e.ID
	h.lasts[e.ID] = r.Tag
	all := e.Counters().Reactions
	h.ran, h.total[e.ID] = int(all-h.total[e.ID]), all
	h.now = append(h.now[:0], r.Ports...)
	h.came = append(h.came[:0], r.Doors...)
	h.misses = append(h.misses[:0], r.Misses...)
	for _, id := range r.Ports {
		h.ports[id] = h.last
	}
	for _, id := range r.Doors {
		h.doors[id] = h.last
	}
}

// broken notes a tag that a panic has cut short.
func (h *history) broken(e *reactor.Enclave) {
	h.tags++
	h.last = mark{h.tags, e.Tag()}
	h.enclave, h.lasts[e.ID], h.ran = e.ID, e.Tag(), 0
	h.now, h.came, h.misses = h.now[:0], h.came[:0], h.misses[:0]
}

// watchers passes tags on to the history and to other observers. It is not state of the run.
type watchers struct {
	all reactor.Observers
}

// AtTag implements reactor.Observer.
func (w *watchers) AtTag(e *reactor.Enclave, r reactor.Record) { w.all.AtTag(e, r) }

// StatelessInKeyframes implements keyframe.Stateless: the history is a root of its own.
func (w *watchers) StatelessInKeyframes() {}
