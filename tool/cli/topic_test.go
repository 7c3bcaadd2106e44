package cli

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/live/web"
)

// TestSilentPrograms: one that takes connections and says nothing is an error, and not the end of what was asked for.
func TestSilentPrograms(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := where{URL: "http://" + l.Addr().String()}
	soon := atMost{For: 100 * time.Millisecond}
	asks := map[string]func(context.Context) error{
		"echo":  (&topicEcho{Name: []string{"x"}, where: at, atMost: soon}).Run,
		"hz":    (&topicHz{stats{Name: []string{"x"}, where: at, atMost: soon, Every: time.Second}}).Run,
		"bw":    (&topicBW{stats{Name: []string{"x"}, where: at, atMost: soon, Every: time.Second}}).Run,
		"delay": (&topicDelay{stats{Name: []string{"x"}, where: at, atMost: soon, Every: time.Second}}).Run,
		"list": func(ctx context.Context) error {
			return at.ask(ctx, soon.For, func(ctx context.Context, c *web.Client) error {
				_, err := c.List(ctx)
				return err
			})
		},
	}
	for name, ask := range asks {
		if err := ask(t.Context()); err == nil || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("%s: %v", name, err)
		}
		interrupted, cancel := context.WithCancel(t.Context())
		cancel()
		if err := ask(interrupted); err != nil {
			t.Errorf("%s, interrupted: %v", name, err)
		}
	}
}
