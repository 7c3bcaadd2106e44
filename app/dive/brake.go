package dive

import (
	"math"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/view"
)

// brake is the operator's emergency stop, in the thrusters' driver: all forces are zero from the first cycle after it is
// pressed until the first cycle after it is released. The tags are compared, so that it does not matter which of two
// threads is ahead.
type brake struct {
	pressed, released atomic.Int64 // tags' times; math.MaxInt64: not yet
}

func (b *brake) init() {
	b.pressed.Store(math.MaxInt64)
	b.released.Store(math.MaxInt64)
}

// set presses or releases the brake at a tag. Pressing it again changes nothing.
func (b *brake) set(at reactor.Time, on bool) {
	held := b.held()
	switch {
	case on && !held:
		b.released.Store(math.MaxInt64) // first, so that a concurrent read finds it still pressed
		b.pressed.Store(int64(at))
	case !on && held:
		b.released.Store(int64(at))
	}
}

// held reports whether it is pressed.
func (b *brake) held() bool {
	return b.pressed.Load() != math.MaxInt64 && b.released.Load() == math.MaxInt64
}

// on reports whether the brake holds in a cycle.
func (b *brake) on(at reactor.Time) bool {
	return int64(at) > b.pressed.Load() && int64(at) <= b.released.Load()
}

// estop is the way to the brake: a physical action, so that it is recorded.
type estop struct {
	reactor.Reactor
	Pressed reactor.PhysicalAction[bool]
	Stopped reactor.Out[bool]
}

// estopPressed is the action's path, for pages and topics.
const estopPressed = "estop.pressed"

// newEstop makes the emergency stop of thrusters; told is called when it is used.
func newEstop(parent reactor.Parent, b *brake, told func(at reactor.Time, on bool)) *estop {
	e := &estop{}
	reactor.Init(parent, "estop", e)
	e.Document("The operator's emergency stop: true sets all thrusters to zero from the next cycle on, false releases them.")
	e.Reaction("brake").On(&e.Pressed).Sets(&e.Stopped).Do(func() {
		on, at := e.Pressed.Get(), e.Tag().Time
		b.set(at, on)
		e.Stopped.Set(on)
		told(at, on)
	})
	return e
}

// brakes returns the buttons of the emergency stop.
func brakes() []view.Order {
	return []view.Order{{Path: estopPressed, Label: "E-STOP: thrusters to zero until released", Example: "true", Kind: "stop"},
		{Path: estopPressed, Label: "release the thrusters", Example: "false", Kind: "release"}}
}

// presses remembers when the emergency stop was pressed and released. Any thread may use it.
type presses struct {
	mu  rt.Mutex // shared by threads of different priority
	all []Event
}

// estopText says what the emergency stop does.
const estopText = "emergency stop: thrusters at zero until they are released"

// mostPresses is how many presses are kept.
const mostPresses = 256

func (p *presses) add(at reactor.Time, on bool) {
	text := estopText
	if !on {
		text = "emergency stop released: the thrusters follow the law again"
	}
	p.mu.Lock()
	if len(p.all) < mostPresses {
		p.all = append(p.all, Event{T: at.Duration().Seconds(), Text: text})
	}
	p.mu.Unlock()
}

func (p *presses) list() []Event {
	p.mu.Lock()
	all := append([]Event(nil), p.all...)
	p.mu.Unlock()
	return all
}
