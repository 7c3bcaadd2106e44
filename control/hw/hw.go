// Package hw is the interface to a piece of hardware: a Driver with named state and command handles over flat slices, a
// life cycle, claims that give each command one owner, and the Commander, which holds such a claim and sends commands
// after a Limiter has limited them. A Commander is the only way to an actuator.
//
// A driver's names follow the custom of robotics: "joint1/position", "tcp/x", "box/error". All numbers are SI. A cycle
// is Read, compute, Write; neither may allocate nor wait longer than the driver's own timeout.
package hw

import (
	"errors"
	"fmt"
	"time"
)

// Driver is one piece of hardware. It is used from one goroutine. A driver may implement more interfaces.
type Driver interface {
	// Info describes the driver; it does not change after the driver is made.
	Info() Info
	// Enter moves the driver one step through its life cycle, see LifeCycle.Next, and blocks until it is there. After an
	// error LifeCycle returns its state, which is never further up than before.
	Enter(to LifeCycle) error
	// Use selects the command group that Write writes, by name. If the driver is Active it stops the hardware first.
	// Nothing can be commanded before a group is in use.
	Use(group string) error
	// Read stores the state of the hardware in state, whose length is that of Info.State. Before Inactive it fails with
	// ErrState. After an error state is unchanged.
	Read(state []float64) error
	// Write commands the group in use; command has the length of the group. Unless Active it fails with
	// ErrState. A command that is not finite is refused with ErrCommand and not sent.
	Write(command []float64) error
}

// Stater is a driver that reports its state in the life cycle; the hardware may fall back on its own, for example when its
// connection breaks.
type Stater interface{ LifeCycle() LifeCycle }

// Errors that all drivers share; drivers wrap them with what failed and where.
var (
	ErrState   = errors.New("hw: not possible in this state of the life cycle")
	ErrCommand = errors.New("hw: command refused: wrong length or not a finite number")
)

// Info describes a driver.
type Info struct {
	Name   string        // unique among a robot's drivers, such as "xarm7"
	Period time.Duration // of the cycle for which the hardware is designed
	State  []Handle
	Groups []Group // mutually exclusive
}

// Handle is one number of a driver.
type Handle struct {
	Name  string // "joint1/position"
	Unit  string // "rad"; "1" for numbers without a unit
	Index int    // in the slice given to Read, or to Write for the handle's group
}

// Group is a set of commands that are sent together.
type Group struct {
	Name    string // "joint_position"
	Command []Handle
}

// Group finds a group by name.
func (in Info) Group(name string) (Group, bool) {
	for _, g := range in.Groups {
		if g.Name == name {
			return g, true
		}
	}
	return Group{}, false
}

// Validate reports every fault of a description: empty or repeated names, missing units, and indices that do
// not number the handles of a slice from 0 on.
func (in Info) Validate() error {
	var faults []error
	fault := func(format string, a ...any) {
		faults = append(faults, fmt.Errorf("hw: driver %q: "+format, append([]any{in.Name}, a...)...))
	}
	if in.Name == "" {
		fault("it has no name")
	}
	if in.Period <= 0 {
		fault("its period is %v", in.Period)
	}
	check := func(where string, hs []Handle) {
		seen := map[string]bool{}
		for i, h := range hs {
			switch {
			case h.Name == "":
				fault("%s: handle %d has no name", where, i)
			case seen[h.Name]:
				fault("%s: handle %q is there twice", where, h.Name)
			case h.Unit == "":
				fault("%s: handle %q has no unit", where, h.Name)
			case h.Index != i:
				fault("%s: handle %q has index %d, want %d", where, h.Name, h.Index, i)
			}
			seen[h.Name] = true
		}
	}
	check("state", in.State)
	names := map[string]bool{}
	for _, g := range in.Groups {
		if g.Name == "" || names[g.Name] {
			fault("group %q: name empty or there twice", g.Name)
		}
		names[g.Name] = true
		check("group "+g.Name, g.Command)
	}
	return errors.Join(faults...)
}

// LifeCycle is a state of a driver's life.
type LifeCycle uint8

// The states. A driver is made Unconfigured.
const (
	Unconfigured LifeCycle = iota // no contact with the hardware
	Inactive                      // in contact: it can be read but does not move
	Active                        // it takes commands
	Finalized                     // over for good
)

// String returns the state's name.
func (l LifeCycle) String() string {
	return [...]string{"unconfigured", "inactive", "active", "finalized"}[l&3]
}

// Next reports whether a driver may go from l to to: up or down one step, from any state to Finalized and, because
// hardware may fall back, from any state but Finalized to Unconfigured. Staying is allowed.
func (l LifeCycle) Next(to LifeCycle) bool {
	switch {
	case to > Finalized:
		return false
	case l == to, to == Finalized:
		return true
	case l == Finalized:
		return false
	case to == Unconfigured:
		return true
	}
	return l+1 == to || to+1 == l
}

// Step returns an error that names both states if Next does not allow the step.
func (l LifeCycle) Step(driver string, to LifeCycle) error {
	if l.Next(to) {
		return nil
	}
	return fmt.Errorf("%w: driver %q goes from %v to %v: take one step at a time", ErrState, driver, l, to)
}

// Steps are a driver's steps through its life cycle, for drivers with no other steps.
type Steps struct {
	Connect    func() error // from Unconfigured to Inactive
	Disconnect func()       // to Unconfigured or Finalized, even after Connect has failed
	Enable     func() error // from Inactive to Active
	Rest       func() error // from Active to Inactive: the hardware stands still then
}

// Move takes a driver from a state to the next one by its steps, and returns the resulting state. On the way from Active
// to Unconfigured or Finalized it rests first and goes on even if that fails: hardware has a watchdog of its own.
func (s Steps) Move(driver string, from, to LifeCycle) (LifeCycle, error) {
	if err := from.Step(driver, to); err != nil || from == to {
		return from, err
	}
	var err error
	switch {
	case to == Active:
		err = s.Enable()
	case to == Inactive && from == Active:
		err = s.Rest()
	case to == Inactive:
		if err = s.Connect(); err != nil {
			s.Disconnect()
		}
	default:
		if from == Active {
			_ = s.Rest()
		}
		s.Disconnect()
	}
	if err != nil {
		return from, err
	}
	return to, nil
}
