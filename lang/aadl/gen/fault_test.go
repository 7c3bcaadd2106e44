package gen_test

import (
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/aadl/gen"
)

// TestFaults: what cannot be generated is told, with its place.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		changes []string
		want    string
	}{
		"a thread without a period":        {[]string{"            Period => 10 ms;\n", ""}, "relay.aadl:116:13: rooms.watch: the thread watch has no Period"},
		"a thread that nothing wakes":      {[]string{"    thread Reply\n        features\n            received: in event data port Warmth;\n            alarm: in event port;", "    thread Reply\n        features\n            received: in data port Warmth;\n            alarm: in data port Warmth;", "            alarmed: port watch.alarm -> reply.alarm;\n", ""}, "relay.aadl:118:13: rooms.reply: the thread reply is sporadic, and has no in event port that triggers it"},
		"background":                       {[]string{"            Dispatch_Protocol => Periodic;\n            Period => 10 ms;", "            Dispatch_Protocol => Background;"}, "threads that are dispatched as background are not generated"},
		"data of which nothing is known":   {[]string{"    data Level\n        properties\n            Data_Model::Data_Representation => Enum;\n            Data_Model::Enumerators => (\"low\", \"too_high\");\n            Data_Size => 1 Bytes;\n", "    data Level\n"}, "relay.aadl:10:5: Relay::Level: nothing says what is in Level"},
		"an array without an end":          {[]string{"            Data_Model::Dimension => (2, 3);\n", ""}, "nothing says how many elements it has"},
		"a struct with too few types":      {[]string{", \"number\", \"rows\"", ", \"number\""}, "it is a struct with 2 names and 3 types"},
		"an array of itself":               {[]string{"(classifier (Warmth));\n            Data_Model::Dim", "(classifier (Row));\n            Data_Model::Dim"}, "it contains itself"},
		"a name that is taken":             {[]string{"again: out", "notice: out", "-> again", "-> notice"}, "the port notice would be called Notice"},
		"a thread of a name that is taken": {[]string{"            keep: thread", "            beat: thread", "keep.", "beat."}, "relay.aadl:116:13: rooms.beat: the thread beat is called as something that every node has"},
		"no tolerance":                     {[]string{"            Sinew::Synchronisation_Tolerance => 5 ms;\n", ""}, "relay.aadl:118:13: rooms.both: the thread both takes messages of about the same time, and nothing says what that is"},
		"one port together":                {[]string{"            limit: in event data port Warmth;\n            pair", "            limit: in data port Warmth;\n            pair"}, "the thread both is to take messages together"},
		"two writers":                      {[]string{"            again_out: port reply.published -> again;\n", "            again_out: port reply.published -> again;\n            more: port keep.latest -> reply.received;\n"}, "rooms.reply.received: several connections lead to rooms.reply.received"},
		"a device without a name":          {[]string{"device Thermometer {\n                Sinew::Program_Name => \"thermometer\";\n            };", "device Thermometer;"}, "relay.aadl:139:13: thermometer: no driver is generated for the device thermometer"},
		"a name that leads in":             {[]string{"\"thermometer\"", "\"a.b\""}, "its name in the program is \"a.b\""},
		"critical and silent":              {[]string{"                Sinew::Notification_Period => 50 ms;\n", ""}, "relay.aadl:142:13: rooms: a critical node has no notification period"},
		"a negative limit":                 {[]string{"Sinew::Restart_Limit => 3", "Sinew::Restart_Limit => -3"}, "rooms: its notification period, back-off or limit of restarts is negative"},
	} {
		t.Run(name, func(t *testing.T) {
			files, faults := gen.Generate(small(t, c.changes...), relayOptions())
			var told []string
			for _, f := range faults {
				told = append(told, f.Error())
			}
			if all := strings.Join(told, "\n"); !strings.Contains(all, c.want) {
				t.Errorf("got %s, want %s", all, c.want)
			}
			if (faults.Err() != nil) != (len(files) == 0) {
				t.Errorf("there are %d files with %v", len(files), faults)
			}
		})
	}
}

