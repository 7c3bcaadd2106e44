// Package box simulates a Personal Mobility Kit on the wheels of a simulated wheelchair. Its caller advances its time; the kit
// starts no goroutine and reads no clock. A Line carries bytes in memory; sock.Host carries them over TCP.
package box

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/robot/wheelchair"
	"github.com/sinew-robotics/sinew/sim/planar"
)

// Config describes a kit. The zero value is a kit without faults.
type Config struct {
	Seed   uint64  // of its faults
	Charge float64 // initial charge of the battery, a share; 0 for 0.9
	Faults Faults
}

// Faults are the faults of the kit's line. Stuck and skidding wheels are faults of planar.Body.
type Faults struct {
	Mute    bool    // it sends nothing
	Deaf    bool    // it hears nothing
	Garbage float64 // share of its sent bytes that arrive changed
	Junk    float64 // probability of a burst of up to 40 random bytes before a frame, 0 to 1
}

// Kit is a simulated kit.
type Kit struct {
	Faults Faults

	body   *planar.Body
	now    time.Duration
	due    time.Duration // of the next cycle
	tell   time.Duration // of the next measurements
	rng    *rand.Rand
	line   *Line
	limits wheelchair.Limits
	mode   wheelchair.Mode
	faults wheelchair.Fault
	v, w   nav.Shaper
	wish   [2]float64 // v, w
	ramp   rampKind
	heard  time.Duration // of the last drive or stop
	driven uint8
	stick  [2]float64
	keys   uint8
	charge float64
	stall  [2]time.Duration // for how long a driven wheel has not turned
	seq    uint8
	n      Counters
}

// Counters count a kit's events.
type Counters struct {
	Frames  uint64 // understood frames
	Unknown uint64
	Sent    uint64 // bytes
	Falls   uint64 // how often its master fell silent
	Stops   uint64 // emergency stops
}

// rampKind selects the limits of the ramps.
type rampKind uint8

const (
	remoteRamp rampKind = iota
	nativeRamp
	silentRamp // after the watchdog, a stuck wheel, or in the mode Idle
)

// cycle is the period of the kit's own control, and firmware its version.
const (
	cycle    = 5 * time.Millisecond
	firmware = 0x0102
	stalls   = 500 * time.Millisecond
)

// native are the limits of the mode Native, made for a passenger: with them acceleration at the seat, 0.35 m before the axle,
// stays below 1 m/s² and jerk below 2 m/s³. swing bounds v·w, the acceleration to the side, in m/s².
func native() wheelchair.Limits {
	return wheelchair.Limits{V: 0.9, Back: 0.4, W: 0.8, A: 0.5, Alpha: 0.6, J: 0.9, Angled: 1.1}
}

const swing = 0.4

// silent are the limits with which the kit stops on its own.
func silent() wheelchair.Limits {
	l := wheelchair.KitLimits()
	l.A, l.J = 1.5, 15
	return l
}

// New makes a kit on a body's wheels, at the body's time.
func New(c Config, body *planar.Body, now time.Duration) (*Kit, error) {
	if body == nil {
		return nil, errors.New("pmk box: there is no body whose wheels it could drive: give one")
	}
	if c.Charge == 0 {
		c.Charge = 0.9
	}
	if !(c.Charge >= 0 && c.Charge <= 1) {
		return nil, fmt.Errorf("pmk box: a battery charged to %g: give 0 to 1", c.Charge)
	}
	k := &Kit{Faults: c.Faults, body: body, limits: wheelchair.KitLimits(), charge: c.Charge, now: now, due: now, tell: now}
	k.rng = rand.New(rand.NewPCG(c.Seed, 0x504d4b))
	k.ramp = silentRamp
	return k, nil
}

// Counters returns the counts so far.
func (k *Kit) Counters() Counters { return k.n }

// Mode returns the kit's mode.
func (k *Kit) Mode() wheelchair.Mode { return k.mode }

// Faulty returns the kit's faults.
func (k *Kit) Faulty() wheelchair.Fault { return k.faults }

// Twist returns the present command of the kit's ramps: v in m/s, w in rad/s.
func (k *Kit) Twist() (v, w float64) { return k.v.V, k.w.V }

