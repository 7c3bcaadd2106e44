package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// settings are the settings that clients make.
type settings struct {
	ftne, neTee, fTee, eeTk franka.Pose
	mee                     float64
	iee                     [9]float64
	fxcee                   [3]float64
	load                    franka.Load
	collision               franka.CollisionBehavior

	jointPosition, jointVelocity, cartesianPosition, cartesianVelocity, controller lowPass
}

// defaults returns the settings of a robot that was just switched on, with the hand unless bare (protocol notes, section
// 10). Thresholds are those of libfranka's examples; filters are off.
func defaults(bare bool) settings {
	s := settings{
		ftne: franka.IdentityPose(), neTee: franka.IdentityPose(), fTee: franka.IdentityPose(), eeTk: franka.IdentityPose(),
		collision: franka.CollisionBehavior{
			LowerTorqueAcceleration: [7]float64{20, 20, 18, 18, 16, 14, 12},
			LowerForceAcceleration:  [6]float64{20, 20, 20, 25, 25, 25},
		},
	}
	c := &s.collision
	c.LowerTorque, c.UpperTorqueAcceleration, c.UpperTorque = c.LowerTorqueAcceleration, c.LowerTorqueAcceleration, c.LowerTorqueAcceleration
	c.LowerForce, c.UpperForceAcceleration, c.UpperForce = c.LowerForceAcceleration, c.LowerForceAcceleration, c.LowerForceAcceleration
	if bare {
		return s
	}
	s.ftne = franka.PoseOf(spatial.Pose{P: spatial.V(0, 0, 0.1034), R: spatial.RotZ(-math.Pi / 4)})
	s.fTee = s.ftne
	s.mee, s.fxcee = 0.73, [3]float64{-0.01, 0, 0.03}
	s.iee = [9]float64{0: 0.001, 4: 0.0025, 8: 0.0017}
	return s
}

// build makes the plant's chain from the flange's load. Apart from New it is the only function that allocates.
func (r *Robot) build() {
	s := &r.conf
	v := spatial.V(s.fxcee[0], s.fxcee[1], s.fxcee[2])
	w := spatial.V(s.load.FxCload[0], s.load.FxCload[1], s.load.FxCload[2])
	hand, tip := r.bare.WithLoad(s.mee, v, tensorOf(&s.iee)), franka.SpatialPose(&s.fTee)
	r.plant.chain = hand.WithLoad(s.load.Mass, w, tensorOf(&s.load.Inertia)).WithTip(tip)
	r.plant.bodies = r.plant.chain
	if l := r.cfg.Load; l != nil || r.cfg.Mismatch > 0 {
		if l == nil {
			l = &s.load
		}
		at := spatial.V(l.FxCload[0], l.FxCload[1], l.FxCload[2])
		hand = r.bare.WithMasses(r.weights[:]).WithLoad(s.mee, v, tensorOf(&s.iee))
		r.plant.bodies = hand.WithLoad(l.Mass, at, tensorOf(&l.Inertia)).WithTip(tip)
	}
	r.plant.axes = franka.SpatialPose(&s.eeTk).R
	r.plant.tune(r.plant.q)
	r.plant.look()
	r.place()
}

// settable refuses settings during a motion, as the real robot does.
func (r *Robot) settable(valid bool) franka.Status {
	switch {
	case r.run.on || r.mode == franka.ModeRecovery:
		return franka.NotPossible
	case !valid:
		return franka.InvalidArgument
	}
	return franka.Success
}

// within reports whether all xs are from low to high.
func within(xs []float64, low, high float64) bool {
	for _, x := range xs {
		if !(x >= low && x <= high) {
			return false
		}
	}
	return true
}

// SetCollisionBehavior sets the thresholds of contacts and reflexes: they are not negative, and no lower one is above
// its upper one.
func (r *Robot) SetCollisionBehavior(c franka.CollisionBehavior) franka.Status {
	ok := true
	for _, p := range [...][2][]float64{
		{c.LowerTorqueAcceleration[:], c.UpperTorqueAcceleration[:]}, {c.LowerTorque[:], c.UpperTorque[:]},
		{c.LowerForceAcceleration[:], c.UpperForceAcceleration[:]}, {c.LowerForce[:], c.UpperForce[:]},
	} {
		ok = ok && within(p[0], 0, math.MaxFloat64) && within(p[1], 0, math.MaxFloat64)
		for i := range p[0] {
			ok = ok && p[0][i] <= p[1][i]
		}
	}
	s := r.settable(ok)
	if s == franka.Success {
		r.conf.collision = c
	}
	return s
}

