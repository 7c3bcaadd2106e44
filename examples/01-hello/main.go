// Command 01-hello is a minimal program: a timer, two reactors with a port each, and a connection.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// Counter counts the beats of its timer.
//
//	timer beat
//	out   count
type Counter struct {
	reactor.Reactor
	Beat  reactor.Timer
	Count reactor.Out[int]

	n int
}

// NewCounter makes a counter that beats every period.
func NewCounter(parent reactor.Parent, name string, period time.Duration) *Counter {
	c := &Counter{}
	reactor.Init(parent, name, c)
	c.Beat.Set(0, period)
	c.Reaction("count").On(&c.Beat).Sets(&c.Count).Do(func() {
		c.n++
		c.Count.Set(c.n)
	})
	return c
}

// Greeter prints what it gets, and when.
//
//	in greeting
type Greeter struct {
	reactor.Reactor
	Greeting reactor.In[int]
}

// NewGreeter makes a greeter.
func NewGreeter(parent reactor.Parent, name string) *Greeter {
	g := &Greeter{}
	reactor.Init(parent, name, g)
	g.Reaction("start").On(g.Startup()).Do(func() { fmt.Println(g.Tag(), "good morning") })
	g.Reaction("greet").On(&g.Greeting).Do(func() { fmt.Println(g.Tag(), "hello", g.Greeting.Get()) })
	g.Reaction("stop").On(g.Shutdown()).Do(func() { fmt.Println(g.Tag(), "good night") })
	return g
}

func run() error {
	m := reactor.NewMain("hello")
	counter := NewCounter(m, "counter", 100*time.Millisecond)
	greeter := NewGreeter(m, "greeter")
	reactor.Connect(&counter.Count, &greeter.Greeting)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		return err
	}
	_, err = exec.Run(context.Background(), p, exec.Options{Timeout: 300 * time.Millisecond})
	return err
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