// TestAccessFaults: the same of what asks and shares.
func TestAccessFaults(t *testing.T) {
	for name, c := range map[string]struct {
		changes []string
		want    string
	}{
		"data of others":          {[]string{"            fetch: provides subprogram access Fetch;\n    end Clerk;", "            fetch: provides subprogram access Fetch;\n            own: provides data access Boxes;\n    end Clerk;"}, "store.clerk.own: the access own is to data within what cannot own them"},
		"by method":               {[]string{"Access_Right => read_only;", "Access_Right => by_method;"}, "store.shift.count.boxes: the access boxes is by method"},
		"no right":                {[]string{"gate: data Gate;", "gate: data Gate {\n                Access_Right => read_only;\n            };"}, "look.gate: the access gate may neither read nor write the data"},
		"an untyped access":       {[]string{"            gate: requires data access Gate;\n    end Scales;", "            gate: requires data access;\n    end Scales;"}, "scales.gate: the access gate does not say to what it is"},
		"a group of subprograms":  {[]string{"            gate: requires data access Gate;\n    end Scales;", "            gate: requires data access Gate;\n            every: requires subprogram group access;\n    end Scales;"}, "scales.every: the access every to a group of subprograms is not generated"},
		"no parameter":            {[]string{"            left: out parameter Boxes;", "            left: out event data port Boxes;"}, "the subprogram Fetch has the feature left, which is no parameter"},
		"two who give":            {[]string{"            first_fetch:", "            more_fetch: subprogram access other.fetch -> first_cart.fetch;\n            first_fetch:", "            scales: process Scales;", "            scales: process Scales;\n            other: process Store.impl;"}, "first_cart.fetch: several things give first_cart.fetch what it asks for"},
		"data outside":            {[]string{"            ask: provides subprogram access Ping;", "            ask: provides subprogram access Ping;\n            theirs: requires data access Boxes;"}, "theirs: the access theirs is to data outside of the whole system"},
		"data that nobody owns":   {[]string{"            ping: provides subprogram access Ping;\n            filled", "            ping: provides subprogram access Ping;\n            mine: provides data access Boxes;\n            filled"}, "store.mine: the access mine gives data that nothing in store owns"},
		"a system's subprogram":   {[]string{"            gate: data Gate;", "            gate: data Gate;\n            sub: subprogram Ping;", "subprogram access store.ping -> ask", "subprogram access sub -> ask"}, "sub: the subprogram sub of a system has no node that runs it"},
		"a call of its own":       {[]string{"    thread group Shift\n", "    thread implementation Fill.impl\n        calls\n            some: {\n                one: subprogram Ping;\n            };\n    end Fill.impl;\n\n    thread group Shift\n", "fill: thread Fill;", "fill: thread Fill.impl;"}, "store.shift.fill: the call one of the subprogram Ping in the thread fill is not generated"},
		"an empty group":          {[]string{"panel: feature group Panel;", "panel: feature group Panel;\n            empty: feature group;"}, "people.empty: the feature group empty has nothing in it"},
		"a name that is needed":   {[]string{"            told: out event data port Boxes;\n        properties", "            told: out event data port Boxes;\n            set_gate: out event port;\n        properties"}, "SetGate"},
		"a group within":          {[]string{"            boxes: data Boxes;", "            boxes: data Boxes;\n            group_of: subprogram group Nothing;", "    subprogram Ping\n", "    subprogram group Nothing\n    end Nothing;\n\n    subprogram Ping\n"}, "store.group_of: the subprogram group group_of within a node is not generated"},
		"a client that sleeps on": {[]string{"            order: in event data port Boxes;\n            fetch", "            order: in data port Boxes;\n            fetch"}, "the thread drive is sporadic, and has no in event port that triggers it"},
	} {
		t.Run(name, func(t *testing.T) {
			files, faults := gen.Generate(site(t, c.changes...), siteOptions())
			var told []string
			for _, f := range faults {
				told = append(told, f.Error())
			}
			if all := strings.Join(told, "\n"); !strings.Contains(all, c.want) || !strings.Contains(all, "depot.aadl:") {
				t.Errorf("got %s, want %s", all, c.want)
			}
			if (faults.Err() != nil) != (len(files) == 0) {
				t.Errorf("there are %d files with %v", len(files), faults)
			}
		})
	}
}
