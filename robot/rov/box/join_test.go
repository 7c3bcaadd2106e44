package box

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

var otherKey = []byte("another key of 32 bytes, exactly")

func TestTheSimulatorSaysWhatItIs(t *testing.T) {
	for _, mode := range []hil.Mode{hil.LockStep, hil.Free} {
		r := newRig(t, ServerConfig{Mode: mode, World: rov.WorldConfig{Vehicle: rov.BlueROV2Heavy(), Seed: 77}, Watchdog: 300 * time.Millisecond})
		c := r.line("ideal").mustJoin(hil.ClientConfig{})
		v := rov.BlueROV2Heavy()
		want := hil.Peer{
			Mode: mode, Vehicle: v.Name, Thrusters: 8, Seed: 77, Watchdog: 300 * time.Millisecond,
			IMU: v.IMU.Every, Loch: v.Loch.Every, Depth: v.Depth.Every, Proximeter: v.Proximeter.Every, Sonar: v.Sonar.Every,
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
		client hil.ClientConfig
		code   hil.Code
		want   string
	}{
		{"no key at the controller", ServerConfig{Key: testKey}, hil.ClientConfig{}, hil.BadKey, "give both ends the same --key"},
		{"no key at the simulator", ServerConfig{}, hil.ClientConfig{Key: testKey}, hil.BadKey, "give both ends the same --key"},
		{"another key", ServerConfig{Key: testKey}, hil.ClientConfig{Key: otherKey}, hil.BadKey, "the keys differ"},
		{"another vehicle", ServerConfig{}, hil.ClientConfig{Vehicle: "bluerov2-heavy", Thrusters: 8}, hil.BadVehicle,
			"is jack-like with 6 thrusters, the controller is made for bluerov2-heavy with 8 thrusters: start the simulator with another --vehicle"},
		{"another number of thrusters", ServerConfig{}, hil.ClientConfig{Vehicle: "jack", Thrusters: 8}, hil.BadVehicle, "made for jack-like with 8 thrusters"},
		{"another mode", ServerConfig{}, hil.ClientConfig{Mode: hil.Free}, hil.BadMode, "runs in mode lockstep, the controller wants free"},
	} {
		t.Run(w.name, func(t *testing.T) {
			w.server.Mode = hil.LockStep
			r := newRig(t, w.server)
			_, err := r.line("ideal").join(w.client)
			f := (*hil.Refused)(nil)
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
	n, _ := hil.Whole(b)
	b = append([]byte(nil), b[:n]...)
	b[4] = hil.Version + 1
	return hil.Finish(b, 0, s)
}

func TestAnotherVersionIsRefused(t *testing.T) {
	t.Run("of the controller", func(t *testing.T) {
		r := newRig(t, ServerConfig{Mode: hil.LockStep})
		var answers []hil.Refusal
		r.k.send = func(b []byte, _ addrPort) {
			var f hil.Refusal
			if _, body, err := hil.Open(b, nil); err != nil || hil.ReadRefusal(body, &f) != nil {
				t.Errorf("%x", b)
			}
			answers = append(answers, f)
		}
		b := reversioned(hil.AppendHello(nil, &hil.Hello{Nonce: seal.Nonce{9}}, nil), nil)
		r.k.handle(0, b, r.line("ideal").peer)
		if len(answers) != 1 || answers[0].Code != hil.BadVersion || answers[0].Answers != (seal.Nonce{9}) ||
			!strings.Contains(answers[0].Reason, "speaks version 2 of the protocol, the controller 3: use the same release") {
			t.Errorf("%+v", answers)
		}
	})
	t.Run("of the simulator", func(t *testing.T) {
		r := newRig(t, ServerConfig{Mode: hil.LockStep, Key: testKey})
		send := r.k.send
		r.k.send = func(b []byte, to addrPort) { send(reversioned(b, nil), to) }
		_, err := r.line("ideal").join(hil.ClientConfig{Key: otherKey})
		if f := (*hil.Refused)(nil); !errors.As(err, &f) || f.Code != hil.BadKey {
			t.Errorf("%v", err)
		}
	})
}

func TestASecondControllerIsRefused(t *testing.T) {
	for _, mode := range []hil.Mode{hil.LockStep, hil.Free} {
		r := newRig(t, ServerConfig{Mode: mode})
		first := r.line("delay 1ms").mustJoin(hil.ClientConfig{})
		l := r.line("delay 1ms")
		_, err := l.join(hil.ClientConfig{Patience: 300 * time.Millisecond})
		f := (*hil.Refused)(nil)
		if !errors.As(err, &f) || f.Code != hil.Busy || !strings.Contains(f.Reason, "serves the controller at 127.0.0.1:5000: wait until that has ended") {
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
		if _, err := l.join(hil.ClientConfig{}); err != nil {
			t.Errorf("%v: after the first has ended: %v", mode, err)
		}
	}
}

func TestAControllerThatVanishedLosesItsPlace(t *testing.T) {
	for _, key := range [][]byte{nil, testKey} {
		r := newRig(t, ServerConfig{Mode: hil.LockStep, Key: key})
		loop(t, r.line("ideal").mustJoin(hil.ClientConfig{Key: key}), 3)
		c := r.line("ideal").mustJoin(hil.ClientConfig{Key: key}) // after 2 s, within its patience
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
			r := newRig(t, ServerConfig{Mode: hil.Free, Key: key})
			old := r.line("delay 1ms")
			old.mustJoin(hil.ClientConfig{Key: key})
			old.drive(time.Second)
			old.c, old.cut = nil, true // without a word
			l := r.line("delay 1ms")
			l.mustJoin(hil.ClientConfig{Key: key, Fresh: fresh})
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
	r := newRig(t, ServerConfig{Mode: hil.LockStep, Key: testKey})
	longest := 0
	r.k.send = func(b []byte, _ addrPort) { longest = len(b) }
	hello := hil.AppendHello(nil, &hil.Hello{Nonce: seal.Nonce{9}}, nil)
	for _, b := range [][]byte{
		hil.Finish(hello[:hil.SizeHeader:hil.SizeHeader], 0, nil), hil.Finish(hello[:hil.SizeHello-1:hil.SizeHello-1], 0, nil),
		reversioned(hil.Finish(hello[:hil.SizeHeader+16:hil.SizeHeader+16], 0, nil), nil), hello, reversioned(hello, nil),
	} {
		longest = 0
		r.k.handle(0, b, r.line("ideal").peer)
		if want := len(b) >= hil.SizeHello+hil.SizeCRC; longest > len(b) || want != (longest > 0) {
			t.Errorf("%d bytes are answered with %d", len(b), longest)
		}
	}
}

// What the other end says comes to a terminal and a log: one line, and no control characters.
func TestTextsArePlain(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep})
	_, err := r.line("ideal").join(hil.ClientConfig{Vehicle: "jack\n0.000 s  all is well\x1b[2J"})
	if f := (*hil.Refused)(nil); !errors.As(err, &f) || strings.ContainsAny(f.Reason, "\n\x1b") || !strings.Contains(f.Reason, "jack 0.000 s  all is well [2J") {
		t.Errorf("%v", err)
	}
	long := hil.AppendRefusal(nil, &hil.Refusal{Code: hil.Busy, Reason: strings.Repeat("§", hil.MaxText)})
	var got hil.Refusal
	if _, body, err := hil.Open(long, nil); err != nil || hil.ReadRefusal(body, &got) != nil || got.Reason != strings.Repeat("§", hil.MaxText/2) {
		t.Errorf("%v: %q", err, got.Reason)
	}
	for _, text := range []string{"a\nb", "\x1b[2J", "\xff", "\u202e"} {
		b := append(header(hil.KindBye, 0), byte(hil.Ended), byte(len(text)))
		if _, _, err := hil.ReadWord(append(b, text...)[hil.SizeHeader:]); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func TestAnOldHelloBeginsNothing(t *testing.T) {
	r := newRig(t, ServerConfig{Mode: hil.LockStep, Key: testKey})
	l := r.line("ideal")
	var hellos [][]byte
	l.wild = append(l.wild, func(b []byte) {
		if hil.Kind(b[5]) == hil.KindHello {
			hellos = append(hellos, append([]byte(nil), b...))
		}
	})
	_ = l.mustJoin(hil.ClientConfig{Key: testKey}).Close()
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
	r := newRig(t, ServerConfig{Mode: hil.LockStep})
	l := r.line("ideal")
	l.cut = true
	_, err := l.join(hil.ClientConfig{})
	if !errors.Is(err, hil.ErrSilent) || !strings.Contains(err.Error(), "sinew sim rov --udp 127.0.0.1:4810") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := hil.Dial(ctx, hil.ClientConfig{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestConfigurationsThatMakeNoSense(t *testing.T) {
	_, err := Listen(ServerConfig{Listen: "127.0.0.1:0", Mode: hil.Any, Watchdog: -1, Key: []byte("short"), World: world(1)})
	for _, want := range []string{"lockstep or free", "watchdog -1ns", "5 bytes: at least 16"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if _, err := Listen(ServerConfig{Listen: "127.0.0.1:0", Mode: hil.Free, Watchdog: 1 << 62, World: world(1)}); err == nil || !strings.Contains(err.Error(), "more than 1h0m0s is none") {
		t.Errorf("%v", err)
	}
	for _, addr := range []string{"0.0.0.0:0", "192.0.2.1:4810", ":0", "here"} {
		_, err := Listen(ServerConfig{Listen: addr, Mode: hil.Free, World: world(1)})
		_, err2 := hil.Dial(t.Context(), hil.ClientConfig{Addr: addr})
		if err == nil || err2 == nil || addr != "here" && !strings.Contains(err.Error()+err2.Error(), "--key FILE") {
			t.Errorf("%s: %v; %v", addr, err, err2)
		}
	}
	if _, err := hil.Dial(t.Context(), hil.ClientConfig{Patience: -1, Thrusters: 65, Key: []byte("x")}); err == nil || strings.Count(err.Error(), "\n") != 2 {
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
	r := newRig(t, ServerConfig{Mode: hil.LockStep, World: stiff()})
	c := r.line("ideal").mustJoin(hil.ClientConfig{})
	c.Command([]float64{30, -30, 30, -30, 30, 30})
	var err error
	for at := time.Duration(0); err == nil && at < time.Minute; at += 100 * time.Millisecond {
		err = c.AdvanceTo(reactor.Time(at))
		c.Command([]float64{30, -30, 30, -30, 30, 30})
	}
	if f := (*hil.Refused)(nil); !errors.As(err, &f) || f.Code != hil.WorldFailed {
		t.Errorf("%v", err)
	}
	r.wantLog("the simulation has failed")
}
