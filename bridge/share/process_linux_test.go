package share

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/control/node"
)

func TestMain(m *testing.M) {
	if role := os.Getenv("SHARE_ROLE"); role != "" {
		os.Exit(play(role))
	}
	goleak.VerifyTestMain(m)
}

// play is what a child process of the tests does: SHARE_ROLE role address, and lines on its standard input.
func play(role string) int {
	role, address, _ := strings.Cut(role, " ")
	in := bufio.NewScanner(os.Stdin)
	fail := func(err error) int {
		fmt.Println("failed:", err)
		return 1
	}
	switch role {
	case "node": // asks as often as it is told to
		l, err := Dial("a", address)
		if err != nil {
			return fail(err)
		}
		if err := request(l, in); err != nil {
			return fail(err)
		}
		in.Scan()
		return 0
	case "member":
		err := work(address, func() string {
			if !in.Scan() {
				os.Exit(0)
			}
			return in.Text()
		})
		if err != nil {
			return fail(err)
		}
		return 0
	case "half": // a node's entry, written in part
		l, err := Dial("a", address)
		if err != nil {
			return fail(err)
		}
		m := l.(*memLine)
		var r record
		r.fromReport(&node.Report{Notice: node.Notice{State: node.Running, Number: 1}})
		if err := m.up(0).push(&r); err != nil {
			return fail(err)
		}
		copy(m.up(0).slot(1), r[:words/2])
	case "over": // an overseer whose state is written in part
		h, err := Listen(address, []string{"a"})
		if err != nil {
			return fail(err)
		}
		m := h.(*Memory)
		_ = h.Publish(node.System{State: "whole"})
		fmt.Println("ready")
		in.Scan()
		m.systemCell().begin()
		m.systemCell().data[3] = ^uint64(0)
	}
	fmt.Println("half")
	in.Scan()
	return 0
}

// request asks as often as a line says, one after the other.
func request(l Line, in *bufio.Scanner) error {
	fmt.Println("ready")
	in.Scan()
	n := 0
	_, _ = fmt.Sscan(in.Text(), &n)
	for i := range n {
		if err := l.Send(&node.Report{Ask: node.Request{To: "x", ID: uint64(i)}}); err != nil {
			return err
		}
		for {
			m, err := l.Receive()
			if err != nil {
				return err
			}
			if m.Changed {
				continue
			}
			if m.Answer.ID != uint64(i) || !m.Answer.Granted {
				return fmt.Errorf("answer %+v to %d", m.Answer, i)
			}
			break
		}
	}
	fmt.Println("done")
	return nil
}

// actor is a child process.
type actor struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(t *testing.T, role, address string, files ...*os.File) *actor {
	t.Helper()
	self := must[string](t)(os.Executable())
	a := &actor{cmd: exec.Command(self)}
	a.cmd.Env = append(os.Environ(), "SHARE_ROLE="+role+" "+address)
	a.cmd.ExtraFiles = files
	a.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	a.in = must[io.WriteCloser](t)(a.cmd.StdinPipe())
	a.out = bufio.NewScanner(must[io.ReadCloser](t)(a.cmd.StdoutPipe()))
	if err := a.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.cmd.Process.Kill(); _ = a.cmd.Wait() })
	return a
}

func (a *actor) hear(t *testing.T, want string) {
	t.Helper()
	if !a.out.Scan() || a.out.Text() != want {
		t.Fatalf("the child says %q, want %q", a.out.Text(), want)
	}
}

// signal sends one, and waits until it has taken effect.
func (a *actor) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := a.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	if s == syscall.SIGSTOP {
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(a.cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
			t.Fatal(err, status)
		}
	}
}

