package record

import (
	"fmt"
	"strconv"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
)

// Omitted is recorded when a program has left out late ticks, values that found no room, or events that were pending
// when it ended immediately.
type Omitted struct {
	Kind      string // "skipped", "lost" or "dropped"
	Path      string // path of the timer, the action or a connection's receiving port; empty for dropped
	From      int64  // logical time of the first tick skipped, or of the last tag before what was dropped
	Microstep uint32
	First     uint64 // number of the first lost value among all values sent
	N         uint64
}

// omitted writes a tag's omissions. Most recordings have none, and no channel for them.
func (r *Recorder) omitted(e *reactor.Enclave, rec reactor.Record) {
	if r.w == nil || len(rec.Omitted) == 0 {
		return
	}
	for id := len(r.omitCh); id < len(r.p.Enclaves); id++ {
		ch, err := r.channel(OmittedPrefix+strconv.Itoa(id), r.omit, nil)
		if err != nil {
			r.note(0, err)
			return
		}
		r.omitCh = append(r.omitCh, ch)
	}
	for _, o := range rec.Omitted {
		x := Omitted{Kind: o.Kind.String(), From: int64(o.From.Time), Microstep: o.From.Microstep, First: o.First, N: o.N}
		if o.Source >= 0 {
			x.Path = r.p.SourcePath(o.Source)
		}
		r.w.Record(r.omitCh[e.ID], int64(rec.Tag.Time), rec.Tag.Microstep, r.omit, unsafe.Pointer(&x))
	}
}

type omittedAt struct {
	tag     reactor.Tag
	enclave int
	Omitted
}

func (in *Inputs) injectOmitted(p *reactor.Program) (errs []error) {
	ids := map[string]int32{"": -1}
	for id := range p.Sources() {
		ids[p.SourcePath(int32(id))] = int32(id)
	}
	for _, o := range in.omitted {
		kind, known := reactor.OmissionKindOf(o.Kind)
		id, ok := ids[o.Path]
		switch {
		case !known || o.enclave >= len(p.Enclaves) || o.enclave < 0 || kind != reactor.Dropped && id < 0:
			errs = append(errs, fmt.Errorf("replay: %s%d at %v says %q: the recording is damaged or from a later version", OmittedPrefix, o.enclave, o.tag, o.Kind))
		case !ok:
			errs = append(errs, fmt.Errorf("replay: the program has no timer, action or connection %s, the recorded one left something out there", o.Path))
		default:
			p.Enclaves[o.enclave].InjectOmission(o.tag, reactor.Omission{Kind: kind, Source: id,
				From: reactor.Tag{Time: reactor.Time(o.From), Microstep: o.Microstep}, First: o.First, N: o.N})
		}
	}
	return errs
}
