package web

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newBus makes a bus that observes p.
func newBus(t testing.TB, p *reactor.Program) *live.Bus {
	t.Helper()
	b, err := live.New(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Observe(b)
	return b
}

func id(t testing.TB, b *live.Bus, name string) int {
	t.Helper()
	ids := b.Find(name)
	if len(ids) != 1 {
		t.Fatalf("%s is found as %v", name, ids)
	}
	return ids[0]
}

// soon is a context for what must not take long.
func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
