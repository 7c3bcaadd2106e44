//go:build !unix

package box

import (
	"net"
	"time"
)

// datagrams is a UDP socket tied to one client. On this system a read that finds nothing takes some
// microseconds.
type datagrams struct {
	conn *net.UDPConn
	buf  []byte
}

func newDatagrams(c *net.UDPConn, most int) (*datagrams, error) {
	return &datagrams{conn: c, buf: make([]byte, most)}, nil
}

// receive returns the next waiting datagram; ok is false if there is none.
func (d *datagrams) receive() (b []byte, ok bool) {
	_ = d.conn.SetReadDeadline(time.Now().Add(20 * time.Microsecond))
	n, err := d.conn.Read(d.buf)
	return d.buf[:n], err == nil
}

func (d *datagrams) send(b []byte) { _, _ = d.conn.Write(b) }

func (d *datagrams) close() { _ = d.conn.Close() }
