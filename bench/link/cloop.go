package link

import (
	_ "embed" // the peer's source
	"encoding/binary"
	"fmt"
	"net"
	"os/exec"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
)

//go:embed peer/loop.c
var cLoopSource []byte

// cLoop is the result of a loop in C that sends and receives the same datagrams as the simulated robot, and computes
// nothing.
type cLoop struct {
	missed int
	used   time.Duration // processor time
}

// besideC runs the loop in C for a number of cycles, against an application that answers every state at once.
func (b *experiments) besideC(cycles int) (l cLoop, err error) {
	peer, err := bench.BuildPeer("loop.c", cLoopSource)
	if err != nil {
		return l, err
	}
	defer peer.Remove()
	state, command := franka.StateSize(franka.Version5), franka.CommandSize(franka.Version5)
	cmd := exec.Command(string(peer), strconv.Itoa(cycles), strconv.Itoa(robotPriority(b.o.Priority)), strconv.Itoa(state), strconv.Itoa(command))
	out, err := cmd.StdoutPipe()
	if err != nil {
		return l, err
	}
	wait, err := child.Start(cmd)
	if err != nil {
		return l, err
	}
	port, seconds := 0, 0.0
	if _, err = fmt.Fscan(out, &port); err == nil {
		err = b.answerAll(fmt.Sprintf("127.0.0.1:%d", port), cycles, state, command)
	}
	if err == nil {
		_, err = fmt.Fscan(out, &l.missed, &seconds)
	} else {
		_ = cmd.Process.Kill()
	}
	if e := wait(); err == nil {
		err = e
	}
	l.used = time.Duration(seconds * 1e9)
	return l, err
}

// answerAll answers each state with a command of its number, on a thread with the same priority as the interface's
// loop.
func (b *experiments) answerAll(addr string, cycles, state, command int) error {
	conn, err := net.Dial("udp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	if o := b.realtime(); o != nil {
		_, thread := rt.Setup(*o)
		defer thread.Release()
	}
	in, out := make([]byte, state), make([]byte, command)
	if _, err := conn.Write(out); err != nil { // so that it knows where to send
		return err
	}
	if err := conn.SetReadDeadline(time.Now().Add(time.Duration(cycles)*2*time.Millisecond + 10*time.Second)); err != nil {
		return err
	}
	for last := 0; last < cycles; {
		if _, err := conn.Read(in); err != nil {
			return err
		}
		copy(out, in[:8])
		last = int(binary.LittleEndian.Uint64(in))
		if _, err := conn.Write(out); err != nil {
			return err
		}
	}
	return nil
}
