package remote

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/guard"
)

// Phase is the present activity of Smooth's interface.
type Phase uint8

// The phases.
const (
	Waiting   Phase = iota // waits for the first commands of a stream; the arm is at rest
	Following              // follows the stream, or a trajectory back onto it
	Coasting               // no command for this cycle: continues with an acceleration that fades
	Stopping               // the stream broke off: a trajectory to rest
	Stopped                // at rest until the application acknowledges
	Ended                  // the motion's last command has been reached
)

// String names the phase.
func (p Phase) String() string {
	names := [...]string{"waiting", "following", "coasting", "stopping", "stopped", "ended"}
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("phase %d", uint8(p))
}

// tracker turns a numbered stream of commands with gaps into commands that a robot follows. Each cycle begins at the
// robot's own last command, as its state shows it. If the stream agrees with it, its command is used; otherwise a
// trajectory joins the two. math/motion/otg leads the difference e = own − stream and its own differences to zero within
// the share of the limits that the stream does not use, and stream + e is commanded. This meets the stream in position,
// velocity and acceleration wherever it goes meanwhile. Differences of samples are linear, so stream and e, each within
// its share, keep the full limits (for rotations, as long as e is small).
type tracker struct {
	space space
	guard *guard.Commands
	order int
	rates [dofs]safety.Rate
	c     *Config
	count *counters

	window [windowSize]franka.Command
	number [windowSize]int64 // of the sample in the slot
	newest int64             // greatest number in the window, −1 if empty
	final  int64             // number of the motion's last sample, −1 while unknown
	play   int64             // number of the sample for this cycle
	since  int64             // samples before this one cannot begin a stream

	phase   Phase
	knocked bool // own and stream have to be joined
	latched bool
	apart   bool // the stop was because the stream was too far from the arm
	fresh   bool // the newest sample arrived in this cycle
	quiet   int  // cycles since the last packet
	packet  bool // a packet arrived for this cycle
	dry     int  // cycles since a command of the stream was used
	still   int  // cycles of waiting at rest
	quit    bool // the application wants to end the motion
	outcome error
	sent    franka.Command
	begun   bool
	s       *franka.State // of this cycle

	depth    depthKeeper
	path     otg.Trajectory
	planner  *otg.Planner
	blend    otg.Input // leads the error to zero
	halt     otg.Input // leads own to rest
	step     int       // cycles since the path began; −1: no path
	coastFor int       // cycles of coasting so far
	coastA   vec
	halting  bool
	base     franka.Command // reference of the stop's trajectory

	now        vec // scratch
	pastOwn    [2]franka.Command
	pastStream franka.Command
}

const (
	windowSize = 512
	tooFar     = 0.5 // rad or m: a stream that is this far from the arm stops it
)

// same is the greatest difference between a command and the robot's report of it, rad or m: reports of protocol 10 have
// 24 bits.
func (k *tracker) same() float64 {
	if k.c.Version >= franka.Version10 {
		return 3e-7
	}
	return 2e-8
}

// newTracker prepares a motion.
func newTracker(c *Config, count *counters) (*tracker, error) {
	g, err := guard.New(c.Limits, c.Generator, c.Margin)
	if err != nil {
		return nil, err
	}
	k := &tracker{c: c, space: spaceOf(c.Generator), guard: g, order: g.Order(), rates: g.Rates(), count: count, newest: -1, final: -1, step: -1, planner: otg.NewPlanner(dofs)}
	for i := range k.number {
		k.number[i] = -1
		k.window[i].ID = 1 // so that the system allocates its memory
	}
	k.depth = newDepthKeeper(c.Depth)
	k.path = *otg.NewTrajectory(dofs, 0)
	k.blend, k.halt = newInput(k.rates, 1-c.Share), newInput(k.rates, stopShare)
	if k.order == 3 {
		k.blend.Interface = otg.Position
	}
	return k, nil
}

