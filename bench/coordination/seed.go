package coordination

import (
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// The seed's figures, from "Hard real-time Control and Coordination of Robot Tasks using Lua": an Intel i7 with Linux 2.6.37 and
// Xenomai 2.5.6, under load.

// rows makes a table of rows of words.
func rows(name, caption string, columns []string, cells ...[]any) book.Table {
	t := book.Table{Name: name, Caption: caption, Columns: columns}
	for _, c := range cells {
		t.Add(report.Neutral, c...)
	}
	return t
}

func seedCyclictest() book.Table {
	return rows("seed_cyclictest", "The seed's table (section 4.1): average and worst lateness in µs, 15 minutes each, under load",
		[]string{"way", "500 µs", "1000 µs", "2000 µs", "5000 µs", "10000 µs"},
		[]any{"C", "0, 35", "0, 31", "0, 45", "1, 35", "1, 30"},
		[]any{"Lua, collector free", "2, 41", "2, 39", "3, 39", "3, 45", "5, 46"},
		[]any{"Lua, collector off", "2, 38", "2, 39", "3, 38", "3, 43", "5, 38"},
		[]any{"Lua, collector controlled", "2, 38", "2, 42", "3, 37", "3, 36", "5, 46"})
}

func seedRatios() book.Table {
	return rows("seed_ratios", "The seed's second table: mean of the worst cases in µs, and its ratio to C",
		[]string{"way", "worst", "ratio"},
		[]any{"C", 35.2, 1.0}, []any{"Lua, collector free", 42.0, 1.19}, []any{"Lua, collector off", 39.2, 1.11}, []any{"Lua, collector controlled", 39.8, 1.13})
}

func seedRoundTrip() book.Table {
	return rows("seed_roundtrip", "The seed's table (section 4.2): average and worst in µs, under load",
		[]string{"responder", "request", "response", "total", "total / C"},
		[]any{"C++", "9, 37", "7, 18", "16, 50", "–"},
		[]any{"Lua", "15, 47", "11, 59", "26, 106", "1.63, 2.12"})
}

func seedTracker() book.Table {
	return rows("seed_tracker", "The seed's table (section 4.3): the update's duration in µs, under load; Lua with a step of the collector of at most 29 µs",
		[]string{"way", "average", "worst", "ratios"},
		[]any{"C++ with KDL", 5.0, 19.0, "–"}, []any{"Lua with KDL", 68.0, 128.0, "13.6, 6.7"})
}
