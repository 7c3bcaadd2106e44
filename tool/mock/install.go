package mock

import (
	"cmp"
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

// source feeds a door, which either takes events or is asked.
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

// asked reports whether the program asks the door for values: it is a sensor or an actuator.
func (d *place) asked() bool { return d.Kind == kindSensor || d.Kind == kindActuator }

// Install makes the mocks feed a program that was built with their cuts and has not started. If several mocks mean the
// same door, the last one feeds it. Before it returns, Install reads all files and collects all faults; the error is
// diag.Faults.
func Install(p *reactor.Program, mocks []Mock) error {
	last := map[int]int{}
	var faults diag.Faults
	for i := range mocks {
		ids := mocks[i].targets(p)
		if len(ids) == 0 {
			faults = append(faults, mocks[i].nothing(p))
		}
		for _, id := range ids {
			last[id] = i
		}
	}
	for i := range mocks {
		var mine []reactor.Door
		var ids []int
		for id, d := range p.Doors() {
			if by, ok := last[id]; ok && by == i {
				mine, ids = append(mine, d), append(ids, id)
			}
		}
		faults = append(faults, mocks[i].feed(p, mine, ids)...)
	}
	return faults.Err()
}

// check opens the sources of mocks for the program without their cuts, but feeds nothing.
func check(p *reactor.Program, mocks []Mock) (faults diag.Faults) {
	for i := range mocks {
		var mine []reactor.Door
		ids := mocks[i].doors(p)
		for _, id := range ids {
			mine = append(mine, p.Doors()[id])
		}
		if len(ids) == 0 {
			ports := mocks[i].ports(p.Graph())
			for _, x := range p.Ports() {
				if slices.Contains(ports, x.Path) {
					mine = append(mine, reactor.Door{Path: x.Path, Kind: kindMock, Type: x.Type})
				}
			}
		}
		faults = append(faults, mocks[i].feed(nil, mine, nil)...)
	}
	return faults
}

// feed opens the mock's source for doors; ids are their ids in the program. Without a program it only checks the source.
func (m *Mock) feed(p *reactor.Program, doors []reactor.Door, ids []int) diag.Faults {
	var places []place
	var errs []error
	for i, d := range doors {
		c, err := codec.For(d.Type, "")
		if err != nil {
			errs = append(errs, m.fault(codeValue, "", "%v", err))
			continue
		}
		places = append(places, place{Door: d, codec: c})
		if p != nil {
			places[len(places)-1].id = ids[i]
		}
	}
	if len(places) > 0 {
		errs = append(errs, m.open(p, places))
	}
	return faultsOf(cmp.Or(m.SourceAt, m.At), errors.Join(errs...))
}

// open opens the mock's source.
func (m *Mock) open(p *reactor.Program, doors []place) error {
	if m.kind == fromTopic {
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
		case fromBag:
			src, err = m.played(d)
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

// inRange reports the values of a parameter that are out of its range, if they are known before the program runs.
func (d *place) inRange(src source) error {
	l, ok := src.(*list)
	if !ok || d.Param == nil {
		return nil
	}
	var faults diag.Faults
	v := reflect.New(d.Type)
	for i, data := range l.data {
		err := l.codec.Decode(data, v.UnsafePointer())
		if err == nil {
			err = d.Param.Check(v.Elem())
		}
		if err != nil && len(faults) < maxFaults {
			faults = append(faults, diag.Fault{Code: codeValue, What: fmt.Sprintf("mock %s at %v: %v", d.Path, l.tags[i], err)})
		}
	}
	return faults.Err()
}

// connect makes src feed a door. Its error may be that of a script that fails at the first event.
func connect(p *reactor.Program, d *place, src source) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case diag.Fault:
			err = v
		default:
			panic(v)
		}
	}()
	if p == nil { // only the source was to be checked
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
		return nil, m.fault(codeSource, "", "%s is a %s, which is asked when the program wants: leave out @%v", d.Path, d.Kind, m.period)
	}
	v := reflect.New(d.Type)
	if err := d.codec.DecodeJSON([]byte(m.json), v.UnsafePointer()); err != nil {
		return nil, m.inJSON(m.Source, d, err)
	}
	l := &list{codec: d.codec, period: m.period}
	l.add(reactor.Tag{}, d.codec.Append(nil, v.UnsafePointer()))
	return l, nil
}

// inJSON adds to the faults in a value where it was written and what the door takes.
func (m *Mock) inJSON(where string, d *place, err error) error {
	faults, _ := diag.Of(err)
	for i, f := range faults {
		at := f.Pos
		at.File = where
		faults[i] = m.fault(codeValue, "", "%v: %s: %s (%s takes %v)", at, f.Path, f.What, d.Path, d.Type)
		if m.kind == fromConst && m.SourceAt.Line > 0 && f.Line == 1 {
			faults[i].Pos = m.SourceAt.Right(len("const:") + f.Column - 1)
		}
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

// tableFile finds a door's table: the file itself, or the file named after the door's path in a folder.
func (m *Mock) tableFile(d *place) (string, error) {
	file := m.file
	i, err := os.Stat(file)
	if err != nil {
		return "", m.fault(codeFile, "check the name", "%s: cannot be read: %v", file, err)
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
	return "", m.fault(codeFile, "name the file", "%s: the folder has no %s.csv for %s", file, trace.FileName(d.Path), d.Path)
}
