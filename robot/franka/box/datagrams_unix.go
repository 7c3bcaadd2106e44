//go:build unix

package box

import (
	"net"
	"syscall"
)

// datagrams is a UDP socket tied to one client that neither blocks nor allocates.
type datagrams struct {
	conn *net.UDPConn
	raw  syscall.RawConn
	take func(fd uintptr) bool // fill, bound once
	put  func(fd uintptr) bool // drain, bound once
	buf  []byte
	n    int
	out  []byte
}

func newDatagrams(c *net.UDPConn, most int) (*datagrams, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, err
	}
	d := &datagrams{conn: c, raw: raw, buf: make([]byte, most)}
	d.take = func(fd uintptr) bool {
		n, err := syscall.Read(int(fd), d.buf)
		if d.n = n; err != nil {
			d.n = -1
		}
		return true
	}
	d.put = func(fd uintptr) bool {
		_, _ = syscall.Write(int(fd), d.out)
		return true
	}
	return d, nil
}

// receive returns the next waiting datagram; ok is false if there is none. The bytes are valid until the next
// call; datagrams longer than the buffer are cut.
func (d *datagrams) receive() (b []byte, ok bool) {
	if d.raw.Read(d.take) != nil || d.n < 0 {
		return nil, false
	}
	return d.buf[:d.n], true
}

// send sends b. If the network does not accept it, it is lost, as datagrams may be.
func (d *datagrams) send(b []byte) {
	d.out = b
	_ = d.raw.Write(d.put)
}

func (d *datagrams) close() { _ = d.conn.Close() }
