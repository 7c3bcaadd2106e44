//go:build !linux

package sock

import (
	"net"
	"net/netip"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// poller leaves waiting to Go's network poller.
type poller struct{}

func newPoller(*net.UDPConn) (*poller, error) { return &poller{}, nil }

func (p *poller) wait(c *net.UDPConn, until int64) error {
	return c.SetReadDeadline(time.Now().Add(max(50*time.Microsecond, time.Duration(until-rt.Now()))))
}

// take reads, with the deadline that wait has set.
func (p *poller) take(c *net.UDPConn, b []byte) (int, netip.AddrPort, error) {
	return c.ReadFromUDPAddrPort(b)
}

func (p *poller) send(c *net.UDPConn, b []byte) { _, _ = c.Write(b) }
