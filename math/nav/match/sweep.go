package match

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Track remembers odometry: the poses of BASE in a frame with an arbitrary origin that drifts.
type Track struct {
	times []float64 // a ring
	poses []nav.Pose
	n     int64 // number of poses so far
	// shift is the frame of restarted odometry in the frame of the first.
	shift nav.Pose
}

// NewTrack makes a Track for the last n poses.
func NewTrack(n int) *Track {
	return &Track{times: make([]float64, n), poses: make([]nav.Pose, n)}
}

// Bounds on odometry.
const (
	maxSpeed = 5.0  // m/s and rad/s, beyond which it has restarted
	slack    = 0.2  // m and rad of additional jumps
	ahead    = 0.25 // s by which a scan may be ahead of the last odometry
)

// Add takes the pose at a time in seconds. A pose that is not finite, or not later than the previous one, is rejected.
// Odometry that jumps is treated as restarted, without motion in between, and the error reports that.
func (t *Track) Add(time float64, pose nav.Pose) error {
	if !pose.Finite() || time-time != 0 {
		return fmt.Errorf("odometry %v at %g s is not finite: left out", pose, time)
	}
	var jump error
	in := t.shift.Mul(pose)
	if t.n > 0 {
		last, was := t.Last()
		dt := time - last
		if !(dt > 0) {
			return fmt.Errorf("odometry at %g s comes behind that at %g s: left out; give it in the order of its times", time, last)
		}
		if way, turn := in.Dist(was), math.Abs(nav.Angle(in.Yaw-was.Yaw)); way > maxSpeed*dt+slack || turn > maxSpeed*dt+slack {
			jump = fmt.Errorf("odometry jumps by %.2f m and %.2f rad in %.3f s: taken as begun anew", way, turn, dt)
			t.shift = was.Mul(pose.Inv())
			in = was
		}
	}
	i := t.n % int64(len(t.times))
	t.times[i], t.poses[i] = time, in
	t.n++
	return jump
}

// Last returns the last pose, in the frame of the first odometry; zero if there is none.
func (t *Track) Last() (time float64, pose nav.Pose) {
	if t.n == 0 {
		return 0, nav.Pose{}
	}
	i := (t.n - 1) % int64(len(t.times))
	return t.times[i], t.poses[i]
}

// Rate returns the velocities from the last pose but one to the last, in m/s and rad/s; zero before there are two.
func (t *Track) Rate() (way, turn float64) {
	if t.n < 2 {
		return 0, 0
	}
	size := int64(len(t.times))
	a, b := (t.n-2)%size, (t.n-1)%size
	dt := t.times[b] - t.times[a]
	return t.poses[b].Dist(t.poses[a]) / dt, math.Abs(nav.Angle(t.poses[b].Yaw-t.poses[a].Yaw)) / dt
}

// Frame returns a pose given by odometry in the frame of the first.
func (t *Track) Frame(pose nav.Pose) nav.Pose { return t.shift.Mul(pose) }

// At returns the pose at a time: interpolated between two poses, and extrapolated a little beyond the last with the last
// velocity. It fails for times before the first remembered pose.
func (t *Track) At(time float64) (nav.Pose, bool) {
	size := int64(len(t.times))
	first := max(t.n-size, 0)
	if t.n == 0 || !(time >= t.times[first%size]) {
		return nav.Pose{}, false
	}
	last, pose := t.Last()
	if time == last {
		return pose, true
	}
	if time > last+ahead || t.n-first < 2 {
		return nav.Pose{}, false
	}
	i := t.n - 1
	for i > first+1 && t.times[(i-1)%size] > time {
		i--
	}
	a, b := (i-1)%size, i%size
	return between(t.poses[a], t.poses[b], (time-t.times[a])/(t.times[b]-t.times[a])), true
}

// between returns the pose at the part u of the way from a to b.
func between(a, b nav.Pose, u float64) nav.Pose {
	return nav.Pose{X: a.X + u*(b.X-a.X), Y: a.Y + u*(b.Y-a.Y), Yaw: nav.Angle(a.Yaw + u*nav.Angle(b.Yaw-a.Yaw))}
}

// Beam is a beam that hit something: its two ends in BASE, and the number of its scan.
type Beam struct {
	From, End nav.Point
	Scan      int
}

