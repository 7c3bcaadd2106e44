// Package against compares a model in AADL with a system that runs or has run: what in it is missing, extra, of another
// type or slower than in the model, and how long flows took compared with what the model allows.
package against

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Run is what is known about a system that runs or has run.
type Run struct {
	Name   string       // of the file or page
	Graph  *graph.Graph // of the program; nil for a recording without one
	Report string       // what is damaged in the recording

	topics map[string][]reactor.Tag // of a recording: the tags at which each topic had a value
	clocks map[string][]reading     // what sensors named clock have read, by the reactor's path
}

// reading is what a clock read at a tag.
type reading struct {
	tag reactor.Tag
	at  time.Duration // physical time since the start
}

// clock is the name of the sensor with which a reactor reports when its reactions began. Its values are time.Durations
// since the program's start.
const clock = "clock"

// Open reads a recording, or the one in a run folder.
func Open(path string) (*Run, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, folder.TraceFile)
	}
	t, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer t.Close() // nothing was written
	r := &Run{Name: path, topics: map[string][]reactor.Tag{}, clocks: map[string][]reading{}}
	if err := r.read(t); err != nil {
		return nil, err
	}
	for _, a := range t.Attachments() {
		if a.Name != trace.AttachmentGraph {
			continue
		}
		r.Graph = &graph.Graph{}
		if err := json.Unmarshal(a.Data, r.Graph); err != nil {
			return nil, fmt.Errorf("%s: its %s cannot be read, was it written by another version? %w", path, a.Name, err)
		}
		if err := whole(r.Graph); err != nil {
			return nil, fmt.Errorf("%s: its %s is damaged: %w", path, a.Name, err)
		}
	}
	r.Report = t.Report()
	return r, nil
}

// whole returns an error if ids in a graph are invalid.
func whole(g *graph.Graph) error {
	for _, f := range g.Check() {
		if f.Code == "dangling" || f.Code == "tree" {
			return f
		}
	}
	return nil
}

// read notes when every topic had a value, and what the clocks have read.
func (r *Run) read(t *trace.Reader) error {
	reads, err := codec.For(reflect.TypeFor[time.Duration](), "")
	if err != nil {
		return err
	}
	for {
		m, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		tag := reactor.Tag{Time: reactor.Time(m.Time), Microstep: m.Microstep}
		topic := m.Channel.Topic
		r.topics[topic] = append(r.topics[topic], tag)
		of, ok := strings.CutPrefix(topic, record.DoorPrefix)
		if of, ok = cutName(of, ok); !ok || m.Channel.Fits(reads) != nil {
			continue
		}
		var at time.Duration
		if err := reads.Decode(m.Data, unsafe.Pointer(&at)); err != nil {
			return fmt.Errorf("%s: %s at %v: %w", r.Name, topic, tag, err)
		}
		r.clocks[of] = append(r.clocks[of], reading{tag, at})
	}
	for _, tags := range r.topics { // order: each is sorted by itself
		sort.Slice(tags, func(i, j int) bool { return tags[i].Before(tags[j]) }) // an enclave that lags behind has its messages later
	}
	for _, readings := range r.clocks { // order: as above
		sort.Slice(readings, func(i, j int) bool { return readings[i].tag.Before(readings[j].tag) })
	}
	return nil
}

// cutName splits the path of a clock's reactor off a name.
func cutName(path string, ok bool) (string, bool) {
	of, is := strings.CutSuffix(path, "."+clock)
	return of, ok && is
}

// lag is how long after its tag a reaction of a reactor began. It is false if the reactor has no clock or did not read it
// then.
func (r *Run) lag(of string, tag reactor.Tag) (time.Duration, bool) {
	readings := r.clocks[of]
	i, found := slices.BinarySearchFunc(readings, tag, func(x reading, t reactor.Tag) int { return x.tag.Compare(t) })
	if !found {
		return 0, false
	}
	return readings[i].at - tag.Time.Duration(), true
}
