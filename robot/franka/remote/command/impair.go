package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Impair is a proxy that treats packets as a bad line does.
type Impair struct {
	Listen  string        `default:"127.0.0.1:0" help:"Address at which packets arrive; port 0 for any free one."`
	To      string        `required:"" help:"Address to which they are sent." placeholder:"ADDR"`
	Exposed bool          `help:"Allow --listen beyond loopback. The proxy has no authentication."`
	For     time.Duration `help:"End after this long; 0 runs until interrupted." range:"0s..8760h"`

	Delay     time.Duration `help:"Delay of every packet, each way." range:"0s..1h"`
	Jitter    time.Duration `help:"Random variation of the delay, up to this much; with --normal its standard deviation." range:"0s..1h"`
	Normal    bool          `help:"Jitter follows a bell curve."`
	Ordered   bool          `help:"Jitter lets no packet overtake another."`
	Loss      string        `default:"0%" help:"Share of packets lost, independently." placeholder:"5%"`
	Burst     string        `help:"Exact bursts: N packets lost of every M." placeholder:"19/1000"`
	Reorder   string        `default:"0%" help:"Share held back by 2 ms, so that later packets overtake." placeholder:"1%"`
	Duplicate string        `default:"0%" help:"Share of packets that arrive twice." placeholder:"1%"`
	Corrupt   string        `default:"0%" help:"Share of packets with one to three bits flipped." placeholder:"1%"`
	Rate      string        `help:"Rate of the line, in bits per second." placeholder:"2Mbit"`
	Seed      uint64        `default:"1" help:"Seed of everything random; the way back uses the next one."`

	Also string `help:"More settings in one line, in the style of tc-netem: 'gilbert 1% 20% hold 5ms truncate 1%'." placeholder:"LINE"`
	Back string `help:"Settings for the way back alone, in place of all the above." placeholder:"LINE"`
}

// Help shows examples.
func (c *Impair) Help() string {
	return "Runs between the two ends: packets sent to --listen go to --to, answers go back. Every ten seconds and at the end a line says what was lost.\n\nExamples:\n" +
		"  sinew link impair --to 127.0.0.1:4000 --delay 5ms --jitter 1ms --loss 5%\n" +
		"  sinew link impair --listen 127.0.0.1:4001 --to 127.0.0.1:4000 --burst 19/1000 --back 'delay 20ms'"
}

// config returns the impairment of the way forward, as a line that impair.Parse reads.
func (c *Impair) config() (impair.Config, error) {
	w := []string{fmt.Sprintf("delay %v %v", c.Delay, c.Jitter)}
	say := func(is bool, words ...string) {
		if is {
			w = append(w, words...)
		}
	}
	say(c.Normal, "normal")
	say(c.Ordered, "ordered")
	for _, v := range []struct{ name, value string }{
		{"loss", c.Loss}, {"burst", c.Burst}, {"reorder", c.Reorder}, {"duplicate", c.Duplicate}, {"corrupt", c.Corrupt}, {"rate", c.Rate},
	} {
		say(v.value != "", v.name, v.value)
	}
	w = append(w, fmt.Sprint("seed ", c.Seed), c.Also)
	return impair.Parse(strings.Join(w, " "))
}

// Run runs the proxy until ctx ends.
func (c *Impair) Run(ctx context.Context) error {
	forward, err := c.config()
	back := forward
	back.Seed++
	if c.Back != "" {
		var e error
		back, e = impair.Parse(c.Back)
		err = errors.Join(err, e)
	}
	if err != nil {
		return err
	}
	p, err := impair.Listen(impair.ProxyConfig{Listen: c.Listen, To: c.To, Forward: forward, Back: back, Exposed: c.Exposed})
	if err != nil {
		return err
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	undo := rt.Tune(rt.Tuning{})
	defer undo()
	fmt.Printf("link %v to %s\nthere %v\nback  %v\n", p.Addr(), c.To, forward, back)
	done := make(chan error, 1)
	go func() { done <- p.Serve(ctx) }()
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			c.say(p)
		case err := <-done:
			c.say(p)
			return err
		}
	}
}

// say prints the proxy's counts so far.
func (c *Impair) say(p *impair.Proxy) {
	f, b := p.Counters()
	for _, w := range []struct {
		name string
		n    impair.Counters
	}{{"there", f}, {"back", b}} {
		n := w.n
		fmt.Fprintf(os.Stderr, "%-5s %d packets, %d lost, %d in bursts, %d dropped, %d held back, %d doubled, %d damaged, %d cut short; %d bytes arrived\n",
			w.name, n.Sent, n.Lost, n.Burst, n.Overflowed, n.Reordered, n.Duplicated, n.Corrupted, n.Truncated, n.Bytes)
	}
}
