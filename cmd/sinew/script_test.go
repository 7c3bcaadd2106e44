package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sinew-robotics/sinew/bridge/seal"
	others "github.com/sinew-robotics/sinew/cmd/sinew-app/programs"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/cli/plant"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/host"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sinew": main, "sinew-app": others.Main, "sinew-study": func() { os.Exit(host.Main()) }, "plant": plant.Serve, "robot": robot})
}

// robot is the command of somebody else's program.
func robot() { cli.Tool{Name: "robot", Programs: []run.Spec{plant.Spec()}}.Main() }

// TestScripts runs the command as a user types it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SINEW_PRIORITY", "0")                     // many scripts run beside each other
			e.Setenv("HOME", filepath.Join(e.WorkDir, ".home")) // apart from other scripts' and the user's
			e.Setenv("BROWSER", "true")                         // what xdg-open starts
			rov, err := filepath.Abs("../../examples/rov-heading")
			e.Setenv("ROV", rov)
			e.Setenv("FAULTS", filepath.Join(rov, "faults"))
			e.Setenv("TREE", filepath.Dir(filepath.Dir(rov)))
			e.Setenv("STUDIES", filepath.Join(filepath.Dir(rov), "studies"))
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"json": checkJSON, "freeport": freePort, "busy": busyPort, "askbox": askBox, "askfranka": askFranka, "askrov": askROV, "askchair": askChair, "help": help, "status": status,
			"second-refused": secondRefused, "asktcp": askTCP,
			"wait-for": waitFor, "wait-for-files": waitForFiles, "cut": cut, "cutout": cutOut,
		},
	})
}

// json FILE KEY… checks that a JSON object has keys; KEY=VALUE also compares.
func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	var object map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &object))
	for _, want := range args[1:] {
		key, value, compare := strings.Cut(want, "=")
		got, ok := object[key]
		switch {
		case !ok:
			ts.Fatalf("%s has no %s", args[0], key)
		case compare && (fmt.Sprint(got) == value) == neg:
			ts.Fatalf("%s: %s is %v", args[0], key, got)
		}
	}
}

// askTCP waits until something listens at an address.
func askTCP(ts *testscript.TestScript, _ bool, args []string) {
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		c, err := net.Dial("tcp", args[0])
		if err == nil {
			_ = c.Close()
			return
		}
		if time.Now().After(end) {
			ts.Fatalf("%v", err)
		}
	}
}

// freeport VAR sets VAR to an address of a port that was free just now.
func freePort(ts *testscript.TestScript, _ bool, args []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv(args[0], l.Addr().String())
	ts.Check(l.Close())
}

// busy VAR sets VAR to an address at which somebody listens, and says nothing, until the script ends.
func busyPort(ts *testscript.TestScript, _ bool, args []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv(args[0], l.Addr().String())
	ts.Defer(func() { _ = l.Close() })
}

// askbox ADDR waits until a control box listens and asks it who it is and where its tool stands.
func askBox(ts *testscript.TestScript, _ bool, args []string) {
	var conn xarm.Conn
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if conn, err = xarm.DialTCP(args[0], time.Second)(); err == nil {
			break
		}
	}
	ts.Check(err)
	c := xarm.NewClient(conn, xarm.ClientConfig{})
	info, err := c.Handshake()
	ts.Check(err)
	pose, err := c.Position()
	ts.Check(err)
	ts.Logf("%s, tool at %v", info.Text, pose.P)
	if info.Axes != 7 || pose.P.Norm() < 0.1 {
		ts.Fatalf("a strange box")
	}
	ts.Check(c.Close())
}

// askfranka ADDR [MODE] waits until a robot listens and is in a mode, Idle without one.
func askFranka(ts *testscript.TestScript, _ bool, args []string) {
	var c *franka.Client
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if c, err = franka.Dial(context.Background(), args[0], franka.Options{}); err == nil {
			break
		}
	}
	ts.Check(err)
	want := "Idle"
	if len(args) > 1 {
		want = args[1]
	}
	var s franka.State
	for range 10000 {
		if ts.Check(c.Read(&s)); s.Mode.String() == want {
			break
		}
	}
	ts.Logf("state %d, tool at %v", s.ID, s.OTEE[12:15])
	if s.Mode.String() != want || s.OTEE[14] < 0.1 {
		ts.Fatalf("a strange robot: %v", s.Mode)
	}
	ts.Check(c.Close())
}

// still is a motion that stays where it is.
type still struct{}

func (still) Next(_ time.Duration, s *franka.State, c *franka.Command) bool {
	c.QC = [franka.Joints]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
	return false
}

// second-refused ADDR KEYFILE runs a motion through an interface and, while it goes on, the command for another.
func secondRefused(ts *testscript.TestScript, _ bool, args []string) {
	key, err := seal.ParseKey([]byte(ts.ReadFile(args[1])))
	ts.Check(err)
	ctx, cancel := context.WithCancel(context.Background())
	on, done := make(chan struct{}), make(chan error, 1)
	c := remote.ConnectConfig{
		Config: remote.Config{
			Generator: franka.GenerateJointPosition, StopAfter: 1000, Resume: true, Secrets: remote.Secrets{Key: key},
		},
		Motion: still{}, Interface: args[0], Patience: time.Minute,
		Watch: func() func(*remote.Application) {
			var once sync.Once
			return func(*remote.Application) { once.Do(func() { close(on) }) }
		}(),
	}
	go func() { _, err := remote.Connect(ctx, c); done <- err }()
	select {
	case <-on:
	case err := <-done:
		ts.Fatalf("the first was refused: %v", err)
	}
	err = ts.Exec("sinew", "link", "connect", args[0], "--key", args[1], "--priority", "0")
	cancel()
	if first := <-done; err == nil || !errors.Is(first, context.Canceled) {
		ts.Fatalf("the second: %v; the first: %v", err, first)
	}
}

// help COMMAND… checks that the command's help has an example.
func help(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(ts.Exec("sinew", append(args, "-h")...))
	if out := ts.ReadFile("stdout"); !regexp.MustCompile(`Examples?:\s+sinew `).MatchString(out) {
		ts.Fatalf("sinew %s -h shows no example:\n%s", strings.Join(args, " "), out)
	}
}

// status N COMMAND… runs a command that has to end with that status.
func status(ts *testscript.TestScript, _ bool, args []string) {
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); !errors.As(err, &exit) || strconv.Itoa(exit.ExitCode()) != args[0] {
		ts.Fatalf("%v instead of status %s", err, args[0])
	}
}

// wait-for FILE SIZE waits until FILE has SIZE bytes.
func waitFor(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if i, err := os.Stat(ts.MkAbs(args[0])); err == nil && i.Size() >= size {
			return
		}
	}
	ts.Fatalf("no %s after a minute", args[0])
}

// wait-for-files DIR N waits until DIR holds N files, sockets apart.
func waitForFiles(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		files, _ := os.ReadDir(ts.MkAbs(args[0]))
		files = slices.DeleteFunc(files, func(f os.DirEntry) bool { return f.Type() == os.ModeSocket }) // it comes before the file that names it
		if len(files) == n {
			return
		}
	}
	ts.Fatalf("no %d files in %s after a minute", n, args[0])
}

// cutout FROM TO AT N copies a file without N bytes from a place on.
func cutOut(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	at, err1 := strconv.Atoi(args[2])
	n, err2 := strconv.Atoi(args[3])
	ts.Check(errors.Join(err1, err2))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text[:at]+text[min(len(text), at+n):]), 0o600))
}

// cut FROM TO copies two thirds of a file.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text[:len(text)*2/3]), 0o600))
}
