package latency

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/reactor"
)

// Result is the measured delay of one joint.
type Result struct {
	Joint    string
	Delay    time.Duration // from a command to the reading that shows it, mean of the repeats
	Spread   time.Duration // the longest of them less the shortest
	Repeats  int           // repeats that were made
	Residual float64       // share of the readings' variation that the delay does not explain, 0 to 1, at worst
	Gain     float64       // share of the motion that the readings show, at least
	Found    bool          // in each repeat at most a fifth of the variation is left, half the motion was made, and the delay is within the search range
}

// String formats the result in one line.
func (r Result) String() string {
	if !r.Found {
		return fmt.Sprintf("%s: no delay was found: of the motion the readings show %.3g times, and %.3g of their variation is not explained", r.Joint, r.Gain, r.Residual)
	}
	spread := ""
	if r.Repeats > 1 {
		spread = fmt.Sprintf(" (mean of %d, spread %v)", r.Repeats, r.Spread.Round(time.Microsecond))
	}
	return fmt.Sprintf("%s: %v from a command to the reading that shows it%s; %.2g of the variation is not explained", r.Joint, r.Delay.Round(time.Microsecond), spread, r.Residual)
}

// Controller measures delays. Commands: positions of joints. States: positions of joints. Port: result out. It finishes on its own.
type Controller struct {
	joints    []string
	amplitude float64
	frequency float64
	duration  time.Duration
	most      time.Duration
	repeats   int

	result  reactor.Out[Result]
	ported  bool
	results []Result
	limits  []safety.AxisLimit
	size    []float64 // of the motion of each joint, with its sign
	sent    []float64 // of the joint in turn
	read    []float64
	errs    []float64 // sums of squares by delay
	gains   []float64
	joint   int
	turn    int // of its repeats
	turns   []Result
	cycle   int
	start   float64
	dt      float64
	over    bool
	longest int
}

// New returns a controller with default parameters.
func New() *Controller {
	return &Controller{amplitude: 0.02, frequency: 2, duration: 2 * time.Second, most: 200 * time.Millisecond, repeats: 1}
}

// Parameters implements manager.Controller.
func (c *Controller) Parameters() []manager.Parameter {
	return []manager.Parameter{
		{Name: "joints", At: &c.joints},
		{Name: "amplitude", At: &c.amplitude, Unit: "rad or m", Min: 1e-4, Max: 0.2, Help: "the most that a joint moves to either side"},
		{Name: "frequency", At: &c.frequency, Unit: "Hz", Min: 0.1, Max: 20, Help: "of the motion"},
		{Name: "duration", At: &c.duration, Min: 0.2, Max: 20, Help: "of a joint's motion"},
		{Name: "repeats", At: &c.repeats, Min: 1, Max: 100, Help: "measurements of each joint, for the spread of its delay"},
		{Name: "longest", At: &c.most, Min: 0.001, Max: 2, Help: "the longest delay that is looked for; shorter than half a period of the motion"},
	}
}

// Configure implements manager.Controller.
func (c *Controller) Configure(s *manager.Setup) (d manager.Description, err error) {
	if len(c.joints) == 0 {
		err = errors.New("latency: no joints: give joints")
	}
	if half := 0.5 / c.frequency; c.most.Seconds() >= half {
		err = errors.Join(err, fmt.Errorf("latency: a motion of %g Hz does not tell delays of %v: give a longest below %.3g s, or a lower frequency", c.frequency, c.most, half))
	}
	if c.duration.Seconds()*c.frequency < 2 {
		err = errors.Join(err, fmt.Errorf("latency: %v are not two periods of %g Hz: give a longer duration", c.duration, c.frequency))
	}
	if err != nil {
		return d, err
	}
	c.dt = s.Period.Seconds()
	c.limits, c.size, c.results = make([]safety.AxisLimit, len(c.joints)), make([]float64, len(c.joints)), make([]Result, len(c.joints))
	for i, j := range c.joints {
		c.limits[i] = s.Limit(j)
	}
	c.longest = max(3, int(c.most/s.Period)+1)
	n := int(c.duration/s.Period) + c.longest
	c.sent, c.read = make([]float64, n), make([]float64, n)
	c.errs, c.gains, c.turns = make([]float64, c.longest), make([]float64, c.longest), make([]Result, c.repeats)
	return manager.Description{States: manager.Needs("position", c.joints...), Commands: manager.Needs("position", c.joints...)}, nil
}

// Ports implements manager.Ported.
func (c *Controller) Ports() []manager.Port {
	c.ported = true
	return []manager.Port{{Name: "result", Out: &c.result}}
}

// Receive implements manager.Ported.
func (c *Controller) Receive(*manager.IO) {}

