package rov

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// near wants two numbers within a tolerance of each other.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.9g, want %.9g ± %g", what, got, want, tolerance)
	}
}

// bare is a vehicle without damping whose weight is its buoyancy.
func bare() Vehicle {
	v := JackLike()
	v.Linear, v.Quadratic = [6]float64{}, [6]float64{}
	v.Volume = v.Mass / FreshWater
	return v
}

// drive steps a plant for a time.
func drive(p *Plant, s *State, tau spatial.Wrench, seconds, dt float64) {
	for range int(math.Round(seconds / dt)) {
		p.Step(s, &tau, dt)
	}
}

func along(axis int, f float64) spatial.Wrench {
	x := [6]float64{}
	x[axis] = f
	return spatial.Wrench{Force: spatial.V(x[0], x[1], x[2]), Torque: spatial.V(x[3], x[4], x[5])}
}

func speeds(s *State) [6]float64 {
	return [6]float64{s.Lin.X, s.Lin.Y, s.Lin.Z, s.Ang.X, s.Ang.Y, s.Ang.Z}
}

func level() State { return AtRest(spatial.V(0, 0, 5), spatial.RPY{}) }

// Without damping, what the vehicle and the water around it lose in potential energy is kinetic.
func TestEnergyStaysWithoutDamping(t *testing.T) {
	for _, volume := range []float64{0.0156, 0.0170, 0.0140} {
		v := bare()
		v.Volume = volume
		p := NewPlant(&v, FreshWater)
		s := AtRest(spatial.V(1, 2, 3), spatial.RPY{Roll: 0.7, Pitch: -0.4, Yaw: 2})
		s.Lin, s.Ang = spatial.V(0.8, -0.5, 0.3), spatial.V(0.6, 0.9, -1.1)
		before := p.Energy(&s)
		for range 20 {
			drive(&p, &s, spatial.Wrench{}, 1, 1e-3)
			near(t, "energy", p.Energy(&s), before, 1e-4) // of some 40 J that go to and fro
		}
		near(t, "norm of the quaternion", normOf(s.Q), 1, 1e-14)
	}
}

// The thrusters' work is the energy that comes in: dE/dt = τ·ν.
func TestPowerIsForceTimesSpeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := bare()
		p := NewPlant(&v, FreshWater)
		x := rapid.SliceOfN(rapid.Float64Range(-2, 2), 15, 15).Draw(t, "x")
		s := AtRest(spatial.V(0, 0, 5), spatial.RPY{Roll: x[0], Pitch: x[1] / 2, Yaw: x[2]})
		s.Lin, s.Ang = spatial.V(x[3], x[4], x[5]), spatial.V(x[6], x[7], x[8])
		tau := spatial.Wrench{Force: spatial.V(x[9], x[10], x[11]), Torque: spatial.V(x[12], x[13], x[14])}
		power := tau.Force.Dot(s.Lin) + tau.Torque.Dot(s.Ang)
		const h = 1e-4
		after, before := s, s
		p.Step(&after, &tau, h)
		p.Step(&before, &tau, -h)
		if got := (p.Energy(&after) - p.Energy(&before)) / (2 * h); math.Abs(got-power) > 1e-4 {
			t.Fatalf("energy rises by %v W, the thrusters give %v W", got, power)
		}
	})
}

// A body that moves through water askew is turned across: N = (X_u̇ − Y_v̇)·u·v with added masses as positive numbers.
func TestMunkMoment(t *testing.T) {
	v := bare()
	p := NewPlant(&v, FreshWater)
	s := level()
	s.Lin = spatial.V(0.7, 0.4, -0.3)
	_, ang := p.Acceleration(&s, &spatial.Wrench{})
	m := func(i int) float64 { return v.Mass + v.Added[i] }
	want := spatial.V(
		-(m(2)-m(1))*s.Lin.Y*s.Lin.Z/(v.Inertia.X+v.Added[3]),
		-(m(0)-m(2))*s.Lin.Z*s.Lin.X/(v.Inertia.Y+v.Added[4]),
		-(m(1)-m(0))*s.Lin.X*s.Lin.Y/(v.Inertia.Z+v.Added[5]))
	near(t, "roll", ang.X, want.X, 1e-12)
	near(t, "pitch", ang.Y, want.Y, 1e-12)
	near(t, "yaw", ang.Z, want.Z, 1e-12)
}

