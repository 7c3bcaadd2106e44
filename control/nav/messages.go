package nav

import (
	"math"
	"time"

	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/math/nav/steer"
)

// Beams is the greatest number of beams of a scan, that of a SICK TiM561.
const Beams = 811

// Scan is what one laser scanner saw in one turn.
type Scan struct {
	Mount       plane.Pose // the scanner in BASE
	First, Step float64    // rad, direction of the first beam, and the step from beam to beam
	Min, Max    float64    // m, range of measurable distances
	Turn        float64    // s, from the first beam to the last
	Time        float64    // s, when the last beam was measured, on the odometry's clock
	N           int32      // beams; 0: there is no scan
	Ranges      [Beams]float32
}

// Set copies a scan, as far as its beams fit.
func (s *Scan) Set(from *plane.Scan) {
	s.Mount, s.First, s.Step, s.Min, s.Max = from.Mount, from.First, from.Step, from.Min, from.Max
	s.Turn, s.Time = from.Turn, from.Time
	s.N = int32(min(len(from.Ranges), Beams))
	for i := range s.N {
		s.Ranges[i] = float32(from.Ranges[i])
	}
}

// To copies the scan into one of package math/nav, and reuses the latter's ranges if they are long enough.
func (s *Scan) To(to *plane.Scan) {
	ranges := to.Ranges[:0]
	for _, r := range s.Ranges[:min(max(s.N, 0), Beams)] {
		ranges = append(ranges, float64(r))
	}
	*to = plane.Scan{Mount: s.Mount, First: s.First, Step: s.Step, Min: s.Min, Max: s.Max, Ranges: ranges, Turn: s.Turn, Time: s.Time}
}

// Scanners is how many scanners a vehicle has.
const Scanners = 2

// Scans are scans of several scanners, the same scanner always at the same index. A scanner with nothing new has no
// beams.
type Scans [Scanners]Scan

// Views are scans in the form of package math/nav, with room that is reused.
type Views [Scanners]plane.Scan

// Take copies scans.
func (v *Views) Take(from *Scans) []plane.Scan {
	for i := range from {
		from[i].To(&v[i])
	}
	return v[:]
}

// Fresh makes room for whole scans.
func (v *Views) Fresh() {
	for i := range v {
		v[i].Ranges = make([]float64, 0, Beams)
	}
}

// Velocity is a measured or wanted velocity.
type Velocity struct {
	plane.Twist
	Time float64 // s, when it was measured or wanted
	Wish bool    // of a wanted one: somebody wants it, though it may be zero
	// Driven and Turned are how far BASE has gone forward in all, m, and has turned in all, rad; only for a measured
	// velocity.
	Driven, Turned float64
}

// Goal is a place on the map.
type Goal struct {
	plane.Pose
	Number uint32 // goals differ in their numbers; 0: no goal, rest
}

// Map says which map is meant. Reactors in one program share its cells.
type Map struct {
	Width, Height int32
	Cell          float64 // m
	Origin        plane.Point
	Print         uint64 // of the cells; another map has another one
}

// MapOf describes a grid.
func MapOf(g *plane.Grid) Map {
	print := uint64(14695981039346656037) // FNV-1a
	for _, c := range g.Cells {
		print = (print ^ uint64(uint8(c))) * 1099511628211
	}
	return Map{int32(g.Width), int32(g.Height), g.Cell, g.Origin, print}
}

// Odometry is the pose of BASE in the frame of odometry.
type Odometry struct {
	plane.Pose
	Twist plane.Twist // measured
	Time  float64     // s, when it was measured; 0: never
}

// Place is the pose of BASE in MAP.
type Place struct {
	plane.Pose              // at Odometry
	Odometry   plane.Pose   // in the frame of odometry, at Time
	Time       float64      // s, of the scans by which it was found; 0: never
	State      locate.State // says whether Pose means anything
	Doubt      float64      // m, one standard deviation; +Inf if the place is not known
	Places     int32        // how many places explain the scans equally well
	Fit        float64      // share of the beams that end at walls of the map
}

// At returns the pose in MAP for newer odometry.
func (p *Place) At(odometry plane.Pose) plane.Pose {
	return p.Pose.Mul(p.Odometry.Inv().Mul(odometry))
}

// Known reports whether there is one place.
func (p *Place) Known() bool { return p.State == locate.Converged || p.State == locate.Doubtful }

// doubt returns one standard deviation of an estimate's position, m.
func doubt(e *locate.Estimate) float64 {
	if e.State != locate.Converged && e.State != locate.Doubtful {
		return math.Inf(1)
	}
	return math.Sqrt(max(e.Cov[0][0], e.Cov[1][1], 0))
}

// Driving is what a part of a vehicle is doing.
type Driving struct {
	steer.Doing
	steer.Reason
	Clear   float64 // m, from the outline to the nearest obstacle, if known
	Left    float64 // m of the path that remain
	Blocked float64 // s without progress
	Fault   Fault
}

// Fault is a set of faults beyond driving.
type Fault uint16

// The faults.
const (
	KitMute   Fault = 1 << iota // the kit says nothing
	KitFault                    // the kit has a fault: a stuck wheel, an emergency stop
	NoCommand                   // no command has come for some time
	NoScans                     // no scan has come for some time
	OneDead                     // one of the scanners is silent
	NoWay                       // there is no way to the goal
	WrongMap                    // the map is not the one that is meant
	NoJoypad                    // the joypad is unplugged
	NodeDown                    // a node has ended and will be restarted
	NodeGone                    // a node has ended and will not be restarted
)

// words returns the faults in words, in order.
func (f Fault) words() [10]string {
	return [10]string{"the kit is mute", "the kit reports a fault", "no command comes", "no scans come", "one scanner is silent",
		"there is no way to the goal", "the map is another", "the joypad is unplugged",
		"a node has ended and is started again", "a node has ended for good"}
}

// String returns the faults in words.
func (f Fault) String() string {
	s := ""
	for i, w := range f.words() {
		if f&(1<<i) != 0 {
			if s != "" {
				s += ", "
			}
			s += w
		}
	}
	return s
}

// Seconds returns a time of the program in s.
func Seconds(t time.Duration) float64 { return t.Seconds() }
