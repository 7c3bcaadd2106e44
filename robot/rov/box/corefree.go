package box

import (
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// thrust takes forces in free-running: the newest sequence number wins. It ignores forces computed from readings older
// than the watchdog time, because they are out of date.
func (k *core) thrust(now time.Duration, h hil.Header, body []byte) {
	s := k.s
	n, err := hil.ReadForces(body, k.forces[:])
	if k.c.Mode != hil.Free || err != nil || n != 0 && n != len(k.zeros) || h.Time < 0 || h.Time > int64(k.time) {
		k.n.Malformed++
		return
	}
	s.heard, s.quiet = now, false
	if h.Seq <= s.seq {
		k.n.Old++
		return
	}
	k.n.Missing += h.Seq - s.seq - 1
	s.seq = h.Seq
	if n == 0 { // nothing new: it only shows that the controller is alive
		return
	}
	if int64(k.time)-h.Time > int64(k.c.Watchdog) {
		k.n.Stale++
		return
	}
	k.command(k.forces[:n])
}

// run advances a free-running world to the time now and sends the readings that fall due on the way. If the machine stood
// still for long, simulated time slips instead of catching up.
func (k *core) run(now time.Duration) error {
	target := (now - k.slip) / k.tick * k.tick
	if late := target - time.Duration(k.time); late > catchUp {
		k.slip += late - catchUp
		k.n.Slips++
		k.n.Slipped += late - catchUp
		target -= late - catchUp
	}
	for k.due <= target {
		if err := k.advance(reactor.Time(k.due)); err != nil {
			return k.fail(err)
		}
		k.tell(now)
		k.due += k.c.World.Vehicle.IMU.Every
	}
	return k.fail(k.advance(reactor.Time(target)))
}

// fail tells the controller that the simulation has failed.
func (k *core) fail(err error) error {
	if err != nil && k.s != nil {
		k.out = hil.AppendWord(k.out[:0], hil.Header{Kind: hil.KindBye, Session: k.s.id, Time: int64(k.time)}, hil.WorldFailed, err.Error(), k.s.out)
		k.send(k.out, k.s.peer)
	}
	return err
}

// next returns when run should be called next, on the simulator's clock.
func (k *core) next() time.Duration { return k.due + k.slip }

// tell sends the readings to the controller.
func (k *core) tell(now time.Duration) {
	s := k.s
	if s == nil || s.quiet {
		return
	}
	if now-s.heard > forget {
		s.quiet = true
		k.report("the controller at %v has been silent for %v: no more readings until it is heard again", s.peer, forget)
		return
	}
	s.sent++
	k.out = hil.AppendState(k.out[:0], hil.Header{Kind: hil.KindSensors, Session: s.id, Seq: s.sent, Time: int64(k.time)}, k.look(s.seq, now), s.out)
	k.send(k.out, s.peer)
	k.n.Sensors++
}
