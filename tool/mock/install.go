package mock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// source is what feeds a door, be it sent events or asked.
type source interface {
	reactor.EventSource
	reactor.DeviceSource
}

// place is a door that is to be fed.
type place struct {
	reactor.Door
	id    int
	codec *codec.Codec
}

// asked says that the door's values are asked for.
func (d *place) asked() bool { return d.Kind == kindSensor || d.Kind == kindActuator }

// Install makes the mocks feed a program that was built with their cuts and has not started. A door that several of
// them mean is fed by the last. All files are read, and everything that is wrong is reported, before it returns.
func Install(p *reactor.Program, mocks []Mock) error {
	last := map[int]int{}
	var errs []error
	for i := range mocks {
		ids := mocks[i].targets(p)
		if len(ids) == 0 {
			errs = append(errs, mocks[i].nothing(p))
		}
		for _, id := range ids {
			last[id] = i
		}
	}
	for i := range mocks {
		var mine []place
		for id, d := range p.Doors() {
			if by, ok := last[id]; !ok || by != i {
				continue
			}
			c, err := codec.For(d.Type, "")
			if err != nil {
				errs = append(errs, fmt.Errorf("mock %s: %w", d.Path, err))
				continue
			}
			mine = append(mine, place{d, id, c})
		}
		errs = append(errs, mocks[i].feed(p, mine))
	}
	return errors.Join(errs...)
}

// check opens the sources of mocks for the program without their cuts, and feeds nobody.
func check(p *reactor.Program, mocks []Mock) error {
	var errs []error
	for i := range mocks {
		var mine []place
		add := func(d reactor.Door) {
			c, err := codec.For(d.Type, "")
			if errs = append(errs, err); err == nil {
				mine = append(mine, place{d, -1, c})
			}
		}
		ids := mocks[i].doors(p)
		for _, id := range ids {
			add(p.Doors()[id])
		}
		if len(ids) == 0 {
			ports := mocks[i].ports(p.Graph())
			for _, x := range p.Ports() {
				if slices.Contains(ports, x.Path) {
					add(reactor.Door{Path: x.Path, Kind: kindMock, Type: x.Type})
				}
			}
		}
		errs = append(errs, mocks[i].feed(nil, mine))
	}
	return errors.Join(errs...)
}

// feed opens the mock's source for its doors.
func (m *Mock) feed(p *reactor.Program, doors []place) error {
	switch {
	case len(doors) == 0:
		return nil
	case m.kind == fromTopic:
		return m.feedTopics(p, doors)
	}
	var errs []error
	var s *script
	if m.kind == fromLua {
		var err error
		if s, err = openScript(m.file); err != nil {
			return err
		}
	}
	for i := range doors {
		d := &doors[i]
		var src source
		var err error
		switch m.kind {
		case fromCSV:
			src, err = m.table(d)
		case fromConst:
			src, err = m.constant(d)
		case fromLua:
			src, err = s.door(d)
		}
		if err == nil {
			err = d.inRange(src)
		}
		if err == nil {
			err = connect(p, d, src)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// inRange reports the values of a parameter that are out of its range, where they are known before the program runs.
func (d *place) inRange(src source) error {
	l, ok := src.(*list)
	if !ok || d.Param == nil {
		return nil
	}
	var errs []error
	v := reflect.New(d.Type)
	for i, data := range l.data {
		err := l.codec.Decode(data, v.UnsafePointer())
		if err == nil {
			err = d.Param.Check(v.Elem())
		}
		if err != nil && len(errs) < maxFaults {
			errs = append(errs, fmt.Errorf("mock %s at %v: %w", d.Path, l.tags[i], err))
		}
	}
	return errors.Join(errs...)
}

// connect makes src feed a door. A script that fails at its first event says so here.
func connect(p *reactor.Program, d *place, src source) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *ScriptError:
			err = v
		default:
			panic(v)
		}
	}()
	if p == nil { // to check the source was all
		return nil
	}
	if d.asked() {
		return p.FeedDevice(d.id, src)
	}
	return p.FeedEvents(d.id, src)
}

// constant is a value, once at the start or periodically.
func (m *Mock) constant(d *place) (source, error) {
	if m.period > 0 && d.asked() {
		return nil, fmt.Errorf("mock %s: %s is a %s, which is asked when the program wants: leave out @%v", m.Pattern, d.Path, d.Kind, m.period)
	}
	v := reflect.New(d.Type)
	if err := d.codec.DecodeJSON([]byte(m.json), v.UnsafePointer()); err != nil {
		return nil, of(fmt.Sprintf("mock %s: %s", m.Pattern, m.Source), d, err)
	}
	l := &list{codec: d.codec, period: m.period}
	l.add(reactor.Tag{}, d.codec.Append(nil, v.UnsafePointer()))
	return l, nil
}

// of says of faults in a value where the value stands, and what the door takes.
func of(where string, d *place, err error) error {
	var faults diag.Faults
	if !errors.As(err, &faults) {
		return err
	}
	for i := range faults {
		faults[i].File = where
		faults[i].What += fmt.Sprintf(" (%s takes %v)", d.Path, d.Type)
	}
	return faults
}

// traceFile finds the recording of a run: the file itself, or trace.mcap in a run folder.
func traceFile(run string) string {
	if i, err := os.Stat(run); err == nil && i.IsDir() {
		return filepath.Join(run, "trace.mcap")
	}
	return run
}

// tableFile finds a door's table: the file itself, or by the door's path in a folder.
func tableFile(file string, d *place) (string, error) {
	i, err := os.Stat(file)
	if err != nil {
		return "", fmt.Errorf("%s: cannot be read: %w; check the name", file, err)
	}
	if !i.IsDir() {
		return file, nil
	}
	for _, topic := range []string{d.Path, "door/" + d.Path} {
		name := filepath.Join(file, trace.FileName(topic)+".csv")
		if _, err := os.Stat(name); err == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s: the folder has no %s.csv for %s; name the file", file, trace.FileName(d.Path), d.Path)
}
