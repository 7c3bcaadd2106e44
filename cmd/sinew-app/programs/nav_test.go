package programs

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/navmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/sensormsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/mapfile"
)

// driveBag writes a bag of a vehicle that drives a circle of 1 m in a room of 8 by 6 m, with one scanner 0.2 m ahead.
func driveBag(t *testing.T, name string) (room *nav.Grid, end nav.Pose) {
	t.Helper()
	room, err := nav.NewGrid(160, 120, 0.05, nav.Point{X: -3, Y: -2})
	if err != nil {
		t.Fatal(err)
	}
	for i := range room.Cells {
		x, y := i%160, i/160
		room.Cells[i] = nav.Free
		if x < 2 || y < 2 || x > 157 || y > 117 || x > 130 && y > 80 || x < 20 && y < 40 && y > 30 {
			room.Cells[i] = nav.Occupied
		}
	}
	w, err := bag.Create(name, bag.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	odometry := w.Connect(bag.Connection{Topic: "/odom", Description: (&navmsgs.Odometry{}).Describe()})
	laser := w.Connect(bag.Connection{Topic: "/scan", Description: (&sensormsgs.LaserScan{}).Describe()})
	caster := nav.NewCaster(room, false)
	random := rand.New(rand.NewPCG(1, 2))
	twist := nav.Twist{V: 0.6, W: 0.6}
	s := nav.Scan{Mount: nav.Pose{X: 0.2}, First: -2, Step: 0.01, Min: 0.05, Max: 10, Ranges: make([]float64, 401)}
	for k := range 110 {
		at := wire.TimeOf(1_700_000_000_000_000_000 + int64(k)*100_000_000)
		o := navmsgs.Odometry{Header: stdmsgs.Header{Stamp: at, FrameId: "odom"}, ChildFrameId: "base"}
		told := end.Yaw * 1.02
		o.Pose.Pose.Position.X, o.Pose.Pose.Position.Y = end.X*1.03, end.Y*1.03
		o.Pose.Pose.Orientation.Z, o.Pose.Pose.Orientation.W = math.Sin(told/2), math.Cos(told/2)
		caster.Scan(end, &s)
		l := sensormsgs.LaserScan{Header: stdmsgs.Header{Stamp: at, FrameId: "laser"}, AngleMin: -2, AngleMax: 2, AngleIncrement: 0.01, RangeMin: 0.05, RangeMax: 10}
		for _, r := range s.Ranges {
			l.Ranges = append(l.Ranges, float32(r+0.01*random.NormFloat64()))
		}
		if err := w.Write(odometry, at, o.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if err := w.Write(laser, at, l.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if k < 109 {
			end = end.Mul(twist.Over(0.1))
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return room, end
}

// TestNav: a map is made of a bag, and the same drive, and one on the true map, find their places.
func TestNav(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "drive.bag")
	room, end := driveBag(t, file)
	in := navBag{File: file, Mount: []string{"/scan=0.2,0,0"}}
	if err := (&navMap{navBag: in, Out: filepath.Join(dir, "made"), Cell: 0.05}).Run(); err != nil {
		t.Fatal(err)
	}
	pgm, yaml, err := mapfile.Encode(room, "true.pgm", mapfile.Trinary)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"true.pgm": pgm, "true.yaml": yaml} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"made", "true"} {
		out := filepath.Join(dir, name+".csv")
		if err := (&navLocalise{navBag: in, Map: filepath.Join(dir, name+".yaml"), Seed: 1, Out: out}).Run(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		last := strings.Split(lines[len(lines)-1], ",")
		at, err := pose(strings.Join(last[1:4], ","))
		if err != nil || len(lines) != 111 || last[6] != "converged" || at.Dist(end) > 0.05 || math.Abs(nav.Angle(at.Yaw-end.Yaw)) > 0.02 {
			t.Errorf("%s: %d lines, the last %v, truly at %v, %v", name, len(lines), last, end, err)
		}
	}
	for want, run := range map[string]func() error{
		"give it with --mount /scan=X,Y,YAW":  (&navMap{navBag: navBag{File: file}, Out: filepath.Join(dir, "x"), Cell: 0.05}).Run,
		"made.yaml is there already":          (&navMap{navBag: in, Out: filepath.Join(dir, "made"), Cell: 0.05}).Run,
		"is no pose: give X,Y,YAW":            (&navLocalise{navBag: in, Map: filepath.Join(dir, "true.yaml"), From: "1,2"}).Run,
		"sinew ros1 bag from-trace":           (&navMap{navBag: navBag{File: "a.mcap"}, Out: filepath.Join(dir, "x"), Cell: 0.05}).Run,
		"begins with neither P2 nor P5":       (&navLocalise{navBag: in, Map: broken(t, dir)}).Run,
		"the bag has no topic /x of nav_msgs": (&navMap{navBag: navBag{File: file, Odometry: "/x"}, Out: filepath.Join(dir, "x"), Cell: 0.05}).Run,
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestNavPlan: a way is found, printed and drawn; what is wrong with a request is told, and where there is no way a picture
// shows it.
func TestNavPlan(t *testing.T) {
	dir := t.TempDir()
	room, _ := driveBag(t, filepath.Join(dir, "drive.bag"))
	pgm, yaml, err := mapfile.Encode(room, "room.pgm", mapfile.Trinary)
	if err = errors.Join(err, os.WriteFile(filepath.Join(dir, "room.pgm"), pgm, 0o600), os.WriteFile(filepath.Join(dir, "room.yaml"), yaml, 0o600)); err != nil {
		t.Fatal(err)
	}
	ask := navPlan{Map: filepath.Join(dir, "room.yaml"), From: "-1.5,2,0", To: "2.5,-1,1.57", Room: 0.2, Tight: 0.03, Work: 20000}
	with := func(change func(*navPlan)) func() error {
		c := ask
		change(&c)
		return c.Run
	}
	picture := filepath.Join(dir, "way.svg")
	if err := with(func(c *navPlan) { c.Out = picture })(); err != nil {
		t.Fatal(err)
	}
	if err := with(func(c *navPlan) { c.JSON, c.Vehicle = true, "-0.2,0.2,-0.2,0.2" })(); err != nil {
		t.Fatal(err)
	}
	nowhere := filepath.Join(dir, "nowhere.svg")
	for want, run := range map[string]func() error{
		"goal in a wall at 4.50, 3.00, 0.000": with(func(c *navPlan) { c.To, c.Out = "4.5,3,0", nowhere }),
		"--from: \"1,2\" is no pose":          with(func(c *navPlan) { c.From = "1,2" }),
		"--to: \"x\" is no pose":              with(func(c *navPlan) { c.To = "x" }),
		"--vehicle \"1\": give BACK,FRONT":    with(func(c *navPlan) { c.Vehicle = "1" }),
		"Tight is 3 m":                        with(func(c *navPlan) { c.Tight = 3 }),
		"way.svg is there already":            with(func(c *navPlan) { c.Out = picture }),
		"begins with neither P2 nor P5":       with(func(c *navPlan) { c.Map = broken(t, dir) }),
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for name, want := range map[string]string{picture: "way (", nowhere: "no way: goal in a wall"} {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: nothing of %q, %v", name, want, err)
		}
	}
}

// broken is a map without a picture.
func broken(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(dir, "broken.yaml")
	if err := os.WriteFile(name, []byte("image: broken.yaml\nresolution: 0.05\norigin: [0, 0, 0]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