// Stick holds the on-board joystick: x forward, y to the left, −1 to 1, and its buttons as bits.
func (k *Kit) Stick(x, y float64, buttons uint8) {
	if x-x != 0 || y-y != 0 {
		x, y = 0, 0
	}
	k.stick, k.keys = [2]float64{min(max(x, -1), 1), min(max(y, -1), 1)}, buttons
}

// SwitchTo changes the mode as the keys on board do: Idle, or Native.
func (k *Kit) SwitchTo(m wheelchair.Mode) { k.setMode(m) }

// Press presses the emergency stop button.
func (k *Kit) Press() {
	k.mode = wheelchair.Halted
	k.faults |= wheelchair.Emergency
	k.n.Stops++
}

// Advance advances the kit's time: its cycles command the wheels, and it sends its measurements. The body must be moved between
// two calls, at least every 5 ms.
func (k *Kit) Advance(now time.Duration) {
	for k.due <= now {
		k.now = k.due
		k.control()
		if k.due >= k.tell {
			k.measure()
			k.tell += wheelchair.Period
		}
		k.due += cycle
	}
	k.now = max(k.now, now)
}

// control carries out one cycle of the kit's own control.
func (k *Kit) control() {
	k.watch()
	goal, limits := k.goal()
	if k.mode == wheelchair.Halted {
		k.v, k.w = nav.Shaper{}, nav.Shaper{}
	} else {
		dt := cycle.Seconds()
		k.v.Toward(goal[0], limits.A, limits.J, dt)
		k.w.Toward(goal[1], limits.Alpha, limits.Angled, dt)
	}
	half := k.body.Vehicle().Track / 2
	k.body.Command(k.v.V-half*k.w.V, k.v.V+half*k.w.V)
	k.stuck()
	l, r := k.body.Rims()
	k.charge = max(k.charge-(2e-6+4e-6*(math.Abs(l)+math.Abs(r)))*cycle.Seconds(), 0)
	k.faults &^= wheelchair.BatteryLow
	if k.charge < 0.1 {
		k.faults |= wheelchair.BatteryLow
	}
}

// goal returns the velocity that the mode demands, and the limits of the ramp towards it.
func (k *Kit) goal() (goal [2]float64, limits wheelchair.Limits) {
	switch {
	case k.ramp == silentRamp:
		return [2]float64{}, silent()
	case k.mode == wheelchair.Native:
		l := native()
		x, y := dead(k.stick[0]), dead(k.stick[1])
		goal = [2]float64{max(x*l.V, -l.Back), y * l.W}
		if most := swing / max(math.Abs(k.v.V), math.Abs(goal[0]), 1e-3); math.Abs(goal[1]) > most {
			goal[1] = math.Copysign(most, goal[1])
		}
		return goal, l
	}
	l := k.limits
	return [2]float64{min(max(k.wish[0], -l.Back), l.V), min(max(k.wish[1], -l.W), l.W)}, l
}

// dead removes a stick's dead zone of 5 %.
func dead(x float64) float64 {
	const zone = 0.05
	return math.Copysign(max(math.Abs(x)-zone, 0)/(1-zone), x)
}

// watch stops the wheels when the master is silent.
func (k *Kit) watch() {
	if k.mode == wheelchair.Remote && k.now-k.heard > wheelchair.Watchdog && k.faults&wheelchair.Silent == 0 {
		k.faults |= wheelchair.Silent
		k.ramp = silentRamp
		k.n.Falls++
	}
}

// stuck detects driven wheels that do not turn, and stops.
func (k *Kit) stuck() {
	half := k.body.Vehicle().Track / 2
	l, r := k.body.Rims()
	for i, w := range [2][2]float64{{k.v.V - half*k.w.V, l}, {k.v.V + half*k.w.V, r}} {
		if math.Abs(w[0]) < 0.08 || math.Abs(w[1]) > 0.1*math.Abs(w[0]) {
			k.stall[i] = 0
			continue
		}
		if k.stall[i] += cycle; k.stall[i] >= stalls {
			k.faults |= wheelchair.LeftStuck << i
			k.mode, k.ramp = wheelchair.Idle, silentRamp
		}
	}
}

