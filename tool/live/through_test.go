package live

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live/plant"
)

// TestThrough: what is published goes where it is wanted, checked and whole, and not to the program.
func TestThrough(t *testing.T) {
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	var got []string
	at := reactor.Tag{Time: 7, Microstep: 1}
	b.Through(func(_ context.Context, path string, value []byte) (reactor.Tag, error) {
		got = append(got, path+" "+string(value))
		if path == "plant.gain" {
			return reactor.Tag{}, errors.New("the run is over")
		}
		return at, nil
	})
	if tag, err := b.Publish(t.Context(), "goal", []byte("{\n\"P\": {\"X\": 1}\n}")); err != nil || tag != at {
		t.Error(tag, err)
	}
	if _, err := b.Publish(t.Context(), "plant.gain", []byte("3")); err == nil || !strings.Contains(err.Error(), "publish to plant.gain: the run is over") {
		t.Error(err)
	}
	for name, value := range map[string]string{"gain": "30", "goal": `{"Q":1}`, "nosuch": "1", "plant.out": "{}", "plant.eye": "1"} {
		if _, err := b.Publish(t.Context(), name, []byte(value)); err == nil {
			t.Error(name, value, "is taken")
		}
	}
	if diff := cmp.Diff([]string{`plant.goal {"N":0,"P":{"X":1,"Y":0,"Z":0}}`, "plant.gain 3"}, got); diff != "" {
		t.Error(diff)
	}
	b.Through(nil)
	w := b.Watch(Options{}, id(t, b, "plant.heard"))
	defer w.Close()
	if _, err := b.Send(t.Context(), "goal", []byte(`{"N":7}`)); err != nil {
		t.Error(err)
	}
	run(t, p, 10*time.Millisecond)
	batch, _, err := w.Next(soon(t))
	if err != nil || len(batch) != 1 {
		t.Errorf("the program got %d events, want the last alone: %v", len(batch), err)
	}
}
