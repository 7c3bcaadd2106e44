package hil

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
)

var otherKey = []byte("another key of 32 bytes, exactly")

func TestTheSimulatorSaysWhatItIs(t *testing.T) {
	for _, mode := range []Mode{LockStep, Free} {
		r := newRig(t, ServerConfig{Mode: mode, World: rov.WorldConfig{Vehicle: rov.BlueROV2Heavy(), Seed: 77}, Watchdog: 300 * time.Millisecond})
		c := r.line("ideal").mustJoin(ClientConfig{})
		v := rov.BlueROV2Heavy()
		want := Peer{
			Mode: mode, Vehicle: v.Name, Thrusters: 8, Seed: 77, Watchdog: 300 * time.Millisecond,
			IMU: v.IMU.Every, Loch: v.Loch.Every, Depth: v.Depth.Every,
		}
		if got := c.Peer(); got != want || c.Mode() != mode || c.Vehicle() != v.Name || c.Thrusters() != 8 {
			t.Errorf("%+v", got)
		}
		var rd rov.Readings
		if _, ok := c.Latest(&rd); !ok || rd.IMU.N != 1 {
			t.Errorf("the first readings did not come with the welcome: %+v", rd)
		}
		r.wantLog("controller at 127.0.0.1:5000")
	}
}

func TestRefusals(t *testing.T) {
	for _, w := range []struct {
		name   string
		server ServerConfig
		client ClientConfig
		code   Code
		want   string
	}{
		{"no key at the controller", ServerConfig{Key: testKey}, ClientConfig{}, BadKey, "give both ends the same --key"},
		{"no key at the simulator", ServerConfig{}, ClientConfig{Key: testKey}, BadKey, "give both ends the same --key"},
		{"another key", ServerConfig{Key: testKey}, ClientConfig{Key: otherKey}, BadKey, "the keys differ"},
		{"another vehicle", ServerConfig{}, ClientConfig{Vehicle: "bluerov2-heavy", Thrusters: 8}, BadVehicle,
			"is jack-like with 6 thrusters, the controller is made for bluerov2-heavy with 8 thrusters: start the simulator with another --vehicle"},
		{"another number of thrusters", ServerConfig{}, ClientConfig{Vehicle: "jack", Thrusters: 8}, BadVehicle, "made for jack-like with 8 thrusters"},
		{"another mode", ServerConfig{}, ClientConfig{Mode: Free}, BadMode, "runs in mode lockstep, the controller wants free"},
	} {
		t.Run(w.name, func(t *testing.T) {
			w.server.Mode = LockStep
			r := newRig(t, w.server)
			_, err := r.line("ideal").join(w.client)
			f := (*Refused)(nil)
			if !errors.As(err, &f) || f.Code != w.code || !strings.Contains(f.Reason, w.want) {
				t.Fatalf("%v", err)
			}
			r.wantLog("127.0.0.1:5000 refused: ")
			if r.k.s != nil || r.k.n.Refused != 1 {
				t.Errorf("%+v", r.k.n)
			}
		})
	}
}

// of another version, with the same guards.
func reversioned(b []byte, s *seal.Seal) []byte {
	n, _ := whole(b)
	b = append([]byte(nil), b[:n]...)
	b[4] = version + 1
	return finish(b, 0, s)
}

func TestAnotherVersionIsRefused(t *testing.T) {
	t.Run("of the controller", func(t *testing.T) {
		r := newRig(t, ServerConfig{Mode: LockStep})
		var answers []refuse
		r.k.send = func(b []byte, _ addrPort) {
			var f refuse
			if _, body, err := open(b, nil); err != nil || readRefuse(body, &f) != nil {
				t.Errorf("%x", b)
			}
			answers = append(answers, f)
		}
		b := reversioned(appendHello(nil, &hello{nonce: seal.Nonce{9}}, nil), nil)
		r.k.handle(0, b, r.line("ideal").peer)
		if len(answers) != 1 || answers[0].code != BadVersion || answers[0].answers != (seal.Nonce{9}) ||
			!strings.Contains(answers[0].reason, "speaks version 1 of the protocol, the controller 2: use the same release") {
			t.Errorf("%+v", answers)
		}
	})
	t.Run("of the simulator", func(t *testing.T) {
		r := newRig(t, ServerConfig{Mode: LockStep, Key: testKey})
		send := r.k.send
		r.k.send = func(b []byte, to addrPort) { send(reversioned(b, nil), to) }
		_, err := r.line("ideal").join(ClientConfig{Key: otherKey})
		if f := (*Refused)(nil); !errors.As(err, &f) || f.Code != BadKey {
			t.Errorf("%v", err)
		}
	})
}

