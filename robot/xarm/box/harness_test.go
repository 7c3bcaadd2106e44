package box

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// rig is a box with an ideal plant, a wire in memory and a client.
type rig struct {
	t      testing.TB
	box    *Box
	plant  *idealPlant
	net    *MemNet
	client *xarm.Client
}

func kinematicsFor(t testing.TB) Kinematics {
	t.Helper()
	c, err := xarm.Model()
	if err != nil {
		t.Fatal(err)
	}
	return NewKinematics(c, xarm.Collider(c))
}

// newRig makes a rig whose arm starts at Home and whose client has shaken hands.
func newRig(t testing.TB, change func(*Config), f Failures) *rig {
	t.Helper()
	home := xarm.Home()
	r := &rig{t: t, plant: newIdealPlant(4, 80)}
	cfg := Config{Kinematics: kinematicsFor(t), Plant: r.plant, Start: home[:]}
	if change != nil {
		change(&cfg)
	}
	box, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.box, r.net = box, NewMemNet(box, f)
	conn, err := r.net.Dial()
	if err != nil {
		t.Fatal(err)
	}
	r.client = xarm.NewClient(conn, xarm.ClientConfig{})
	return r
}

// ready shakes hands and recovers to mode m.
func (r *rig) ready(m xarm.Mode) *rig {
	r.t.Helper()
	if _, err := r.client.Handshake(); err != nil {
		r.t.Fatal("handshake:", err)
	}
	if err := r.client.Recover(m); err != nil {
		r.t.Fatal("recover:", err)
	}
	return r
}

// pass lets box time pass.
func (r *rig) pass(d time.Duration) { r.box.Advance(r.box.Now() + d) }

// must fails on an error.
func (r *rig) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// fault returns the latched error and the warning.
func (r *rig) fault() (xarm.ErrorCode, xarm.WarnCode) {
	_, _, e, w := r.box.State()
	return e, w
}

// wantError checks the latched error.
func (r *rig) wantError(want xarm.ErrorCode) {
	r.t.Helper()
	if got, _ := r.fault(); got != want {
		r.t.Fatalf("box error %d (%s), want %d (%s)", got, got.Name(), want, want.Name())
	}
}

// speed is the greatest joint speed of the arm.
func (r *rig) speed() (top float64) {
	var q, dq [xarm.Joints]float64
	r.box.Joints(q[:], dq[:])
	for _, v := range dq {
		top = max(top, v, -v)
	}
	return top
}

// shifted is p moved along x, y, z by metres.
func shifted(p spatial.Pose, x, y, z float64) spatial.Pose {
	p.P = p.P.Add(spatial.V(x, y, z))
	return p
}

// fakeClock is a Clock a test moves by hand, for a server that waits in one place.
type fakeClock struct {
	mu      sync.Mutex
	cond    *sync.Cond
	now     time.Duration
	until   time.Duration
	waiting bool
}

func newFakeClock() *fakeClock {
	c := &fakeClock{}
	c.cond = sync.NewCond(&c.mu)
	return c
}

func (c *fakeClock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) Wait(ctx context.Context, d time.Duration) error {
	stop := context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.cond.Broadcast()
	})
	defer stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until, c.waiting = c.now+d, true
	c.cond.Broadcast()
	for c.now < c.until && ctx.Err() == nil {
		c.cond.Wait()
	}
	c.waiting = false
	return ctx.Err()
}

// advance moves the clock once the server waits, and returns when it has ticked and waits again.
func (c *fakeClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.waiting {
		c.cond.Wait()
	}
	if c.now += d; c.now < c.until {
		return
	}
	c.waiting = false
	c.cond.Broadcast()
	for !c.waiting {
		c.cond.Wait()
	}
}

// set moves the clock without waiting for a server that will not wait again.
func (c *fakeClock) set(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = d
	c.cond.Broadcast()
}