// Activate implements manager.Controller. It fails if a joint has no room.
func (c *Controller) Activate(io *manager.IO) error {
	w := 2 * math.Pi * c.frequency
	for i := range c.joints {
		l := &c.limits[i]
		a := min(c.amplitude, l.V/4/w, min(l.A, l.D)/4/(w*w))
		low, high := math.Max(l.Lower, l.Soft[0]), math.Min(l.Upper, l.Soft[1])
		at := io.Command(i)
		if a > at-low || a > high-at {
			return fmt.Errorf("%s has no room to move by %.3g to either side: bring it away from the end of its range", c.joints[i], a)
		}
		c.size[i] = a
	}
	c.joint, c.turn, c.cycle, c.over = 0, 0, 0, false
	return nil
}

// Update implements manager.Controller: a joint moves, then its readings are searched, one delay per cycle.
func (c *Controller) Update(io *manager.IO) error {
	if c.over {
		return nil
	}
	i := c.joint
	if c.cycle == 0 {
		c.start = io.Command(i)
	}
	if n := c.cycle; n < len(c.read) {
		c.read[n], c.sent[n] = io.State(i), io.Sent(i)
		t, x := float64(n)*c.dt, 0.0
		if long := c.duration.Seconds(); t < long {
			grown := math.Sin(math.Pi * t / long)
			x = float64(c.size[i]*grown*grown) * math.Sin(2*math.Pi*c.frequency*t)
		}
		io.SetCommand(i, c.start+x)
	} else if n -= len(c.read); n < c.longest {
		c.errs[n], c.gains[n] = c.compare(n)
	} else {
		c.turns[c.turn] = c.found()
		c.turn, c.cycle = c.turn+1, -1
		if c.turn == c.repeats {
			c.results[i] = together(c.turns)
			if c.ported {
				c.result.Set(c.results[i])
			}
			c.joint, c.turn = c.joint+1, 0
			c.over = c.joint == len(c.joints)
		}
	}
	c.cycle++
	return nil
}

// compare fits the readings to what was sent n cycles before, and returns the share of their variation that is left, and the gain.
func (c *Controller) compare(n int) (left, gain float64) {
	count := float64(len(c.read) - c.longest)
	var mx, my float64
	for k := c.longest; k < len(c.read); k++ { // compares the same readings for every delay
		mx += c.sent[k-n]
		my += c.read[k]
	}
	mx, my = mx/count, my/count
	var xx, xy, yy float64
	for k := c.longest; k < len(c.read); k++ {
		x, y := c.sent[k-n]-mx, c.read[k]-my
		xx += float64(x * x)
		xy += float64(x * y)
		yy += float64(y * y)
	}
	if xx == 0 || yy == 0 {
		return 1, 0
	}
	return max(0, 1-xy/xx*(xy/yy)), xy / xx
}

// found finds the best delay.
func (c *Controller) found() Result {
	best := 0
	for n, e := range c.errs {
		if e < c.errs[best] {
			best = n
		}
	}
	k := min(max(best, 1), len(c.errs)-2)
	at, a, b, d := float64(best), c.errs[k-1], c.errs[k], c.errs[k+1]
	if curve := a - 2*b + d; curve > 0 {
		at = float64(k) + (a-d)/(2*curve)
	}
	r := Result{Joint: c.joints[c.joint], Residual: c.errs[best], Gain: c.gains[best]}
	r.Delay = time.Duration((at + 1) * c.dt * 1e9) // commands go out in the cycle before
	r.Found = r.Residual <= 0.2 && r.Gain >= 0.5 && best < len(c.errs)-1
	return r
}

// together combines the repeats of a joint.
func together(turns []Result) Result {
	r := turns[0]
	least, most, sum := r.Delay, r.Delay, time.Duration(0)
	for _, t := range turns {
		least, most, sum = min(least, t.Delay), max(most, t.Delay), sum+t.Delay
		r.Residual, r.Gain, r.Found = max(r.Residual, t.Residual), min(r.Gain, t.Gain), r.Found && t.Found
	}
	r.Delay, r.Spread, r.Repeats = sum/time.Duration(len(turns)), most-least, len(turns)
	return r
}

// Between separates the results of joints in an Outcome.
const Between = " | "

// NewLoose returns a controller without its port, which can be loaded while a program runs; the event of its end has its results.
func NewLoose() manager.Controller {
	c := New()
	return struct {
		manager.Controller
		manager.Finisher
		manager.Concluder
	}{c, c, c}
}

// Outcome implements manager.Concluder.
func (c *Controller) Outcome() string {
	var all []string
	for _, r := range c.Results() {
		all = append(all, r.String())
	}
	return strings.Join(all, Between)
}

// Results returns the results of the joints that have been measured since activation.
func (c *Controller) Results() []Result { return c.results[:c.joint] }

// Finished implements manager.Finisher.
func (c *Controller) Finished() bool { return c.over }

// Deactivate implements manager.Controller.
func (c *Controller) Deactivate(*manager.IO) {}
