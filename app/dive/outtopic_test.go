package dive

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/master"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/geometrymsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom/project"
)

// graphed is a graph of ROS 1 under a master of ours, and a node in it.
func graphed(t *testing.T) (uri string, n *ros1.Node, stop func()) {
	t.Helper()
	m, err := master.Listen(master.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- m.Serve(ctx) }()
	over := false
	stop = func() {
		if cancel(); !over {
			over = true
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	}
	t.Cleanup(stop)
	if n, err = ros1.Dial(ctx, ros1.Config{Name: "other", Master: m.URI()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Close() }) // the master may be gone
	return m.URI(), n, stop
}

// turtle is a text with one External in a graph.
func turtle(uri, stop string) string {
	return `instances:
  Turtle:
    {driver: turtle.sim, every: 20 ms, worst: 1 ms, needs: {speed: Speed, turn: AngularSpeed}, products: {x: Length, heading: Angle, level: Ratio}}
  Wish: {driver: wish, every: 20 ms, worst: 1 ms, products: {speed: Speed, turn: AngularSpeed}}
links: [Wish -> Turtle]
drivers:
  turtle.sim:
    kind: topic
    master: ` + uri + `
    age: 1 h
    stop: ` + stop + `
    speed: /cmd_vel geometry_msgs/Twist linear.x
    turn: /cmd_vel geometry_msgs/Twist angular.z deg/s
    x: /odom nav_msgs/Odometry pose.pose.position.x km
    heading: /heading std_msgs/Float64 data deg
    level: /levels std_msgs/UInt8MultiArray data[2] %
`
}

// until has an External exchange values until so.
func until(t *testing.T, d project.Driver, in []float64, what string, so func(s *project.Sample) bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		var s project.Sample
		if d.Exchange(tag(0), in, &s); so(&s) {
			return
		}
	}
	t.Fatal("it never happened: ", what)
}

