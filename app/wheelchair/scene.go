package wheelchair

import (
	"time"

	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/tool/view"
)

// screen shows a run on a page. A nil one shows nothing.
type screen struct{ hub *view.Hub }

func newScreen(hub *view.Hub, s *session) *screen { return &screen{hub: hub} }

func (c *screen) way(a *nav.Answer)                                     {}
func (c *screen) cycle(t time.Duration, s *session, sent *nav.Velocity) {}
func (c *screen) scans(x *nav.Scans)                                    {}

func (s *session) scene() view.Program  { return view.Program{Name: Program} }
func (s *session) orders() []view.Order { return nil }