func TestHeavyTurnsSteadily(t *testing.T) {
	v := BlueROV2Heavy()
	p := NewPlant(&v, FreshWater)
	s := level()
	drive(&p, &s, along(5, 1.5), 30, 1e-2)
	near(t, "yaw rate at 1.5 N·m", s.Ang.Z, 1, 1e-9)
}

// Along each axis: linear·v + quadratic·v² = force, in closed form. The attitude is held by the restoring moment being
// taken away (no distance between the centres), so that roll and pitch can spin.
func TestTerminalSpeeds(t *testing.T) {
	for _, v := range Vehicles() {
		v.Volume, v.Buoyant = v.Mass/FreshWater, spatial.Vec3{}
		p := NewPlant(&v, FreshWater)
		for axis := range 6 {
			for _, f := range []float64{12, -5} {
				if axis >= 3 {
					f /= 10
				}
				s := AtRest(spatial.V(0, 0, 50), spatial.RPY{})
				drive(&p, &s, along(axis, f), 60, 2e-2)
				l, q := v.Linear[axis], v.Quadratic[axis]
				want := math.Copysign((-l+math.Sqrt(l*l+4*q*math.Abs(f)))/(2*q), f)
				near(t, v.Name+" terminal speed", speeds(&s)[axis], want, 1e-6)
			}
		}
	}
}

// In yaw the way to the terminal speed is known as well: with quadratic damping only, r(t) = r∞·tanh(t·√(N·q)/J).
func TestYawRateAgainstTanh(t *testing.T) {
	v := BlueROV2Heavy()
	p := NewPlant(&v, FreshWater)
	s := level()
	q, j, n := v.Quadratic[5], v.Inertia.Z+v.Added[5], 1.5
	for i := 1; i <= 10; i++ {
		drive(&p, &s, along(5, n), 0.1, 1e-3)
		near(t, "yaw rate", s.Ang.Z, math.Sqrt(n/q)*math.Tanh(0.1*float64(i)*math.Sqrt(n*q)/j), 1e-10)
	}
}

func TestBuoyantAscent(t *testing.T) {
	v := JackLike()
	p := NewPlant(&v, SeaWater)
	s := AtRest(spatial.V(0, 0, 50), spatial.RPY{})
	drive(&p, &s, spatial.Wrench{}, 40, 2e-3)
	lift := (SeaWater*v.Volume - v.Mass) * Gravity
	l, q := v.Linear[2], v.Quadratic[2]
	near(t, "heave speed", s.Lin.Z, -(-l+math.Sqrt(l*l+4*q*lift))/(2*q), 1e-9)
	near(t, "roll", s.RPY().Roll, 0, 1e-12)
	near(t, "drift north", s.P.X, 0, 1e-12)
}

// At the surface a vehicle that is lighter than water floats, as deep as its weight asks for, and does not fly away; what
// it loses on the way up is kinetic, and comes back.
func TestSurface(t *testing.T) {
	for _, v := range []Vehicle{JackLike(), bare()} {
		v.Volume = 1.1 * v.Mass / FreshWater
		p := NewPlant(&v, FreshWater)
		s := AtRest(spatial.V(0, 0, 3), spatial.RPY{Roll: 0.1})
		before, highest := p.Energy(&s), s.P.Z
		for range 30_000 {
			p.Step(&s, &spatial.Wrench{}, 2e-3)
			highest = min(highest, s.P.Z)
			if v.Linear[2] == 0 {
				near(t, "energy", p.Energy(&s), before, 1e-3)
			}
		}
		if highest < -2 {
			t.Errorf("%s rises to %v m above the water", v.Name, -highest)
		}
		if v.Linear[2] > 0 {
			edge := math.Cbrt(v.Volume)
			near(t, "depth of the centre of buoyancy", s.P.Z+v.Buoyant.Z, edge*(1/1.1-0.5), 1e-4)
			near(t, "speed", s.Lin.Norm(), 0, 1e-4)
		}
	}
}

// Small swings in roll and pitch about the centre of buoyancy: T = 2π·√(J/(B·h)).
func TestPendulumPeriod(t *testing.T) {
	v := bare()
	for axis, j := range []float64{v.Inertia.X + v.Added[3], v.Inertia.Y + v.Added[4]} {
		p := NewPlant(&v, FreshWater)
		s := AtRest(spatial.V(0, 0, 5), spatial.RPY{Roll: 0.002 * float64(1-axis), Pitch: 0.002 * float64(axis)})
		want := 2 * math.Pi * math.Sqrt(j/(v.Mass*Gravity*0.02))
		const dt = 1e-3
		var crossings []float64
		angle := func() float64 { a := s.RPY(); return []float64{a.Roll, a.Pitch}[axis] }
		for now, before := 0.0, angle(); len(crossings) < 5 && now < 60; now += dt {
			p.Step(&s, &spatial.Wrench{}, dt)
			if a := angle(); before > 0 && a <= 0 {
				crossings = append(crossings, now+dt*before/(before-a))
			}
			before = angle()
		}
		if len(crossings) < 5 {
			t.Fatal("no swings")
		}
		near(t, "period", (crossings[4]-crossings[0])/4, want, 1e-4)
	}
}

