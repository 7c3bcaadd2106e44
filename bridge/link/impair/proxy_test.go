package impair_test

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
)

// echo answers every packet until the test ends; it returns its address.
func echo(t *testing.T) string {
	t.Helper()
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		b := make([]byte, 2048)
		for {
			n, from, err := c.ReadFromUDPAddrPort(b)
			if err != nil {
				return
			}
			_, _ = c.WriteToUDPAddrPort(b[:n], from)
		}
	}()
	t.Cleanup(func() { c.Close(); <-done })
	return c.LocalAddr().String()
}

// proxy serves one until the test ends.
func proxy(t *testing.T, c impair.ProxyConfig) *impair.Proxy {
	t.Helper()
	p, err := impair.Listen(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- p.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return p
}

func dial(t *testing.T, p *impair.Proxy) *net.UDPConn {
	t.Helper()
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.MustParseAddrPort(p.Addr())))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// ask sends s until an answer with the same text comes, and returns how often it had to.
func ask(t *testing.T, c *net.UDPConn, s string) (tries int) {
	t.Helper()
	b := make([]byte, 2048)
	for tries = 1; tries < 1000; tries++ {
		if _, err := c.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		for {
			n, err := c.Read(b)
			if err != nil {
				break
			}
			if string(b[:n]) == s {
				return tries
			}
		}
	}
	t.Fatalf("no answer to %q", s)
	return 0
}

func TestProxy(t *testing.T) {
	defer goleak.VerifyNone(t)
	t.Run("carries", func(t *testing.T) {
		p := proxy(t, impair.ProxyConfig{To: echo(t), Forward: impair.Config{Delay: ms}, Back: impair.Config{Delay: ms}})
		a, b := dial(t, p), dial(t, p)
		for range 20 { // answers go to whoever asked
			ask(t, a, "from a")
			ask(t, b, "from b")
		}
		if f, k := p.Counters(); f.Sent < 40 || k.Delivered < 40 || f.Lost+k.Lost != 0 {
			t.Errorf("counted %+v, %+v", f, k)
		}
	})
	t.Run("loses", func(t *testing.T) {
		p := proxy(t, impair.ProxyConfig{To: echo(t), Back: impair.Config{Bursts: impair.Bursts{Length: 2, Every: 3}}})
		c, tries := dial(t, p), 0
		for range 5 {
			tries += ask(t, c, "hello")
		}
		if tries < 13 {
			t.Errorf("5 answers after %d packets, with two of three lost", tries)
		}
		if err := p.Set(impair.Config{}, impair.Config{}); err != nil {
			t.Fatal(err)
		}
		ask(t, c, "better")
		if err := p.Set(impair.Config{Loss: 2}, impair.Config{}); err == nil {
			t.Error("a faulty setting was taken")
		}
	})
	t.Run("more senders than places", func(t *testing.T) {
		p := proxy(t, impair.ProxyConfig{To: echo(t)})
		for range impair.MaxPeers + 5 {
			ask(t, dial(t, p), "me")
		}
	})
}

func TestProxyRefuses(t *testing.T) {
	defer goleak.VerifyNone(t)
	_, err := impair.Listen(impair.ProxyConfig{Listen: "0.0.0.0:0", To: "nowhere", Forward: impair.Config{Loss: 2}})
	for _, want := range []string{"loopback", "--exposed", `"nowhere"`, "loss 2"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %s in %v", want, err)
		}
	}
	p, err := impair.Listen(impair.ProxyConfig{To: "127.0.0.1:9"})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	if err := p.Serve(context.Background()); err != nil {
		t.Error(err)
	}
}