// newInput makes the input of a trajectory to zero within a share of the limits.
func newInput(rates [dofs]safety.Rate, share float64) otg.Input {
	column := func(of func(r safety.Rate) float64) []float64 {
		x := make([]float64, dofs)
		for i, r := range rates {
			x[i] = of(r)
		}
		return x
	}
	zero := func(safety.Rate) float64 { return 0 }
	return otg.Input{
		P0: column(zero), V0: column(zero), A0: column(zero), PF: column(zero), VF: column(zero), AF: column(zero),
		VMax:      column(func(r safety.Rate) float64 { return r.V * share }),
		AMax:      column(func(r safety.Rate) float64 { return r.A * share }),
		JMax:      column(func(r safety.Rate) float64 { return r.J * share }),
		Interface: otg.Velocity, Sync: otg.None,
	}
}

// put stores sample n. It reports whether it is new.
func (k *tracker) put(n int64, c *franka.Command) bool {
	i := n % windowSize
	if n <= k.newest-windowSize || k.number[i] == n {
		return false
	}
	if k.final >= 0 && n > k.final { // the last sample again: it must not change while the arm is on its way
		k.fresh = k.fresh || n > k.newest
		k.newest = max(k.newest, n)
		return true
	}
	k.number[i] = n
	take(k.c.Generator, &k.window[i], c)
	if n > k.newest {
		k.newest, k.fresh = n, true
	}
	if c.Finished && (k.final < 0 || n < k.final) {
		k.final = n
	}
	return true
}

// at returns sample n, or nil if it has not arrived. Before the first sample and after the last, the stream is at rest.
func (k *tracker) at(n int64) *franka.Command {
	n = max(n, 0)
	if k.final >= 0 {
		n = min(n, k.final)
	}
	if i := n % windowSize; k.number[i] == n {
		return &k.window[i]
	}
	return nil
}

// whole reports whether the sample to use is there, together with those for its derivatives.
func (k *tracker) whole() bool {
	return k.at(k.play) != nil && k.at(k.play-1) != nil && (k.order == 2 || k.at(k.play-2) != nil)
}

// heard records that a packet came, lost packets after the previous one.
func (k *tracker) heard(lost int) {
	k.packet = true
	if k.phase == Stopping && lost >= k.c.StopAfter {
		k.latched = true
	}
}

// acknowledge ends the stop of an arm at rest.
func (k *tracker) acknowledge() {
	if k.phase == Stopped {
		k.apart = false
		k.phase, k.latched, k.knocked, k.still, k.dry, k.since = Waiting, false, true, 0, 0, k.newest+1
		k.depth.restart()
	}
}

var errOutside = errors.New("remote: a joint is out of its range: move the arm back by hand")

// next answers state s, n cycles after the state before.
func (k *tracker) next(s *franka.State, n int, c *franka.Command) (finished bool, err error) {
	k.s = s
	k.guard.See(s)
	if !k.begun {
		k.guard.Measure(s)
	}
	own, _, _ := k.guard.Own()
	own.ValidElbow = k.sent.ValidElbow
	if !k.begun {
		k.begun = true
		take(k.c.Generator, &k.sent, own)
	} else {
		if k.off(own, &k.sent) > k.same() {
			k.knocked = true
		}
		k.play += int64(n)
		k.quiet += n
	}
	if k.packet {
		k.quiet, k.packet = 0, false
	}
	k.decide()
	k.command(c)
	switch verdict := k.guard.Command(c, k.plain()); {
	case verdict == safety.EStop:
		return false, errOutside
	case verdict != safety.Pass:
		bump(&k.count.limited, 1)
		if _, short := k.guard.Verdict(); short {
			bump(&k.count.held, 1)
		}
		k.knocked = true
	}
	take(k.c.Generator, &k.sent, c)
	k.fresh = false
	return k.ended(), nil
}