// Half the step makes a sixteenth of the error.
func TestOrderOfConvergence(t *testing.T) {
	v := BlueROV2Heavy()
	v.Linear, v.Quadratic = v.Quadratic, [6]float64{} // |v|·v is not smooth where a speed changes its sign
	p := NewPlant(&v, FreshWater)
	p.Stream = spatial.V(0.2, -0.1, 0.05)
	tau := spatial.Wrench{Force: spatial.V(20, 5, -8), Torque: spatial.V(0.5, -0.4, 1.5)}
	run := func(dt float64) State {
		s := AtRest(spatial.V(0, 0, 5), spatial.RPY{Roll: 0.5, Pitch: 0.3})
		s.Lin, s.Ang = spatial.V(0.5, 0.3, 0.2), spatial.V(0.4, 0.6, 0.8)
		drive(&p, &s, tau, 0.4, dt)
		return s
	}
	exact := run(0.0002)
	off := func(s State) float64 {
		return s.P.Dist(exact.P) + s.Lin.Dist(exact.Lin) + s.Ang.Dist(exact.Ang)
	}
	e1, e2 := off(run(0.02)), off(run(0.01))
	if order := math.Log2(e1 / e2); order < 3.7 || order > 4.4 {
		t.Errorf("errors %.3g and %.3g: order %.2f, want 4", e1, e2, order)
	}
}

// In a stream that carries it, the vehicle moves as it does in still water seen from a boat that drifts along.
func TestStreamCarriesAlong(t *testing.T) {
	v := JackLike()
	still, stream := NewPlant(&v, FreshWater), NewPlant(&v, FreshWater)
	stream.Stream = spatial.V(0.4, -0.3, 0.1)
	a := AtRest(spatial.V(0, 0, 5), spatial.RPY{Roll: 0.2, Yaw: 1})
	a.Lin, a.Ang = spatial.V(0.5, 0.1, 0), spatial.V(0.1, 0.2, 0.9)
	b := a
	b.Lin = a.Lin.Add(a.Q.Rot().ApplyT(stream.Stream))
	tau := spatial.Wrench{Force: spatial.V(10, 3, 1), Torque: spatial.V(0.1, 0.2, 0.8)}
	drive(&still, &a, tau, 10, 1e-3)
	drive(&stream, &b, tau, 10, 1e-3)
	near(t, "distance to the drifting twin", a.P.Add(stream.Stream.Scale(10)).Dist(b.P), 0, 1e-8)
	near(t, "difference of attitude", a.Q.Rot().T().Mul(b.Q.Rot()).Log().Norm(), 0, 1e-9)
	near(t, "difference of rates", a.Ang.Dist(b.Ang), 0, 1e-9)
}

func TestDriftWithTheCurrent(t *testing.T) {
	v := JackLike()
	v.Volume = v.Mass / FreshWater
	p := NewPlant(&v, FreshWater)
	p.Stream = spatial.V(0.3, 0.2, 0)
	s := AtRest(spatial.V(0, 0, 5), spatial.RPY{Yaw: 0.8})
	drive(&p, &s, spatial.Wrench{}, 120, 5e-3)
	ground := s.Q.Rot().Apply(s.Lin)
	near(t, "speed north", ground.X, 0.3, 2e-3)
	near(t, "speed east", ground.Y, 0.2, 2e-3)
}

// The direction in which one looks at the world does not matter: a turned start gives a turned track.
func TestTurnedStart(t *testing.T) {
	v := BlueROV2Heavy()
	p := NewPlant(&v, FreshWater)
	tau := spatial.Wrench{Force: spatial.V(20, 10, 0), Torque: spatial.V(0, 0, 1)}
	a, b := level(), AtRest(spatial.V(0, 0, 5), spatial.RPY{Yaw: 2.1})
	drive(&p, &a, tau, 5, 2e-3)
	drive(&p, &b, tau, 5, 2e-3)
	near(t, "distance of the tracks", spatial.RotZ(2.1).Apply(a.P).Dist(b.P), 0, 1e-9)
	near(t, "difference of headings", math.Remainder(b.RPY().Yaw-a.RPY().Yaw-2.1, 2*math.Pi), 0, 1e-9)
}

