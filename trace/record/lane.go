package record

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// lane is the part of the work that each enclave's thread does alone: it encodes and hashes the values of its tag,
// however large, before it locks the trace.
type lane struct {
	mu    rt.Mutex // guards the hash and its tag: other threads may call Hash
	h     *xxh3.Hasher
	last  reactor.Time // of the latest Check
	end   reactor.Tag
	done  bool
	bytes []byte // encoded values of the tag that are hashed
	ins   []byte // encoded inputs of the tag, which are not hashed
	msgs  []message
	text  []byte
}

// message is a value on its way into the trace: bytes from..to of the lane's ins or bytes.
type message struct {
	ch       uint16
	in       bool
	from, to int
}

// large is the size from which a value gets a trace chunk of its own, which its enclave's thread fills.
const large = 32 << 10

// AtTag implements reactor.Observer.
func (r *Recorder) AtTag(e *reactor.Enclave, rec reactor.Record) {
	slices.Sort(rec.Ports)
	slices.Sort(rec.Doors)
	slices.Sort(rec.Misses)
	l := r.lanes[e.ID]
	l.bytes = appendUint64(appendUint64(l.bytes[:0], uint64(rec.Tag.Time)), uint64(rec.Tag.Microstep))
	l.ins, l.msgs = l.ins[:0], l.msgs[:0]
	for _, id := range rec.Doors {
		r.door(l, id)
	}
	for _, id := range rec.Ports {
		x := &r.ports[id]
		l.bytes = appendUint64(l.bytes, uint64(id))
		from := len(l.bytes)
		if l.bytes = x.cd.Append(l.bytes, x.info.Value); x.traced {
			l.msgs = append(l.msgs, message{x.ch, false, from, len(l.bytes)})
		}
	}
	check := ""
	l.mu.Lock()
	if len(l.bytes) > 16 {
		_, _ = l.h.Write(l.bytes) // never fails
	}
	l.end, l.done = rec.Tag, rec.Last
	if r.w != nil && rec.Tag.Time-l.last >= checkEvery {
		l.last = rec.Tag.Time
		check = hexSum(l.h)
	}
	l.mu.Unlock()
	if r.w != nil {
		r.write(l, e, rec, check)
	}
	r.showAll(l, rec)
}

// door encodes a door's input and, for an actuator, the command.
func (r *Recorder) door(l *lane, id int32) {
	d := &r.doors[id]
	if r.w != nil {
		from := len(l.ins)
		l.ins = d.cd.Append(l.ins, d.info.Value)
		l.msgs = append(l.msgs, message{d.ch, true, from, len(l.ins)})
	}
	if d.cmd == nil {
		return
	}
	l.bytes = appendUint64(l.bytes, uint64(id)|1<<32)
	from := len(l.bytes)
	l.bytes = d.cmd.Append(l.bytes, d.info.Sent)
	if r.w != nil {
		l.msgs = append(l.msgs, message{d.cmdCh, false, from, len(l.bytes)})
	}
}

// write passes the tag's messages to the trace. If there are several enclaves, large values are copied without
// holding the lock.
func (r *Recorder) write(l *lane, e *reactor.Enclave, rec reactor.Record, check string) {
	t, m := int64(rec.Tag.Time), rec.Tag.Microstep
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range rec.Misses {
		x := Miss{r.p.ReactionPath(id)}
		r.w.Record(r.missCh, t, m, r.miss, unsafe.Pointer(&x))
	}
	r.omitted(e, rec)
	for _, x := range l.msgs {
		data := l.bytes
		if x.in {
			data = l.ins
		}
		data = data[x.from:x.to]
		if len(data) < large || len(r.lanes) == 1 {
			r.w.Write(x.ch, t, m, data)
			continue
		}
		r.mu.Unlock()
		c := r.w.Fill(x.ch, t, m, data)
		r.mu.Lock()
		r.w.Enter(c)
	}
	if check != "" {
		x := Check{int32(e.ID), check}
		r.w.Record(r.hashCh, t, m, r.check, unsafe.Pointer(&x))
	}
}

