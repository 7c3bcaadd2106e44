package atoms

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
)

// Drivers of a kind are checked where the text is read, each fault at its place.
func TestKinds(t *testing.T) {
	for _, c := range []struct{ drivers, elements, want string }{
		{"{kind: csv, file: a.csv}", "products: {v: Length}", ""},
		{"{kind: serial, port: /dev/ttyUSB0, baud: 9600}", "needs: {v: Length}, products: {w: Length}", ""},
		{"{kind: cvs, file: a.csv}", "products: {v: Length}", "6:8: drivers.it: no kind of driver is called \"cvs\"; did you mean csv? (driver)"},
		{"{kind: carrier pigeon}", "products: {v: Length}", "6:8: drivers.it: no kind of driver is called \"carrier pigeon\"; the kinds are csv, udp, serial, can, topic (driver)"},
		{"{kind: csv}", "products: {v: Length}", "6:3: drivers.it: the driver does not say file; add it to its options (driver)"},
		{"{kind: csv, file: a.csv, baud: 3}", "products: {v: Length}", "6:32: drivers.it: a driver of kind csv has no option baud; the options are file (driver)"},
		{"{kind: csv, file: a.csv}", "needs: {v: Length}, products: {w: Length}", "2:3: It: a driver of kind csv has products or needs, and this has both; use two Externals (driver)"},
		{"{kind: serial, port: p, baud: fast}", "products: {v: Length}", "6:31: drivers.it: baud is \"fast\"; give a whole number above 0, such as 115200 (value)"},
		{"{kind: topic, exposed: 1, v: /x std_msgs/Float64 data}", "products: {v: Length}", "6:21: drivers.it: exposed is \"1\"; give true or false (value)"},
		{"{kind: udp}", "products: {v: Length}", "6:3: drivers.it: the driver does not say listen or send; add it to its options (driver)\n" +
			"6:3: drivers.it: It has products, and the driver listens nowhere; add listen, an address such as 127.0.0.1:5000 (driver)"},
		{"{kind: can, port: can0, v: '0x181 0|16@1- (0.01,0) cm'}", "products: {v: Length}", ""},
		{"{kind: can, port: can0, stop: zero, v: '0x201[8] 0|16@1-  m', w: '0x201[8] 16|1@1+'}", "needs: {v: Length, w: Boolean}", ""},
		{"{kind: topic, v: /pose geometry_msgs/Pose position.x, w: /on std_msgs/Bool data}", "products: {v: Length, w: Boolean}", ""},
		{"{kind: can, v: 1 0|8@1+ m, q: 1 0|8@1+ m, age: 0 s, stop: now}", "products: {v: Length, w: Length}", "6:3: drivers.it: the driver does not say port; add it to its options (driver)\n" +
			"6:3: drivers.it: the driver does not say which signal It.w is; add it, such as w: 0x181 0|16@1- (0.01,0) m/s (driver)\n" +
			"6:34: drivers.it: a driver of kind can has no option q; the options are port, age, stop, v, w (driver)\n" +
			"6:49: drivers.it: age is \"0 s\"; give a time above 0, such as 200 ms (value)\n" +
			"6:59: drivers.it: stop is \"now\"; give zero, for which zeros go out, or silent, for which nothing does (value)"},
		{"{kind: can, port: can0, v: 1 0|8@1+, w: 1 0|8@1+ V}", "products: {v: Length, w: Boolean}",
			"6:31: drivers.it.v: 1 of what? Give it a unit; 1 m, 1 mm, 1 cm or 1 km (driver)\n6:44: drivers.it.w: a Boolean has no unit; leave out \"V\" (driver)"},
		{"{kind: can, port: can0, v: 0x900 0|8@1+ m, w: 1 60|8@1+ rpm}", "products: {v: Length, w: Length}",
			"6:31: drivers.it.v: 0x900 is no identifier of 11 bits; give 0 to 0x7ff (driver)\n6:50: drivers.it.w: a signal of 8 bits from bit 60 is not within the 64 bits of a frame (driver)"},
		{"{kind: can, port: can0, v: 2 0|8@1+ m, w: 2 7|2@1+ m, x: '2[4] 16|8@1+ m'}", "needs: {v: Length, w: Length, x: Length}",
			"6:3: drivers.it: It has needs, and the driver does not say what goes out when it must stop; add stop: zero, or stop: silent if nothing is to be sent then (driver)\n" +
				"6:46: drivers.it.w: the signal has bits of frame 0x2 that v has too; move one of them (driver)\n6:61: drivers.it.x: frame 0x2 has another length than v says; give both the same, as in 0x201[8] (driver)"},
		{"{kind: can, port: 1 0|8@1+ m}", "products: {port: Length}", "2:3: It.port: a driver of kind can has an option of this name; give the element another name (driver)"},
		{"{kind: topic, v: /pose geometry_msgs/Pose, w: /p geometry_msgs/Pose position.x kg}", "products: {v: Length, w: Length}",
			"6:21: drivers.it.v: \"/pose geometry_msgs/Pose\" is no field of a topic; write the topic, its type and the field, such as /cmd_vel geometry_msgs/Twist linear.x (driver)\n" +
				"6:50: drivers.it.w: \"kg\" is no unit of Length; give 1 m, 1 mm, 1 cm or 1 km (driver)"},
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
}

// Drivers that nobody has, and those that do not fit their Externals, are found too.
func TestUnbound(t *testing.T) {
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
	text = "instances:\n  A: {driver: a, every: 1 s, products: {v: Length}}\n  B: {driver: b, every: 1 s, ELEMENTS: {v: Length}}\ndrivers:\n  a: {kind: csv, file: v.csv}\n  b: {kind: csv, file: ./v.csv}\n"
	for elements, want := range map[string]string{"products": "", "needs": "B writes ./v.csv, and another driver has that file too"} {
		_, faults := ReadDocument("kinds.atoms.yaml", []byte(strings.Replace(text, "ELEMENTS", elements, 1)), Options{})
		if got := fmt.Sprint(faults); want == "" && len(faults) > 0 || !strings.Contains(got, want) {
			t.Errorf("two drivers with a file, B with %s: %v", elements, faults)
		}
	}
}

// What a text says of power, data and criticality is checked as times are.
func TestProperties(t *testing.T) {
	text := `instances:
  Sonar: {driver: sonar, every: 20 ms, worst: 1 ms, power: 2 W, energy: 0.02 J, critical: 2, products: {distance: Length}}
  Keep: {every: 20 ms, worst: 1 ms, needs: {distance: Length}, products: {speed: Speed}, physics: speed = 0.5 Hz * distance}
  Thrust: {driver: thrust, every: 20 ms, worst: 1 ms, critical: CRITICAL, power: 0.1 kW, needs: {speed: Speed}}
links: [Sonar -> Keep, Keep -> Thrust]
compositions: {C1: {communication: 0.1 ms, period: 20 ms}}
budget: {power: POWER, data: 2 kB/s}
`
	read := func(critical, power string) (*atom.Plan, string) {
		d, _ := ReadDocument("p.atoms.yaml", []byte(strings.NewReplacer("CRITICAL", critical, "POWER", power).Replace(text)), Options{Library: Standard()})
		p, faults := d.Check(atom.Target{})
		var all []string
		for _, f := range faults {
			all = append(all, f.Error())
		}
		return p, strings.Join(all, "\n")
	}
	p, said := read("2", "200 W")
	if said != "" {
		t.Fatal(said)
	}
	if all := p.Totals(); all.Power != 103 || all.Data != 800 || p.Groups[0].Between != 100*time.Microsecond || p.Groups[0].Worst != 3100*time.Microsecond {
		t.Errorf("%+v of %+v", all, p.Groups[0])
	}
	for _, c := range []struct{ critical, power, want string }{
		{"3", "200 W", "p.atoms.yaml:2:3: Sonar: its criticality is 2, and Thrust of criticality 3 depends on it; make it 3, or make what depends on it do without (criticality)"},
		{"2", "100 W", "p.atoms.yaml:7:9: p: all together draw 103 W, and the budget is 100 W: Thrust 100 W, Sonar 3 W; draw less, run less often, or allow more (budget)"},
		{"0", "200 W", `p.atoms.yaml:4:65: instances.Thrust.critical: "0" is no criticality; give a whole number from 1 to 9 (value)`},
		{"2", "-1 W", "p.atoms.yaml:7:9: p: a budget below 0; give more, or leave it out (budget)"},
	} {
		if _, said := read(c.critical, c.power); said != c.want {
			t.Errorf("criticality %s, power %s:\n%s\nwant\n%s", c.critical, c.power, said, c.want)
		}
	}
	text = strings.Replace(text, "2 kB/s", "2 kB", 1)
	if _, said := read("2", "200 W"); !strings.Contains(said, `"2 kB" is no data rate`) {
		t.Error(said)
	}
}
