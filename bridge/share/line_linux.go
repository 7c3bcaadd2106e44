package share

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// memLine is a Line in shared memory.
type memLine struct {
	*mapped
	i      int
	system uint64 // the counter of the last received state
	last   node.System
	looked int64
}

// attach opens a table and takes a node's place in it.
func attach(scheme, at, name string) (_ Line, err error) {
	if scheme == "fd" {
		fd, err := strconv.ParseUint(at, 10, 31)
		if err != nil {
			return nil, fmt.Errorf("%q is no number of an open file", at)
		}
		at = fmt.Sprintf("/proc/self/fd/%d", fd) // opened again, because locks belong to an opening
	}
	f, err := openFile(at)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	if !locked(f, 0) {
		return nil, errNoOverseer
	}
	m, err := open(f)
	if err != nil {
		return nil, err
	}
	l := &memLine{mapped: m, i: indexOf(m.names, name)}
	switch {
	case l.i < 0:
		err = unknownNode(m.names)
	case !lock(f, int64(1+l.i)):
		err = errTaken
	default:
		atomic.StoreUint64(&l.w[l.block(l.i)+blockPid], uint64(os.Getpid()))
		l.down(l.i).skip() // answers to an earlier life
		return l, nil
	}
	return nil, errors.Join(err, m.unmap())
}

// Send implements Line.
func (l *memLine) Send(p *node.Report) (err error) {
	l.use.RLock()
	defer l.use.RUnlock()
	if l.closed.Load() {
		return ErrClosed
	}
	defer caught(debug.SetPanicOnFault(true), &err)
	var r record
	r.fromReport(p)
	if err := l.up(l.i).push(&r); err != nil {
		return err
	}
	wake(l.bell(-1))
	atomic.StoreUint64(&l.w[l.block(l.i)+blockSent], uint64(rt.Now()))
	return nil
}

// Receive implements Line.
func (l *memLine) Receive() (Message, error) {
	for {
		m, seen, ok, err := l.poll()
		if ok || err != nil {
			return m, err
		}
		l.rest(l.i, seen)
	}
}

func (l *memLine) poll() (m Message, seen uint64, ok bool, err error) {
	l.use.RLock()
	defer l.use.RUnlock()
	if l.closed.Load() {
		return m, 0, false, ErrClosed
	}
	defer caught(debug.SetPanicOnFault(true), &err)
	seen = atomic.LoadUint64(&l.bell(l.i).rung)
	var r record
	if c := l.systemCell(); c.changed(l.system) && !c.busy() {
		if l.system, err = c.read(&r); err == nil {
			m, err = r.message(&l.last)
		}
		l.last = m.Answer.System
		return m, seen, err == nil, err
	}
	if ok, err = l.down(l.i).pop(&r); ok {
		m, err = r.message(&l.last)
		return m, seen, err == nil, err
	}
	if err != nil {
		return m, seen, false, err
	}
	if atomic.LoadUint64(&l.w[wordOver]) != 0 {
		return m, seen, false, ErrGone
	}
	if now := rt.Now(); now-l.looked >= int64(Look) {
		if l.looked = now; !locked(l.file, 0) {
			return m, seen, false, ErrGone
		}
	}
	return m, seen, false, nil
}

// Close implements Line.
func (l *memLine) Close() error {
	if l.closed.Swap(true) {
		return nil
	}
	l.stir()
	return errors.Join(l.unmap(), l.file.Close())
}

// stir ends a wait of Receive.
func (l *memLine) stir() {
	l.use.RLock()
	defer l.use.RUnlock()
	var gone error // then nothing waits, either
	defer caught(debug.SetPanicOnFault(true), &gone)
	if l.raw != nil {
		wake(l.bell(l.i))
	}
}

// readMemory reads a table at a path without taking a place in it. A state that stays half written for longer than a
// write takes is an error.
func readMemory(path string) (s Snapshot, err error) {
	f, err := openFile(path)
	if err != nil {
		return s, fmt.Errorf("share: %w", err)
	}
	defer func() { _ = f.Close() }()
	if !locked(f, 0) {
		return s, fmt.Errorf("share: %s: %w", path, errNoOverseer)
	}
	m, err := open(f)
	if err != nil {
		return s, fmt.Errorf("share: %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, m.unmap()) }()
	defer caught(debug.SetPanicOnFault(true), &err)
	s.Nodes = m.names
	var errs []error
	for i := range m.nodes {
		var r record
		_, err := m.statusCell(i).read(&r)
		st, bad := r.status()
		s.Statuses = append(s.Statuses, st)
		l := Liveness{Silent: -1}
		if at := int64(atomic.LoadUint64(&m.w[m.block(i)+blockSent])); at > 0 {
			l.Silent = time.Duration(max(0, rt.Now()-at))
		}
		if locked(f, int64(1+i)) {
			l.Pid = int(uint32(atomic.LoadUint64(&m.w[m.block(i)+blockPid])))
		}
		s.Lives = append(s.Lives, l)
		errs = append(errs, err, bad)
	}
	var r record
	_, torn := m.systemCell().read(&r)
	msg, bad := r.message(&node.System{})
	if r.kind() == 0 {
		bad = nil // the overseer has not published a state
	}
	s.System = msg.Answer.System
	return s, errors.Join(append(errs, torn, bad)...)
}
