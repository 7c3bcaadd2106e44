package record

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// Inputs is the doors' part of a recording: everything a replay needs.
type Inputs struct {
	Run      map[string]string // the program's own description of the run
	Hash     string            // the recorded output hash; empty if the recording was cut off
	Hashes   map[int]string    // by enclave
	Stops    map[int]reactor.Tag
	Last     reactor.Tag // of the latest message
	Report   string      // what is lost of the file, empty if nothing is
	Gap      bool        // messages after Last are missing although others follow: the inputs are those up to Last
	doors    map[string][]input
	misses   []missAt
	omitted  []omittedAt
	messages int
}

type input struct {
	tag  reactor.Tag
	data []byte
}

type missAt struct {
	tag      reactor.Tag
	reaction string
}

// ReadInputs reads the inputs of the recording at path.
func ReadInputs(path string) (*Inputs, error) {
	f, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := &Inputs{Run: map[string]string{}, Stops: map[int]reactor.Tag{}, Hashes: map[int]string{}, doors: map[string][]input{}}
	miss, err := codec.For(typeOf[Miss](), "sinew.Miss")
	if err != nil {
		return nil, err
	}
	omit, err := codec.For(typeOf[Omitted](), "sinew.Omitted")
	if err != nil {
		return nil, err
	}
	for {
		m, err := f.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		tag := reactor.Tag{Time: reactor.Time(m.Time), Microstep: m.Microstep}
		if in.Last.Before(tag) {
			in.Last = tag
		}
		if name, ok := strings.CutPrefix(m.Channel.Topic, DoorPrefix); ok {
			in.doors[name] = append(in.doors[name], input{tag, append([]byte(nil), m.Data...)})
			in.messages++
		}
		if m.Channel.Topic == TopicMiss {
			var x Miss
			if err := miss.Decode(m.Data, unsafe.Pointer(&x)); err != nil {
				return nil, fmt.Errorf("%s: %s at %v: %w", path, TopicMiss, tag, err)
			}
			in.misses = append(in.misses, missAt{tag, x.Reaction})
		}
		if id, ok := strings.CutPrefix(m.Channel.Topic, OmittedPrefix); ok {
			x := omittedAt{tag: tag}
			if x.enclave, err = strconv.Atoi(id); err == nil {
				err = omit.Decode(m.Data, unsafe.Pointer(&x.Omitted))
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %s at %v: %w", path, m.Channel.Topic, tag, err)
			}
			in.omitted = append(in.omitted, x)
		}
	}
	in.Report = f.Report()
	if err := in.metadata(path, f.Metadata()); err != nil {
		return nil, err
	}
	return in, in.cut(path, f)
}

// cut leaves out everything uncertain: if messages are missing, the inputs are those before the gap, and the
// recorded hashes, which cover the whole run, are dropped.
func (in *Inputs) cut(path string, f *trace.Reader) error {
	if slices.ContainsFunc(f.Losses(), func(l trace.Loss) bool { return l.Gap }) {
		in.Hash, in.Hashes, in.Stops = "", map[int]string{}, map[int]reactor.Tag{}
	}
	from, ok := f.Gap()
	if !ok {
		return nil
	}
	in.Gap, in.Last, in.messages = true, reactor.Tag{}, 0
	before := func(t reactor.Tag) bool { return int64(t.Time) < from }
	for name, all := range in.doors {
		all = slices.DeleteFunc(all, func(x input) bool { return !before(x.tag) })
		in.doors[name], in.messages = all, in.messages+len(all)
	}
	in.misses = slices.DeleteFunc(in.misses, func(m missAt) bool { return !before(m.tag) })
	again, err := trace.Open(path)
	if err != nil {
		return err
	}
	defer again.Close()
	for {
		m, err := again.Next()
		if err != nil { // the end
			return nil
		}
		if tag := (reactor.Tag{Time: reactor.Time(m.Time), Microstep: m.Microstep}); before(tag) && in.Last.Before(tag) {
			in.Last = tag
		}
	}
}