// grant answers n requests.
func grant(t *testing.T, h Hub, n int) {
	t.Helper()
	for i := range n {
		r, err := h.Receive()
		if err != nil || r.Ask.ID != uint64(i) || r.Ask.To == "" {
			t.Fatalf("request %d: %+v %v", i, r, err)
		}
		if err := h.Answer(0, node.Answer{ID: r.Ask.ID, Granted: true}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBetweenProcesses(t *testing.T) {
	count := map[string]int{"memory": 100_000, "unix": 2_000, "tcp": 2_000}
	for kind, address := range addresses(t) {
		t.Run(kind, func(t *testing.T) {
			h := must[Hub](t)(Listen(address, []string{"a"}))
			defer h.Close()
			a := start(t, "node", address)
			a.hear(t, "ready")
			fmt.Fprintln(a.in, count[kind])
			grant(t, h, count[kind])
			a.hear(t, "done")
			a.signal(t, syscall.SIGKILL)
			begun := time.Now()
			if r := must[node.Report](t)(h.Receive()); r.Notice.State != node.Lost {
				t.Errorf("%+v", r)
			}
			t.Logf("the end was noticed after %v", time.Since(begun))
		})
	}
}

func TestInheritedMemory(t *testing.T) {
	h := must[Hub](t)(Listen("shm:", []string{"a"}))
	defer h.Close()
	a := start(t, "node", "fd:3", h.(*Memory).File())
	a.hear(t, "ready")
	fmt.Fprintln(a.in, 10)
	grant(t, h, 10)
	a.hear(t, "done")
	if err := h.(*Memory).File().Truncate(0); err == nil {
		t.Error("the memory can be cut off")
	}
}

// TestKilledInTheMiddleOfAWrite: what a node had written in part is never seen, and its next life goes on behind it.
func TestKilledInTheMiddleOfAWrite(t *testing.T) {
	address := addresses(t)["memory"]
	h := must[Hub](t)(Listen(address, []string{"a"}))
	defer h.Close()
	for range 3 {
		a := start(t, "half", address)
		a.hear(t, "half")
		if r := must[node.Report](t)(h.Receive()); r.Notice.State != node.Running {
			t.Fatalf("%+v", r)
		}
		a.signal(t, syscall.SIGKILL)
		if r := must[node.Report](t)(h.Receive()); r.Notice.State != node.Lost {
			t.Fatalf("%+v", r)
		}
		_ = a.cmd.Wait()
		l := must[Line](t)(Dial("a", address))
		if err := l.Send(&node.Report{Ask: node.Request{To: "x", ID: 7}}); err != nil {
			t.Fatal(err)
		}
		if r := must[node.Report](t)(h.Receive()); r.Ask.ID != 7 {
			t.Fatalf("%+v", r)
		}
		_ = l.Close()
		if r := must[node.Report](t)(h.Receive()); r.Notice.State != node.Lost {
			t.Fatalf("%+v", r)
		}
	}
}

// TestOverseerStoppedInTheMiddleOfAWrite: nobody hangs and nobody reads half a state; when it is killed, nodes know.
func TestOverseerStoppedInTheMiddleOfAWrite(t *testing.T) {
	address := addresses(t)["memory"]
	path := strings.TrimPrefix(address, "shm:")
	o := start(t, "over", address)
	o.hear(t, "ready")
	l := must[Line](t)(Dial("a", address))
	defer l.Close()
	if m := must[Message](t)(l.Receive()); m.Answer.System.State != "whole" {
		t.Fatalf("%+v", m)
	}
	if s, err := Read("shm:" + path); err != nil || s.System.State != "whole" || s.Nodes[0] != "a" {
		t.Fatal(s, err)
	}
	fmt.Fprintln(o.in)
	o.hear(t, "half")
	o.signal(t, syscall.SIGSTOP)
	if _, err := Read("shm:" + path); !errors.Is(err, ErrTorn) {
		t.Errorf("half a state: %v", err)
	}
	full := 0
	for range upSlots + 3 { // it reads nothing
		if err := l.Send(&node.Report{Notice: node.Notice{State: node.Running}}); errors.Is(err, ErrFull) {
			full++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if full != 3 {
		t.Errorf("%d reports found no room", full)
	}
	o.signal(t, syscall.SIGKILL)
	if m, err := l.Receive(); !errors.Is(err, ErrGone) {
		t.Errorf("%+v %v", m, err)
	}
	h := must[Hub](t)(Listen(address, []string{"a"})) // takes the dead one's place
	_ = h.Close()
}

// TestFileThatIsCutOff: an error, and the program goes on.
func TestFileThatIsCutOff(t *testing.T) {
	address := addresses(t)["memory"]
	h := must[Hub](t)(Listen(address, []string{"a"}))
	defer h.Close()
	l := must[Line](t)(Dial("a", address))
	defer l.Close()
	if err := os.Truncate(strings.TrimPrefix(address, "shm:"), 0); err != nil {
		t.Fatal(err)
	}
	_, a := h.Receive()
	_, b := l.Receive()
	for i, err := range []error{l.Send(&node.Report{}), h.Answer(0, node.Answer{}), h.Publish(node.System{}), h.Status(0, node.Status{}), a, b} {
		if err == nil || !strings.Contains(err.Error(), "cut off") {
			t.Errorf("%d: %v", i, err)
		}
	}
}
