// Command 02-ping-pong sends a ball to and fro. The connection back takes time; without that the program would
// not start, as -loop shows.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// Ping serves, and sends back what it gets until it has had enough.
//
//	in  ball
//	out hit
type Ping struct {
	reactor.Reactor
	Ball reactor.In[int]
	Hit  reactor.Out[int]
}

// NewPing makes a player that plays a number of balls.
func NewPing(parent reactor.Parent, name string, balls int) *Ping {
	p := &Ping{}
	reactor.Init(parent, name, p)
	p.Reaction("serve").On(p.Startup()).Sets(&p.Hit).Do(func() { p.Hit.Set(1) })
	p.Reaction("play").On(&p.Ball).Sets(&p.Hit).Do(func() {
		fmt.Println(p.Tag(), "ping gets ball", p.Ball.Get())
		if p.Ball.Get() == balls {
			p.RequestStop()
			return
		}
		p.Hit.Set(p.Ball.Get() + 1)
	})
	return p
}

// Pong returns every ball at once.
//
//	in  ball
//	out hit
type Pong struct {
	reactor.Reactor
	Ball reactor.In[int]
	Hit  reactor.Out[int]
}

// NewPong makes the other player.
func NewPong(parent reactor.Parent, name string) *Pong {
	p := &Pong{}
	reactor.Init(parent, name, p)
	p.Reaction("return").On(&p.Ball).Sets(&p.Hit).Do(func() { p.Hit.Set(p.Ball.Get()) })
	return p
}

func run(loop bool) error {
	m := reactor.NewMain("table")
	ping, pong := NewPing(m, "ping", 3), NewPong(m, "pong")
	reactor.Connect(&ping.Hit, &pong.Ball)
	if back := reactor.Connect(&pong.Hit, &ping.Ball); !loop {
		back.After(10 * time.Millisecond)
	}
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return err
	}
	_, err = exec.Run(context.Background(), p, exec.Options{})
	return err
}

func main() {
	loop := flag.Bool("loop", false, "connect back without a delay: the program is refused")
	flag.Parse()
	if err := run(*loop); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
