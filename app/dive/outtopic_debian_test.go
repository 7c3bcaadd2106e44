//go:build debian

package dive

import (
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/model/atom/project"
)

// TestDebianTopics: an External publishes for, and hears, Debian's rostopic under Debian's rosmaster.
func TestDebianTopics(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := l.Addr().(*net.TCPAddr).Port
	_ = l.Close()
	uri, dir := fmt.Sprintf("http://127.0.0.1:%d/", free), t.TempDir()
	command := func(name string, args ...string) *exec.Cmd {
		c := child.Tree(name, args...)
		c.Env = append(os.Environ(), "ROS_MASTER_URI="+uri, "ROS_HOSTNAME=127.0.0.1", "ROS_HOME="+dir, "ROS_LOG_DIR="+dir, "ROS_PACKAGE_PATH=/usr/share", "PYTHONUNBUFFERED=1")
		c.WaitDelay = 5 * time.Second
		return c
	}
	start := func(name string, args ...string) {
		t.Helper()
		c, out := command(name, args...), &strings.Builder{}
		c.Stderr = out
		wait, err := child.Start(c)
		if err != nil {
			t.Fatalf("%s: run `make deps`: %v", name, err)
		}
		t.Cleanup(func() {
			_ = c.Process.Signal(syscall.SIGTERM)
			_ = wait() // it was interrupted
			if t.Failed() {
				t.Logf("%s %v: %s", name, args, out)
			}
		})
	}
	start("rosmaster", "--core", "-p", fmt.Sprint(free))
	d, i := driverOf(t, strings.Replace(turtle(uri, "zero"), "nav_msgs/Odometry pose.pose.position", "geometry_msgs/Pose position", 1), "Turtle")
	var turtle *topics
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if turtle, err = openTopics(t.Context(), d, i, true); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	start("rostopic", "pub", "-r", "50", "/odom", "geometry_msgs/Pose", "{position: {x: 2.5}}")
	start("rostopic", "pub", "-r", "50", "/levels", "std_msgs/UInt8MultiArray", "{data: [1, 2, 75]}")
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(time.Millisecond) {
		var s project.Sample
		if turtle.Exchange(tag(0), []float64{0.5, math.Pi / 2}, &s); s.OK == 5 && s.V[0] == 2500 && s.V[2] == 0.75 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("%b %v came", s.OK, s.V[:3])
		}
	}
	echoed(t, turtle, command("timeout", "60", "rostopic", "echo", "-n", "1", "/cmd_vel"))
	if err := turtle.Close(); err != nil {
		t.Error(err)
	}
}

// echoed has an External exchange values until echo has heard them.
func echoed(t *testing.T, turtle *topics, echo *exec.Cmd) {
	t.Helper()
	done := make(chan struct{})
	var out []byte
	var err error
	go func() {
		defer close(done)
		out, err = child.CombinedOutput(echo)
	}()
	for over := false; !over; time.Sleep(10 * time.Millisecond) {
		var s project.Sample
		turtle.Exchange(tag(0), []float64{0.5, math.Pi / 2}, &s)
		select {
		case <-done:
			over = true
		default:
		}
	}
	if err != nil || !strings.Contains(string(out), "x: 0.5") || !strings.Contains(string(out), "z: 90.0") {
		t.Errorf("rostopic heard %v\n%s", err, out)
	}
}
