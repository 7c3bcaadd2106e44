package ros1

import (
	"net"
	"syscall"
	"testing"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
)

// TestKeepAlive: on both ends of a connection the kernel is asked to see whether the other is still there, so that one that
// is gone without a word is noticed after 25 s.
func TestKeepAlive(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	n := dial(t, uri, "n")
	p, err := n.Advertise("/y", &stdmsgs.String{}, PubOptions{})
	if err == nil {
		_, err = Subscribe(n, "/y", SubOptions{}, func(*stdmsgs.String) {})
	}
	if err != nil {
		t.Fatal(err)
	}
	until(t, "connected", func() bool { return p.Subscribers() == 1 })
	n.mu.Lock()
	defer n.mu.Unlock()
	ends := 0
	for c := range n.conns {
		ends++
		for option, want := range map[[2]int]int{{syscall.SOL_SOCKET, syscall.SO_KEEPALIVE}: 1, {syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE}: 10,
			{syscall.IPPROTO_TCP, syscall.TCP_KEEPINTVL}: 5, {syscall.IPPROTO_TCP, syscall.TCP_KEEPCNT}: 3} {
			if got := sockopt(t, c, option); got != want {
				t.Errorf("option %v of %v is %d, not %d", option, c.RemoteAddr(), got, want)
			}
		}
	}
	if ends < 2 {
		t.Error(ends, "ends of connections")
	}
}

func sockopt(t *testing.T, c net.Conn, option [2]int) (v int) {
	r, err := c.(syscall.Conn).SyscallConn()
	if err == nil {
		err2 := r.Control(func(fd uintptr) { v, err = syscall.GetsockoptInt(int(fd), option[0], option[1]) })
		if err == nil {
			err = err2
		}
	}
	if err != nil {
		t.Error(err)
	}
	return v
}