// SetJointImpedance sets the stiffness of the joint impedance, 0 to 14250 Nm/rad; damping follows it.
func (r *Robot) SetJointImpedance(k [7]float64) franka.Status {
	s := r.settable(within(k[:], 0, 14250))
	if s == franka.Success {
		r.plant.stiffness = k
		r.plant.tune(r.plant.q)
	}
	return s
}

// SetCartesianImpedance sets the stiffness along and about the axes of K: 10 to 3000 N/m, 1 to 300 Nm/rad.
func (r *Robot) SetCartesianImpedance(k [6]float64) franka.Status {
	s := r.settable(within(k[:3], 10, 3000) && within(k[3:], 1, 300))
	if s == franka.Success {
		r.plant.tool = k
	}
	return s
}

// SetGuidingMode selects the directions of the end effector, along and about its axes where guiding begins, and the
// elbow, that hand guiding leaves free. Initially all are free.
func (r *Robot) SetGuidingMode(g franka.GuidingMode) franka.Status {
	s := r.settable(true)
	if s == franka.Success {
		r.plant.guide = g
	}
	return s
}

// SetEEToK sets the stiffness frame in the end effector: a transform of at most 10 m along each axis.
func (r *Robot) SetEEToK(t franka.Pose) franka.Status {
	s := r.settable(validPlace(&t))
	if s == franka.Success {
		r.conf.eeTk = t
		r.plant.axes = franka.SpatialPose(&t).R
	}
	return s
}

// SetNEToEE sets the end effector in the nominal end effector; in protocol 3 the end effector in the flange. It is a
// transform of at most 10 m along each axis.
func (r *Robot) SetNEToEE(t franka.Pose) franka.Status {
	s := r.settable(validPlace(&t))
	if s != franka.Success {
		return s
	}
	r.conf.fTee = t
	if r.cfg.Version >= franka.Version4 {
		r.conf.neTee = t
		r.conf.fTee = franka.PoseOf(franka.SpatialPose(&r.conf.ftne).Mul(franka.SpatialPose(&t)))
	}
	r.build()
	return s
}

// validLoad reports whether the robot accepts l as a body: 0 to 20 kg with the centre of mass within 2 m along each
// axis, and a symmetric inertia of up to 100 kg·m² that a body can have. Numbers rounded to two digits pass.
func validLoad(l *franka.Load) bool {
	i := &l.Inertia
	if !(l.Mass >= 0 && l.Mass <= 20) || !within(l.FxCload[:], -2, 2) || !within(i[:], -100, 100) {
		return false
	}
	skew := max(math.Abs(i[1]-i[3]), math.Abs(i[2]-i[6]), math.Abs(i[5]-i[7]))
	return skew <= 1e-6*(i[0]+i[4]+i[8]) && tensorOf(i).Possible(0.01)
}

// SetLoad sets the load that the robot assumes in addition to the end effector: up to 20 kg. From then on the simulated
// arm really carries it, unless Config.Load sets the true load.
func (r *Robot) SetLoad(l franka.Load) franka.Status {
	s := r.settable(validLoad(&l))
	if s == franka.Success {
		r.conf.load = l
		r.build()
	}
	return s
}

// SetFilters sets the cut-off frequencies of the robot's own filters, over 0 to 1000 Hz; 1000 turns a filter off, which
// is the initial setting.
func (r *Robot) SetFilters(f franka.Filters) franka.Status {
	all := [...]float64{f.JointPosition, f.JointVelocity, f.CartesianPosition, f.CartesianVelocity, f.Controller}
	s := r.settable(within(all[:], 1e-3, 1000))
	if s == franka.Success {
		c := &r.conf
		for i, g := range [...]*lowPass{&c.jointPosition, &c.jointVelocity, &c.cartesianPosition, &c.cartesianVelocity, &c.controller} {
			*g = filterOf(all[i])
		}
	}
	return s
}

// Limit is GetCartesianLimit: limit 0 is Config.Wall; the others are not active.
func (r *Robot) Limit(id int32) (franka.CartesianLimit, franka.Status) {
	none := franka.CartesianLimit{Frame: franka.IdentityPose()}
	if s := r.settable(id >= 0 && id < 32); s != franka.Success {
		return none, s
	}
	if id == 0 && r.cfg.Wall.Active {
		return r.cfg.Wall, franka.Success
	}
	return none, franka.Success
}
