package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/master"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

type ros1Cmd struct {
	Master ros1Master `cmd:"" help:"Run a master, which lets nodes of roscpp, rospy and Sinew find each other, and holds the parameters."`
	List   ros1List   `cmd:"" help:"List the topics, services and nodes that the master knows."`
	Echo   ros1Echo   `cmd:"" help:"Print the messages of a topic as they come, whatever their type."`
	Hz     ros1Hz     `cmd:"" help:"Measure how often a topic's messages come, and how many bytes they have."`
	Pub    ros1Pub    `cmd:"" help:"Publish a message, once or many times."`
	Bag    ros1Bag    `cmd:"" help:"Bags, ROS 1's recordings: show, record, play, repair and convert them."`
}

func (c *ros1Cmd) Help() string {
	return "Examples:\n  sinew ros1 master\n  sinew ros1 list\n  sinew ros1 echo /chatter --count 1\n  sinew ros1 hz /scan --for 10s\n  sinew ros1 pub /chatter std_msgs/String hello\n  sinew ros1 pub /cmd_vel geometry_msgs/Twist '{linear: {x: 0.1}}' --rate 10\n  sinew ros1 bag info drive.bag"
}

// ros1Where are the flags that select a graph.
type ros1Where struct {
	Master  string `help:"URI of the master. Default: http://localhost:11311/." env:"ROS_MASTER_URI" placeholder:"URI"`
	Host    string `help:"Name or address at which the other nodes reach this one. Default: 127.0.0.1." env:"ROS_HOSTNAME,ROS_IP" placeholder:"HOST"`
	Exposed bool   `help:"Listen beyond loopback, for nodes on other machines. ROS 1 has no password: anyone who reaches the port can use it."`
}

// dial joins the graph as a new node.
func (w *ros1Where) dial(ctx context.Context, verb string) (*ros1.Node, error) {
	return ros1.Dial(ctx, ros1.Config{Name: fmt.Sprintf("sinew_%s_%d", verb, os.Getpid()), Master: w.Master, Host: w.Host, Exposed: w.Exposed, Silent: true,
		Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))})
}

type ros1Master struct {
	Listen  string        `help:"Address of the port." default:"127.0.0.1:11311"`
	Host    string        `help:"Name or address at which nodes reach it. Default: the host of --listen." placeholder:"HOST"`
	Exposed bool          `help:"Allow addresses beyond loopback. ROS 1 has no password: anyone who reaches the port can change the graph."`
	For     time.Duration `help:"End after this time; 0 runs until interrupted." placeholder:"TIME" range:"0s..8760h"`
	Verbose bool          `short:"v" help:"Log what happens."`
}

func (c *ros1Master) Help() string {
	return "Runs until interrupted. As roscore does, it republishes on /rosout_agg what nodes log to /rosout.\n\nExamples:\n  sinew ros1 master\n  sinew ros1 master --listen 127.0.0.1:11400\n  sinew ros1 master --listen 0.0.0.0:11311 --host robot.local --exposed"
}

func (c *ros1Master) Run(ctx context.Context) error {
	level := slog.LevelWarn
	if c.Verbose {
		level = slog.LevelInfo
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	m, err := master.Listen(master.Config{Addr: c.Listen, Host: c.Host, Exposed: c.Exposed, Log: log, Params: master.Roscore(runID(), os.Getenv("ROS_DISTRO"))})
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%w: another master is running: use it, or add --listen 127.0.0.1:11400", err)
	case errors.Is(err, master.ErrExposed):
		return fmt.Errorf("%w with --exposed", err)
	case err != nil:
		return err
	}
	if c.Exposed {
		fmt.Fprintln(os.Stderr, "sinew: the master is exposed, and ROS 1 has no authentication: whoever reaches it can change the graph")
	}
	fmt.Printf("ROS_MASTER_URI=%s\n", m.URI())
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	done := make(chan error, 1)
	go func() { done <- m.Serve(ctx) }()
	n, err := collectLog(ctx, ros1.Config{Name: "rosout", Master: m.URI(), Host: c.Host, Exposed: c.Exposed, Silent: true, Log: log})
	if err != nil && ctx.Err() == nil {
		return err
	}
	err = <-done
	if n != nil {
		_ = n.Close() // its master is gone
	}
	return err
}