func TestOverTopics(t *testing.T) {
	uri, other, _ := graphed(t)
	d, i := driverOf(t, turtle(uri, "zero"), "Turtle")
	turtle, err := openTopics(t.Context(), d, i, true)
	if err != nil {
		t.Fatal(err)
	}
	pub, err := other.Advertise("/heading", &stdmsgs.Float64{}, ros1.PubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	levels, err := other.Advertise("/levels", &stdmsgs.UInt8MultiArray{}, ros1.PubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan geometrymsgs.Twist, 4096)
	if _, err := ros1.Subscribe(other, "/cmd_vel", ros1.SubOptions{}, func(m *geometrymsgs.Twist) {
		select {
		case got <- *m:
		default:
		}
	}); err != nil {
		t.Fatal(err)
	}
	say := func(x float64, level ...byte) {
		if err := pub.Publish(&stdmsgs.Float64{Data: x}); err != nil {
			t.Fatal(err)
		}
		if err := levels.Publish(&stdmsgs.UInt8MultiArray{Data: level}); err != nil {
			t.Fatal(err)
		}
	}
	until(t, turtle, []float64{0.5, math.Pi}, "90 deg and 40 % come", func(s *project.Sample) bool {
		say(90, 10, 20, 40)
		return s.OK == 6 && s.V[1] == 90*math.Pi/180 && s.V[2] == 0.4
	})
	say(math.NaN(), 1, 2) // no number, and too short: what was before counts
	say(math.Inf(1))
	until(t, turtle, []float64{0.5, math.Pi}, "-45 deg come", func(s *project.Sample) bool {
		say(-45)
		if s.OK != 6 || s.V[2] != 0.4 {
			t.Fatalf("%b %v", s.OK, s.V[:3])
		}
		return s.V[1] == -45*math.Pi/180
	})
	if m := <-got; m.Linear.X != 0.5 || math.Abs(m.Angular.Z-180) > 1e-12 || m.Linear.Y != 0 {
		t.Errorf("%+v was published", m)
	}
	turtle.age = 0
	var s project.Sample
	if turtle.Exchange(tag(0), []float64{1, 1}, &s); s.OK != 0 {
		t.Errorf("what is too old still counts: %b", s.OK)
	}
	turtle.Exchange(tag(0), []float64{math.NaN(), math.NaN()}, &s)
	if err := turtle.Close(); err != nil {
		t.Error(err)
	}
	var last geometrymsgs.Twist
	for n := len(got); n > 0; n-- {
		last = <-got
	}
	for last != (geometrymsgs.Twist{}) {
		select {
		case last = <-got:
		case <-time.After(20 * time.Second):
			t.Fatalf("the last message is %+v", last)
		}
	}
}

// A stop that is silent publishes nothing; a peer of another type is refused and told of; a master that goes leaves what is
// connected as it is.
func TestTopicsWrong(t *testing.T) {
	uri, other, stop := graphed(t)
	d, i := driverOf(t, turtle(uri, "silent"), "Turtle")
	turtle, err := openTopics(t.Context(), d, i, true)
	if err != nil {
		t.Fatal(err)
	}
	odd, err := other.Advertise("/heading", &stdmsgs.String{}, ros1.PubOptions{Latch: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := odd.Publish(&stdmsgs.String{Data: "8 bytes"}); err != nil {
		t.Fatal(err)
	}
	got := make(chan geometrymsgs.Twist, 4096)
	sub, err := ros1.Subscribe(other, "/cmd_vel", ros1.SubOptions{}, func(m *geometrymsgs.Twist) { got <- *m })
	if err != nil {
		t.Fatal(err)
	}
	until(t, turtle, []float64{math.NaN(), math.NaN()}, "a publisher of another type is refused", func(s *project.Sample) bool {
		if s.OK != 0 {
			t.Fatalf("%b %v", s.OK, s.V[:3])
		}
		return turtle.subs[1].Errors() != nil && sub.Publishers() == 1
	})
	if len(got) > 0 {
		t.Errorf("%+v was published", <-got)
	}
	stop() // the master
	until(t, turtle, []float64{2, 0}, "messages without a master", func(*project.Sample) bool { return len(got) > 0 })
	if err := turtle.Close(); err == nil || !strings.Contains(err.Error(), "std_msgs/String") {
		t.Error(err)
	}
	if _, err := openTopics(t.Context(), d, i, true); err == nil || !strings.Contains(err.Error(), "there is no master at "+uri) {
		t.Error(err)
	}
}

// What a text says of topics is checked against their types.
func TestTopicFaults(t *testing.T) {
	for options, want := range map[string]string{
		"v: /a geometry_msgs/Twist linear.x, w: /b std_msgs/Float64 data deg": "",
		"v: /a geometry_msgs/Twits linear.x, w: /b std_msgs/Float64 data":     `4:21: drivers.it.v: there is no definition of a message geometry_msgs/Twits; did you mean "geometry_msgs/Twist"? (driver)`,
		"v: /a geometry_msgs/Twist linear.w, w: /b std_msgs/Float64 data":     `4:21: drivers.it.v: geometry_msgs/Vector3 has no field "w"; take one of x, y, z (driver)`,
		"v: /a geometry_msgs/Twist linear, w: /b std_msgs/Float64 data":       "4:21: drivers.it.v: linear is a geometry_msgs/Vector3; name a number in it (driver)",
		"v: /a-b std_msgs/Float64 data, w: /b std_msgs/Float64 data":          `4:21: drivers.it.v: "/a-b" is no name of ROS; '-' stands in it: write letters, digits, _ and / (driver)`,
		"v: /a std_msgs/Float64 data, w: /a geometry_msgs/Twist linear.x":     "4:50: drivers.it.w: /a is of type std_msgs/Float64 elsewhere; a topic has one type (driver)",
	} {
		d, faults := atoms.ReadDocument("t.atoms.yaml", []byte(fmt.Sprintf(`instances:
  It: {driver: it, every: 20 ms, worst: 1 ms, products: {v: Speed, w: Angle}}
drivers:
  it: {kind: topic, %s}
`, options)), atoms.Options{Library: atoms.Standard()})
		var got []string
		for _, f := range append(faults, Topics(d)...) {
			got = append(got, strings.TrimPrefix(f.Error(), "t.atoms.yaml:"))
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%s:\n%s\nwant\n%s", options, strings.Join(got, "\n"), want)
		}
	}
}
