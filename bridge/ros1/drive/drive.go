// Package drive reads a vehicle's drive from a bag of ROS 1: its odometry (nav_msgs/Odometry), the scans of its laser
// scanners (sensor_msgs/LaserScan), and from /tf_static and /tf where these are mounted.
package drive

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/geometrymsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/navmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/sensormsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/tf2msgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/tf"
	"github.com/sinew-robotics/sinew/math/frame"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// The types that are read.
const (
	odometryType = "nav_msgs/Odometry"
	scanType     = "sensor_msgs/LaserScan"
)

// Options choose what is read. The zero value takes the only odometry of a bag, and all scanners.
type Options struct {
	Odometry string   // its topic
	Scans    []string // their topics
	Base     string   // frame of the vehicle; "" is that of the odometry
	// Mounts are the scanners' poses in the vehicle's frame, by topic; they replace those in the bag.
	Mounts map[string]nav.Pose
}

// Scanner is a scanner whose scans are in the bag.
type Scanner struct {
	Topic, Frame string
	Mount        nav.Pose // in BASE
	down         bool     // it is mounted upside down, so that its beams turn clockwise
	Scans        int
}

// Drive is a drive in a bag.
type Drive struct {
	Odometry string // its topic
	Base     string // frame of the vehicle
	Poses    int    // of odometry
	Scanners []Scanner
	// Begin is the time of the first odometry, relative to which all times are, in ns since 1970.
	Begin int64
	bag   *bag.Reader
}

// Read prepares the drive in a bag. It refuses a bag that lacks something, and names everything that is missing.
func Read(r *bag.Reader, o Options) (*Drive, error) {
	d := &Drive{bag: r}
	if err := d.choose(o); err != nil {
		return nil, err
	}
	frames := frame.New(frame.Options{})
	if err := d.survey(frames, o); err != nil {
		return nil, err
	}
	var errs []error
	if d.Poses == 0 {
		errs = append(errs, fmt.Errorf("%s has no message: without odometry nothing can be computed", d.Odometry))
	}
	for i := range d.Scanners {
		s := &d.Scanners[i]
		if s.Scans == 0 {
			errs = append(errs, fmt.Errorf("%s has no message: choose other topics with --scan", s.Topic))
			continue
		}
		errs = append(errs, s.mount(frames, d.Base, o))
	}
	return d, errors.Join(errs...)
}

// choose finds the topics.
func (d *Drive) choose(o Options) error {
	var odometry, scans []string
	for _, c := range d.bag.Connections() {
		switch {
		case c.Type == odometryType && !slices.Contains(odometry, c.Topic):
			odometry = append(odometry, c.Topic)
		case c.Type == scanType && !slices.Contains(scans, c.Topic):
			scans = append(scans, c.Topic)
		}
	}
	slices.Sort(odometry)
	slices.Sort(scans)
	var errs []error
	switch {
	case o.Odometry != "":
		if d.Odometry = o.Odometry; !slices.Contains(odometry, o.Odometry) {
			errs = append(errs, fmt.Errorf("the bag has no topic %s of %s; it has: %s", o.Odometry, odometryType, list(odometry)))
		}
	case len(odometry) == 1:
		d.Odometry = odometry[0]
	case len(odometry) == 0:
		errs = append(errs, fmt.Errorf("the bag has no odometry: no topic of %s", odometryType))
	default:
		errs = append(errs, fmt.Errorf("the bag has several topics of %s: choose one with --odometry: %s", odometryType, list(odometry)))
	}
	if o.Scans != nil {
		for _, t := range o.Scans {
			if !slices.Contains(scans, t) {
				errs = append(errs, fmt.Errorf("the bag has no topic %s of %s; it has: %s", t, scanType, list(scans)))
			}
		}
		scans = o.Scans
	} else if len(scans) == 0 {
		errs = append(errs, fmt.Errorf("the bag has no scans: no topic of %s", scanType))
	}
	for _, t := range scans {
		d.Scanners = append(d.Scanners, Scanner{Topic: t})
	}
	return errors.Join(errs...)
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// survey counts messages and collects frames.
func (d *Drive) survey(frames *frame.Buffer, o Options) error {
	var m struct {
		odometry navmsgs.Odometry
		scan     sensormsgs.LaserScan
		tf       tf2msgs.TFMessage
	}
	known := map[string]bool{}
	d.Base = strings.TrimLeft(o.Base, "/")
	return d.each(func(x bag.Message) error {
		switch {
		case x.Topic == d.Odometry:
			if d.Poses++; d.Poses > 1 {
				return nil
			}
			if err := x.Decode(&m.odometry); err != nil {
				return err
			}
			d.Begin = m.odometry.Header.Stamp.Nanoseconds()
			if d.Base == "" {
				d.Base = strings.TrimLeft(m.odometry.ChildFrameId, "/")
			}
		case x.Topic == tf.Fixed || x.Topic == tf.Moving:
			if err := x.Decode(&m.tf); err != nil {
				return err
			}
			for i := range m.tf.Transforms {
				// The first transform of each frame suffices: mounts do not move, and moving frames are not needed.
				t, err := tf.Transform(&m.tf.Transforms[i])
				if err != nil || known[t.Child] {
					continue
				}
				known[t.Child] = frames.SetFixed(t) == nil
			}
		default:
			s := d.scanner(x.Topic)
			if s == nil {
				return nil
			}
			if s.Scans++; s.Scans > 1 {
				return nil
			}
			if err := x.Decode(&m.scan); err != nil {
				return err
			}
			s.Frame = strings.TrimLeft(m.scan.Header.FrameId, "/")
		}
		return nil
	})
}

func (d *Drive) scanner(topic string) *Scanner {
	for i := range d.Scanners {
		if d.Scanners[i].Topic == topic {
			return &d.Scanners[i]
		}
	}
	return nil
}

// each calls do for the messages of the drive, in the order of their times.
func (d *Drive) each(do func(bag.Message) error) error {
	topics := []string{d.Odometry, tf.Fixed, tf.Moving}
	for i := range d.Scanners {
		topics = append(topics, d.Scanners[i].Topic)
	}
	all := d.bag.Messages(bag.Selection{Topics: topics})
	for {
		m, err := all.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = do(m)
		}
		if err != nil {
			return err
		}
	}
}