// runID is a new random UUID.
func runID() string {
	var b [16]byte
	_, _ = rand.Read(b[:])                      // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80 // version 4, RFC 9562
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// collectLog republishes what nodes log.
func collectLog(ctx context.Context, c ros1.Config) (*ros1.Node, error) {
	n, err := ros1.Dial(ctx, c)
	if err != nil {
		return nil, err
	}
	p, err := n.Advertise("/rosout_agg", &rosgraphmsgs.Log{}, ros1.PubOptions{Queue: 1024})
	if err == nil {
		_, err = ros1.Subscribe(n, "/rosout", ros1.SubOptions{}, func(m *rosgraphmsgs.Log) { _ = p.Publish(m) }) // until the node ends
	}
	return n, err
}

type ros1List struct {
	ros1Where
	JSON bool `name:"json" help:"One JSON object."`
}

func (c *ros1List) Help() string {
	return "Examples:\n  sinew ros1 list\n  sinew ros1 list --json --master http://robot.local:11311/"
}

func (c *ros1List) Run(ctx context.Context) error {
	g, err := ros1.Look(ctx, c.Master)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(g)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TOPIC\tTYPE\tPUBLISHERS\tSUBSCRIBERS")
	for _, t := range g.Topics {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Name, cmp.Or(t.Type, "unknown"), cmp.Or(strings.Join(t.Publishers, " "), "-"), cmp.Or(strings.Join(t.Subscribers, " "), "-"))
	}
	fmt.Fprintln(w, "\t\t\t\nSERVICE\tNODE\t\t")
	for _, s := range g.Services {
		fmt.Fprintf(w, "%s\t%s\t\t\n", s.Name, s.Node)
	}
	fmt.Fprintf(w, "\t\t\t\nNODES\t%s\t\t\n", spelling.Count(len(g.Nodes), "node"))
	for _, n := range g.Nodes {
		fmt.Fprintf(w, "%s\t\t\t\n", n)
	}
	return w.Flush()
}

// ros1Until are the flags that bound how long to listen to a topic.
type ros1Until struct {
	For   time.Duration `help:"End after this time; 0 runs until interrupted." placeholder:"TIME" range:"0s..8760h"`
	Count int           `short:"n" help:"End after this many messages; 0 for no limit." placeholder:"N" range:"0..1000000000"`
}

// listen joins the graph and waits until enough messages have come; the subscription that subscribe makes calls come
// for each. It fails if none has come.
func (u *ros1Until) listen(ctx context.Context, w *ros1Where, verb, topic string, subscribe func(n *ros1.Node, come func()) (*ros1.Subscription, error)) error {
	n, err := w.dial(ctx, verb)
	if err != nil {
		return err
	}
	defer func() { _ = n.Close() }() // it has told the master, or there is no master any more
	if u.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, u.For)
		defer cancel()
	}
	if g, err := ros1.Look(ctx, w.Master); err == nil {
		warnUnpublished(g, n, topic)
	}
	var came atomic.Int64
	enough := make(chan struct{})
	s, err := subscribe(n, func() {
		if came.Add(1) == int64(u.Count) {
			close(enough)
		}
	})
	if err != nil {
		return err
	}
	select {
	case <-enough:
		return nil
	case <-n.Done():
		return n.Err()
	case <-ctx.Done():
	}
	why := s.Errors()
	if err := s.Close(); err != nil {
		return err
	}
	if came.Load() == 0 {
		return errors.Join(fmt.Errorf("nothing has come on %s", s.Topic()), why)
	}
	return nil
}

