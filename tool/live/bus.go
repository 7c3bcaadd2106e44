// Package live lets pages, viewers and the topic tool watch a program while it runs.
//
// A Bus is an observer of the program: it hands the values that pass ports and doors to watchers, encoded as in a
// recording. Watching never holds up the program. While nobody watches a tag costs one atomic load; otherwise the
// enclave's thread encodes each wanted value once and copies it into queues of fixed size, one per watcher and enclave,
// so that each has one writer and one reader and needs no lock. Values that do not fit are counted as lost. Watchers
// poll their queues every few milliseconds on goroutines of their own: a control cycle wakes nothing.
//
// Package web serves a bus over HTTP and has its client; docs/format/live.md describes their protocol. Announce makes a
// running program known on its machine. Times are logical, in nanoseconds, unless they are called wall.
package live

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// Kinds of topic.
const (
	KindPort    = "port"
	KindDoor    = "door"
	KindCommand = "command"
)

// Prefixes of the names of doors and commands, as in recordings.
const (
	doorPrefix    = "door/"
	commandPrefix = "command/"
)

// Topic is a source of values that can be watched: a port, the input of a door, a command to an actuator.
type Topic struct {
	ID      int // of ports as in reactor.Program.Ports and the graph; those of doors and commands follow
	Name    string
	Kind    string // KindPort, KindDoor or KindCommand
	Type    string // the Go type
	Codec   *codec.Codec
	Columns []string
	Writers []string // reactions that write a port
	Readers []string // ports that receive this one's values
	Enclave int
}

// Bus carries the values of one program to its watchers. All methods but New may be called from any goroutine.
type Bus struct {
	p        *reactor.Program
	topics   []Topic
	index    []int32 // index of a topic id in topics, −1 for none
	values   []unsafe.Pointer
	ports    int // ids below are ports
	doors    []reactor.Door
	params   []*param // by door, nil for other doors; empty when the program has none
	enclaves []enclave
	epoch    int64 // wall time at which rt.Now was 0
	start    atomic.Int64
	began    atomic.Bool
	plan     atomic.Pointer[plan] // nil while nobody watches
	through  atomic.Pointer[func(ctx context.Context, path string, value []byte) (reactor.Tag, error)]

	following atomic.Int32 // number of callers that wait for the outcome of a value

	mu      sync.Mutex
	watches []*Watch
	rates   *sampler
	raters  int
	lost    atomic.Uint64
}

// enclave is what the thread of one enclave needs.
type enclave struct {
	scratch []byte
	dirty   []*ring
}

// plan lists the watchers of each topic. It is never changed, only replaced.
type plan struct {
	sinks [][]sink // by topic id
	rates *sampler // nil when nobody counts
}

// sink is a destination of a topic's values: a ring or a latest.
type sink struct {
	ring   *ring
	latest *latest
	bare   bool // without the value
}

// MaxValue is the size in bytes of the largest encoded value that is passed on.
const MaxValue = 16 << 20

