package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
	rovbox "github.com/sinew-robotics/sinew/robot/rov/box"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/cli/grammar"
)

// askrov ADDR [KEYFILE] waits for a simulated vehicle, has it push for a while and looks where it is.
func askROV(ts *testscript.TestScript, neg bool, args []string) {
	c := hil.ClientConfig{Addr: args[0], Patience: time.Minute}
	if len(args) > 1 {
		key, err := seal.ParseKey([]byte(ts.ReadFile(args[1])))
		ts.Check(err)
		c.Key = key
	}
	k, err := hil.Dial(context.Background(), c)
	if (err != nil) != neg {
		ts.Fatalf("%v", err)
	}
	if err != nil {
		ts.Logf("%v", err)
		return
	}
	defer func() { ts.Check(k.Close()) }()
	var r rov.Readings
	limit := time.After(time.Minute)
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for at := reactor.Time(0); r.IMU.N < 20; at += reactor.Time(25 * time.Millisecond) {
		k.Command([]float64{10, 10, 10, 10})
		ts.Check(k.AdvanceTo(at))
		k.Latest(&r)
		select {
		case <-again.C:
		case <-limit:
			ts.Fatalf("no readings: %+v", k.Stats())
		}
	}
	var s rov.State
	k.Truth(&s, nil)
	ts.Logf("%s in mode %v, %v at %v", k.Vehicle(), k.Mode(), r.Time, s.P)
}

// Without --udp the simulator listens where a controller looks for it.
func TestTheUsualAddressOfASimulatedVehicle(t *testing.T) {
	var c simROV
	g, err := grammar.New("rov", "", &c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Parse(nil); err != nil {
		t.Fatal(err)
	}
	if cfg, err := c.config(); err != nil || cfg.Listen != hil.DefaultAddr || hil.DefaultAddr != "127.0.0.1:4810" {
		t.Errorf("%q, %v", cfg.Listen, err)
	}
}

// What a controller asks for that is no number, or more than there is, is refused with a reason and does not hang.
func TestWhatASimulatedVehicleCannotDo(t *testing.T) {
	for flag, want := range map[string]string{
		"--current=NaN,0,0": "give m/s", "--current=0,0,0,Inf": "0 to 5 m/s", "--dropouts=imu=101%": "write it as imu=2%",
		"--dropouts=imu=2%:-3s": "0 to 3600 s", "--fault=imu=dead@1s": "cannot befall the imu", "--fault=depth=range:NaN@1s": "not finite",
		"--fault=imu=nan@5s-3s": "end behind its beginning", "--fault=thruster-1=dead@1s": "no thruster -1", "--watchdog=2000000h": "more than 1h0m0s is none",
	} {
		var c simROV
		g, err := grammar.New("rov", "", &c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = g.Parse([]string{"--udp=127.0.0.1:0", flag}); err == nil {
			var cfg rovbox.ServerConfig
			if cfg, err = c.config(); err == nil {
				var s *rovbox.Server
				if s, err = rovbox.Listen(cfg); err == nil {
					s.Close()
				}
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
