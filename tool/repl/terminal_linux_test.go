package repl

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-robotics/sinew/lang/lua"
)

// TestMain is also the program that is talked with: the tests' own, started again on a terminal.
func TestMain(m *testing.M) {
	file, ok := os.LookupEnv("SINEW_REPL_TEST")
	if !ok {
		os.Exit(m.Run())
	}
	vm, err := lua.New(lua.Config{Heap: 256 << 10, Budget: 20_000_000_000, Stdout: func(b []byte) { _, _ = os.Stdout.Write(b) }})
	if err == nil {
		err = Run(Config{VM: vm, In: os.Stdin, Out: os.Stdout, Faults: os.Stderr, History: file, Exit: os.Exit})
	}
	var exit lua.Exit
	if errors.As(err, &exit) {
		os.Exit(exit.Status)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// console is a terminal with a conversation on it.
type console struct {
	t    *testing.T
	f    *os.File
	cmd  *exec.Cmd
	seen []byte
}

// open starts a conversation on a terminal of its own.
func open(t *testing.T, history string) *console {
	t.Helper()
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { _ = f.Close() })
	raw, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	if e := raw.Control(func(fd uintptr) {
		if err = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); err == nil {
			number, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
		}
		if err == nil {
			err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 100})
		}
	}); errors.Join(e, err) != nil {
		t.Fatal(e, err)
	}
	end, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "SINEW_REPL_TEST="+history)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = end, end, end
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = end.Close()
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	c := &console{t: t, f: f, cmd: cmd}
	c.wait("\n> ")
	return c
}

// wait reads until a text has come, after what has been waited for before.
func (c *console) wait(text string) {
	c.t.Helper()
	if err := c.f.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		c.t.Fatal(err)
	}
	b := make([]byte, 4096)
	for {
		if i := bytes.Index(c.seen, []byte(text)); i >= 0 {
			c.seen = c.seen[i+len(text):]
			return
		}
		n, err := c.f.Read(b)
		if err != nil {
			c.t.Fatalf("no %q: %v; there is %q", text, err, c.seen)
		}
		c.seen = append(c.seen, b[:n]...)
	}
}

// say types keys and waits for a text.
func (c *console) say(typed, text string) {
	c.t.Helper()
	if _, err := c.f.WriteString(typed); err != nil {
		c.t.Fatal(err)
	}
	c.wait(text)
}

// status waits for the end.
func (c *console) status() int {
	_ = c.cmd.Wait()
	return c.cmd.ProcessState.ExitCode()
}

// TestTerminal talks as somebody types: editing, lines that go on, completion, history, interrupts.
func TestTerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "history")
	c := open(t, file)
	c.say("x = 20 + 1\r", "\n> ")
	c.say("x * 2\r", "\n42\r\n> ")
	c.say("=x, nil\r", "\n21\tnil\r\n> ")
	c.say("for i = 1, 2 do\r", "\n>> ")
	c.say("print(i * 7)\r", "\n>> ")
	c.say("end\r", "\n7\r\n14\r\n> ")
	c.say("1 + 2 3\x7f\x7f\r", "\n3\r\n> ")                                 // two characters taken back
	c.say("robot = {move = print, mode = 'auto', speed = 1}\r", "\n> ")     //
	c.say("robot.s\t\r", "speed\r\n1\r\n> ")                                // one field begins so
	c.say("robot.m\t\t", "mode  move\r\n")                                  // several do, and share more
	c.say("d\t\r", "robot.mode\r\nauto\r\n> ")                              //
	c.say("robot:m\t(1)\r", "robot:move(1)\r\ntable: ")                     // methods are functions
	c.say("retu\t 5\r", " 5\r\n5\r\n> ")                                    // a word of the language
	c.say("string.forma\t('%d', 3)\r", "string.format('%d', 3)\r\n3\r\n> ") //
	c.say("s = 'x'\r", "\n> ")
	c.say("s:upp\t()\r", "s:upper()\r\nX\r\n> ")                               // of a string's metatable
	c.say("\x1b[A\x1b[A\x1b[A\r", "string.format('%d', 3)\r\n3\r\n> ")         // an earlier line
	c.say("local function f() error('no') end f()\r", "stdin:1: no\r\n")       //
	c.say("", "stack traceback:\r\n\t[Go]: in function 'error'\r\n")           //
	c.say("", "stdin:1: in main chunk\r\n> ")                                  // and nothing of the conversation's own
	c.say("x = = 1\r", "stdin:1: unexpected symbol near '='\r\n> ")            //
	c.say("print('on') while true do end\r", "\non\r\n")                       // runs now
	c.say("\x03", "interrupted\r\nstack traceback:\r\n\tstdin:1: in ")         //
	c.say("", "> ")                                                            //
	c.say("pcall(function() print('on') while true do end end)\r", "\non\r\n") // cannot be caught
	c.say("\x03", "interrupted")                                               //
	c.say("", "> ")                                                            //
	c.say("unfinished line\x03", "\n> ")                                       // is given up
	c.say("for i = 1, 2 do\r", ">> ")                                          //
	c.say("\x03", "\n> ")                                                      // so is a statement
	c.say("x\r", "\n21\r\n> ")                                                 //
	c.say("local t = {} for i = 1, 1e9 do t[i] = i end\r", "not enough ")      //
	c.say("", "> ")                                                            //
	c.say(":memory\r", "of 256.0 KiB in use, at most ")                        //
	c.say(":what\r", "there is no command :what; :help lists them")            //
	c.say(":help\r", ":quit    the end")                                       //
	c.say("os.exit(7)\r", "os.exit(7)")
	if s := c.status(); s != 7 {
		t.Errorf("the status is %d", s)
	}
	c = open(t, file)
	c.say("\x1b[A\x1b[A\x1b[A\x1b[A\x1b[A\x1b[A\r", "\r\nnil\r\n> ") // of the conversation before
	c.say("y = 1\x04\x1b[D\x1b[D\x1b[D\x01zz\r", "\n> ")             // Ctrl-A goes to the beginning
	c.say("zzy\r", "\n1\r\n> ")
	c.say("\x04", "\n")
	if s := c.status(); s != 0 {
		t.Errorf("the status is %d", s)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "string.format('%d', 3)\n") {
		t.Errorf("the history is %q, %v", text, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the history: %v, %v", info, err)
	}
}

// TestTerminated: when the program is told to end, the terminal is left as it was.
func TestTerminated(t *testing.T) {
	c := open(t, "")
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if s := c.status(); s != 128+15 {
		t.Errorf("the status is %d", s)
	}
	raw, err := c.f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	_ = raw.Control(func(fd uintptr) {
		if m, err := unix.IoctlGetTermios(int(fd), unix.TCGETS); err != nil || m.Lflag&unix.ECHO == 0 || m.Lflag&unix.ISIG == 0 {
			t.Errorf("the terminal is still raw: %+v, %v", m, err)
		}
	})
}