func (in *Inputs) metadata(path string, all []trace.Metadata) error {
	for _, md := range all {
		switch md.Name {
		case trace.MetadataRun:
			for k, v := range md.Values {
				in.Run[k] = v
			}
		case MetadataEnd:
			in.Hash = md.Values[trace.KeyHash]
			for k, v := range md.Values {
				if id, ok := strings.CutPrefix(k, "hash_"); ok {
					if n, err := strconv.Atoi(id); err == nil {
						in.Hashes[n] = v
					}
				}
				id, ok := strings.CutPrefix(k, "stop_")
				if !ok {
					continue
				}
				var tag reactor.Tag
				n, err1 := strconv.Atoi(id)
				_, err2 := fmt.Sscanf(v, "%d %d", &tag.Time, &tag.Microstep)
				if err1 != nil || err2 != nil {
					return fmt.Errorf("%s: metadata %s: %q is no tag: the recording is damaged", path, MetadataEnd, v)
				}
				in.Stops[n] = tag
			}
		}
	}
	return nil
}

// Inject feeds all inputs to a program that was built for replay. The error says where the program differs from
// the recorded one: by a missing door, or by a door whose values have another form.
func (in *Inputs) Inject(p *reactor.Program) error {
	left := map[string]bool{}
	for name := range in.doors {
		left[name] = true
	}
	var errs []error
	for id, d := range p.Doors() {
		delete(left, d.Path)
		cd, err := codec.For(d.Type, "")
		if err != nil {
			errs = append(errs, err)
			continue
		}
		src := &inputs{all: in.doors[d.Path], cd: cd}
		err = src.check(d.Type)
		switch d.Kind {
		case "sensor", "actuator":
			errs = append(errs, p.FeedDevice(id, src))
		default:
			errs = append(errs, p.FeedEvents(id, src))
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("replay: inputs of %s cannot be read: has the type %v changed? %w", d.Path, d.Type, err))
		}
	}
	for name := range in.doors {
		if left[name] {
			errs = append(errs, fmt.Errorf("replay: the program has no door %s, the recorded one had", name))
		}
	}
	errs = append(errs, in.injectMisses(p)...)
	errs = append(errs, in.injectOmitted(p)...)
	for id, e := range p.Enclaves {
		if stop, ok := in.Stops[id]; ok {
			e.StopAt(stop)
		} else if !e.Done() { // an enclave that is left out does not determine the end
			e.StopAt(in.Last)
		}
	}
	return errors.Join(errs...)
}

func (in *Inputs) injectMisses(p *reactor.Program) (errs []error) {
	ids := map[string]int32{}
	for id := range p.Reactions() {
		ids[p.ReactionPath(int32(id))] = int32(id)
	}
	for _, m := range in.misses {
		id, ok := ids[m.reaction]
		if !ok {
			errs = append(errs, fmt.Errorf("replay: the program has no reaction %s, the recorded one missed a deadline there", m.reaction))
			continue
		}
		p.EnclaveOf(id).InjectMiss(id, m.tag)
	}
	return errs
}

// inputs feeds a door from a recording.
type inputs struct {
	all  []input
	next int
	cd   *codec.Codec
}

// check reads all values once, so that none fails while the program runs.
func (s *inputs) check(t reflect.Type) error {
	v := reflect.New(t).UnsafePointer()
	for _, x := range s.all {
		if err := s.cd.Decode(x.data, v); err != nil {
			return fmt.Errorf("at %v: %w", x.tag, err)
		}
	}
	return nil
}

// Next implements reactor.EventSource.
func (s *inputs) Next(v unsafe.Pointer) (reactor.Tag, bool) {
	if s.next == len(s.all) {
		return reactor.Tag{}, false
	}
	x := &s.all[s.next]
	s.next++
	_ = s.cd.Decode(x.data, v) // checked before
	return x.tag, true
}

// Answer implements reactor.DeviceSource.
func (s *inputs) Answer(tag reactor.Tag, v unsafe.Pointer) bool {
	for s.next < len(s.all) && s.all[s.next].tag.Before(tag) {
		s.next++
	}
	if s.next == len(s.all) || s.all[s.next].tag != tag {
		return false
	}
	_ = s.cd.Decode(s.all[s.next].data, v)
	s.next++
	return true
}

// SaveState implements keyframe.Saver: the inputs themselves never change.
func (s *inputs) SaveState() any { return s.next }

// RestoreState implements keyframe.Saver.
func (s *inputs) RestoreState(state any) { s.next = state.(int) }