// narrow sets the limits of in to share of those of the joints and of the tool, at the arm's present configuration.
func (k *tracker) narrow(share float64, in *otg.Input) {
	k.guard.Measure(k.s)
	v, a, j, ok := k.guard.Reach()
	for i := 0; ok && i < 6; i++ {
		in.VMax[i], in.AMax[i], in.JMax[i] = share*v*k.rates[i].V, share*a*k.rates[i].A, share*j*k.rates[i].J
	}
}

// plain reports whether this cycle's command is the stream's, or a command to rest.
func (k *tracker) plain() bool {
	return k.phase == Following && k.step < 0 || k.phase == Waiting || k.phase == Stopped || k.phase == Ended
}

// off returns the distance of the robot's command from the one sent.
func (k *tracker) off(a, b *franka.Command) float64 {
	e := k.space.apart(a, b)
	most := 0.0
	for _, x := range e {
		most = math.Max(most, math.Abs(x))
	}
	return most
}

// decide updates the phase.
func (k *tracker) decide() {
	switch k.phase {
	case Waiting:
		k.begin()
		return
	case Stopped:
		k.linger()
		return
	case Ended:
		return
	}
	silent := max(k.quiet, k.dry)
	k.latched = k.latched || k.quit || silent >= k.c.StopAfter+stopSlack
	if silent >= k.c.StopAfter || k.latched {
		if k.phase != Stopping {
			k.phase, k.halting = Stopping, false
			bump(&k.count.stops, 1)
		}
		if k.latched || !k.fresh {
			return
		}
	}
	if k.final < 0 && k.fresh {
		if by := k.depth.adjust(int(k.newest - k.play)); by != 0 {
			k.play += int64(by)
			k.knocked = true
		}
	}
	k.stream()
}

// begin starts to follow when enough commands are there.
func (k *tracker) begin() {
	first := max(0, k.newest-int64(k.depth.want))
	if k.quit || k.quiet >= k.c.StopAfter || k.newest < k.since || k.newest < int64(k.depth.want) && k.final < 0 || !k.unbroken(first-2) {
		k.linger()
		return
	}
	k.play = first
	k.phase, k.knocked, k.step, k.dry, k.still = Following, true, -1, 0, 0
	k.stream()
}

// unbroken reports whether all samples from n on are there.
func (k *tracker) unbroken(n int64) bool {
	for ; n <= k.newest; n++ {
		if k.at(n) == nil {
			return false
		}
	}
	return k.newest >= 0
}

// linger ends a motion that nobody continues.
func (k *tracker) linger() {
	k.still++
	if k.still < k.c.Linger && !k.quit {
		return
	}
	if !k.quit {
		k.outcome = ErrAbandoned
		if k.phase == Stopped {
			k.outcome = ErrStopped
		}
		if k.apart {
			k.outcome = ErrApart
		}
	} else {
		k.outcome = ErrQuit
	}
	k.phase = Ended
}

// The outcomes of a motion that did not reach its end.
var (
	ErrStopped   = errors.New("remote: the commands broke off; the arm was stopped and nobody acknowledged it")
	ErrApart     = errors.New("remote: the commands were more than 0.5 rad or m from the arm; it was stopped")
	ErrAbandoned = errors.New("remote: the application sent no commands")
	ErrQuit      = errors.New("remote: the application stopped the motion")
)

// stopSlack is the number of cycles after StopAfter from which on a stop is latched even if few packets turn out to be
// lost.
const stopSlack = 5

// stream chooses between following and coasting.
func (k *tracker) stream() {
	if k.phase == Following && !k.knocked && k.at(k.play) != nil {
		k.dry = 0
		return
	}
	if k.whole() {
		if k.phase != Following {
			k.phase, k.knocked = Following, true
		}
		k.dry = 0
		return
	}
	k.dry++
	if k.phase == Stopping {
		return
	}
	if k.phase != Coasting {
		k.phase, k.coastFor, k.step = Coasting, 0, -1
	}
}