// The whole equation against its textbook form with matrices.
func TestAgainstMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := BlueROV2Heavy()
		p := NewPlant(&v, SeaWater)
		x := rapid.SliceOfN(rapid.Float64Range(-1.5, 1.5), 18, 18).Draw(t, "x")
		s := AtRest(spatial.V(0, 0, 5), spatial.RPY{Roll: x[0], Pitch: x[1] / 2, Yaw: x[2]})
		s.Lin, s.Ang = spatial.V(x[3], x[4], x[5]), spatial.V(x[6], x[7], x[8])
		p.Stream = spatial.V(x[9], x[10], x[11])
		tau := [6]float64{x[12], x[13], x[14], x[15], x[16], x[17]}
		lin, ang := p.Acceleration(&s, &spatial.Wrench{Force: spatial.V(tau[0], tau[1], tau[2]), Torque: spatial.V(tau[3], tau[4], tau[5])})
		want := textbook(&v, &s, p.Stream, tau)
		got := [6]float64{lin.X, lin.Y, lin.Z, ang.X, ang.Y, ang.Z}
		if d := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 1e-9)); d != "" {
			t.Fatal(d)
		}
	})
}

// textbook is Fossen's equation with skew matrices: M·ν̇r = τ − C(νr)·νr − D·νr − g, ν̇ = ν̇r − (ω×Rᵀ·stream, 0).
func textbook(v *Vehicle, s *State, stream spatial.Vec3, tau [6]float64) (nu [6]float64) {
	r := s.Q.Rot()
	water := r.ApplyT(stream)
	rel := s.Lin.Sub(water)
	x := [6]float64{rel.X, rel.Y, rel.Z, s.Ang.X, s.Ang.Y, s.Ang.Z}
	var m [6]float64
	for i, rigid := range [6]float64{v.Mass, v.Mass, v.Mass, v.Inertia.X, v.Inertia.Y, v.Inertia.Z} {
		m[i] = rigid + v.Added[i]
	}
	skew := func(a, b, c float64) [3][3]float64 { return [3][3]float64{{0, -c, b}, {c, 0, -a}, {-b, a, 0}} }
	s1, s2 := skew(m[0]*x[0], m[1]*x[1], m[2]*x[2]), skew(m[3]*x[3], m[4]*x[4], m[5]*x[5])
	up := r.ApplyT(spatial.V(0, 0, 1))
	force := up.Scale(v.Mass*Gravity - SeaWater*v.Volume*Gravity)
	moment := v.Buoyant.Cross(up.Scale(-SeaWater * v.Volume * Gravity))
	g := [6]float64{-force.X, -force.Y, -force.Z, -moment.X, -moment.Y, -moment.Z}
	for i := range 6 {
		c := 0.0 // C = [0, −S(M₁₁v); −S(M₁₁v), −S(M₂₂ω)]
		for k := range 3 {
			if i < 3 {
				c -= s1[i][k] * x[3+k]
			} else {
				c -= s1[i-3][k]*x[k] + s2[i-3][k]*x[3+k]
			}
		}
		nu[i] = (tau[i] - c - v.Linear[i]*x[i] - v.Quadratic[i]*math.Abs(x[i])*x[i] - g[i]) / m[i]
	}
	turn := s.Ang.Cross(water)
	nu[0], nu[1], nu[2] = nu[0]-turn.X, nu[1]-turn.Y, nu[2]-turn.Z
	return nu
}

func TestStepDoesNotAllocate(t *testing.T) {
	v := BlueROV2Heavy()
	p := NewPlant(&v, FreshWater)
	s := level()
	tau := along(5, 1)
	if n := testing.AllocsPerRun(100, func() { p.Step(&s, &tau, 1e-3) }); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}

func BenchmarkStep(b *testing.B) {
	v := BlueROV2Heavy()
	p := NewPlant(&v, FreshWater)
	p.Stream = spatial.V(0.1, 0.2, 0)
	s := level()
	tau := spatial.Wrench{Force: spatial.V(20, 5, -8), Torque: spatial.V(0.5, -0.4, 1.5)}
	for b.Loop() {
		p.Step(&s, &tau, 1e-3)
	}
}
