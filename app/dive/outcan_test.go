package dive

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
)

// driverOf is the driver that the text has for the External of a name.
func driverOf(t *testing.T, text, name string) (*atoms.Driver, *atom.Instance) {
	t.Helper()
	d, faults := atoms.ReadDocument("bound.atoms.yaml", []byte(text), atoms.Options{Library: atoms.Standard()})
	if faults = append(faults, Topics(d)...); len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, i := range d.Model.Instances {
		if i.Path == name {
			return named(d, i), i
		}
	}
	t.Fatal("no External is called " + name)
	return nil, nil
}

// wheel is a text with one External on a bus.
func wheel(stop string) string {
	return `instances:
  Wheel: {driver: wheel, every: 20 ms, worst: 1 ms, needs: {speed: Speed, on: Boolean}, products: {turned: Angle, volts: Voltage}}
  Wish: {driver: wish, every: 20 ms, worst: 1 ms, products: {speed: Speed, on: Boolean}}
links: [Wish -> Wheel]
drivers:
  wheel:
    kind: can
    port: can0
    age: 50 ms
    stop: ` + stop + `
    speed: 0x201[4] 0|16@1- (0.001,0) m/s
    on: 0x201[4] 31|1@1+
    turned: 0x181 7|16@0- (0.1,0) deg
    volts: 0x182 0|8@1+ (0.25,4) V
`
}

// tag is the tag of a time.
func tag(t time.Duration) reactor.Tag { return reactor.Tag{Time: reactor.Time(t)} }