// Verdict is the judgement of a scan.
type Verdict uint8

// The verdicts.
const (
	Used     Verdict = iota
	Blind            // it sees hardly anything: the scanner is dead, blinded, or out of range of everything
	Frozen           // it equals the previous scan to the bit although the vehicle has moved
	Untimely         // it is older than the remembered odometry, or much later
	Absurd           // it is unusable: no beams, or a mount or angle that is not finite
)

// String returns the verdict's name.
func (v Verdict) String() string {
	names := [...]string{"used", "blind", "frozen", "untimely", "absurd"}
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("verdict %d", uint8(v))
}

// Cloud combines the beams of several scanners, in BASE at the last odometry.
type Cloud struct {
	Beams    []Beam
	Verdicts []Verdict // of each scan
	most     int
	seen     []mark
}

// mark identifies the last scan of a scanner, to recognise a frozen one.
type mark struct {
	sum  uint64
	odom nav.Pose // where the vehicle was when this scan first came
}

// NewCloud makes a cloud of at most a number of beams.
func NewCloud(most int) *Cloud { return &Cloud{Beams: make([]Beam, 0, most), most: most} }

// fewest is the least number of beams in a useful scan.
const fewest = 12

// Take fills the cloud with beams of the scans, evenly chosen and moved into BASE at the last odometry. Each scanner has its
// place in the list; a scanner without news has a scan without ranges.
func (c *Cloud) Take(t *Track, scans []nav.Scan) {
	for len(c.seen) < len(scans) {
		c.seen = append(c.seen, mark{})
		c.Verdicts = append(c.Verdicts, Used)
	}
	c.Verdicts = c.Verdicts[:len(scans)]
	c.Beams = c.Beams[:0]
	whole := 0
	for i := range scans {
		c.Verdicts[i] = c.judge(t, &scans[i], i)
		if c.Verdicts[i] == Used {
			whole += len(scans[i].Ranges)
		}
	}
	stride := max((whole+c.most-1)/c.most, 1)
	for i := range scans {
		if c.Verdicts[i] == Used {
			c.add(t, &scans[i], i, stride)
		}
	}
}

// judge returns the verdict on a scan.
func (c *Cloud) judge(t *Track, s *nav.Scan, i int) Verdict {
	n := len(s.Ranges)
	sum := s.First + s.Step + s.Turn + s.Min
	if n < fewest || !s.Mount.Finite() || sum-sum != 0 || !(s.Turn >= 0) {
		return Absurd
	}
	_, begun := t.At(s.Time - s.Turn)
	_, ended := t.At(s.Time)
	if !begun || !ended {
		return Untimely
	}
	valid := 0
	hash := uint64(14695981039346656037) // FNV-1a, by words
	for _, r := range s.Ranges {
		if r > s.Min && r <= s.Max {
			valid++
		}
		hash = (hash ^ math.Float64bits(r)) * 1099511628211
	}
	if valid < fewest {
		return Blind
	}
	_, now := t.Last()
	was := &c.seen[i]
	if was.sum != hash {
		*was = mark{hash, now}
		return Used
	}
	const way, turn = 0.01, 0.005 // m and rad, beyond which no two scans are alike to the bit
	if now.Dist(was.odom) > way || math.Abs(nav.Angle(now.Yaw-was.odom.Yaw)) > turn {
		return Frozen
	}
	return Used
}

// add puts beams of a scan at regular intervals into the cloud.
func (c *Cloud) add(t *Track, s *nav.Scan, scan, stride int) {
	_, now := t.Last()
	first, _ := t.At(s.Time - s.Turn)
	last, _ := t.At(s.Time)
	back := now.Inv()
	a, b := back.Mul(first).Mul(s.Mount), back.Mul(last).Mul(s.Mount) // of the scanner
	for i := stride / 2; i < len(s.Ranges); i += stride {
		r := s.Ranges[i]
		if !(r > s.Min && r <= s.Max) || len(c.Beams) == c.most {
			continue
		}
		at := between(a, b, float64(i)/float64(len(s.Ranges)-1))
		sin, cos := math.Sincos(at.Yaw + s.First + float64(i)*s.Step)
		c.Beams = append(c.Beams, Beam{at.Point(), nav.Point{X: at.X + float64(r*cos), Y: at.Y + float64(r*sin)}, scan})
	}
}