// setMode changes the mode, if that is possible.
func (k *Kit) setMode(m wheelchair.Mode) wheelchair.Code {
	switch {
	case m > wheelchair.Remote:
		return wheelchair.BadValue
	case k.mode == wheelchair.Halted && m != wheelchair.Idle:
		return wheelchair.BadMode
	}
	k.faults &^= wheelchair.Silent | wheelchair.Emergency | wheelchair.LeftStuck | wheelchair.RightStuck
	k.mode, k.stall, k.wish = m, [2]time.Duration{}, [2]float64{}
	k.ramp = [...]rampKind{silentRamp, nativeRamp, remoteRamp}[m]
	k.heard = k.now
	return wheelchair.OK
}

// measure sends the kit's measurements.
func (k *Kit) measure() {
	l := k.line
	if l == nil {
		return
	}
	var f wheelchair.Frame
	left, right := k.body.Counts()
	rl, rr := k.body.Rims()
	f.SetMotion(&wheelchair.Motion{Time: k.now, Left: left, Right: right, Rims: [2]float64{rl, rr}, Mode: k.mode})
	k.send(&f)
	f.SetStatus(&wheelchair.Status{
		Time: k.now, X: k.stick[0], Y: k.stick[1], Buttons: k.keys, Mode: k.mode, Faults: k.faults,
		Battery: 22.5 + 3.5*k.charge - 0.3*(math.Abs(rl)+math.Abs(rr)), Charge: k.charge, Driven: k.driven, Bad: uint8(l.split.Damaged),
	})
	k.send(&f)
}

// send sends a frame, altered by the line's faults.
func (k *Kit) send(f *wheelchair.Frame) {
	l := k.line
	if l == nil || k.Faults.Mute {
		return
	}
	if k.Faults.Junk > 0 && k.rng.Float64() < k.Faults.Junk {
		for range 1 + k.rng.IntN(40) {
			l.add(byte(k.rng.Uint32()))
		}
	}
	k.seq++
	f.Seq = k.seq
	var room [wheelchair.MaxFrame]byte
	for _, b := range f.Append(room[:0]) {
		if k.Faults.Garbage > 0 && k.rng.Float64() < k.Faults.Garbage {
			b = byte(k.rng.Uint32())
		}
		l.add(b)
	}
}

// handle carries out a frame of the master.
func (k *Kit) handle(f *wheelchair.Frame) {
	var limits wheelchair.Limits
	answer := wheelchair.Unknown
	if v, w, ok := f.Drive(); ok {
		k.drive(f.Seq, v, w)
		return
	}
	if _, nonce, ok := f.Hello(); ok {
		k.n.Frames++
		k.welcome(nonce)
		return
	}
	if s, ok := f.Stop(); ok {
		answer = k.stop(s)
	} else if m, ok := f.Mode(); ok {
		answer = k.setMode(m)
	} else if f.Limits(&limits) {
		if answer = wheelchair.BadValue; limits.Check() == nil {
			answer, k.limits = wheelchair.OK, limits
		}
	}
	if answer == wheelchair.Unknown {
		k.n.Unknown++
	} else {
		k.n.Frames++
	}
	var a wheelchair.Frame
	a.SetAnswer(f, answer)
	k.send(&a)
}

// drive takes velocities from the master.
func (k *Kit) drive(seq uint8, v, w float64) {
	k.n.Frames++
	if k.mode != wheelchair.Remote {
		return
	}
	k.faults &^= wheelchair.Silent
	k.wish, k.ramp, k.heard, k.driven = [2]float64{v, w}, remoteRamp, k.now, seq
}

// stop stops as the master commands.
func (k *Kit) stop(s wheelchair.Stop) wheelchair.Code {
	switch s {
	case wheelchair.Gently:
		k.wish, k.heard = [2]float64{}, k.now
	case wheelchair.AtOnce:
		k.Press()
	default:
		return wheelchair.BadValue
	}
	return wheelchair.OK
}

// welcome sends the kit's identity and dimensions.
func (k *Kit) welcome(nonce uint16) {
	v := k.body.Vehicle()
	var f wheelchair.Frame
	f.SetWelcome(&wheelchair.Welcome{
		Version: wheelchair.Version, Nonce: nonce, Firmware: firmware, Track: v.Track, Radius: v.Radius, Counts: v.Counts, Top: v.Top,
	})
	k.send(&f)
	k.measure()
}
