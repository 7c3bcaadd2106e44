package atoms

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
)

// law is the heading example: the composition, called directly, and the law written by hand.
type law struct {
	model  *atom.Model
	direct *Direct
	hand   *heading.ByHand
	imu    *heading.IMU
	loch   *heading.Loch
	depth  *heading.Depth
	psi    *heading.Operator
	forces []*float64
	own    []float64 // the forces by hand
}

func newLaw(v rov.Vehicle) (*law, error) {
	l := &law{model: heading.Model(v), hand: heading.NewByHand(v), own: make([]float64, len(v.Thrusters))}
	plan, faults := l.model.Check(atom.Target{Cores: 1})
	if len(faults) > 0 {
		return nil, faults
	}
	var err error
	if l.direct, err = NewDirect(plan); err != nil {
		return nil, err
	}
	for _, i := range l.model.Instances {
		switch b := i.Body.(type) {
		case *heading.IMU:
			l.imu = b
		case *heading.Loch:
			l.loch = b
		case *heading.Depth:
			l.depth = b
		case *heading.Operator:
			l.psi = b
		}
		for n := range v.Thrusters {
			if i.Path == "Actuators" {
				l.forces = append(l.forces, i.Port(fmt.Sprintf("f[%d]", n)).At())
			}
		}
	}
	return l, nil
}

// values are the members of a reading.
func values(r *heading.Reading) [11]float64 {
	return [11]float64{r.Roll, r.Pitch, r.Yaw, r.WX, r.WY, r.WZ, r.VX, r.VY, r.VZ, r.Z, r.PsiDes}
}

// composed runs two cycles of C1 and one of C2, which are one period of C2. C2 starts after the first cycle of C1.
func (l *law) composed(a, b *heading.Reading) {
	l.feed(a)
	l.direct.Sample(0)
	l.direct.Cycle(0)
	l.direct.Sample(1)
	l.direct.Cycle(1)
	l.feed(b)
	l.direct.Sample(0)
	l.direct.Cycle(0)
}

// feed sets the needs as drivers do.
func (l *law) feed(r *heading.Reading) {
	l.imu.Roll.Set(unit.Angle(r.Roll))
	l.imu.Pitch.Set(unit.Angle(r.Pitch))
	l.imu.Yaw.Set(unit.Angle(r.Yaw))
	l.imu.WX.Set(unit.AngularSpeed(r.WX))
	l.imu.WY.Set(unit.AngularSpeed(r.WY))
	l.imu.WZ.Set(unit.AngularSpeed(r.WZ))
	l.loch.VX.Set(unit.Speed(r.VX))
	l.loch.VY.Set(unit.Speed(r.VY))
	l.loch.VZ.Set(unit.Speed(r.VZ))
	l.depth.Z.Set(unit.Length(r.Z))
	l.psi.PsiDes.Set(unit.Angle(r.PsiDes))
}

// byHand runs the same cycles of the law written by hand.
func (l *law) byHand(a, b *heading.Reading) {
	const dt = 0.025
	l.hand.Step(a, l.own, dt, true)
	l.hand.Step(b, l.own, dt, false)
}

// same reports whether forces and state agree to the bit.
func (l *law) same() error {
	for i, f := range l.forces {
		if math.Float64bits(*f) != math.Float64bits(l.own[i]) {
			return fmt.Errorf("bench: thruster %d gets %v from the composition and %v by hand", i, *f, l.own[i])
		}
	}
	s := &l.hand.State
	mine := map[string]map[string]float64{
		"RobotSpeedsBody":   {"u": s.Body[0], "v": s.Body[1], "w": s.Body[2], "p": s.Body[3], "q": s.Body[4], "r": s.Body[5]},
		"RobotSpeedsWorld":  {"u": s.World[0], "v": s.World[1], "w": s.World[2], "p": s.World[3], "q": s.World[4], "r": s.World[5]},
		"RobotPose":         {"x": s.X, "y": s.Y, "z": s.Z, "phi": s.Phi, "theta": s.Theta, "psi": s.Psi},
		"FrameShiftControl": {"z_out": s.AccR},
	}
	for _, i := range l.model.Instances {
		for _, p := range i.Ports {
			if want, ok := mine[i.Path][p.Element.Name]; ok && p.Element.Role == atom.ProductRole {
				if got := *l.source(p).At(); math.Float64bits(got) != math.Float64bits(want) {
					return fmt.Errorf("bench: %s.%s is %v in the composition and %v by hand", i.Path, p.Element.Name, got, want)
				}
			}
		}
	}
	return nil
}

// source follows a Molecule's product to the Atom that computes it.
func (l *law) source(p *atom.Port) *atom.Port {
	for p.Owner.Kind == atom.Molecule {
		from := p
		for _, k := range l.model.Links {
			if k.To == p {
				from = k.From
			}
		}
		if from == p {
			return p
		}
		p = from
	}
	return p
}

// reading draws sensor values that are possible while the robot turns towards 75°.
func reading(r *rand.Rand) heading.Reading {
	small := func(s float64) float64 { return s * r.NormFloat64() }
	return heading.Reading{Roll: small(.1), Pitch: small(.1), Yaw: 3 * (2*r.Float64() - 1), WX: small(.1), WY: small(.1), WZ: small(.5),
		VX: small(.5), VY: small(.3), VZ: small(.2), Z: 5 + small(1), PsiDes: heading.PsiDesired}
}
