package remote

import (
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// dryRun is a tracker without an audience: it follows a stream at rest. Running it brings the code of a cycle and
// the processor's branch predictions into the caches; its memory is separate.
type dryRun struct {
	k     *tracker
	n     counters
	s     franka.State
	c     franka.Command
	found float64 // prevents the compiler from removing the reads
}

func newDryRun(c *Config) (*dryRun, error) {
	d := &dryRun{}
	var err error
	if d.k, err = newTracker(c, &d.n); err != nil {
		return nil, err
	}
	for i, l := range c.Limits.Joints {
		d.s.Qd[i] = (l.Lower + l.Upper) / 2
	}
	chain, err := franka.Model()
	if err != nil {
		return nil, err
	}
	d.s.OTEEc, d.s.FTEE = franka.PoseOf(chain.FK(kinematics.NewData(chain), d.s.Qd[:])), franka.IdentityPose()
	d.c = franka.Command{QC: d.s.Qd, OTEEc: d.s.OTEEc}
	for n := range int64(2 * depthStart) {
		d.k.put(n, &d.c)
	}
	return d, nil
}

// run runs a cycle in the middle of the stream.
func (d *dryRun) run() {
	d.k.packet, d.k.play = true, min(d.k.play, depthStart)
	_, _ = d.k.next(&d.s, 1, &d.c)
}

// touch reads every line of c, which a processor fetches 64 bytes at a time.
func (d *dryRun) touch(c *franka.Command) {
	d.found += c.QC[0] + c.QC[6] + c.DQC[6] + c.OTEEc[7] + c.OTEEc[15] + c.ODPEEc[5] + c.ElbowC[1]
}

// warm runs dry and touches what the next cycle reads and writes.
func (x *nearSmooth) warm() {
	d, k := x.dry, x.track
	d.run()
	if !k.begun {
		return
	}
	for _, n := range [2]int64{k.play + 1, k.newest + 1} {
		i := max(n, 0) % windowSize // a stream needs samples before the first one used
		d.touch(&k.window[i])
		d.found += float64(k.number[i])
	}
	k.guard.See(k.s) // the state of the last cycle again, so that nothing changes
	d.touch(&k.sent)
	if o := x.orders.front(); o != nil {
		d.touch(&o.c)
	}
}
