package wheelchair

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	pmk "github.com/sinew-robotics/sinew/app/wheelchair/nodes/personalmobilitykit"
	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/wheelchair"
)

// kit is the Personal Mobility Kit on the other side of its seam: a claimed handle with limits, and the part that brings the kit
// into the wanted mode. It implements personalmobilitykit.Driver.
type kit struct {
	mu     sync.Mutex
	d      *wheelchair.Driver
	c      *hw.Commander
	seam   *pmk.Seam
	now    func() time.Duration
	want   hardware.PMKCommand
	told   hardware.PMKMeasured
	state  [wheelchair.StateLen]float64
	out    [2]float64
	tried  time.Duration // when the kit's mode was last changed, or a connection tried
	trying bool          // tried is valid
	halted bool          // the program has learned of the kit's emergency stop, so that it may end it
	offset float64       // s, the program's clock minus the kit's
	real   bool
}

// retry is the time between attempts to connect, or to change the kit's mode.
const retry = 500 * time.Millisecond

// newKit claims the kit's wheels. Its own limits are the widest that the kit accepts: the guard before it keeps those of comfort,
// and must be able to brake harder than them.
func newKit(dial func() (wheelchair.Conn, error), now func() time.Duration, real bool) (*kit, error) {
	k := &kit{now: now, real: real, offset: math.Inf(1)}
	patience := 500 * time.Millisecond
	if real {
		patience = 100 * time.Millisecond
	}
	var err error
	if k.d, err = wheelchair.NewDriver(wheelchair.DriverConfig{Dial: dial, Patience: patience}); err != nil {
		return nil, err
	}
	claims, err := hw.NewClaims(k.d.Info())
	if err != nil {
		return nil, err
	}
	limits, err := wheelchair.NewTwistLimits(wheelchair.KitLimits(), wheelchair.Period/2)
	if err != nil {
		return nil, err
	}
	k.c, err = claims.Command(Program, k.d, wheelchair.GroupTwist, limits)
	return k, err
}

// Open implements personalmobilitykit.Driver.
func (k *kit) Open(s *pmk.Seam) error {
	k.seam = s
	if err := k.c.Enter(hw.Inactive); err != nil {
		return fmt.Errorf("the kit: %w", err)
	}
	if w := k.d.Client().Welcome(); math.Abs(w.Track-chair.Track) > 0.005 || math.Abs(w.Radius-chair.Radius) > 0.005 {
		return fmt.Errorf("the kit says that its wheels have a radius of %g m and are %g m apart, the program thinks %g and %g: it is that of another wheelchair", w.Radius, w.Track, chair.Radius, chair.Track)
	}
	return nil
}

// Communicate implements personalmobilitykit.Driver. In a simulation the world advances the kit's time.
func (k *kit) Communicate(ctx context.Context) error {
	if !k.real {
		<-ctx.Done()
		return nil
	}
	rt.Every(ctx, wheelchair.Period, func() {
		if k.now() > 0 {
			k.poll()
		}
	})
	return nil
}

// CommandCommanded implements personalmobilitykit.Driver.
func (k *kit) CommandCommanded(v *hardware.PMKCommand) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.want = *v
	k.halted = k.halted || v.Halt
	if v.Native || k.c.LifeCycle() != hw.Active {
		return false
	}
	k.out = [2]float64{v.V, v.W}
	return k.c.Write(k.out[:]) == nil
}

// Limits implements personalmobilitykit.Driver.
func (k *kit) Limits() string { return k.c.String() }

// Close implements personalmobilitykit.Driver: it stops the wheels.
func (k *kit) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.want.Native {
		return // the stick on board keeps driving
	}
	_ = k.c.Release()
}

// poll takes the kit's measurements, and keeps its mode. It is called every 20 ms.
func (k *kit) poll() {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.now()
	k.keep(now)
	err := k.c.Read(k.state[:])
	if err != nil && !errors.Is(err, hw.ErrState) && !errors.Is(err, wheelchair.ErrMute) && !errors.Is(err, wheelchair.ErrClosed) {
		err = nil // a single failed reading
	}
	if k.told.Mute = err != nil; !k.told.Mute {
		k.measured(now)
	}
	k.seam.DeliverMeasured(k.told)
}

// measured converts the newest state to a message. The fastest message determines the offset between the kit's clock and the
// program's.
func (k *kit) measured(now time.Duration) {
	s, m := &k.state, &k.told
	if k.offset = min(k.offset+1e-5, now.Seconds()-s[wheelchair.StateTime]); !k.real {
		k.offset = 0 // the simulation has one clock
	}
	if math.Abs(now.Seconds()-s[wheelchair.StateTime]-k.offset) > 10 {
		k.offset = now.Seconds() - s[wheelchair.StateTime] // the kit was switched off and on again
	}
	m.Time = s[wheelchair.StateTime] + k.offset
	m.Left, m.Right = s[wheelchair.StateLeft], s[wheelchair.StateRight]
	m.V, m.W = s[wheelchair.StateV], s[wheelchair.StateW]
	m.StickX, m.StickY, m.Charge = s[wheelchair.StateX], s[wheelchair.StateY], s[wheelchair.StateCharge]
	m.Doing, m.Faults = uint8(s[wheelchair.StateMode]), uint16(s[wheelchair.StateFaults])
}

// keep brings the kit into the wanted mode. An emergency stop, which may have been made at the kit itself, ends when the program
// has learned of it and no longer wants it.
func (k *kit) keep(now time.Duration) {
	at := k.c.LifeCycle()
	in := func(m wheelchair.Mode) bool { return at == hw.Inactive && k.d.Client().Motion.Mode == m }
	switch {
	case k.want.Halt && in(wheelchair.Halted), !k.want.Halt && !k.halted && in(wheelchair.Halted):
		k.trying = false
		return
	case k.want.Halt:
	case k.want.Native && in(wheelchair.Native), !k.want.Native && at == hw.Active:
		k.trying, k.halted = false, false
		return
	}
	if k.trying && now-k.tried < retry {
		return
	}
	k.tried, k.trying = now, true
	switch {
	case at == hw.Unconfigured:
		_ = k.c.Enter(hw.Inactive) // if it fails, the next attempt follows
	case k.want.Halt:
		_ = k.d.EmergencyStop()
	case k.want.Native:
		_ = k.d.Client().SetMode(wheelchair.Native) // the kit continues at its present speed
	default:
		_ = k.c.Enter(hw.Active)
	}
}