// showAll calls taps, prints values and writes them as rows, if requested.
func (r *Recorder) showAll(l *lane, rec reactor.Record) {
	for _, id := range rec.Doors {
		d := &r.doors[id]
		r.show(l, &d.in, d.cd, rec.Tag, d.info.Value)
		if d.cmd != nil {
			r.show(l, &d.out, d.cmd, rec.Tag, d.info.Sent)
		}
	}
	for _, id := range rec.Ports {
		x := &r.ports[id]
		if fs := r.taps[id]; len(fs) > 0 {
			r.mu.Lock()
			for _, f := range fs {
				f(rec.Tag, x.info.Value)
			}
			r.mu.Unlock()
		}
		r.show(l, &x.sheet, x.cd, rec.Tag, x.info.Value)
	}
}

// show prints a value and writes it as a row.
func (r *Recorder) show(l *lane, s *sheet, cd *codec.Codec, tag reactor.Tag, value unsafe.Pointer) {
	if s.print != "" {
		l.text = fmt.Appendf(l.text[:0], "%12.6f %d %s ", float64(tag.Time)/1e9, tag.Microstep, s.print)
		l.text = append(cd.AppendCSV(l.text, value), '\n')
		r.mu.Lock()
		r.note(r.out.Write(l.text))
		r.mu.Unlock()
	}
	if s.csv != nil {
		l.text = fmt.Appendf(l.text[:0], "%.9f,%d,", float64(tag.Time)/1e9, tag.Microstep)
		l.text = append(cd.AppendCSV(l.text, value), '\n')
		r.mu.Lock()
		r.note(s.csv.Write(l.text))
		r.mu.Unlock()
	}
}

// note stores the first few write errors, which must not disturb the program, and counts the others.
func (r *Recorder) note(_ int, err error) {
	switch {
	case err == nil:
	case len(r.errs) < 8:
		r.errs = append(r.errs, err)
	default:
		r.moreErrs++
	}
}

func appendUint64(b []byte, v uint64) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24), byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
}

func hexSum(h *xxh3.Hasher) string {
	s := h.Sum128().Bytes()
	return hex.EncodeToString(s[:])
}

// Hash returns the output hash of all enclaves so far: 128 bits of XXH3 over the enclaves' hashes.
func (r *Recorder) Hash() string {
	all := xxh3.New()
	for _, l := range r.lanes {
		l.mu.Lock()
		s := l.h.Sum128().Bytes()
		l.mu.Unlock()
		_, _ = all.Write(s[:])
	}
	return hexSum(all)
}

// EnclaveHash returns the output hash of one enclave so far.
func (r *Recorder) EnclaveHash(id int) string {
	l := r.lanes[id]
	l.mu.Lock()
	defer l.mu.Unlock()
	return hexSum(l.h)
}

// Close writes the end record and closes the CSV files, but not the trace. The error lists everything that could
// not be written.
func (r *Recorder) Close() error {
	end := map[string]string{trace.KeyHash: r.Hash()}
	for i, l := range r.lanes {
		l.mu.Lock()
		if l.done || l.end != (reactor.Tag{}) { // an enclave that never ran has no end
			end[fmt.Sprintf("stop_%d", i)] = fmt.Sprintf("%d %d", l.end.Time, l.end.Microstep)
		}
		end[fmt.Sprintf("hash_%d", i)] = hexSum(l.h)
		l.mu.Unlock()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.note(0, r.closeCSV())
	if r.w != nil {
		r.note(0, r.w.Metadata(MetadataEnd, end))
	}
	if r.moreErrs > 0 {
		r.errs = append(r.errs, fmt.Errorf("%d more writes failed", r.moreErrs))
	}
	return errors.Join(r.errs...)
}
