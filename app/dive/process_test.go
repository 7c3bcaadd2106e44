package dive

import (
	"strings"
	"testing"
)

// A simulator that does not begin says why.
func TestASimulatorThatDoesNotBegin(t *testing.T) {
	for script, want := range map[string]string{
		"echo first >&2; echo cannot bind: address in use >&2; exit 1": "cannot bind: address in use",
		"exit 0":                    "without a word",
		"echo hello; exec sleep 60": "no JSON with an address: \"hello\"",
	} {
		s, err := simulate([]string{"sh", "-c", "exec 3>&1; " + script}, func(string) {})
		if err == nil {
			s.close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", script, err)
		}
	}
	if _, err := simulate([]string{"/no/such/program"}, func(string) {}); err == nil {
		t.Error("a program that is not there begins")
	}
}

func TestLinesOfAProcess(t *testing.T) {
	var got []string
	l := lines{say: func(line string) { got = append(got, line) }}
	for _, part := range []string{"one\ntw", "o\n\n", strings.Repeat("x", 3*longest), "\nlast"} {
		if n, err := l.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if len(got) != 3 || got[1] != "two" || len(got[2]) != longest || l.last != got[2] {
		t.Errorf("%q", got)
	}
}

func TestRefusalsAreOneLine(t *testing.T) {
	got := refusals([]string{"SCHED_FIFO 81 refused: operation not permitted: x", "mlockall refused: y", "a page is slow",
		"SCHED_FIFO 81 refused: operation not permitted: x", "a page is slow", "processor 9 refused: z"})
	if len(got) != 3 || !strings.HasPrefix(got[0], "the system refuses SCHED_FIFO 81, mlockall: ") || got[1] != "a page is slow" || got[2] != "processor 9 refused: z" {
		t.Errorf("%q", got)
	}
	if got := refusals(nil); len(got) != 0 {
		t.Errorf("%q", got)
	}
}
