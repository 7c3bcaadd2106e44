package link

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// arm is a simulated robot on the real clock.
type arm struct {
	addr  string
	close func() error
	// used is the processor time of its process so far, 0 if it has none of its own or the system does not report it.
	used  func() time.Duration
	lines func() []string // what it reported about its motions
}

// realtime is what the loops on the real clock ask the system for: nothing if everything runs in one process, as in tests.
func (b *experiments) realtime() *rt.Options {
	if len(b.o.Sinew) == 0 || b.o.Priority == 0 {
		return nil
	}
	return &rt.Options{Priority: b.o.Priority, LatencyFD: true}
}

// newArm starts a robot: in another process if the program is known, otherwise in threads of this one.
func (b *experiments) newArm() (*arm, error) {
	if len(b.o.Sinew) == 0 {
		return threadArm()
	}
	return processArm(b.o.Sinew, b.o.Priority)
}

// notes collects lines.
type notes struct {
	mu    sync.Mutex
	lines []string
}

func (n *notes) add(line string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, line)
}

func (n *notes) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.lines...)
}

// threadArm's robot waits for late commands, so that the tests that use it do not depend on how busy the machine is.
func threadArm() (*arm, error) {
	n := &notes{}
	s, err := box.Simulate(box.ServerConfig{Listen: "127.0.0.1:0", Report: n.add, Patience: 2 * time.Second},
		box.Config{Version: franka.Version5, Noise: box.DefaultNoise(), Seed: 1})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	return &arm{addr: s.Addr(), lines: n.all, used: func() time.Duration { return 0 }, close: func() error {
		cancel()
		return <-done
	}}, nil
}

// robotPriority is above the loops', because a real robot waits for nobody.
func robotPriority(loops int) int {
	if loops == 0 {
		return 0
	}
	return min(loops+5, 99)
}

// processArm starts `sinew sim franka`.
func processArm(sinew []string, priority int) (*arm, error) {
	args := append(append([]string(nil), sinew[1:]...), "sim", "franka", "--listen", "127.0.0.1:0", "--priority", fmt.Sprint(robotPriority(priority)))
	cmd := exec.Command(sinew[0], args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	said, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	wait, err := child.Start(cmd)
	if err != nil {
		return nil, fmt.Errorf("the simulated robot does not start: %w", err)
	}
	n := &notes{}
	var readers sync.WaitGroup
	readers.Go(func() {
		for s := bufio.NewScanner(said); s.Scan(); {
			n.add(s.Text())
		}
	})
	stop := func() error {
		_ = cmd.Process.Signal(os.Interrupt)
		kill := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
		defer kill.Stop()
		_, _ = io.Copy(io.Discard, out)
		readers.Wait()
		return wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	i := strings.LastIndex(line, " at ")
	if err != nil || i < 0 {
		return nil, errors.Join(fmt.Errorf("the simulated robot does not tell its address, it says %q: %s", line, strings.Join(n.all(), "; ")), stop())
	}
	return &arm{addr: strings.TrimSpace(line[i+len(" at "):]), lines: n.all, close: stop,
		used: func() time.Duration { return processorTime(cmd.Process.Pid) }}, nil
}

// processorTime is the processor time of a process, from proc_pid_stat(5): fields 14 and 15, in hundredths of a second.
func processorTime(pid int) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	after := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	if len(after) < 13 {
		return 0
	}
	sum := time.Duration(0)
	for _, f := range after[11:13] {
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0
		}
		sum += time.Duration(n) * 10 * time.Millisecond
	}
	return sum
}
