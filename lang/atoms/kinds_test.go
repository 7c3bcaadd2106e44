package atoms

import (
	"fmt"
	"strings"
	"testing"
)

// Drivers of a kind are checked where the text is read, each fault at its place.
func TestKinds(t *testing.T) {
	for _, c := range []struct{ drivers, elements, want string }{
		{"{kind: csv, file: a.csv}", "products: {v: Length}", ""},
		{"{kind: serial, port: /dev/ttyUSB0, baud: 9600}", "needs: {v: Length}, products: {w: Length}", ""},
		{"{kind: cvs, file: a.csv}", "products: {v: Length}", "6:8: drivers.it: no kind of driver is called \"cvs\"; did you mean csv? (driver)"},
		{"{kind: carrier pigeon}", "products: {v: Length}", "6:8: drivers.it: no kind of driver is called \"carrier pigeon\"; there is csv, udp, serial (driver)"},
		{"{kind: csv}", "products: {v: Length}", "6:3: drivers.it: the driver does not say file; add it to its options (driver)"},
		{"{kind: csv, file: a.csv, baud: 3}", "products: {v: Length}", "6:32: drivers.it: a driver of kind csv has no option baud; its options are file (driver)"},
		{"{kind: csv, file: a.csv}", "needs: {v: Length}, products: {w: Length}", "2:3: It: a driver of kind csv has products or needs, and this has both; use two Externals (driver)"},
		{"{kind: udp}", "products: {v: Length}", "6:3: drivers.it: the driver does not say listen or send; add it to its options (driver)\n" +
			"6:3: drivers.it: It has products, and the driver listens nowhere; add listen, an address such as 127.0.0.1:5000 (driver)"},
		{"{kind: udp, listen: 127.0.0.1:1}", "needs: {v: Length}", "6:3: drivers.it: It has needs, and the driver sends nowhere; add send, an address such as 127.0.0.1:5000 (driver)"},
	} {
		text := fmt.Sprintf(`instances:
  It: {driver: it, every: 20 ms, worst: 1 ms, %s}
  Two: {every: 20 ms, worst: 1 ms, needs: {x: Length}, products: {y: Length}, physics: y = x}
  End: {driver: end, every: 20 ms, worst: 1 ms, products: {x: Length}}
drivers:
  it: %s
`, c.elements, c.drivers)
		d, faults := ReadDocument("kinds.atoms.yaml", []byte(text), Options{Library: Standard()})
		var got []string
		for _, f := range faults {
			got = append(got, strings.TrimPrefix(f.Error(), "kinds.atoms.yaml:"))
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.drivers, strings.Join(got, "\n"), c.want)
		}
		if k := d.Meta.Drivers[0].Kind(); k == "" {
			t.Errorf("%s is of no kind", c.drivers)
		}
	}
	d, _ := ReadDocument("kinds.atoms.yaml", []byte("vehicle: jack\ninstances:\n  A: {driver: rov.imv, every: 1 s, products: {v: Length}}\n  B: {driver: sonar, every: 1 s, products: {v: Length}}\n  C: {driver: rov.imu, every: 1 s, products: {v: Length}}\n  D: {driver: d, every: 1 s, products: {v: Length}}\n"+
		"drivers: {d: {kind: csv, file: d.csv}}\n"), Options{})
	faults := d.Unbound([]string{"rov.imu", "rov.depth"})
	if len(faults) != 2 || faults[0].Error() != `kinds.atoms.yaml:3:3: A: no driver is called "rov.imv"; did you mean rov.imu? (driver)` ||
		faults[1].Error() != `kinds.atoms.yaml:4:3: B: no driver is called "sonar"; give one of rov.imu, rov.depth, d, or say under drivers of which kind it is (driver)` {
		t.Errorf("unbound: %v", faults)
	}
	text := "instances:\n  It: {driver: it, update: sporadic, products: {v: Length}}\ndrivers: {it: {kind: csv, file: a.csv}}\n"
	if _, faults := ReadDocument("kinds.atoms.yaml", []byte(text), Options{}); len(faults) != 1 || !strings.Contains(faults[0].What, "it is sporadic") {
		t.Errorf("a sporadic External: %v", faults)
	}
}
