package link

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/robot/franka/remote/virtual"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// errand is an application whose traffic is measured.
type errand struct {
	name, key string
	motion    func() remote.Motion
	generator franka.MotionGenerator
	subscribe []string
	bar       float64 // greatest payload of a packet of states in bytes; 0: no limit
}

func errands() []errand {
	return []errand{
		{"Cartesian example (state: time, O_T_EE_c)", "cartesian", func() remote.Motion { return &remote.Cartesian{} }, franka.GenerateCartesianPose, nil, 20},
		{"joint example (state: time, q_d)", "joint", func() remote.Motion { return &remote.JointPosition{} }, franka.GenerateJointPosition, nil, 0},
		{"joint example (state: q, dq, tau_J, O_T_EE, with sensor noise)", "joint_full", func() remote.Motion { return fromReady{&remote.JointPosition{}} },
			franka.GenerateJointPosition, []string{"q", "dq", "tau_J", "O_T_EE"}, 60},
	}
}

// fromReady begins at the pose to which libfranka's examples go first, so that it need not be read from the state.
type fromReady struct{ remote.Motion }

// Next implements remote.Motion.
func (m fromReady) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	s.Qd = [7]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
	return m.Motion.Next(t, s, c)
}

// packing is how packets are made.
type packing struct {
	name       string
	c          link.Compression
	redundancy int
	crc, mac   bool
	bar        bool // the bars apply to this one
}

func packings() []packing {
	return []packing{
		{"none, 1 command a packet", link.None, 1, false, false, false},
		{"RLE, 1", link.RLE, 1, false, false, false},
		{"XOR, 1", link.XOR, 1, false, false, false},
		{"delta, 1", link.Delta, 1, false, false, true},
		{"delta, 3", link.Delta, 3, false, false, true},
		{"delta, 3, CRC", link.Delta, 3, true, false, false},
		{"delta, 3, CRC, MAC", link.Delta, 3, true, true, false},
	}
}

// honest compares what arrived over the link with what was sent: states at the application, commands at the robot.
type honest struct {
	remote.Motion
	generator franka.MotionGenerator
	full      bool              // subscribed to measured values; otherwise to those at which the motion begins
	states    [256]franka.State // what the robot sent, by message_id
	made      []franka.Command
	taken     []franka.Command
	shift     float64 // greatest error of a translation of the states, m
	turn      float64 // of a rotation or joint, rad
	current   bool
}

func (h *honest) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if was := &h.states[s.ID%uint64(len(h.states))]; was.ID == s.ID && h.current {
		switch {
		case h.full:
			h.compare(&was.OTEE, &s.OTEE)
			h.joints(&was.Q, &s.Q)
		case h.generator == franka.GenerateCartesianPose:
			h.compare(&was.OTEEc, &s.OTEEc)
		default:
			h.joints(&was.Qd, &s.Qd)
		}
	}
	h.current = true
	done := h.Motion.Next(t, s, c)
	h.made = append(h.made, *c)
	return done
}

func (h *honest) joints(was, is *[7]float64) {
	for i := range is {
		h.turn = max(h.turn, math.Abs(was[i]-is[i]))
	}
}

// compare notes the error of a pose.
func (h *honest) compare(was, is *franka.Pose) {
	for i := 12; i < 15; i++ {
		h.shift = max(h.shift, math.Abs(was[i]-is[i]))
	}
	h.turn = max(h.turn, rotOf(was).Mul(rotOf(is).T()).Log().Norm())
}

func rotOf(m *franka.Pose) spatial.Rot {
	return spatial.Rot{m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]}
}

func (h *honest) watch(s *franka.State, c *franka.Command) {
	h.states[s.ID%uint64(len(h.states))] = *s
	if c != nil {
		h.taken = append(h.taken, *c)
	}
}

// addedJerk is the greatest third difference of what the link changed in the commands, relative to the limit: the
// robot's commands are the application's some cycles later.
func (h *honest) addedJerk(g franka.MotionGenerator, l franka.Limits) float64 {
	const skip = 200 // the beginning, where depth is determined
	best := math.Inf(1)
	for shift := range 60 {
		if worst := h.jerkAt(g, l, skip, shift); worst < best {
			best = worst
		}
	}
	return best
}

