package box

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// move is one planned move of mode 0, from rest to rest.
type move struct {
	line       bool
	q          [xarm.Joints]float64 // end of a joint move
	pose       spatial.Pose         // end of a line: the TCP in the base
	speed, acc float64              // rad/s, rad/s² or m/s, m/s²
}

// moveQueue holds the moves waiting and the progress of the first.
type moveQueue struct {
	ring        [boxQueue]move
	first, n    int
	running     bool
	q0, q1      [xarm.Joints]float64
	p0          spatial.Pose
	way         spatial.Twist // of the whole line
	s, v, total float64       // done, its rate, whole length: rad or m
}

// endJoints, and endPose below, are where the arm will be once all moves are done; a relative move counts from
// there.
func (b *Box) endJoints() [xarm.Joints]float64 {
	if b.queue.n > 0 {
		m := &b.queue.ring[(b.queue.first+b.queue.n-1)%boxQueue]
		if !m.line {
			return m.q
		}
		q := b.ref.q
		b.reach(m.pose, &q, 8)
		return q
	}
	return b.ref.q
}

func (b *Box) endPose() spatial.Pose {
	if b.queue.n > 0 {
		m := &b.queue.ring[(b.queue.first+b.queue.n-1)%boxQueue]
		if m.line {
			return m.pose
		}
		return b.tcp(&m.q)
	}
	return b.tcp(&b.ref.q)
}

// reach looks for joint angles that put the TCP at pose, starting at q and leaving it alone on failure.
func (b *Box) reach(pose spatial.Pose, q *[xarm.Joints]float64, starts int) bool {
	b.seed, b.arg = *q, *q
	if !b.kin.IK(pose.Mul(b.conf.offset.Inv()), b.seed[:], b.arg[:], starts) {
		return false
	}
	*q = b.arg
	return true
}

// push queues a move, or sets warning 11.
func (b *Box) push(m move) bool {
	if b.queue.n == boxQueue {
		b.warn = xarm.WarnBufferFull
		return false
	}
	b.queue.ring[(b.queue.first+b.queue.n)%boxQueue] = m
	b.queue.n++
	return true
}

// followQueue moves along the first move with a trapezoidal speed, and to rest while paused.
func (b *Box) followQueue() {
	k := &b.queue
	if k.n == 0 {
		b.gen, k.running = genHold, false
		b.ref.v = [xarm.Joints]float64{}
		return
	}
	m := &k.ring[k.first]
	if !k.running && (b.state == xarm.StatePaused || !b.begin(m)) {
		return
	}
	rest := k.total - k.s
	half := m.acc * tickDT / 2 // top·dt + top²/2a ≤ rest: it can still stop there
	top := math.Min(m.speed, math.Sqrt(half*half+2*m.acc*math.Max(rest, 0))-half)
	if b.state == xarm.StatePaused {
		top = 0
	}
	k.v = math.Max(math.Min(k.v+m.acc*tickDT, top), k.v-m.acc*tickDT)
	k.s = math.Min(k.s+k.v*tickDT, k.total)
	if rest < 1e-9 || rest <= m.acc*tickDT*tickDT && b.state != xarm.StatePaused {
		k.s = k.total
	}
	b.place(m)
	if b.gen == genQueue && k.s == k.total {
		k.first, k.n, k.running = (k.first+1)%boxQueue, k.n-1, false
	}
}

// begin measures the first move; it fails, with an error latched, when its end cannot be reached.
func (b *Box) begin(m *move) bool {
	k := &b.queue
	k.q0, k.q1, k.p0 = b.ref.q, m.q, b.tcp(&b.ref.q)
	k.s, k.v, k.total = 0, 0, 0
	if m.line {
		k.way = spatial.Delta(k.p0, m.pose)
		k.total = math.Max(k.way.Lin.Norm(), 0.2*k.way.Ang.Norm())
		k.q1 = k.q0
		if !b.reach(m.pose, &k.q1, 8) {
			b.fault(xarm.ErrorKinematic)
			return false
		}
	} else {
		for i := range k.q0 {
			k.total = math.Max(k.total, math.Abs(m.q[i]-k.q0[i]))
		}
	}
	k.running = true
	return true
}

// place puts the set-point where the move's progress says.
func (b *Box) place(m *move) {
	k := &b.queue
	f := 1.0
	if k.total > 0 {
		f = k.s / k.total
	}
	q := b.ref.q
	if m.line {
		w := k.way.Scale(f)
		pose := spatial.Pose{P: k.p0.P.Add(w.Lin), R: spatial.Exp(w.Ang).Mul(k.p0.R)}
		if !b.reach(pose, &q, 1) {
			b.fault(xarm.ErrorKinematic)
			return
		}
	} else {
		for i := range q {
			q[i] = k.q0[i] + (m.q[i]-k.q0[i])*f
		}
	}
	for i := range q {
		v := (q[i] - b.ref.q[i]) / tickDT
		if math.Abs(v) > 1.05*b.speed[i] {
			b.fault(xarm.ErrorSpeedLimit)
			return
		}
		b.ref.v[i] = v
	}
	b.ref.q = q
}