// warnUnpublished warns if nobody publishes a topic.
func warnUnpublished(g *ros1.Graph, n *ros1.Node, topic string) {
	name, err := n.Resolve(topic)
	if err != nil {
		return // subscribing reports that
	}
	var all []string
	for _, t := range g.Topics {
		if len(t.Publishers) > 0 {
			all = append(all, t.Name)
		}
	}
	if !slices.Contains(all, name) {
		fmt.Fprintf(os.Stderr, "sinew: nobody publishes %s yet: %s\n", name, spelling.Suggest(name, all))
	}
}

type ros1Echo struct {
	Topic string `arg:"" help:"Topic, such as /chatter."`
	ros1Where
	ros1Until
	JSON bool `name:"json" help:"One JSON object per line instead of YAML."`
}

func (c *ros1Echo) Help() string {
	return "The definition of the type comes from the publisher: no .msg files are needed.\n\nExamples:\n  sinew ros1 echo /chatter\n  sinew ros1 echo /tf -n 1 --json"
}

func (c *ros1Echo) Run(ctx context.Context) error {
	var broken error // of the standard output
	printed := 0
	err := c.listen(ctx, &c.ros1Where, "echo", c.Topic, func(n *ros1.Node, come func()) (*ros1.Subscription, error) {
		return n.SubscribeAny(c.Topic, ros1.SubOptions{}, func(v *rosmsg.Value) {
			if broken == nil && (c.Count == 0 || printed < c.Count) {
				broken = c.print(v)
			}
			printed++
			come()
		})
	})
	return errors.Join(err, broken)
}

func (c *ros1Echo) print(v *rosmsg.Value) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(v)
	}
	_, err := io.WriteString(os.Stdout, v.String()+"---\n")
	return err
}

type ros1Hz struct {
	Topic string `arg:"" help:"Topic, such as /scan."`
	ros1Where
	ros1Until
}

func (c *ros1Hz) Help() string {
	return "Each second: the rate, the shortest and longest interval between two messages, the standard deviation, and bytes\nper second.\n\nExamples:\n  sinew ros1 hz /scan\n  sinew ros1 hz /joint_states --for 10s"
}

// intervals are the times between messages of a second.
type intervals struct {
	n                     int
	sum, square, min, max float64 // seconds
	bytes                 int
	begun, last           time.Time
}

// add notes a message, and prints the figures of a second that is over.
func (x *intervals) add(w io.Writer, now time.Time, bytes int) {
	if !x.last.IsZero() {
		d := now.Sub(x.last).Seconds()
		if x.n == 0 {
			x.min, x.max = d, d
		}
		x.n, x.sum, x.square = x.n+1, x.sum+d, x.square+d*d
		x.min, x.max, x.bytes = min(x.min, d), max(x.max, d), x.bytes+bytes
	} else {
		x.begun = now
	}
	x.last = now
	if now.Sub(x.begun) >= time.Second {
		x.print(w)
		*x = intervals{begun: now, last: now}
	}
}

func (x *intervals) print(w io.Writer) {
	if x.n == 0 {
		return
	}
	mean := x.sum / float64(x.n)
	fmt.Fprintf(w, "%.3f Hz  min %.6f s  max %.6f s  standard deviation %.6f s  %.0f B/s  %s\n", 1/mean, x.min, x.max,
		math.Sqrt(max(0, x.square/float64(x.n)-mean*mean)), float64(x.bytes)/x.sum, spelling.Count(x.n, "interval"))
}

func (c *ros1Hz) Run(ctx context.Context) error {
	var x intervals
	err := c.listen(ctx, &c.ros1Where, "hz", c.Topic, func(n *ros1.Node, come func()) (*ros1.Subscription, error) {
		return n.SubscribeBody(c.Topic, ros1.SubOptions{}, func(_ wire.Description, b []byte) {
			x.add(os.Stdout, time.Now(), len(b))
			come()
		})
	})
	if err == nil {
		x.print(os.Stdout)
	}
	return err
}