func TestASecondControllerIsRefused(t *testing.T) {
	for _, mode := range []Mode{LockStep, Free} {
		r := newRig(t, ServerConfig{Mode: mode})
		first := r.line("delay 1ms").mustJoin(ClientConfig{})
		l := r.line("delay 1ms")
		_, err := l.join(ClientConfig{Patience: 300 * time.Millisecond})
		f := (*Refused)(nil)
		if !errors.As(err, &f) || f.Code != Busy || !strings.Contains(f.Reason, "serves the controller at 127.0.0.1:5000: wait until that has ended") {
			t.Fatalf("%v: %v", mode, err)
		}
		lines := 0
		for _, s := range r.log {
			if strings.Contains(s, "refused") {
				lines++
			}
		}
		if lines != 1 || r.k.n.Refused < 2 {
			t.Errorf("%d lines about %d refusals", lines, r.k.n.Refused)
		}
		_ = first.Close()
		if _, err := l.join(ClientConfig{}); err != nil {
			t.Errorf("%v: after the first has ended: %v", mode, err)
		}
	}
}

func TestAControllerThatVanishedLosesItsPlace(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		r := newRig(t, ServerConfig{Mode: LockStep, Key: key})
		loop(t, r.line("ideal").mustJoin(ClientConfig{Key: key}), 3)
		c := r.line("ideal").mustJoin(ClientConfig{Key: key}) // after 2 s, within its patience
		r.wantLog("the controller at 127.0.0.1:5000 was silent for 2s and has lost its place")
		loop(t, c, 3)
		if r.k.n.Sessions != 2 {
			t.Errorf("%+v", r.k.n)
		}
	}
}

// A controller that is restarted comes from another port, with nothing of its old session.
func TestAControllerIsRestarted(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		for _, fresh := range []bool{false, true} {
			r := newRig(t, ServerConfig{Mode: Free, Key: key})
			old := r.line("delay 1ms")
			old.mustJoin(ClientConfig{Key: key})
			old.drive(time.Second)
			old.c, old.cut = nil, true // without a word
			l := r.line("delay 1ms")
			l.mustJoin(ClientConfig{Key: key, Fresh: fresh})
			if !r.still() || fresh == r.k.off {
				t.Errorf("the thrusters push for nobody, or the new world is stopped: %v", r.k.off)
			}
			if good := l.drive(time.Second); good != 40 || r.k.off || r.k.n.Sessions != 2 {
				t.Errorf("good in %d of 40 cycles, %+v", good, r.k.n)
			}
		}
	}
}

// No answer is longer than what asked for it, to whom the simulator does not know.
func TestShortHellosGetNoAnswer(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: LockStep, Key: testKey})
	longest := 0
	r.k.send = func(b []byte, _ addrPort) { longest = len(b) }
	hello := appendHello(nil, &hello{nonce: seal.Nonce{9}}, nil)
	for _, b := range [][]byte{
		finish(hello[:sizeHeader:sizeHeader], 0, nil), finish(hello[:sizeHello-1:sizeHello-1], 0, nil),
		reversioned(finish(hello[:sizeHeader+16:sizeHeader+16], 0, nil), nil), hello, reversioned(hello, nil),
	} {
		longest = 0
		r.k.handle(0, b, r.line("ideal").peer)
		if want := len(b) >= sizeHello+sizeCRC; longest > len(b) || want != (longest > 0) {
			t.Errorf("%d bytes are answered with %d", len(b), longest)
		}
	}
}

