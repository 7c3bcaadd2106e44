package child

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestMain is also the parent that is killed: it starts a child that would live for an hour, or one that starts another.
// And it is the process that becomes another program.
func TestMain(m *testing.M) {
	if os.Getenv("SINEW_CHILD_PARENT") == "" {
		os.Exit(m.Run())
	}
	if os.Getenv("SINEW_CHILD_PARENT") == "become" {
		fmt.Println(Become("/bin/sh", "-c", `echo "$@" "$`+Starter+`"; exit 7`, "sh", "one", "two"))
		os.Exit(1)
	}
	cmd := exec.Command("sleep", "3600")
	if os.Getenv("SINEW_CHILD_PARENT") == "tree" {
		cmd = Tree("sh", "-c", "sleep 3600 & echo $!; wait")
		cmd.Stdout = os.Stdout
	}
	if _, err := Start(cmd); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if cmd.Stdout == nil {
		fmt.Println(cmd.Process.Pid)
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
}

func TestAChildEndsWithItsParent(t *testing.T) {
	for _, kind := range []string{"single", "tree"} {
		t.Run(kind, func(t *testing.T) { endsWithItsParent(t, kind) })
	}
}

func endsWithItsParent(t *testing.T, kind string) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "SINEW_CHILD_PARENT="+kind)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := parent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	wait, err := Start(parent)
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscan(line, &pid); err != nil {
		t.Fatal(line, err)
	}
	if !alive(pid) {
		t.Fatalf("the child %d does not run", pid)
	}
	_ = parent.Process.Kill()
	_ = wait()
	for begun := time.Now(); alive(pid); time.Sleep(time.Millisecond) {
		if time.Since(begun) > time.Minute {
			_ = unix.Kill(pid, unix.SIGKILL)
			t.Fatal("the child outlives its parent")
		}
	}
}

// A thread that Go's runtime ends must not take the child with it: goroutines that leave their threads locked end them.
func TestAChildOutlivesTheRuntimesThreads(t *testing.T) {
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var wait func() error
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		var err error
		wait, err = Start(cmd)
		started <- err
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	for range 50 {
		done := make(chan struct{})
		go func() { runtime.LockOSThread(); close(done) }()
		<-done
	}
	if !alive(cmd.Process.Pid) {
		t.Fatal("the child is gone")
	}
	_ = in.Close()
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if out, err := Output(exec.Command("echo", "one")); err != nil || string(out) != "one\n" {
		t.Fatalf("%q, %v", out, err)
	}
	if _, err := Start(exec.Command("/no/such/program")); err == nil {
		t.Fatal("no error")
	}
}

// alive reports whether a process runs; one that has ended but has not been waited for does not.
func alive(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	rest := string(b[strings.LastIndexByte(string(b), ')')+1:])
	return !strings.HasPrefix(rest, " Z")
}
