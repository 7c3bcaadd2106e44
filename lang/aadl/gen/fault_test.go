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
		"a port both ways":                 {[]string{"            limit: out event data port Warmth;", "            limit: in out event data port Warmth;"}, "the port limit is both in and out"},
		"a name that is taken":             {[]string{"again: out", "notice: out", "-> again", "-> notice"}, "the port notice would be called Notice"},
		"a thread of a name that is taken": {[]string{"            keep: thread", "            beat: thread", "keep.", "beat."}, "relay.aadl:116:13: rooms.beat: the thread beat is called as something that every node has"},
		"no tolerance":                     {[]string{"            Sinew::Synchronisation_Tolerance => 5 ms;\n", ""}, "relay.aadl:118:13: rooms.both: the thread both takes messages of about the same time, and nothing says what that is"},
		"one port together":                {[]string{"            limit: in event data port Warmth;\n            pair", "            limit: in data port Warmth;\n            pair"}, "the thread both is to take messages together"},
		"two writers":                      {[]string{"            again_out: port reply.published -> again;\n", "            again_out: port reply.published -> again;\n            more: port keep.latest -> reply.received;\n"}, "rooms.reply.received: several connections lead to rooms.reply.received"},
		"a device without a name":          {[]string{"device Thermometer {\n                Sinew::Program_Name => \"thermometer\";\n            };", "device Thermometer;"}, "relay.aadl:139:13: thermometer: no driver is generated for the device thermometer"},
		"a name that leads in":             {[]string{"\"thermometer\"", "\"a.b\""}, "its name in the program is \"a.b\""},
		"critical and silent":              {[]string{"                Sinew::Notification_Period => 50 ms;\n", ""}, "relay.aadl:142:13: rooms: a critical node has no notification period"},
		"a negative limit":                 {[]string{"Sinew::Restart_Limit => 3", "Sinew::Restart_Limit => -3"}, "rooms: its notification period, back-off or limit of restarts is negative"},
		"an access":                        {[]string{"    process Display\n        features\n", "    process Display\n        features\n            every: requires data access Report;\n"}, "display.every: the access every is not generated"},
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
