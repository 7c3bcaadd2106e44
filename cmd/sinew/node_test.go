package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/share"
	"github.com/sinew-robotics/sinew/control/node"
)

// TestNodes: what the commands about nodes say of an overseer that knows two, and where there is none.
func TestNodes(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // where systems meet
	address := "unix:" + filepath.Join(t.TempDir(), "o")
	file := filepath.Join(t.TempDir(), "launch.yaml")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	say := func(f func(io.Writer) error) string {
		var b strings.Builder
		if err := f(&b); err != nil {
			return err.Error()
		}
		b2 := regexp.MustCompile(`[0-9.]+m?s ago +`).ReplaceAllString(b.String(), "T ago  ")
		b2 = regexp.MustCompile(`"silent_ms": [0-9.e+]+`).ReplaceAllString(b2, `"silent_ms": T`)
		return regexp.MustCompile(`\b`+strconv.Itoa(os.Getpid())+`\b`).ReplaceAllString(b2, "PID")
	}
	for name, at := range map[string]string{"no overseer runs at unix:": address, "no overseer runs at": file, "neither a launch file nor an address": "nothing"} {
		if got := say((&nodeListCmd{asked{At: at}}).run); !strings.Contains(got, name) {
			t.Errorf("%s: %s", at, got)
		}
	}
	overseer(t, address)
	for _, c := range []struct {
		run  func(io.Writer) error
		want string
	}{
		{(&nodeListCmd{asked{At: address}}).run, "the system is manual: lamp\nnode   state    critical  period  last notice "},
		{(&nodeListCmd{asked{At: address}}).run, "\ndrive  running  yes       20 ms   T ago  2         PID"},
		{(&nodeListCmd{asked{address, true}}).run, `"state": "lost",
      "critical": false,
      "restarts": 0,
      "life": 1,
      "gave_up": true,
      "cause": "burnt out"`},
		{(&nodeInfoCmd{"drive", asked{address, true}}).run, `{
  "name": "drive",
  "state": "running",
  "critical": true,
  "period_ms": 20,
  "silent_ms": T,
  "restarts": 2,
  "life": 3,
  "pid": PID
}
`},
		{(&nodeInfoCmd{"lamp", asked{At: address}}).run, "started again        no more: too often\n"},
		{(&nodeInfoCmd{"lamb", asked{At: address}}).run, `there is no node "lamb": did you mean lamp?`},
		{(&nodeStateCmd{"", asked{At: address}}).run, "manual\n"},
		{(&nodeStateCmd{"lamp", asked{At: address}}).run, "lost\n"},
		{(&nodeStateCmd{"lamp", asked{address, true}}).run, "{\n  \"state\": \"lost\",\n  \"cause\": \"burnt out\"\n}\n"},
	} {
		if got := say(c.run); !strings.Contains(got, c.want) {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

// overseer runs one that knows two nodes, of which one is connected, until the test ends.
func overseer(t *testing.T, address string) {
	t.Helper()
	hub, err := share.Listen(address, []string{"drive", "lamp"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = hub.Close() })
	line, err := share.Dial("drive", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = line.Close() })
	err = line.Send(&node.Report{Notice: node.Notice{State: node.Running}})
	if _, bad := hub.Receive(); errors.Join(err, bad) != nil {
		t.Fatal(err, bad)
	}
	if err := errors.Join(hub.Publish(node.System{State: "manual", Number: 2, Cause: "lamp"}),
		hub.Status(0, node.Status{State: node.Running, Notice: node.Notice{Critical: true, Every: 20 * time.Millisecond, Life: 3}, Restarts: 2}),
		hub.Status(1, node.Status{State: node.Lost, Notice: node.Notice{Cause: "burnt out", Life: 1}, GaveUp: true})); err != nil {
		t.Fatal(err)
	}
}
