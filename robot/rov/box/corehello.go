package box

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// greeted answers a hello.
func (k *core) greeted(now time.Duration, b []byte, from netip.AddrPort, err error) {
	if n, ok := hil.Whole(b); !ok || n < hil.SizeHello { // in all versions: a refusal must not be longer than the request
		k.n.Malformed++
		return
	}
	if err == hil.ErrVersion {
		k.refuse(b, from, hil.BadVersion, fmt.Sprintf("the simulator speaks version %d of the protocol, the controller %d: use the same release at both ends", hil.Version, b[4]))
		return
	}
	_, body, err := hil.Open(b, k.greeting)
	switch {
	case err == hil.ErrKey:
		k.refuse(b, from, hil.BadKey, "the keys differ, or one end uses none: give both ends the same --key")
		return
	case err != nil:
		k.n.Malformed++
		return
	}
	var h hil.Hello
	if hil.ReadHello(body, &h) != nil {
		k.n.Malformed++
		return
	}
	if k.s != nil && h.Nonce == k.s.asked && from == k.s.peer {
		if k.c.Mode == hil.Free { // the world has advanced
			k.write(now)
		}
		k.send(k.s.welcome, from)
		return
	}
	if slices.Contains(k.used[:], h.Nonce) { // delayed or repeated, by the network or by an attacker who recorded it
		k.n.Foreign++
		return
	}
	if code, why := k.judge(now, &h, from); code != 0 {
		k.refuse(b, from, code, why)
		return
	}
	k.open(now, &h, from)
}

// judge returns the reason against a session; code 0 if there is none.
func (k *core) judge(now time.Duration, h *hil.Hello, from netip.AddrPort) (hil.Code, string) {
	v := &k.c.World.Vehicle
	switch {
	case h.Mode != hil.Any && h.Mode != k.c.Mode:
		return hil.BadMode, fmt.Sprintf("the simulator runs in mode %v, the controller wants %v: start one of them in the other mode (sinew sim rov --mode %v)", k.c.Mode, h.Mode, h.Mode)
	case h.Vehicle != "" && h.Vehicle != v.Name, h.Thrusters != 0 && int(h.Thrusters) != len(v.Thrusters):
		is, wanted := fmt.Sprintf("%s with %d thrusters", v.Name, len(v.Thrusters)), h.Vehicle
		if wanted == "" {
			wanted = "another vehicle"
		}
		if h.Thrusters != 0 {
			wanted += fmt.Sprintf(" with %d thrusters", h.Thrusters)
		}
		return hil.BadVehicle, fmt.Sprintf("the simulated vehicle is %s, the controller is made for %s: start the simulator with another --vehicle", is, wanted)
	case k.s != nil && from != k.s.peer && now-k.s.heard < k.c.Idle:
		return hil.Busy, fmt.Sprintf("the simulator serves the controller at %v: wait until that has ended, or start another simulator at another address", k.s.peer)
	}
	return 0, ""
}

// refuse sends the reason for refusing a session. Only the first refusal of a peer is reported. b is long enough to hold
// a nonce: see greeted.
func (k *core) refuse(b []byte, to netip.AddrPort, code hil.Code, why string) {
	k.n.Refused++
	if k.turned != to {
		k.turned = to
		k.report("%v refused: %s", to, why)
	}
	r := hil.Refusal{Code: code, Reason: why}
	copy(r.Answers[:], b[hil.SizeHeader:])
	k.out = hil.AppendRefusal(k.out[:0], &r)
	k.send(k.out, to)
}

// open begins a session.
func (k *core) open(now time.Duration, h *hil.Hello, from netip.AddrPort) {
	if k.s != nil {
		k.report("the controller at %v was silent for %v and has lost its place", k.s.peer, now-k.s.heard)
	}
	if k.c.Mode == hil.LockStep || h.Fresh {
		if err := k.restart(); err != nil {
			k.report("%v", err) // it worked at the start
		}
		k.slip = now
	}
	s := &session{peer: from, asked: h.Nonce, drawn: k.draw(), heard: now, reply: make([]byte, 0, hil.MaxDatagram)}
	s.id = binary.LittleEndian.Uint64(s.drawn[:])
	var err, err1 error
	s.guard, err1 = hil.NewSeal(k.c.Key, "welcome", s.asked)
	if s.in, s.out, err = hil.Seals(k.c.Key, s.asked, s.drawn); err != nil || err1 != nil {
		k.report("%v", errors.Join(err, err1))
		return
	}
	k.s, k.turned = s, netip.AddrPort{}
	k.write(now)
	k.used[k.nextly], k.nextly = h.Nonce, (k.nextly+1)%keptUsed
	k.n.Sessions++
	k.report("controller at %v", from)
	k.send(s.welcome, from)
}

// write writes the session's welcome, with the world's present state.
func (k *core) write(now time.Duration) {
	s := k.s
	w := hil.Welcome{Answers: s.asked, Nonce: s.drawn, Peer: k.peer(), State: *k.look(s.seq, now)}
	s.welcome = hil.AppendWelcome(s.welcome[:0], hil.Header{Session: s.id, Time: int64(k.time)}, &w, s.guard)
}

// peer returns the simulator's description of itself.
func (k *core) peer() hil.Peer {
	v := &k.c.World.Vehicle
	return hil.Peer{
		Mode: k.c.Mode, Vehicle: v.Name, Thrusters: len(v.Thrusters), Seed: k.c.World.Seed,
		Watchdog: k.c.Watchdog, IMU: v.IMU.Every, Loch: v.Loch.Every, Depth: v.Depth.Every,
		Proximeter: v.Proximeter.Every, Sonar: v.Sonar.Every,
	}
}
