package wheelchair

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
)

// Figures are the figures of a drive. Those that only the simulated world knows are missing if it is not simulated.
type Figures struct {
	Mode       string   `json:"mode"`    // at the end
	Reached    bool     `json:"reached"` // at rest within 0.10 m and 0.1 rad of the goal, true values
	OffM       *float64 `json:"off_m"`   // from the goal, at the end
	OffRad     *float64 `json:"off_rad"`
	Collisions int      `json:"collisions"` // -1 if unknown: the wheelchair is not simulated in this process
	Touched    string   `json:"touched,omitempty"`
	Clearance  *float64 `json:"min_clearance_m"` // 1 if nothing was nearer
	RMSE       *float64 `json:"rmse_m"`          // error of the place once it was known
	YawRMSE    *float64 `json:"rmse_deg"`
	Time       *float64 `json:"time_s"`     // from the order until the goal was reached
	Shortest   *float64 `json:"shortest_m"` // the way that was planned first
	Least      *float64 `json:"shortest_s"` // the least time for that way
	Path       float64  `json:"path_m"`     // true distance
	Accel      float64  `json:"accel_max"`  // m/s² at the seat, except in emergency stops
	Jerk       float64  `json:"jerk_max"`   // m/s³
	Hard       int      `json:"emergency_stops"`
	Sway       float64  `json:"sway_per_m"` // sign changes of the angular velocity
	Ways       int      `json:"ways"`       // that were planned
	Overrides  int      `json:"overrides"`  // how often a person took over
	Said       []string `json:"said"`       // what was reported, when it changed
}

// seat computes how the wheels move the person: acceleration and jerk as means over 40 ms.
type seat struct {
	at    plane.Point
	last  plane.Twist
	past  [2 * felt]plane.Point
	n     int
	worst [2]float64 // acceleration, jerk
}

// felt is how many steps of the world a mean is over.
const felt = 8

// feel takes the next twist of the wheels; skip omits this time.
func (s *seat) feel(t plane.Twist, dt float64, skip bool) {
	a := plane.Point{X: (t.V-s.last.V)/dt - t.W*t.W*s.at.X, Y: t.V*t.W + (t.W-s.last.W)/dt*s.at.X}
	s.last = t
	s.past[s.n%len(s.past)] = a
	if s.n++; skip {
		s.n = 0
	}
	if s.n < len(s.past) {
		return
	}
	var early, late plane.Point
	for i := range felt {
		early, late = early.Add(s.past[(s.n+i)%len(s.past)]), late.Add(s.past[(s.n+felt+i)%len(s.past)])
	}
	s.worst[0] = max(s.worst[0], late.Norm()/felt)
	s.worst[1] = max(s.worst[1], late.Sub(early).Norm()/felt/(felt*dt))
}

// meter measures a drive.
type meter struct {
	goal     plane.Pose
	has      bool
	begin    time.Duration // when the goal was given
	arrived  time.Duration // when the drive reported it
	seat     seat
	hard     bool // an emergency stop is under way
	hards    int
	stood    int // steps of the world during which the wheels have been at rest
	path     float64
	sum      [2]float64 // of squares: of the place's error, and of its yaw's
	n        int
	sign     int
	swings   int
	ways     int
	shortest float64
	least    float64
	over     int
	said     []string
	track    []plane.Pose // true pose, every 100 ms
	steps    int
	scan     float64      // s, time of the newest scan that the guard has not used yet; 0: none
	since    reactor.Time // when the guard used it
	guarded  float64      // s, time of the scan that the guard has used and the kit has not obeyed yet; 0: none
	latency  []float64    // s, from a scan's last beam to the first command that takes it into account
	heard    []node.State // last known states of the nodes
	verdict  nav.Driving
	place    nav.Place
	odom     nav.Odometry
}

// step is called after each step of the world.
func (m *meter) step(r *Rig) {
	dt := r.World.StepSize().Seconds()
	left, right := r.Body.Rims() // slip beyond that is noise from one step to the next, which no seat feels
	t := plane.Twist{V: (left + right) / 2, W: (right - left) / r.Body.Vehicle().Track}
	m.seat.feel(t, dt, m.hard)
	if m.steps++; m.steps%20 == 1 {
		m.track = append(m.track, r.Body.Pose())
	}
	m.path += math.Abs(r.Body.Twist().V) * dt
	still := math.Abs(t.V) < 0.002 && math.Abs(t.W) < 0.002
	switch stopping := m.verdict.Doing == steer.Stopping; {
	case stopping && !m.hard:
		m.hard = true
		m.hards++
	case m.hard && !stopping && still:
		// It ends when a mean over its last moments has passed. A vehicle that only passes through rest does not stand still.
		if m.stood++; m.stood > 2*felt {
			m.hard = false
		}
	}
	if !still {
		m.stood = 0
	}
	if sign := signOf(t.W); sign != 0 && math.Abs(t.V) > 0.05 {
		if m.sign*sign < 0 {
			m.swings++
		}
		m.sign = sign
	}
}

// signOf returns the direction of turning, 0 if there is hardly any.
func signOf(w float64) int {
	switch {
	case w > 0.05:
		return 1
	case w < -0.05:
		return -1
	}
	return 0
}

// locate compares the place with the true pose.
func (m *meter) locate(truth plane.Pose) {
	if m.place.State != locate.Converged || m.place.Time == 0 {
		return
	}
	e := truth.Inv().Mul(m.place.At(m.odom.Pose))
	m.sum[0] += e.X*e.X + e.Y*e.Y
	m.sum[1] += e.Yaw * e.Yaw
	m.n++
}

// ref points to a figure; nil if there is none.
func ref(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// rms returns the errors of the place, m and rad; NaN if it was never known.
func (m *meter) rms() (x, yaw float64) {
	if m.n == 0 {
		return math.NaN(), math.NaN()
	}
	return math.Sqrt(m.sum[0] / float64(m.n)), math.Sqrt(m.sum[1] / float64(m.n))
}

// figures returns all figures. The rig is nil if there is no simulated world.
func (m *meter) figures(r *Rig) Figures {
	f := Figures{Path: m.path, Accel: m.seat.worst[0], Jerk: m.seat.worst[1], Hard: m.hards, Ways: m.ways, Overrides: m.over, Said: m.said}
	x, yaw := m.rms()
	f.RMSE, f.YawRMSE = ref(x), ref(yaw*180/math.Pi)
	if m.path > 0.5 {
		f.Sway = float64(m.swings) / m.path
	}
	if m.ways > 0 {
		f.Shortest, f.Least = ref(m.shortest), ref(m.least)
	}
	if m.arrived > 0 {
		f.Time = ref((m.arrived - m.begin).Seconds())
	}
	if r == nil {
		f.Collisions = -1
		return f
	}
	n, last := r.Body.Contacts()
	if f.Collisions = n; n > 0 {
		f.Touched = last.Kind.String()
	}
	f.Clearance = ref(r.Body.Closest())
	if m.has {
		d := m.goal.Inv().Mul(r.Body.Pose())
		f.OffM, f.OffRad = ref(d.Point().Norm()), ref(math.Abs(d.Yaw))
		f.Reached = m.arrived > 0 && *f.OffM <= 0.10 && *f.OffRad <= 0.1
	}
	return f
}
