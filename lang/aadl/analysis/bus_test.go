package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/sinew-robotics/sinew/lang/aadl/analysis"
)

// carried gives a bus as: name actual/required of capacity, budget, +overhead (what is on it).
func carried(l BusLoad) string {
	var on []string
	for _, v := range l.Virtual {
		on = append(on, carried(v))
	}
	for _, c := range l.Connections {
		on = append(on, fmt.Sprintf("%s %v", c.Connection, c.Actual))
	}
	for _, g := range l.Broadcasts {
		on = append(on, fmt.Sprintf("%s %v of %v for %d", g.Source, g.Actual, g.Budget, len(g.Connections)))
	}
	return fmt.Sprintf("%s %v/%v of %v, %v, +%v (%s)", l.Bus, l.Actual, l.Required, l.Capacity, l.Budget, l.Overhead, strings.Join(on, ", "))
}

const (
	// each of these sends 8 bytes 1000 times a second, unless it says otherwise
	senders = "a: device V {Period => 1 ms;}; b: device V {Period => 1 ms;};\n"
	budget  = "SEI::BandWidthBudget => "
)

// TestBusLoad has the loads of small buses; each comment has the computation by section 7: size and overhead times rate.
func TestBusLoad(t *testing.T) {
	for _, c := range []struct {
		name, system, want string
		faults             []string
	}{
		// (8+8) bytes 1000 times a second: 16 KB/s.
		{"overhead", senders + "net: bus B {Data_Size => 8 Bytes;};\nconnections c: port a.o -> b.i {Actual_Connection_Binding => (reference (net));};",
			"net 16/0 of 0, 0, +8 (a.o -> b.i 16)", nil},
		// (8+8+16) bytes 1000 times a second: 32 KB/s, which the virtual bus passes on.
		{"virtual bus", senders + "net: bus B {Data_Size => 8 Bytes;}; v: virtual bus {Data_Size => 16 Bytes; Actual_Connection_Binding => (reference (net));};\n" +
			"connections c: port a.o -> b.i {Actual_Connection_Binding => (reference (v));};",
			"net 32/0 of 0, 0, +8 (v 32/0 of 0, 0, +24 (a.o -> b.i 32))", nil},
		// Two of 8 KB/s each is more than 15.
		{"too much", senders + "net: bus B {SEI::BandWidthCapacity => 15.0 KBytesps;};\nconnections c: port a.o -> b.i; d: port b.o -> a.i;\n" +
			"properties Actual_Connection_Binding => (reference (net)) applies to c, d;",
			"net 16/0 of 15, 0, +0 (a.o -> b.i 8, b.o -> a.i 8)",
			[]string{"error aadl-bus-load net: it carries 16 KB/s, more than its capacity of 15 KB/s"}},
		// 16 KB/s in units of bits: 128 kbit/s are just enough.
		{"just enough", senders + "net: bus B {SEI::BandWidthCapacity => 128.0 Kbps;};\nconnections c: port a.o -> b.i; d: port b.o -> a.i;\n" +
			"properties Actual_Connection_Binding => (reference (net)) applies to c, d;",
			"net 16/0 of 16, 0, +0 (a.o -> b.i 8, b.o -> a.i 8)", nil},
		// Once for all connections of a.o: 8, and 8 of b.o; the budget of the group is the greater.
		{"broadcast", senders + "x: device V; net: bus B {SEI::Broadcast_Protocol => true; SEI::BandWidthCapacity => 100.0 KBytesps; SEI::BandWidthBudget => 50.0 KBytesps;};\n" +
			"connections c: port a.o -> b.i {" + budget + "9.0 KBytesps;}; d: port a.o -> x.i {" + budget + "10.0 KBytesps;}; e: port b.o -> a.i {" + budget + "8.0 KBytesps;};\n" +
			"properties Actual_Connection_Binding => (reference (net)) applies to c, d, e;",
			"net 16/18 of 100, 50, +0 (b.o -> a.i 8, a.o 8 of 10 for 2)",
			[]string{"warning aadl-bus-load a.o -> b.i: its budget is 9 KB/s, that of another connection from a.o on the same broadcasting bus 10 KB/s"}},
		// A connection of 8 over its budget of 7; budgets 7+6 over the bus's 12; that over the capacity of 11.
		{"budgets", senders + "net: bus B {SEI::BandWidthCapacity => 11.0 KBytesps; SEI::BandWidthBudget => 12.0 KBytesps;};\n" +
			"connections c: port a.o -> b.i {" + budget + "7.0 KBytesps;}; d: port b.oe -> a.e {" + budget + "6.0 KBytesps;};\n" +
			"properties Actual_Connection_Binding => (reference (net)) applies to c, d; SEI::Message_Rate => 250.0 perSecond applies to b.oe;",
			"net 10/13 of 11, 12, +0 (a.o -> b.i 8, b.oe -> a.e 2)", []string{
				"error aadl-bus-load net: its budget of 12 KB/s is more than its capacity of 11 KB/s",
				"error aadl-bus-load net: the budgets of what is bound to it add up to 13 KB/s, more than its own of 12 KB/s",
				"error aadl-bus-load a.o -> b.i: it sends 8 KB/s, more than its budget of 7 KB/s"}},
		// Where budgets are in use, those that are missing are told, and a capacity. 8+8 of 8+0.
		{"missing budgets", senders + "net: bus B;\nconnections c: port a.o -> b.i {" + budget + "8.0 KBytesps;}; d: port b.o -> a.i;\n" +
			"properties Actual_Connection_Binding => (reference (net)) applies to c, d;",
			"net 16/8 of 0, 0, +0 (a.o -> b.i 8, b.o -> a.i 8)", []string{
				"warning aadl-budget net: it has a budget, or carries what has one, but no capacity", "warning aadl-budget net: what is bound to it has budgets",
				"warning aadl-budget b.o -> a.i: it has no budget for net"}},
		// Output_Rate of 3 a dispatch: 8·3·1000 = 24; of 500 a second, whatever the period: 4.
		{"rates", senders + "net: bus B;\nconnections c: port a.o -> b.i; d: port b.o -> a.i;\n" +
			"properties Actual_Connection_Binding => (reference (net)) applies to c, d;\n" +
			"Output_Rate => [Value_Range => 1.0 .. 3.0; Rate_Unit => PerDispatch;] applies to a.o;\n" +
			"Output_Rate => [Value_Range => 1.0 .. 500.0; Rate_Unit => PerSecond;] applies to b.o;",
			"net 28/0 of 0, 0, +0 (a.o -> b.i 24, b.o -> a.i 4)", nil},
		// Bound to nothing, it goes over the bus that both devices have access to.
		{"access", senders + "net: bus B;\nconnections x: bus access net <-> a.net; y: bus access net <-> b.net; c: port a.o -> b.i;",
			"net 8/0 of 0, 0, +0 (a.o -> b.i 8)", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, faults := analysed(t, model("", c.system), Options{Only: []Kind{Buses}})
			wantFaults(t, faults, c.faults...)
			if len(r.Buses) != 1 {
				t.Fatalf("%+v", r.Buses)
			}
			if got := carried(r.Buses[0]); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}
