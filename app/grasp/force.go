package grasp

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// Payload below the sensor: the gripper.
const (
	payload   = 0.82  // kg (vendor's data sheet of the gripper)
	payloadAt = 0.055 // m below the flange, its centre of mass
	weight    = 9.81
)

// Force estimates the force on the tool from the sensor's readings: it subtracts the gripper's weight at its pose and the
// offset that was measured at the chart's request, filters, and rejects implausible readings.
//
//	in  reading, wish
//	out felt
type Force struct {
	reactor.Reactor
	Reading reactor.In[Reading]
	Wish    reactor.In[Wish] // of the previous cycle
	Felt    reactor.Out[Felt]

	asked    uint32     // Wish.Bias
	n        int        // readings in the offset so far
	sum      [6]float64 // of these readings
	offset   [6]float64
	smooth   [6]float64
	last     [6]float64
	same     int // consecutive equal readings
	missing  int
	step     [3]float64
	unrest   float64 // mean of how much readings reverse the step before, N²: the variance of noise, but nothing for an impact
	good     int     // consecutive readings without a doubt
	standing Doubt
}

const (
	biasReadings  = 40
	smoothing     = 0.35 // weight of a new reading
	frozenAfter   = 20   // equal readings
	silentAfter   = 10   // cycles
	mostUnrest    = 1.0  // N
	mostOffset    = 25.0 // N: no sensor of this kind has a greater offset
	goodAfter     = 60   // readings until a doubted sensor is trusted again
	leastVertical = 0.8  // N, needed to locate where a force acts
)

func newForce(parent reactor.Parent, name string) *Force {
	r := &Force{n: biasReadings}
	reactor.Init(parent, name, r)
	r.Reaction("estimate").On(&r.Reading).Uses(&r.Wish).Sets(&r.Felt).Do(r.estimate)
	return r
}

func (r *Force) estimate() {
	d := r.Reading.Ref()
	if w := r.Wish.Ref(); w != nil && w.Bias != r.asked {
		r.asked, r.n, r.sum = w.Bias, 0, [6]float64{}
	}
	r.doubt(d)
	net := unloaded(d)
	if r.n < biasReadings && d.Feels {
		for i := range r.sum {
			r.sum[i] += net[i]
		}
		if r.n++; r.n == biasReadings {
			for i := range r.sum {
				r.offset[i] = r.sum[i] / biasReadings
			}
			r.smooth = [6]float64{}
		}
	}
	for i := range net {
		r.smooth[i] += smoothing * (net[i] - r.offset[i] - r.smooth[i])
	}
	f := spatial.V(r.smooth[0], r.smooth[1], r.smooth[2])
	felt := Felt{Force: d.Pose.R.Apply(f), Good: r.standing == NoDoubt, Why: r.standing, Known: r.n == biasReadings && r.asked > 0}
	if math.Abs(f.Z) > leastVertical {
		// The torque of a force at (x, y, reach): τx = y·fz − reach·fy, τy = reach·fx − x·fz.
		felt.At = [2]float64{(reach*f.X - r.smooth[4]) / f.Z, (r.smooth[3] + reach*f.Y) / f.Z}
	}
	r.Felt.Set(felt)
}

// unloaded returns a reading without the gripper's weight.
func unloaded(d *Reading) [6]float64 {
	g := d.Pose.R.ApplyT(spatial.V(0, 0, -weight*payload))
	t := spatial.V(0, 0, payloadAt).Cross(g)
	w := d.Wrench
	for i, x := range [6]float64{g.X, g.Y, g.Z, t.X, t.Y, t.Z} {
		w[i] -= x
	}
	return w
}

// doubt checks whether the sensor is plausible.
func (r *Force) doubt(d *Reading) {
	now := NoDoubt
	if r.missing++; d.Feels {
		r.missing = 0
		back := 0.0
		for i := range 3 {
			step := d.Wrench[i] - r.last[i]
			back -= step * r.step[i]
			r.step[i] = step
		}
		if r.same++; d.Wrench != r.last {
			r.same = 0
		}
		r.unrest += 0.05 * (min(max(back, 0), 100) - r.unrest)
		r.last = d.Wrench
	}
	switch {
	case r.missing >= silentAfter:
		now = Silent
	case r.same >= frozenAfter:
		now = Frozen
	case r.unrest > mostUnrest*mostUnrest:
		now = Noisy
	case r.n == biasReadings && spatial.V(r.offset[0], r.offset[1], r.offset[2]).Norm() > mostOffset:
		now = Biased
	}
	if r.good++; now != NoDoubt {
		r.good, r.standing = 0, now
	}
	if r.good >= goodAfter {
		r.standing = NoDoubt
	}
}
