// Command sinew-bench measures what Sinew promises, compared with peers. `sinew bench …` starts it with its arguments;
// it can also be started directly.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench/link/scheme"
	"github.com/sinew-robotics/sinew/bench/node"
	"github.com/sinew-robotics/sinew/bench/ros1"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/internal/spelling"
	links "github.com/sinew-robotics/sinew/robot/franka/remote/command"
	"github.com/sinew-robotics/sinew/tool/cli/grammar"
	"github.com/sinew-robotics/sinew/tool/cli/ranges"
	program "github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study"
)

// cli is the command line in the form of `sinew`: help and errors show what was typed.
type cli struct {
	Bench benchCmd   `cmd:"" help:"Measure what Sinew promises, compared with its peers."`
	Link  links.Link `cmd:"" hidden:""` // what sinew leaves to this program: links with schemes that exist only to be measured
}

// workerWord as the only argument makes this program a worker of the studies that it measures.
const workerWord = "study-worker"

// askerWord, followed by the arguments of node.Asker, makes this program the other process of `bench node`.
const askerWord = "node-asker"

// echoWord, followed by the URI of a master, makes this program the other end of the round trips that it measures.
const echoWord = "ros1-echo"

func main() {
	if len(os.Args) > 2 && os.Args[1] == askerWord {
		if err := node.Asker(os.Args[2:], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "sinew-bench:", err)
			os.Exit(1)
		}
		return
	}
	if slices.Equal(os.Args[1:], []string{workerWord}) {
		if err := study.Execute([]program.Spec{lemon.Spec{}}); err != nil {
			fmt.Fprintln(os.Stderr, "sinew-bench:", err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) == 3 && os.Args[1] == echoWord {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		if err := ros1.Echo(ctx, os.Args[2]); err != nil && ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "sinew-bench:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends it at once
	g, err := grammar.New("sinew", "", &cli{Link: links.New(scheme.Named)})
	if err != nil {
		fmt.Fprintln(os.Stderr, "sinew:", err)
		return 2
	}
	noun := "bench"
	if len(args) > 1 && args[0] == "link" && !strings.HasPrefix(args[1], "-") { // the bench with that name has only flags
		noun, args = "link", args[1:]
	}
	c, err := g.Parse(append([]string{noun}, args...))
	if err == grammar.ErrHelp {
		_ = c.PrintHelp(os.Stdout, true) // the reader may have gone
		return 0
	}
	if err == nil {
		err = ranges.Outside(c)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "sinew: %s; see sinew %s -h\n", spelling.Clip(err.Error()), noun)
		return 2
	}
	if err := grammar.Run(ctx, c, struct{}{}); err != nil {
		fmt.Fprintln(os.Stderr, "sinew:", spelling.Clip(err.Error()))
		return 1
	}
	return 0
}

// command is a program that some benches start, or the reason why there is none.
type command struct {
	path    string
	missing error
}

// sinew is the command that has started this one, or else one that can be found.
func sinew() (c command) {
	if c.path = os.Getenv(child.Starter); c.path == "" {
		c.path, c.missing = child.Find("sinew", "go build -o %s ./cmd/sinew")
	}
	return c
}

// with calls f with the command.
func (c command) with(f func(command []string) error) error {
	if c.missing != nil {
		return c.missing
	}
	return f([]string{c.path})
}