// mount finds where a scanner is on the vehicle.
func (s *Scanner) mount(frames *frame.Buffer, base string, o Options) error {
	if at, ok := o.Mounts[s.Topic]; ok {
		s.Mount = at
		return nil
	}
	if s.Frame == base {
		return nil
	}
	at, err := frames.Lookup(base, s.Frame, 0)
	if err != nil {
		return fmt.Errorf("where the scanner of %s is on the vehicle is not known: %w; give it with --mount %s=X,Y,YAW", s.Topic, err, s.Topic)
	}
	x, z := at.R.Apply(spatial.V(1, 0, 0)), at.R.Apply(spatial.V(0, 0, 1))
	const level = 0.1 // rad: by how much a scanner may be tilted
	if math.Abs(z.Z) < math.Cos(level) {
		return fmt.Errorf("the scanner of %s (frame %s) is tilted by %.0f°: only scanners that look along the floor are supported; leave it out with --scan",
			s.Topic, s.Frame, math.Acos(math.Abs(z.Z))*180/math.Pi)
	}
	s.Mount = nav.Pose{X: at.P.X, Y: at.P.Y, Yaw: math.Atan2(x.Y, x.X)}
	s.down = z.Z < 0
	return nil
}

// Play plays the drive in the order of times. move gets the odometry, see gets scans, one for each scanner in the order of
// Scanners; a scan without ranges is missing. Times are in seconds from Begin. An error that they return ends Play.
func (d *Drive) Play(move func(time float64, pose nav.Pose) error, see func([]nav.Scan) error) error {
	p := player{d: d, see: see, now: make([]nav.Scan, len(d.Scanners)), ranges: make([][]float64, len(d.Scanners))}
	var odometry navmsgs.Odometry
	err := d.each(func(x bag.Message) error {
		switch x.Topic {
		case d.Odometry:
			if err := x.Decode(&odometry); err != nil {
				return err
			}
			pose, err := planar(&odometry.Pose.Pose)
			if err != nil {
				return fmt.Errorf("%s at %.3f s: %w", d.Odometry, d.seconds(odometry.Header.Stamp.Nanoseconds()), err)
			}
			return move(d.seconds(odometry.Header.Stamp.Nanoseconds()), pose)
		case tf.Fixed, tf.Moving:
			return nil
		}
		return p.scan(x)
	})
	if err != nil {
		return err
	}
	return p.flush()
}

func (d *Drive) seconds(ns int64) float64 { return float64(ns-d.Begin) / 1e9 }

// planar is a pose seen from above.
func planar(p *geometrymsgs.Pose) (nav.Pose, error) {
	q := p.Orientation
	if n := q.X*q.X + q.Y*q.Y + q.Z*q.Z + q.W*q.W; !(math.Abs(n-1) < 0.01) {
		return nav.Pose{}, fmt.Errorf("the orientation is no unit quaternion: its length is %g", math.Sqrt(n))
	}
	return nav.Pose{X: p.Position.X, Y: p.Position.Y, Yaw: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))}, nil
}

// player combines scans that belong together.
type player struct {
	d      *Drive
	see    func([]nav.Scan) error
	scans  sensormsgs.LaserScan
	now    []nav.Scan
	ranges [][]float64
	have   int
}

// scan takes one scan.
func (p *player) scan(x bag.Message) error {
	i := slices.IndexFunc(p.d.Scanners, func(s Scanner) bool { return s.Topic == x.Topic })
	if err := x.Decode(&p.scans); err != nil {
		return err
	}
	if p.now[i].Ranges != nil { // a second scan of this scanner: the others are late or silent
		if err := p.flush(); err != nil {
			return err
		}
	}
	m, s := &p.scans, &p.d.Scanners[i]
	out := p.ranges[i][:0]
	for _, r := range m.Ranges {
		out = append(out, float64(r))
	}
	p.ranges[i] = out
	turn := float64(m.TimeIncrement) * float64(max(len(out)-1, 0))
	p.now[i] = nav.Scan{Mount: s.Mount, First: float64(m.AngleMin), Step: float64(m.AngleIncrement), Min: float64(m.RangeMin), Max: float64(m.RangeMax), Ranges: out,
		Turn: max(turn, 0), Time: p.d.seconds(m.Header.Stamp.Nanoseconds()) + max(turn, 0)}
	if s.down {
		p.now[i].First, p.now[i].Step = -p.now[i].First, -p.now[i].Step
	}
	if p.have++; p.have == len(p.now) {
		return p.flush()
	}
	return nil
}

// flush passes on the scans collected so far.
func (p *player) flush() error {
	if p.have == 0 {
		return nil
	}
	err := p.see(p.now)
	p.have = 0
	for i := range p.now {
		p.now[i].Ranges = nil
	}
	return err
}
