package link

import (
	"errors"
	"fmt"
	"math"
)

// End is one of the two ends of a link.
type End uint8

// The ends.
const (
	Application End = iota // sends commands, receives states
	Interface              // next to the robot: sends states, receives commands
)

// Config is what both ends agree on. The application chooses it and sends it in its hello.
type Config struct {
	State, Command             Selection // what travels to the application, and to the robot
	StateQuanta, CommandQuanta Quanta    // for Delta; nil: the layouts' quanta
	Compression                Compression
	NoCRC                      bool // packets have no CRC-32; without a key, damage on the line then goes unnoticed
	Redundancy                 int  // commands in a packet: the newest and those before it; 1 to 8, 0 is 1
}

// Validate reports all faults at once.
func (c *Config) Validate() error {
	var errs []error
	for _, s := range []struct {
		what string
		sel  Selection
		q    Quanta
	}{{"state", c.State, c.StateQuanta}, {"command", c.Command, c.CommandQuanta}} {
		if s.sel.Size() == 0 {
			errs = append(errs, fmt.Errorf("link: no member of the %s is selected", s.what))
		}
		for _, f := range s.sel.Packed() {
			if q, ok := s.q[f.Name]; ok && !(q.valid(q.Step) && q.valid(q.Angle)) {
				errs = append(errs, fmt.Errorf("link: the quantum of %s is %g, %g: 0, or 1e-15 to 1e6, is possible", f.Name, q.Step, q.Angle))
			}
		}
	}
	if int(c.Compression) >= len(compressions()) {
		errs = append(errs, fmt.Errorf("link: there is no compression %d", c.Compression))
	}
	if c.Redundancy < 0 || c.Redundancy > mostSamples {
		errs = append(errs, fmt.Errorf("link: redundancy %d: 1 to %d commands in a packet are possible", c.Redundancy, mostSamples))
	}
	if n := c.Command.Size() * max(1, c.Redundancy); c.Compression != Delta && n > maxImage {
		errs = append(errs, fmt.Errorf("link: %d bytes of commands in a packet: %d are the most", n, maxImage))
	}
	return errors.Join(errs...)
}

func (Quantum) valid(step float64) bool {
	return step == 0 || step >= 1e-15 && step <= 1e6 && !math.IsNaN(step)
}

// complete returns c with its defaults filled in.
func (c Config) complete() Config {
	c.Redundancy = max(1, c.Redundancy)
	return c
}

// Hello returns the hello that asks for c. The caller fills in what the link does not know (scheme, protocol, …).
func (c Config) Hello(nonce Nonce) Hello {
	c = c.complete()
	return Hello{
		Compression: c.Compression, CRC: !c.NoCRC, Redundancy: uint8(c.Redundancy), Nonce: nonce,
		StateHash: c.State.Of().Hash(), CommandHash: c.Command.Of().Hash(),
		State: subscribe(c.State, c.StateQuanta), Command: subscribe(c.Command, c.CommandQuanta),
	}
}

func subscribe(s Selection, q Quanta) []Subscribed {
	var list []Subscribed
	for k, i := range s.Members() {
		list = append(list, Subscribed{Member: uint8(i), Quantum: q.of(s.Packed()[k])})
	}
	return list
}

// Config returns the configuration that a hello asks for, given the layouts of the end that received it. It reports
// all faults.
func (h *Hello) Config(state, command Layout) (Config, error) {
	c := Config{Compression: h.Compression, NoCRC: !h.CRC, Redundancy: int(h.Redundancy)}
	var errs []error
	if h.StateHash != state.Hash() || h.CommandHash != command.Hash() {
		errs = append(errs, errors.New("link: the application has another layout of states or commands: both ends need the same protocol version"))
		return c, errors.Join(errs...)
	}
	var err error
	if c.State, c.StateQuanta, err = subscribed(state, h.State); err != nil {
		errs = append(errs, err)
	}
	if c.Command, c.CommandQuanta, err = subscribed(command, h.Command); err != nil {
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		errs = append(errs, c.Validate())
	}
	return c, errors.Join(errs...)
}

func subscribed(l Layout, list []Subscribed) (Selection, Quanta, error) {
	var members []int
	q := Quanta{}
	for _, s := range list {
		members = append(members, int(s.Member))
		if int(s.Member) < len(l) {
			q[l[s.Member].Name] = s.Quantum
		}
	}
	sel, err := l.Pick(members...)
	return sel, q, err
}