// New makes a bus for a built program that has not started. It becomes an observer of the program by
// reactor.Program.Observe, in addition to a recorder. The error lists every value that cannot be encoded.
func New(p *reactor.Program) (*Bus, error) {
	b := &Bus{p: p, doors: p.Doors(), enclaves: make([]enclave, len(p.Enclaves)), epoch: time.Now().UnixNano() - rt.Now()}
	var errs []error
	add := func(id int, t Topic, typ reflect.Type, value unsafe.Pointer) {
		c, err := codec.For(typ, "")
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", t.Name, err))
			return
		}
		t.ID, t.Type, t.Codec, t.Columns = id, reactor.TypeName(typ), c, c.Columns()
		b.index[id], b.values[id] = int32(len(b.topics)), value
		b.topics = append(b.topics, t)
	}
	all := p.Ports()
	b.ports = len(all)
	n := b.ports + 2*len(b.doors)
	b.index, b.values = slices.Repeat([]int32{-1}, n), make([]unsafe.Pointer, n)
	readers := make([][]string, len(all))
	for id, i := range all {
		if i.Source != id && i.Source >= 0 {
			readers[i.Source] = append(readers[i.Source], i.Path)
		}
	}
	for id, i := range all {
		if i.Source == id {
			add(id, Topic{Name: i.Path, Kind: KindPort, Writers: i.Writers, Readers: readers[id], Enclave: i.Enclave}, i.Type, i.Value)
		}
	}
	for k, d := range b.doors {
		add(b.ports+k, Topic{Name: doorPrefix + d.Path, Kind: KindDoor, Enclave: d.Enclave}, d.Type, d.Value)
	}
	for k, d := range b.doors {
		if d.Command != nil {
			add(b.ports+len(b.doors)+k, Topic{Name: commandPrefix + d.Path, Kind: KindCommand, Enclave: d.Enclave}, d.Command, d.Sent)
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	b.openParams()
	return b, nil
}

// Program is what the bus watches.
func (b *Bus) Program() *reactor.Program {
	p, _ := b.program()
	return p
}

// Topics lists all topics in the order of their ids. The slice must not be changed.
func (b *Bus) Topics() []Topic { return b.topics }

// Topic returns the topic with an id.
func (b *Bus) Topic(id int) (Topic, bool) {
	if id < 0 || id >= len(b.index) || b.index[id] < 0 {
		return Topic{}, false
	}
	return b.topics[b.index[id]], true
}

// Find returns the ids of the topics that a pattern names: a glob that may match at any later part of the name, as
// 'planner.*' finds planning.planner.next. For a port that is fed by another, the other is found.
func (b *Bus) Find(pattern string) []int {
	var ids []int
	exact := strings.TrimSpace(pattern)
	for _, t := range b.topics {
		if t.Name == exact {
			return []int{t.ID}
		}
		if trace.Match([]string{exact}, t.Name) ||
			slices.ContainsFunc(t.Readers, func(r string) bool { return trace.Match([]string{exact}, r) }) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// Started tells the bus when a run on the real clock began, with the argument of exec.Options.Started: rt.Now's reading
// at logical time 0. Without it delays are unknown.
func (b *Bus) Started(at int64) {
	b.start.Store(at + b.epoch)
	b.began.Store(true)
}

// Origin is the wall time of logical time 0, in nanoseconds since 1970, when the program runs on the real clock.
func (b *Bus) Origin() (wall int64, ok bool) { return b.start.Load(), b.began.Load() }

// Lost is the number of values that watchers did not get.
func (b *Bus) Lost() uint64 { return b.lost.Load() }

// Watchers is the number of open watches.
func (b *Bus) Watchers() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.watches)
}

// AtTag implements reactor.Observer.
func (b *Bus) AtTag(e *reactor.Enclave, rec reactor.Record) {
	if len(b.params) > 0 && len(rec.Doors) > 0 {
		b.noteParams(&b.enclaves[e.ID], rec)
	}
	if pl := b.plan.Load(); pl != nil {
		b.pass(pl, e, rec)
	}
}

// stamp is when a value was set.
type stamp struct {
	time      int64
	microstep uint32
	wall      int64 // 0 until it is needed
}

// look reads the clock once a tag, and only if a watcher needs it.
func (at *stamp) look(b *Bus) {
	if at.wall == 0 {
		at.wall = rt.Now() + b.epoch
	}
}

// pass hands the values of a tag to their watchers.
func (b *Bus) pass(pl *plan, e *reactor.Enclave, rec reactor.Record) {
	en := &b.enclaves[e.ID]
	at := &stamp{time: int64(rec.Tag.Time), microstep: rec.Tag.Microstep}
	for _, id := range rec.Ports {
		b.value(pl, en, int(id), at)
	}
	for _, k := range rec.Doors {
		b.value(pl, en, b.ports+int(k), at)
		if b.doors[k].Command != nil {
			b.value(pl, en, b.ports+len(b.doors)+int(k), at)
		}
	}
	for _, r := range en.dirty {
		r.publish()
	}
	en.dirty = en.dirty[:0]
	if pl.rates != nil {
		pl.rates.tag(e, rec)
	}
}

// value hands one value on.
func (b *Bus) value(pl *plan, en *enclave, id int, at *stamp) {
	if pl.rates != nil {
		pl.rates.count(b, en, id, *at)
	}
	sinks := pl.sinks[id]
	if len(sinks) == 0 {
		return
	}
	at.look(b)
	var data []byte
	encoded, fits := false, true
	for i := range sinks {
		s := &sinks[i]
		if !s.bare && !encoded {
			data, fits = b.encode(en, id)
			encoded = true
		}
		switch {
		case s.bare:
			en.put(s.ring, id, *at, nil)
		case !fits:
			s.lose()
		case s.latest != nil:
			s.latest.put(*at, data)
		default:
			en.put(s.ring, id, *at, data)
		}
	}
}

// encode writes the value of a topic into the enclave's scratch memory, which grows to the largest value once.
func (b *Bus) encode(en *enclave, id int) (data []byte, fits bool) {
	c, v := b.topics[b.index[id]].Codec, b.values[id]
	if c.Size(v) > MaxValue {
		return nil, false
	}
	en.scratch = c.Append(en.scratch[:0], v)
	return en.scratch, true
}

func (en *enclave) put(r *ring, id int, at stamp, data []byte) {
	if r.pos == r.shown {
		en.dirty = append(en.dirty, r)
	}
	r.put(id, at, data)
}

func (s *sink) lose() {
	if s.ring != nil {
		s.ring.lost.Add(1)
	} else {
		s.latest.lost.Add(1)
	}
}

// replan rebuilds the plan. The caller holds b.mu.
func (b *Bus) replan() {
	if len(b.watches) == 0 && b.raters == 0 {
		b.plan.Store(nil)
		return
	}
	pl := &plan{sinks: make([][]sink, len(b.index))}
	if b.raters > 0 {
		pl.rates = b.rates
	}
	for _, w := range b.watches {
		for i, id := range w.ids {
			s := sink{bare: w.bare}
			if w.latest != nil {
				s.latest = &w.latest[i]
			} else {
				s.ring = w.rings[b.topics[b.index[id]].Enclave]
			}
			pl.sinks[id] = append(pl.sinks[id], s)
		}
	}
	b.plan.Store(pl)
}

// Stamp is a tag as it is sent: time in ns, microstep.
type Stamp [2]int64

// StampOf is the stamp of a tag.
func StampOf(t reactor.Tag) *Stamp { return &Stamp{int64(t.Time), int64(t.Microstep)} }

// Tag is the stamp's tag.
func (s *Stamp) Tag() reactor.Tag {
	return reactor.Tag{Time: reactor.Time(s[0]), Microstep: uint32(s[1])}
}