// jerkAt is addedJerk if commands take effect depth cycles after they were made.
func (h *honest) jerkAt(g franka.MotionGenerator, l franka.Limits, from, shift int) (worst float64) {
	var d [13]difference
	for k := from + shift; k < min(len(h.taken), len(h.made)+shift)-50; k++ {
		a, b := &h.taken[k], &h.made[k-shift]
		next := func(i int, v float64, limit float64) {
			d[i].next(v)
			if k >= from+shift+3 {
				worst = max(worst, math.Abs(d[i].j)/limit)
			}
		}
		if g == franka.GenerateJointPosition {
			for i := range a.QC {
				next(i, a.QC[i]-b.QC[i], l.Joints[i].J)
			}
			continue
		}
		w := rotOf(&a.OTEEc).Mul(rotOf(&b.OTEEc).T()).Log()
		for i, x := range [3]float64{w.X, w.Y, w.Z} {
			next(i, a.OTEEc[12+i]-b.OTEEc[12+i], l.Cartesian.Translation.J)
			next(3+i, x, l.Cartesian.Rotation.J)
		}
	}
	return worst
}

// traffic measures what crosses the link.
func (b *experiments) traffic() error {
	raw := franka.StateSize(franka.Version5)
	rawCommand := franka.CommandSize(franka.Version5)
	b.Part("Traffic", fmt.Sprintf("Payload of UDP in bytes a packet over whole motions, header and acknowledgements included, beside FCI's own %d and %d bytes "+
		"(the seed's members take 136 and 128; its RLE 24 for its example vector). Errors are the greatest ones found: of states at the application, and as the jerk "+
		"that rounding adds to commands, in hundredths of the limit.", raw, rawCommand))
	t := book.Table{Name: "traffic", Caption: "Bytes a packet", Columns: []string{"application", "packing", "state", "command", "saved", "state error [µm, µrad]", "added jerk [% of limit]"}}
	for _, e := range errands() {
		for _, p := range packings() {
			if b.o.Quick && !p.bar || b.o.tiny && e.key != "joint_full" {
				continue
			}
			if err := b.errand(&t, e, p); err != nil {
				return err
			}
		}
	}
	b.Table(t)
	return nil
}

// errand runs one application with one packing.
func (b *experiments) errand(t *book.Table, e errand, p packing) error {
	h := &honest{Motion: e.motion(), generator: e.generator, full: e.subscribe != nil}
	lim := franka.PandaLimits()
	s := virtual.Setup{
		Config: remote.Config{Generator: e.generator, Subscribe: e.subscribe, Compression: p.c, NoCRC: !p.crc, Redundancy: p.redundancy,
			Depth: 6}, // fixed, so that every command comes the same number of cycles later
		Motion: h, Seed: b.o.Seed, Up: impair.Config{Delay: time.Millisecond}, Down: impair.Config{Delay: time.Millisecond}, Watch: h.watch,
	}
	if e.subscribe != nil {
		s.Robot.Noise = box.DefaultNoise()
	}
	if p.mac {
		s.Config.Secrets = remote.Secrets{Key: []byte("sixteen bytes and a few")}
	}
	r, err := virtual.Run(s)
	if err != nil {
		return err
	}
	if !r.Completed {
		return fmt.Errorf("%s, %s: %v", e.name, p.name, r)
	}
	down, up := r.Interface.Sent, r.Application.Sent
	state, command := float64(down.Bytes)/float64(down.Packets), float64(up.Bytes)/float64(up.Packets)
	jerk := 100 * h.addedJerk(e.generator, lim)
	raw := float64(franka.StateSize(franka.Version5) + franka.CommandSize(franka.Version5))
	verdict := report.Neutral
	if p.bar && e.bar > 0 {
		verdict = report.Good
		if state > e.bar || e.bar == 20 && command > e.bar || jerk > 1 || h.shift > 1.001e-6 || h.turn > 1.001e-6 {
			verdict = report.Bad
		}
	}
	t.Add(verdict, e.name, p.name, state, command, fmt.Sprintf("%.2f %%", 100*(1-(state+command)/raw)), math.Max(h.shift, h.turn)*1e6, jerk)
	if p.bar {
		key := fmt.Sprintf("traffic_%s_%d", e.key, p.redundancy)
		b.Figure(bench.Result{Name: key + "_state", Value: state, Unit: "B/packet", Note: e.name + ", " + p.name}.Against("FCI", float64(franka.StateSize(franka.Version5))))
		b.Figure(bench.Result{Name: key + "_command", Value: command, Unit: "B/packet",
			Note: fmt.Sprintf("added jerk %.3g %% of the limit", jerk)}.Against("FCI", float64(franka.CommandSize(franka.Version5))))
	}
	return nil
}
