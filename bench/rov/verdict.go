package rov

import (
	"math"
	"time"
)

// settled is the band around the ordered heading, as a share of the step, in which the heading counts as settled.
const settled = 0.05

// verdict describes how the true heading followed the step.
type verdict struct {
	Seed      uint64  `json:"seed"`
	Settling  float64 `json:"settling_s"`        // s after the order until the heading stays within 5 % of the step; -1: it does not
	Overshoot float64 `json:"overshoot_percent"` // of the step
	Steady    float64 `json:"steady_error_deg"`  // mean of the last quarter, relative to the order
	RMS       float64 `json:"rms_deg"`           // of the error in the last quarter
	Stops     uint64  `json:"stops"`             // cycles in which the thrusters were told to stop
	Gain      float64 `json:"yaw_gain"`          // thrust over inertia about z, relative to the law's model
	Fault     string  `json:"fault,omitempty"`
}

// judge evaluates a track.
func judge(t track, seed uint64) verdict {
	v := verdict{Seed: seed, Settling: -1, Stops: t.stops}
	begin := int(ordered / grid)
	if begin >= len(t.psi) {
		v.Fault = "it ended before the order"
		return v
	}
	after := t.psi[begin:]
	inside := len(after)
	for inside > 0 && math.Abs(apart(after[inside-1])) <= settled*target {
		inside--
	}
	if inside < len(after) {
		v.Settling = (time.Duration(inside) * grid).Seconds()
	}
	for _, x := range after { // a full turn too far is an error
		v.Overshoot = max(v.Overshoot, (x-target)/target*100)
	}
	last := t.psi[len(t.psi)-max(1, len(t.psi)/4):]
	for _, x := range last {
		e := apart(x) * 180 / math.Pi
		v.Steady += e / float64(len(last))
		v.RMS += e * e / float64(len(last))
	}
	v.RMS = math.Sqrt(v.RMS)
	return v
}

// apart is the error of a heading, the short way round.
func apart(psi float64) float64 { return math.Remainder(psi-target, 2*math.Pi) }

// ideal returns the settling time and overshoot of ψ″ = −K1·ψ' − K2·(ψ − ψ_des) from rest, the law as it is written.
func ideal(k1, k2 float64) verdict {
	const dt = 1e-4
	t := track{}
	psi, r := 0.0, 0.0
	order := 0.0
	for k := 0; k < int(length.Seconds()/dt); k++ {
		if k%int(grid.Seconds()/dt) == 0 {
			t.psi = append(t.psi, psi)
		}
		if float64(k)*dt >= ordered.Seconds() {
			order = target
		}
		// The midpoint method.
		mid, mr := psi+dt/2*r, r+dt/2*(-k1*r-k2*(psi-order))
		psi, r = psi+dt*mr, r+dt*(-k1*mr-k2*(mid-order))
	}
	return judge(t, 0)
}
