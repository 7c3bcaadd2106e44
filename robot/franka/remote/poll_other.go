//go:build !linux

package remote

import (
	"net"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// poller leaves waiting to Go's network poller.
type poller struct{}

func newPoller(*net.UDPConn) (*poller, error) { return &poller{}, nil }

func (p *poller) wait(c *net.UDPConn, until int64) error {
	return c.SetReadDeadline(time.Now().Add(time.Duration(max(1, until-rt.Now()))))
}