func TestOverCAN(t *testing.T) {
	net, err := canopen.NewNet(1_000_000, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	peer := net.Port()
	open := func(stop string) *can {
		d, i := driverOf(t, wheel(stop), "Wheel")
		c, err := newCAN(d, i, net.Port())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	give := func(f canopen.Frame) {
		if err := peer.Send(&f); err != nil {
			t.Fatal(err)
		}
		net.Advance(time.Millisecond)
	}
	c := open("zero")
	var s project.Sample
	if c.Exchange(tag(0), []float64{1.2345, 1}, &s); s.OK != 0 {
		t.Error("values before there was a frame")
	}
	net.Advance(time.Millisecond)
	var f canopen.Frame
	if ok, err := peer.Take(&f); !ok || err != nil || f != (canopen.Frame{ID: 0x201, N: 4, Data: [8]byte{0xd2, 4, 0, 0x80}}) { // 1234 and a bit
		t.Errorf("sent %v %v %v", f, ok, err)
	}
	give(canopen.Frame{ID: 0x181, N: 1, Data: [8]byte{1, 1}}) // too short
	give(canopen.Frame{ID: 0x181, N: 2, Data: [8]byte{0xff, 0xf6}})
	give(canopen.Frame{ID: 0x183, N: 8})
	s = project.Sample{}
	if c.Exchange(tag(20*time.Millisecond), []float64{0, 0}, &s); s.OK != 1 || math.Abs(s.V[0]+math.Pi/180) > 1e-15 {
		t.Errorf("-1 deg came as %v, %b", s.V[0], s.OK)
	}
	give(canopen.Frame{ID: 0x182, N: 8, Data: [8]byte{32}})
	s = project.Sample{}
	if c.Exchange(tag(70*time.Millisecond), []float64{0, 0}, &s); s.OK != 3 || s.V[1] != 12 {
		t.Errorf("12 V came as %v, %b", s.V[1], s.OK)
	}
	s = project.Sample{}
	if c.Exchange(tag(71*time.Millisecond), []float64{0, 0}, &s); s.OK != 2 {
		t.Errorf("after 51 ms %b is there", s.OK)
	}
	for stop, want := range map[string]int{"zero": 1, "silent": 0} {
		c := open(stop)
		for ok := true; ok; ok, _ = peer.Take(&f) {
			net.Advance(time.Millisecond)
		}
		c.Exchange(tag(0), []float64{math.NaN(), math.NaN()}, &s)
		net.Advance(time.Millisecond)
		got := 0
		for ok, _ := peer.Take(&f); ok; ok, _ = peer.Take(&f) {
			if got++; f.Data != ([8]byte{}) {
				t.Errorf("a stop sent %v", f)
			}
		}
		if got != want {
			t.Errorf("stop: %s sent %d frames", stop, got)
		}
	}
	if n := testing.AllocsPerRun(100, func() { c.Exchange(tag(0), []float64{1, 1}, &s); net.Advance(time.Millisecond) }); n != 0 {
		t.Errorf("%v allocations a cycle", n)
	}
}

// broken is a bus that is lost and comes back.
type broken struct {
	canopen.Bus
	gone bool
}

var errGone = errors.New("the network is down")

func (b *broken) Take(f *canopen.Frame) (bool, error) {
	if b.gone {
		return false, errGone
	}
	return b.Bus.Take(f)
}

func (b *broken) Send(f *canopen.Frame) error {
	if b.gone {
		return errGone
	}
	return b.Bus.Send(f)
}

// A bus that is lost gives no values, is told of at the end, and is used again when it is back.
func TestCANLost(t *testing.T) {
	net, err := canopen.NewNet(1_000_000, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	peer, bus := net.Port(), &broken{Bus: net.Port()}
	d, i := driverOf(t, wheel("zero"), "Wheel")
	c, err := newCAN(d, i, bus)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 20 {
		bus.gone = k >= 5 && k < 12
		if err := peer.Send(&canopen.Frame{ID: 0x182, N: 8, Data: [8]byte{byte(k)}}); err != nil {
			t.Fatal(err)
		}
		net.Advance(20 * time.Millisecond)
		var s project.Sample
		c.Exchange(tag(time.Duration(k)*20*time.Millisecond), []float64{0, 0}, &s)
		if here := k < 7 || k >= 12; (s.OK != 0) != here { // 50 ms later than the bus
			t.Errorf("cycle %d: %b", k, s.OK)
		}
	}
	if err := c.Close(); err == nil || err.Error() != "7 frames were not sent: the network is down" {
		t.Error(err)
	}
	d, i = driverOf(t, strings.Replace(wheel("zero"), "can0", "nocan0", 1), "Wheel")
	if _, err := (&session{}).openCAN(d, i); err == nil || !strings.Contains(err.Error(), "nocan0") && !strings.Contains(err.Error(), "SocketCAN") {
		t.Errorf("an interface that is not there: %v", err)
	}
}

// bussed takes a wish from a file over a bus in memory into another file.
const bussed = `instances:
  Wish: {driver: wish, every: 20 ms, worst: 1 ms, products: {to: Length}}
  Wheel: {driver: wheel, every: 20 ms, worst: 1 ms, needs: {to: Length}}
  Echo: {driver: echo, every: 20 ms, worst: 1 ms, products: {at: Length}}
  Log: {driver: log, every: 20 ms, worst: 1 ms, needs: {at: Length}}
links: [Wish.to -> Wheel.to, Echo.at -> Log.at]
drivers:
  wish: {kind: csv, file: wish.csv}
  wheel: {kind: can, port: virtual:one, stop: silent, to: '0x201 7|16@0- (0.1,0) m'}
  echo: {kind: can, port: virtual:one, at: '0x201 7|16@0- (0.1,0) m', age: 30 ms}
  log: {kind: csv, file: log.csv}
`

// Two runs of a text with a bus in memory are the same, and so is a replay, which opens nothing.
func TestVirtualCAN(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("wish.csv", []byte("t,to\n0,1\n0.05,-2.04\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := DefaultParams()
	p.Model, p.File = bussed, "bussed.atoms.yaml"
	var hash string
	for _, dir := range []string{"one", "two"} {
		r, err := flown(t, Spec{}, p, 1, 100*time.Millisecond, dir)
		if err != nil {
			t.Fatal(err)
		}
		if hash != "" && r.OutputHash != hash {
			t.Errorf("one run has the hash %s, the other %s", hash, r.OutputHash)
		}
		hash = r.OutputHash
		got, err := os.ReadFile("log.csv")
		if err != nil {
			t.Fatal(err)
		}
		if want := "t,at\n0,NaN\n0.02,1\n0.04,1\n0.06,1\n0.08,-2\n"; !strings.HasPrefix(string(got), want) {
			t.Errorf("the log is\n%s\nnot\n%s", got, want)
		}
		replayed(t, dir, hash)
	}
}
