// Package ros1 measures the client of ROS 1: round trips between processes, compared with roscpp if it is installed,
// the throughput of a connection, and how fast bags are written and read.
package ros1

import (
	"context"
	_ "embed" // the peer's source
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	client "github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/master"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/internal/child"
)

//go:embed src/ros1.cc
var source []byte

// Options of the bench.
type Options struct {
	bench.Options
	Echo []string // command of a process that calls Echo; the master's URI is appended
}

// patience is how long anything may take.
const patience = 20 * time.Second

// Echo is a node that returns the messages on /ping on /pong, until ctx ends.
func Echo(ctx context.Context, uri string) error {
	n, err := client.Dial(ctx, client.Config{Name: "echo", Master: uri, Silent: true})
	if err != nil {
		return err
	}
	p, err := n.Advertise("/pong", &stdmsgs.String{}, client.PubOptions{})
	if err == nil {
		_, err = client.Subscribe(n, "/ping", client.SubOptions{}, func(m *stdmsgs.String) { _ = p.Publish(m) }) // until the node ends
	}
	if err != nil {
		return errors.Join(err, n.Close())
	}
	select {
	case <-ctx.Done():
	case <-n.Done():
	}
	return n.Close()
}

// Run emits the figures.
func Run(o Options, emit bench.Emit) error {
	m, err := master.Listen(master.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(o.Until())
	served := make(chan error, 1)
	go func() { served <- m.Serve(ctx) }()
	defer func() {
		cancel()
		<-served // it was told to end
	}()
	if err := trips(ctx, o, m.URI(), emit); err != nil {
		return err
	}
	small, large := 300_000, 3_000
	if o.Quick {
		small, large = 20_000, 100
	}
	if o.N > 0 {
		small, large = o.N, max(1, o.N/100)
	}
	rate, err := stream(ctx, m.URI(), "small", 100, small, 256)
	if err != nil {
		return err
	}
	emit(bench.Result{Name: "ros1_messages_100B", Value: rate, Unit: "msg/s", Note: "two nodes of one process over loopback, nothing dropped"})
	if rate, err = stream(ctx, m.URI(), "large", 1_000_000, large, 2); err != nil {
		return err
	}
	emit(bench.Result{Name: "ros1_messages_1MB", Value: rate * 1e6 / 1e9, Unit: "GB/s", Note: "encoded, sent, decoded; two nodes of one process over loopback, nothing dropped"})
	came, dropped, err := slow(ctx, m.URI(), small)
	if err != nil {
		return err
	}
	emit(bench.Result{Name: "ros1_unaccounted", Value: float64(small) - float64(came) - float64(dropped), Unit: "messages",
		Note: fmt.Sprintf("a subscriber that is busy, DropOldest: of %d messages %d came, %d were dropped and counted", small, came, dropped)})
	return bags(o, emit)
}

// trips measures round trips with an echo in another process.
func trips(ctx context.Context, o Options, uri string, emit bench.Emit) error {
	rounds := 20_000
	if o.Quick {
		rounds = 500
	}
	if o.N > 0 {
		rounds = o.N
	}
	stop, err := process(append(append([]string{}, o.Echo...), uri))
	if err != nil {
		return err
	}
	p50, p99, err := trip(ctx, uri, "/ping", "/pong", rounds)
	stop()
	if err != nil {
		return fmt.Errorf("round trip Go to Go: %w", err)
	}
	emit(bench.Result{Name: "ros1_round_trip_go_go_p50", Value: p50, Unit: "µs", Note: "String of 100 B, two processes"})
	emit(bench.Result{Name: "ros1_round_trip_go_go_p99", Value: p99, Unit: "µs"})
	peer, err := bench.BuildPeer("ros1.cc", source, "pkg:roscpp")
	if err != nil {
		fmt.Fprintln(o.Log, "without the figures beside roscpp (Debian's libroscpp-dev and libstd-msgs-dev):", err)
		return nil
	}
	defer peer.Remove()
	graph := []string{"__master:=" + uri, "__hostname:=127.0.0.1", "ping:=/ping_cpp", "pong:=/pong_cpp"}
	if stop, err = process(append([]string{string(peer), "echo"}, graph...)); err != nil {
		return err
	}
	defer stop()
	// They take turns, so that the machine's other load affects both.
	const turns = 5
	var ours, theirs [2][]float64
	for range turns {
		p50, p99, err := trip(ctx, uri, "/ping_cpp", "/pong_cpp", max(1, rounds/turns))
		if err != nil {
			return fmt.Errorf("round trip Go to roscpp: %w", err)
		}
		cpp, err := peer.Numbers(ctx, append([]string{"measure", fmt.Sprint(max(1, rounds/turns))}, graph...)...)
		if err != nil || len(cpp) != 2 {
			return fmt.Errorf("round trip roscpp to roscpp: %v, %w", cpp, err)
		}
		for i, x := range []float64{p50, p99} {
			ours[i], theirs[i] = append(ours[i], x), append(theirs[i], cpp[i])
		}
	}
	emit(bench.Result{Name: "ros1_round_trip_go_roscpp_p50", Value: bench.Median(ours[0]), Unit: "µs", Note: "in five turns"}.Against("roscpp to roscpp", bench.Median(theirs[0])))
	emit(bench.Result{Name: "ros1_round_trip_go_roscpp_p99", Value: bench.Median(ours[1]), Unit: "µs"}.Against("roscpp to roscpp", bench.Median(theirs[1])))
	return nil
}

// process starts a command; stop ends it.
func process(command []string) (stop func(), err error) {
	c := exec.Command(command[0], command[1:]...)
	c.Stderr = os.Stderr
	wait, err := child.Start(c)
	if err != nil {
		return nil, err
	}
	return func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = wait() // it was interrupted
	}, nil
}

