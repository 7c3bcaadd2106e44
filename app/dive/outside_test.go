package dive

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/serial"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/run"
)

// filed is a law between two files.
const filed = `instances:
  Wish: {driver: wish, every: 10 ms .. 50 ms, worst: 1 ms, products: {a: Length, b: Length = 1 m}}
  Half: {every: 20 ms, worst: 1 ms, needs: {a: Length, b: Length}, products: {out: Length}, physics: out = (a + b) / 2}
  Log: {driver: log, every: 10 ms .. 50 ms, worst: 1 ms, needs: {a: Length, out: Length}}
links: [Wish.a -> Half.a, Wish.b -> Half.b, Wish.a -> Log.a, Half.out -> Log.out]
drivers:
  wish: {kind: csv, file: wish.csv}
  log: {kind: csv, file: log.csv}
`

// A text reads a file and writes another.
func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("wish.csv", "b,t,a\n3,0.03,1\n5,0.065,2\n")
	p := DefaultParams()
	p.Model, p.File = filed, "filed.atoms.yaml"
	fly := func(dir string) error {
		_, err := flown(t, Spec{}, p, 1, 100*time.Millisecond, dir)
		return err
	}
	if err := fly("recorded"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("log.csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(got)), "\n")
	if len(lines) < 6 || lines[0] != "t,a,out" || lines[1] != "0,NaN,NaN" || lines[3] != "0.04,1,2" || lines[5] != "0.08,2,3.5" {
		t.Errorf("the log is\n%s", got)
	}
	r, err := run.Open([]run.Spec{Spec{}}, "recorded")
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := debug.Recorded(r)
	if err != nil {
		t.Fatal(err)
	}
	end := reactor.Tag{Time: reactor.Time(100 * time.Millisecond)}
	for _, m := range []debug.Maker{recorded, debug.Simulated(Spec{}, run.Order{Params: &p, Seed: 1}, end, nil)} {
		say := debugged(t, m)
		say("run")
		first := say("print C1.C1.Wish")
		say("goto 0.03")
		if say("print C1.C1.Wish") == first {
			t.Errorf("at 0.03 s it is as at the end:\n%s", first)
		}
		say("run")
		if again := say("print C1.C1.Wish"); again != first {
			t.Errorf("first\n%s\nthen\n%s", first, again)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"a,t\n1,2\n", "has no column b"}, {"t,a,b\n1,2,x\n", "wish.csv, row 1"}, {"t,a,b\n1,2,3\n1,2,3\n", "wish.csv, row 2"}, {"t,a,b\n", "no rows"},
	} {
		write("wish.csv", c.text)
		if err := fly("none"); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "filed.atoms.yaml:7") { // where the driver is
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// lineOf opens the driver of an External of two products and one need.
func lineOf(t *testing.T, options string) (*lines, error) {
	t.Helper()
	d, faults := atoms.ReadDocument("line.atoms.yaml", []byte(`instances:
  Line: {driver: line, every: 20 ms, worst: 1 ms, needs: {out: Length}, products: {a: Length, b: Length}}
links: [Line.a -> Line.out]
drivers: {line: {`+options+`}}
`), atoms.Options{Library: atoms.Standard()})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var i *atom.Instance
	for _, x := range d.Model.Instances {
		if x.Path == "Line" {
			i = x
		}
	}
	return openLines(named(d, i), i)
}

// heard exchanges values until some have come.
func heard(t *testing.T, l *lines, need float64) project.Sample {
	t.Helper()
	for until := time.Now().Add(10 * time.Second); time.Now().Before(until); {
		var s project.Sample
		if l.Exchange(reactor.Tag{}, []float64{need}, &s); s.OK == 3 {
			return s
		}
	}
	t.Fatal("no values have come")
	return project.Sample{}
}

func TestOverUDP(t *testing.T) {
	peer, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer peer.Close()
	free, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	at := free.LocalAddr()
	free.Close()
	l, err := lineOf(t, "kind: udp, listen: "+at.String()+", send: "+peer.LocalAddr().String()+", age: 1 h")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, line := range []string{"1", "nan,2", "1,2,3", "x,1", "", "0.5,-2"} { // only the last one is whole
		if _, err := peer.WriteTo([]byte(line), at); err != nil {
			t.Fatal(err)
		}
	}
	if s := heard(t, l, 7.25); s.V[0] != 0.5 || s.V[1] != -2 {
		t.Errorf("came as %v", s.V[:2])
	}
	b := make([]byte, 64)
	if n, err := peer.Read(b); err != nil || string(b[:n]) != "7.25\n" {
		t.Errorf("%q went out, %v", b[:n], err)
	}
	l.age = 0
	var s project.Sample
	if l.Exchange(reactor.Tag{}, []float64{1}, &s); s.OK != 0 {
		t.Error("what is too old still counts")
	}
	if n := testing.AllocsPerRun(100, func() { l.Exchange(reactor.Tag{}, []float64{1.5}, &s) }); n != 0 {
		t.Errorf("%v allocations a cycle", n)
	}
}

func TestOverSerial(t *testing.T) {
	end, path, err := serial.Pair()
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	l, err := lineOf(t, "kind: serial, port: "+path+", age: 1 h")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := end.Write([]byte("9\n 1.5 , 2e3\n4,")); err != nil {
		t.Fatal(err)
	}
	if s := heard(t, l, 1); s.V[0] != 1.5 || s.V[1] != 2000 {
		t.Errorf("came as %v", s.V[:2])
	}
	if _, err := lineOf(t, "kind: serial, port: "+filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a port that is not there was opened")
	}
}
