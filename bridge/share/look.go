package share

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
)

// Snapshot is what an overseer knows at a moment.
type Snapshot struct {
	Nodes    []string
	Statuses []node.Status
	Lives    []Liveness
	System   node.System
}

// Liveness is what is known about a node's process.
type Liveness struct {
	Pid    int           // 0 if it is not connected
	Silent time.Duration // since the node last sent something; negative if it never has
}

// Absent reports whether an error of Read or Dial says that there is no overseer at the address.
func Absent(err error) bool { return absent(err) }

// Read asks an overseer, at the first of several addresses where there is one, what it knows. It does not affect the
// overseer's nodes.
func Read(addresses ...string) (s Snapshot, err error) {
	err = errors.New("share: no address is given")
	for _, a := range addresses {
		switch scheme, at, _ := strings.Cut(a, ":"); scheme {
		case "shm":
			s, err = readMemory(at)
		case "unix", "tcp":
			s, err = readService(scheme, at)
		default:
			return s, fmt.Errorf("share: %q is no address: give shm:PATH, unix:PATH or tcp:127.0.0.1:PORT", a)
		}
		if err == nil || !absent(err) {
			return s, err
		}
	}
	return s, err
}

// Words that are added to a status on its way to an observer.
const (
	wordPid    = 30
	wordSilent = 31 // in ns
)

// show sends what the overseer knows to an observer: the state of the system, and a name and a status for each node.
func (s *Service) show(c net.Conn) {
	s.mu.Lock()
	all := []record{{kindHello, magic, version, uint64(len(s.names))}, s.system}
	for i, name := range s.names {
		n := record{kindName}
		n.put(1, longestName, name)
		st := s.states[i]
		st[wordPid], st[wordSilent] = uint64(s.pids[i]), ^uint64(0)
		if !s.heard[i].IsZero() {
			st[wordSilent] = uint64(time.Since(s.heard[i]))
		}
		all = append(all, n, st)
	}
	s.mu.Unlock()
	var out []byte
	for i := range all {
		var b [Size]byte
		all[i].bytes(&b)
		out = append(out, b[:]...)
	}
	_, _ = c.Write(out) // the observer notices missing parts
}

func readService(network, address string) (s Snapshot, err error) {
	if err := local(network, address); err != nil {
		return s, fmt.Errorf("share: %w", err)
	}
	c, err := net.DialTimeout(network, address, hello)
	if err != nil {
		return s, fmt.Errorf("share: %w", err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(hello))
	var b [Size]byte
	(&record{kindLook, magic, version}).bytes(&b)
	if _, err := c.Write(b[:]); err != nil {
		return s, fmt.Errorf("share: %w", err)
	}
	var r record
	if err := receive(c, &r); err != nil {
		return s, fmt.Errorf("share: %w", err)
	}
	n := r[3]
	if r.kind() != kindHello || r[1] != magic || r[2] != version || n < 1 || n > MostNodes {
		return s, fmt.Errorf("share: %s: the other end speaks another protocol or version", address)
	}
	if err := receive(c, &r); err != nil {
		return s, fmt.Errorf("share: %w", err)
	}
	if r.kind() == kindSystem {
		m, err := r.message(&node.System{})
		if err != nil {
			return s, err
		}
		s.System = m.Answer.System
	}
	for range n {
		if err := receive(c, &r); err != nil {
			return s, fmt.Errorf("share: %w", err)
		}
		name, err := r.text(1, longestName, "")
		if err == nil && r.kind() != kindName {
			err = errMalformed
		}
		if err == nil {
			err = receive(c, &r)
		}
		st, bad := r.status()
		if err := errors.Join(err, bad); err != nil {
			return s, fmt.Errorf("share: %w", err)
		}
		s.Nodes, s.Statuses = append(s.Nodes, name), append(s.Statuses, st)
		s.Lives = append(s.Lives, Liveness{Pid: int(uint32(r[wordPid])), Silent: time.Duration(r[wordSilent])})
	}
	return s, nil
}