// command writes the command of the phase.
func (k *tracker) command(c *franka.Command) {
	if k.phase == Following && k.knocked && !k.meet() {
		k.phase, k.coastFor, k.step = Coasting, 0, -1
	}
	switch k.phase {
	case Following:
		k.follow(c)
	case Coasting:
		k.coast(c)
	case Stopping:
		k.stop(c)
	default:
		k.rest(c)
	}
}

// follow commands the stream plus the remaining difference from it.
func (k *tracker) follow(c *franka.Command) {
	s := k.at(k.play)
	if k.step < 0 {
		k.now = vec{}
		k.space.shift(s, &k.now, c)
		return
	}
	t := k.onward()
	k.space.shift(s, &k.now, c)
	if t >= k.path.Duration() {
		k.step = -1
	}
}

// onward takes one step along the path: now is its value there, t seconds after it began.
func (k *tracker) onward() (t float64) {
	k.step++
	t = float64(k.step) * franka.Period
	if k.order == 3 {
		k.path.At(t, k.now[:], nil, nil)
	} else {
		k.path.At(t, nil, k.now[:], nil)
	}
	return t
}

// meet plans from the robot's own last command onto the stream.
func (k *tracker) meet() bool {
	const dt = franka.Period
	own, d1, d2 := k.guard.Own()
	s0, s1, s2 := k.at(k.play), k.at(k.play-1), k.at(k.play-2)
	e := k.space.apart(own, s1)
	v, a := k.differences(own, d1, d2, s0, s1, s2)
	for i := range e {
		if k.order == 3 && !(math.Abs(e[i]) < tooFar) {
			k.latched, k.apart = true, true
			return false
		}
		if k.order == 3 { // backward differences over constant acceleration
			k.blend.P0[i], k.blend.V0[i], k.blend.A0[i] = e[i], v[i]+float64(a[i]*dt/2), a[i]
		} else {
			k.blend.V0[i], k.blend.A0[i] = e[i], v[i]
		}
	}
	k.knocked, k.step = false, -1
	k.narrow(1-k.c.Share, &k.blend)
	if !k.planner.Plan(&k.blend, &k.path).Usable() {
		k.knocked = true
		return false
	}
	if k.path.Duration() > 0 {
		k.step = 0
		bump(&k.count.replans, 1)
	}
	return true
}

// differences returns first and second backward difference of own − stream at the robot's last command. It assumes that
// the stream's acceleration there is the present one, so that the trajectory onto the stream need not follow its change.
func (k *tracker) differences(own *franka.Command, d1, d2 *vec, s0, s1, s2 *franka.Command) (v, a vec) {
	const dt = franka.Period
	if k.order == 2 {
		s := k.space.apart(s0, s1)
		for i := range v {
			v[i] = d1[i] - s[i]/dt
		}
		return v, a
	}
	var e [3]vec
	// own one and two cycles ago
	var back vec
	for i := range back {
		back[i] = -d1[i] * dt
	}
	k.space.shift(own, &back, &k.pastOwn[0])
	for i := range back {
		back[i] = -(d1[i] - d2[i]*dt) * dt
	}
	k.space.shift(&k.pastOwn[0], &back, &k.pastOwn[1])
	// the stream three cycles ago, assuming the present acceleration
	w1, w0 := k.space.apart(s1, s2), k.space.apart(s0, s1)
	for i := range back {
		back[i] = -(2*w1[i] - w0[i])
	}
	k.space.shift(s2, &back, &k.pastStream)
	e[0], e[1], e[2] = k.space.apart(own, s1), k.space.apart(&k.pastOwn[0], s2), k.space.apart(&k.pastOwn[1], &k.pastStream)
	for i := range v {
		v[i] = (e[0][i] - e[1][i]) / dt
		a[i] = (e[0][i] - 2*e[1][i] + e[2][i]) / (dt * dt)
	}
	return v, a
}