// until repeats until a condition holds.
func until(ctx context.Context, what string, so func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !so() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: not within %v", what, patience)
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil
}

// trip returns the median and the 99th percentile of the times of round trips in µs.
func trip(ctx context.Context, uri, ping, pong string, rounds int) (p50, p99 float64, err error) {
	n, err := client.Dial(ctx, client.Config{Name: "measure", Master: uri, Silent: true})
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	p, err := n.Advertise(ping, &stdmsgs.String{}, client.PubOptions{})
	if err != nil {
		return 0, 0, err
	}
	back := make(chan struct{}, 1)
	s, err := client.Subscribe(n, pong, client.SubOptions{}, func(*stdmsgs.String) { back <- struct{}{} })
	if err != nil {
		return 0, 0, err
	}
	if err = until(ctx, "an echo", func() bool { return p.Subscribers() > 0 && s.Publishers() > 0 }); err != nil {
		return 0, 0, err
	}
	m := &stdmsgs.String{Data: string(make([]byte, 100))}
	late := time.NewTimer(patience)
	defer late.Stop()
	var times []float64
	for i := -rounds / 10; i < rounds; i++ {
		begun := time.Now()
		if err = p.Publish(m); err != nil {
			return 0, 0, err
		}
		late.Reset(patience)
		select {
		case <-back:
		case <-late.C:
			return 0, 0, fmt.Errorf("no answer within %v", patience)
		case <-ctx.Done():
			return 0, 0, bench.ErrStopped
		}
		if i >= 0 {
			times = append(times, float64(time.Since(begun))/1e3)
		}
	}
	return bench.Median(times), bench.Quantile(times, 0.99), nil
}

// slow publishes to a subscriber that takes nothing until everything is sent, and then everything that is left.
func slow(ctx context.Context, uri string, count int) (came int64, dropped uint64, err error) {
	n, err := client.Dial(ctx, client.Config{Name: "slow", Master: uri, Silent: true})
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	p, err := n.Advertise("busy", &stdmsgs.UInt8MultiArray{}, client.PubOptions{})
	if err != nil {
		return 0, 0, err
	}
	var got atomic.Int64
	sent := make(chan struct{})
	release := sync.OnceFunc(func() { close(sent) })
	defer release() // the node closes when its subscribers are done
	if _, err = client.Subscribe(n, "busy", client.SubOptions{}, func(*stdmsgs.UInt8MultiArray) {
		<-sent
		got.Add(1)
	}); err != nil {
		return 0, 0, err
	}
	if err = until(ctx, "a subscriber", func() bool { return p.Subscribers() > 0 }); err != nil {
		return 0, 0, err
	}
	m := &stdmsgs.UInt8MultiArray{Data: make([]byte, 1000)}
	for range count {
		if err = p.Publish(m); err != nil {
			return 0, 0, err
		}
	}
	release()
	// Messages that are unaccounted for are awaited for as long as anything may take; the rest is the figure.
	_ = until(ctx, "all", func() bool { return uint64(got.Load())+p.Traffic().Dropped >= uint64(count) })
	return got.Load(), p.Traffic().Dropped, nil
}

// stream returns how many messages of a size go through a connection per second.
func stream(ctx context.Context, uri, topic string, size, count, queue int) (rate float64, err error) {
	from, err := client.Dial(ctx, client.Config{Name: "from", Master: uri, Silent: true})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := client.Dial(ctx, client.Config{Name: "to", Master: uri, Silent: true})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	p, err := from.Advertise(topic, &stdmsgs.UInt8MultiArray{}, client.PubOptions{Overflow: client.Wait, Queue: queue})
	if err != nil {
		return 0, err
	}
	got, wrong, done := 0, 0, make(chan struct{})
	if _, err = client.Subscribe(to, topic, client.SubOptions{}, func(m *stdmsgs.UInt8MultiArray) {
		if m.Data[0] != byte(got) {
			wrong++
		}
		if got++; got == count {
			close(done)
		}
	}); err != nil {
		return 0, err
	}
	if err = until(ctx, "a subscriber", func() bool { return p.Subscribers() > 0 }); err != nil {
		return 0, err
	}
	m := &stdmsgs.UInt8MultiArray{Data: make([]byte, size-8-4)}
	begun := time.Now()
	for i := range count {
		m.Data[0] = byte(i)
		if err = p.Publish(m); err != nil {
			return 0, err
		}
	}
	select {
	case <-done:
	case <-time.After(patience):
		return 0, fmt.Errorf("%d messages did not come within %v", count, patience)
	case <-ctx.Done():
		return 0, bench.ErrStopped
	}
	rate = float64(count) / time.Since(begun).Seconds()
	if t := p.Traffic(); wrong > 0 || t.Dropped > 0 {
		return 0, fmt.Errorf("of %d messages %d were dropped and %d came out of order", count, t.Dropped, wrong)
	}
	return rate, nil
}
