package reactor

import (
	"runtime"
	"strconv"
	"testing"
)

// line is the one that it is called from.
func line() string {
	_, _, n, _ := runtime.Caller(1)
	return "origin_test.go:" + strconv.Itoa(n)
}

// short is small enough to be compiled into its callers.
func short(r *Reactor) (*ReactionDecl, string) { return r.Reaction("short"), line() }

// TestPlaces: a declaration's place is the line of the innermost call from outside, whatever the compiler has put between,
// and whether or not the frames have been seen before.
func TestPlaces(t *testing.T) {
	m := NewMain("m")
	type embedding struct{ Reactor }
	for i := range 3 {
		r := &embedding{}
		Init(m, "r"+strconv.Itoa(i), r)
		value := r.Reaction
		var promoted interface{ Reaction(string) *ReactionDecl } = r
		for _, declare := range []func() (*ReactionDecl, string){
			func() (*ReactionDecl, string) { return r.Reaction("plain"), line() },
			func() (*ReactionDecl, string) { return short(&r.Reactor) },
			func() (*ReactionDecl, string) { return value("value"), line() },
			func() (*ReactionDecl, string) { return promoted.Reaction("promoted"), line() },
			func() (d *ReactionDecl, at string) {
				done := make(chan bool)
				go func() {
					d, at = r.Reaction("goroutine"), line()
					close(done)
				}()
				<-done
				return d, at
			},
		} {
			if d, want := declare(); m.text(d.source) != want {
				t.Errorf("%s is at %s, want %s", d.name, m.text(d.source), want)
			}
		}
	}
}