// What the other end says comes to a terminal and a log: one line, and no control characters.
func TestTextsArePlain(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: LockStep})
	_, err := r.line("ideal").join(ClientConfig{Vehicle: "jack\n0.000 s  all is well\x1b[2J"})
	if f := (*Refused)(nil); !errors.As(err, &f) || strings.ContainsAny(f.Reason, "\n\x1b") || !strings.Contains(f.Reason, "jack 0.000 s  all is well [2J") {
		t.Errorf("%v", err)
	}
	long := appendRefuse(nil, &refuse{code: Busy, reason: strings.Repeat("§", maxText)})
	var got refuse
	if _, body, err := open(long, nil); err != nil || readRefuse(body, &got) != nil || got.reason != strings.Repeat("§", maxText/2) {
		t.Errorf("%v: %q", err, got.reason)
	}
	for _, text := range []string{"a\nb", "\x1b[2J", "\xff", "\u202e"} {
		b := append(appendHeader(nil, header{kind: kindBye}), byte(Ended), byte(len(text)))
		if _, _, err := readWord(append(b, text...)[sizeHeader:]); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func TestAnOldHelloBeginsNothing(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: LockStep, Key: testKey})
	l := r.line("ideal")
	var hellos [][]byte
	l.wild = append(l.wild, func(b []byte) {
		if kind(b[5]) == kindHello {
			hellos = append(hellos, append([]byte(nil), b...))
		}
	})
	_ = l.mustJoin(ClientConfig{Key: testKey}).Close()
	r.turn()
	r.time += int64(time.Hour)
	other := r.line("ideal").peer
	for _, b := range hellos {
		r.k.handle(r.clock(), b, other)
		r.k.handle(r.clock(), b, l.peer)
	}
	if r.k.n.Sessions != 1 || r.k.s != nil {
		t.Errorf("%+v", r.k.n)
	}
}

func TestNobodyAnswers(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: LockStep})
	l := r.line("ideal")
	l.cut = true
	_, err := l.join(ClientConfig{})
	if !errors.Is(err, ErrSilent) || !strings.Contains(err.Error(), "sinew sim rov --udp 127.0.0.1:4810") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Dial(ctx, ClientConfig{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestConfigurationsThatMakeNoSense(t *testing.T) {
	_, err := Listen(ServerConfig{Listen: "127.0.0.1:0", Mode: Any, Watchdog: -1, Key: []byte("short"), World: world(1)})
	for _, want := range []string{"lockstep or free", "watchdog -1ns", "5 bytes: at least 16"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if _, err := Listen(ServerConfig{Listen: "127.0.0.1:0", Mode: Free, Watchdog: 1 << 62, World: world(1)}); err == nil || !strings.Contains(err.Error(), "more than 1h0m0s is none") {
		t.Errorf("%v", err)
	}
	for _, addr := range []string{"0.0.0.0:0", "192.0.2.1:4810", ":0", "here"} {
		_, err := Listen(ServerConfig{Listen: addr, Mode: Free, World: world(1)})
		_, err2 := Dial(t.Context(), ClientConfig{Addr: addr})
		if err == nil || err2 == nil || addr != "here" && !strings.Contains(err.Error()+err2.Error(), "--key FILE") {
			t.Errorf("%s: %v; %v", addr, err, err2)
		}
	}
	if _, err := Dial(t.Context(), ClientConfig{Patience: -1, Thrusters: 65, Key: []byte("x")}); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("%v", err)
	}
}

// stiff is a world that is stiffer than its step can follow.
func stiff() rov.WorldConfig {
	cfg := world(1)
	cfg.Step = 20 * time.Millisecond
	cfg.Vehicle.Linear[5], cfg.Vehicle.Inertia.Z, cfg.Vehicle.Added[5] = 1e6, 0.1, 0
	for _, s := range []*time.Duration{&cfg.Vehicle.IMU.Every, &cfg.Vehicle.Loch.Every, &cfg.Vehicle.Depth.Every} {
		*s = 200 * time.Millisecond
	}
	return cfg
}

func TestAFailedSimulationIsSaid(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: LockStep, World: stiff()})
	c := r.line("ideal").mustJoin(ClientConfig{})
	c.Command([]float64{30, -30, 30, -30, 30, 30})
	var err error
	for at := time.Duration(0); err == nil && at < time.Minute; at += 100 * time.Millisecond {
		err = c.AdvanceTo(reactor.Time(at))
		c.Command([]float64{30, -30, 30, -30, 30, 30})
	}
	if f := (*Refused)(nil); !errors.As(err, &f) || f.Code != WorldFailed {
		t.Errorf("%v", err)
	}
	r.wantLog("the simulation has failed")
}