type ros1Pub struct {
	Topic string `arg:"" help:"Topic, such as /chatter."`
	Type  string `arg:"" help:"Type of the message, such as std_msgs/String."`
	Value string `arg:"" optional:"" help:"The message as YAML or JSON: fields by name, or all in order; fields not named are zero. Put -- before a message that begins with a minus."`
	ros1Where
	Rate  float64       `help:"Publish this many per second, until interrupted, until -n are published, or until --for is over." placeholder:"HZ" range:"0|0.001..10000"`
	Count int           `short:"n" help:"How many to publish. Default: 1, or no limit with --rate." placeholder:"N" range:"0..1000000000"`
	For   time.Duration `help:"End after this time. Default: no limit with --rate, otherwise 3 s to wait for a subscriber." placeholder:"TIME" range:"0s..8760h"`
	Latch bool          `help:"Send the last message to later subscribers too, until --for is over."`
	Dir   []string      `help:"Folders with definitions (PACKAGE/msg/NAME.msg), in addition to /usr/share and those in ROS_PACKAGE_PATH." type:"existingdir" placeholder:"DIR"`
}

func (c *ros1Pub) Help() string {
	return "Examples:\n  sinew ros1 pub /chatter std_msgs/String hello\n  sinew ros1 pub /goal geometry_msgs/Point '[1, 2, 0]'\n  sinew ros1 pub /cmd_vel geometry_msgs/Twist '{linear: {x: 0.1}}' --rate 10 --for 2s"
}

// definitions reads the definitions in folders, in ROS_PACKAGE_PATH and of Debian's packages.
func definitions(dirs []string) (*rosmsg.Set, diag.Faults) {
	dirs = append(slices.Clone(dirs), filepath.SplitList(os.Getenv("ROS_PACKAGE_PATH"))...)
	return rosmsg.Load(slices.DeleteFunc(append(dirs, rosmsg.Debian), func(d string) bool { return d == "" })...)
}

func (c *ros1Pub) Run(ctx context.Context) error {
	set, faults := definitions(c.Dir)
	m, err := set.Type(c.Type)
	if err != nil {
		if said := faults.Err(); said != nil {
			return errors.Join(err, said)
		}
		return fmt.Errorf("%w\nname the folder with its definition: --dir DIR", err)
	}
	v := m.New()
	if err := v.Set(c.Value); err != nil {
		return err
	}
	n, err := c.dial(ctx, "pub")
	if err != nil {
		return err
	}
	defer func() { _ = n.Close() }() // it has told the master, or there is no master any more
	p, err := n.Advertise(c.Topic, v, ros1.PubOptions{Latch: c.Latch, Queue: 1024})
	if err != nil {
		return err
	}
	wait := c.For
	if wait == 0 && c.Rate == 0 {
		wait = 3 * time.Second
	}
	if wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, wait)
		defer cancel()
	}
	return c.publish(ctx, p, v)
}

// publish waits for a subscriber, publishes, and waits until all is sent.
func (c *ros1Pub) publish(ctx context.Context, p *ros1.Publisher, v *rosmsg.Value) error {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	until := func(so func() bool) bool {
		for !so() {
			select {
			case <-ctx.Done():
				return false
			case <-tick.C:
			}
		}
		return true
	}
	count := c.Count
	if count == 0 && c.Rate == 0 {
		count = 1
	}
	if c.Rate == 0 && !until(func() bool { return p.Subscribers() > 0 }) {
		return fmt.Errorf("nobody subscribes to %s: nothing was published; wait longer with --for", p.Topic())
	}
	pause := time.NewTicker(time.Duration(float64(time.Second) / cmp.Or(c.Rate, 1e6)))
	defer pause.Stop()
	for n := 0; count == 0 || n < count; n++ {
		if err := p.Publish(v); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
		}
	}
	if c.Latch {
		<-ctx.Done()
		return nil
	}
	until(func() bool { t := p.Traffic(); return p.Subscribers() == 0 || t.Messages+t.Dropped >= uint64(count) })
	return nil
}
