package drive

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/geometrymsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/navmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/sensormsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/tf2msgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/math/nav"
)

// sent is a message of a bag to be written.
type sent struct {
	topic string
	at    int64 // ms
	m     wire.Message
}

const epoch = 1_700_000_000_000 // ms

// write writes a bag and reads the drive in it.
func write(t *testing.T, o Options, all ...sent) (*Drive, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.bag")
	w, err := bag.Create(name, bag.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	connections := map[string]*bag.Connection{}
	for _, s := range all {
		c := connections[s.topic]
		if c == nil {
			c = w.Connect(bag.Connection{Topic: s.topic, Description: s.m.Describe()})
			connections[s.topic] = c
		}
		if err := w.Write(c, wire.TimeOf((epoch+s.at)*1e6), s.m.Append(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := bag.Open(name, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return Read(r, o)
}

func header(at int64, frame string) stdmsgs.Header {
	return stdmsgs.Header{Stamp: wire.TimeOf((epoch + at) * 1e6), FrameId: frame}
}

func odometry(at int64, x, y, yaw float64) sent {
	m := &navmsgs.Odometry{Header: header(at, "odom"), ChildFrameId: "base"}
	m.Pose.Pose.Position.X, m.Pose.Pose.Position.Y = x, y
	m.Pose.Pose.Orientation.Z, m.Pose.Pose.Orientation.W = math.Sin(yaw/2), math.Cos(yaw/2)
	return sent{"/odom", at, m}
}

func scan(topic string, at int64, frame string) sent {
	return sent{topic, at, &sensormsgs.LaserScan{Header: header(at, frame), AngleMin: -1, AngleMax: 1, AngleIncrement: 0.5, TimeIncrement: 0.01, RangeMin: 0.1, RangeMax: 8, Ranges: []float32{1, 2, 3, 4, 5}}}
}

// mounted puts a frame onto the base, rolled about x and then turned about z.
func mounted(child string, x, y, roll, yaw float64) sent {
	t := geometrymsgs.TransformStamped{Header: header(0, "base"), ChildFrameId: child}
	t.Transform.Translation.X, t.Transform.Translation.Y = x, y
	sr, cr, sy, cy := math.Sin(roll/2), math.Cos(roll/2), math.Sin(yaw/2), math.Cos(yaw/2)
	t.Transform.Rotation = geometrymsgs.Quaternion{X: cy * sr, Y: sy * sr, Z: sy * cr, W: cy * cr}
	return sent{"/tf_static", 0, &tf2msgs.TFMessage{Transforms: []geometrymsgs.TransformStamped{t}}}
}

// Poses and scans come in the order of their times, scans of one time together, from scanners where /tf_static has them, one
// of them upside down.
func TestPlay(t *testing.T) {
	d, err := write(t, Options{}, mounted("front", 0.5, 0.1, 0, 0.3), mounted("rear", -0.5, 0, math.Pi, 2),
		odometry(0, 1, 2, 0.5), scan("/a", 10, "front"), scan("/b", 15, "/rear"), odometry(100, 1.1, 2, 3), scan("/a", 110, "front"), scan("/a", 210, "front"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Base != "base" || d.Odometry != "/odom" || d.Poses != 2 || len(d.Scanners) != 2 || d.Scanners[0].Scans != 3 {
		t.Errorf("%+v", d)
	}
	var poses []nav.Pose
	var times []float64
	var seen []string
	err = d.Play(func(time float64, p nav.Pose) error {
		times, poses = append(times, time), append(poses, p)
		return nil
	}, func(scans []nav.Scan) error {
		s := ""
		for i := range scans {
			if scans[i].Ranges != nil {
				s += string(rune('a' + i))
			}
		}
		if a := scans[0]; a.Ranges != nil && (a.Mount.Dist(nav.Pose{X: 0.5, Y: 0.1}) > 1e-9 || math.Abs(a.Mount.Yaw-0.3) > 1e-9 || a.First != -1 || a.Ranges[4] != 5 || math.Abs(a.Turn-0.04) > 1e-6) {
			t.Errorf("%+v", a)
		}
		// Upside down: the beam at -1 rad is at the left.
		if b := scans[1]; b.Ranges != nil && (b.First != 1 || b.Step != -0.5 || math.Abs(b.Mount.Yaw-2) > 1e-9 || math.Abs(b.Time-0.055) > 1e-6) {
			t.Errorf("%+v", b)
		}
		seen = append(seen, s)
		return nil
	})
	if err != nil || strings.Join(seen, " ") != "ab a a" || len(poses) != 2 || times[1] != 0.1 || poses[1].Dist(nav.Pose{X: 1.1, Y: 2}) > 1e-9 || math.Abs(poses[1].Yaw-3) > 1e-9 {
		t.Errorf("%v, %v, %v, %v", err, seen, times, poses)
	}
}

// What a bag lacks is said, with what to do.
func TestLacks(t *testing.T) {
	for _, c := range []struct {
		o    Options
		all  []sent
		want string
	}{
		{Options{}, []sent{scan("/a", 0, "base")}, "no odometry: no topic of nav_msgs/Odometry"},
		{Options{}, []sent{odometry(0, 0, 0, 0)}, "no scans: no topic of sensor_msgs/LaserScan"},
		{Options{Odometry: "/wheels"}, []sent{odometry(0, 0, 0, 0), scan("/a", 0, "base")}, "no topic /wheels of nav_msgs/Odometry; it has: /odom"},
		{Options{Scans: []string{"/x"}}, []sent{odometry(0, 0, 0, 0), scan("/a", 0, "base")}, "no topic /x of sensor_msgs/LaserScan; it has: /a"},
		{Options{}, []sent{odometry(0, 0, 0, 0), scan("/a", 0, "front")}, "give it with --mount /a=X,Y,YAW"},
		{Options{}, []sent{odometry(0, 0, 0, 0), scan("/a", 0, "front"), mounted("front", 0, 0, 1.2, 0)}, "is tilted by 69°"},
	} {
		_, err := write(t, c.o, c.all...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	d, err := write(t, Options{Mounts: map[string]nav.Pose{"/a": {X: 1}}}, odometry(0, 0, 0, 0), scan("/a", 0, "front"))
	if err != nil || d.Scanners[0].Mount.X != 1 {
		t.Errorf("%v", err)
	}
	bad := odometry(50, 0, 0, 0)
	bad.m.(*navmsgs.Odometry).Pose.Pose.Orientation.W = 0
	d, err = write(t, Options{}, odometry(0, 0, 0, 0), scan("/a", 10, "base"), bad)
	if err != nil {
		t.Fatal(err)
	}
	err = d.Play(func(float64, nav.Pose) error { return nil }, func([]nav.Scan) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "/odom at 0.050 s: the orientation is no unit quaternion") {
		t.Errorf("%v", err)
	}
}
