package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1"
	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/bag/convert"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
)

type ros1Bag struct {
	Info    bagInfo    `cmd:"" help:"Show what is in bags: span, size, types, topics."`
	Play    bagPlay    `cmd:"" help:"Publish a bag's messages at the intervals at which they were recorded."`
	Record  bagRecord  `cmd:"" help:"Record topics into a bag."`
	Reindex bagReindex `cmd:"" help:"Write a new bag from the intact part of one that has no index or is damaged."`
	To      bagTo      `cmd:"" name:"to-trace" help:"Convert a bag to a recording."`
	From    bagFrom    `cmd:"" name:"from-trace" help:"Convert a recording to a bag."`
}

func (c *ros1Bag) Help() string {
	return "The format is rosbag 2.0. It reads the compressions none, bz2 and lz4, and writes none and lz4.\n\nExamples:\n  sinew ros1 bag info drive.bag\n  sinew ros1 bag record /scan /tf --out drive.bag --for 60s\n  sinew ros1 bag play drive.bag --rate 2\n  sinew ros1 bag reindex drive.bag.active --out drive.bag\n  sinew ros1 bag to-trace drive.bag --out drive.mcap\n  sinew run PROGRAM --fast --mock in.message=bag:drive.bag#/scan"
}

type bagInfo struct {
	Files []string `arg:"" name:"file" help:"Bags." placeholder:"FILE"`
	Freq  bool     `help:"Show how often messages come, by the median interval; reads the whole bag."`
	JSON  bool     `name:"json" help:"One JSON object per bag."`
}

func (c *bagInfo) Help() string {
	return "Prints what rosbag info does.\n\nExamples:\n  sinew ros1 bag info drive.bag\n  sinew ros1 bag info drive.bag --freq --json"
}

func (c *bagInfo) Run() error {
	var errs []error
	for i, name := range c.Files {
		if i > 0 && !c.JSON {
			fmt.Println("---")
		}
		errs = append(errs, c.show(name))
	}
	return errors.Join(errs...)
}

func (c *bagInfo) show(name string) error {
	r, err := bag.Open(name, bag.Options{})
	if err != nil {
		return err
	}
	defer r.Close()
	s, err := r.Summary(c.Freq)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return json.NewEncoder(os.Stdout).Encode(s)
	}
	return s.Print(os.Stdout, time.Local)
}

// bagPart are the flags that choose messages of a bag.
type bagPart struct {
	Topics []string      `help:"Only these topics. Default: all." placeholder:"TOPIC"`
	From   time.Duration `help:"Leave out messages recorded before this time, counted from the bag's first message." placeholder:"TIME" range:"0s..876000h"`
	For    time.Duration `help:"Length of recorded time to take; 0 for all up to the end." placeholder:"TIME" range:"0s..876000h"`
}

// of returns the selection for a bag, which must have the topics.
func (p *bagPart) of(r *bag.Reader) (s bag.Selection, err error) {
	var all []string
	for _, c := range r.Connections() {
		all = append(all, c.Topic)
	}
	for _, t := range p.Topics {
		if !slices.Contains(all, t) {
			return s, fmt.Errorf("the bag has no topic %s: %s", t, spelling.Suggest(t, all))
		}
	}
	begin := r.Span().Begin.Nanoseconds()
	s = bag.Selection{Topics: p.Topics, From: wire.TimeOf(begin + int64(p.From))}
	if p.For > 0 {
		s.Before = wire.TimeOf(begin + int64(p.From) + int64(p.For))
	}
	return s, nil
}

type bagPlay struct {
	File string `arg:"" help:"Bag." type:"existingfile"`
	ros1Where
	bagPart
	Rate  float64       `help:"Speed as a multiple of the recorded one." default:"1" placeholder:"X" range:"0.001..1000"`
	Wait  bool          `help:"Begin when each topic has a subscriber."`
	Delay time.Duration `help:"Time to wait for subscribers before playing begins." default:"200ms" placeholder:"TIME" range:"0s..1h"`
	Clock bool          `help:"Publish the bag's time on /clock, for nodes under /use_sim_time."`
	Queue int           `help:"Most messages that wait for a subscriber; beyond them the oldest is dropped and counted." default:"1024" placeholder:"N" range:"1..1000000"`
}

func (c *bagPlay) Help() string {
	return "Topics that were latched are latched again. The exit status is 1 if subscribers missed messages.\n\nExamples:\n  sinew ros1 bag play drive.bag\n  sinew ros1 bag play drive.bag --topics /scan,/tf --from 10s --for 5s --rate 0.5 --wait"
}

func (c *bagPlay) Run(ctx context.Context) error {
	r, err := bag.Open(c.File, bag.Options{})
	if err != nil {
		return err
	}
	defer r.Close()
	what, err := c.of(r)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	n, err := c.dial(ctx, "play")
	if err != nil {
		return err
	}
	defer func() { _ = n.Close() }() // it has told the master, or there is no master any more
	played, dropped, err := n.PlayBag(ctx, r, ros1.PlayOptions{Selection: what, Rate: c.Rate, Await: c.Wait, Hold: c.Delay, Clock: c.Clock, Queue: c.Queue})
	fmt.Printf("%s played\n", spelling.Count(int(played), "message"))
	if dropped > 0 {
		err = errors.Join(err, fmt.Errorf("subscribers missed %s: play slower with --rate, or give --queue more than %d", spelling.Count(int(dropped), "message"), c.Queue))
	}
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil // interrupted on purpose
	}
	return err
}

// bagWritten are the flags that say how a bag is written.
type bagWritten struct {
	LZ4 bool `name:"lz4" help:"Compress with LZ4."`
}

func (b bagWritten) options() (o bag.WriterOptions) {
	if b.LZ4 {
		o.Compression = bag.LZ4
	}
	return o
}

type bagRecord struct {
	Topics []string `arg:"" optional:"" help:"Topics to record." placeholder:"TOPIC"`
	All    bool     `help:"Record all topics, including later ones."`
	Out    string   `help:"The bag: a new file. While it is being written its name ends in .active." required:"" placeholder:"FILE"`
	ros1Where
	ros1Until
	bagWritten
	Chunk int `help:"Size of messages in KiB at which a chunk ends." default:"768" placeholder:"KIB" range:"1..262144"`
}

func (c *bagRecord) Help() string {
	return "Records until interrupted, or for as long as --for and --count say. Messages get their time of arrival, by the wall clock or,\nwith /use_sim_time, by /clock.\n\nExamples:\n  sinew ros1 bag record /scan /tf --out drive.bag\n  sinew ros1 bag record --all --lz4 --out all.bag --for 60s"
}

func (c *bagRecord) Run(ctx context.Context) error {
	if c.All == (len(c.Topics) > 0) {
		return errors.New("name the topics to record, or give --all")
	}
	if err := errors.Join(folder.Free(c.Out), folder.Free(c.Out+bag.Active)); err != nil {
		return err
	}
	n, err := c.dial(ctx, "record")
	if err != nil {
		return err
	}
	defer func() { _ = n.Close() }() // it has told the master, or there is no master any more
	o := c.options()
	o.ChunkSize = c.Chunk << 10
	w, err := bag.Create(c.Out, o)
	if err != nil {
		return err
	}
	enough := make(chan struct{})
	rec := n.RecordBag(w, func(recorded uint64) bool {
		if recorded != uint64(c.Count) {
			return true
		}
		close(enough)
		return false
	})
	err = c.record(ctx, n, rec, enough)
	recorded, early, err2 := rec.Close()
	if err = errors.Join(err, err2, w.Close()); err != nil {
		return err
	}
	fmt.Printf("%s in %s\n", spelling.Count(int(recorded), "message"), c.Out)
	if early > 0 {
		fmt.Fprintf(os.Stderr, "sinew: %s came before /clock began and are not in the bag\n", spelling.Count(int(early), "message"))
	}
	return nil
}

// record waits until enough messages have come.
func (c *bagRecord) record(ctx context.Context, n *ros1.Node, rec *ros1.BagRecorder, enough chan struct{}) error {
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	look := time.NewTicker(time.Second)
	defer look.Stop()
	topics := c.Topics
	for {
		if g, err := ros1.Look(ctx, c.Master); err == nil && c.All {
			for _, t := range g.Topics {
				topics = append(topics, t.Name)
			}
		}
		for _, t := range topics {
			if err := rec.Topic(t); err != nil {
				return err
			}
		}
		topics = nil
		select {
		case <-enough:
			return nil
		case <-rec.Broken():
			return nil // Close says why
		case <-n.Done():
			return n.Err()
		case <-ctx.Done():
			return nil
		case <-look.C:
		}
	}
}

type bagReindex struct {
	File string `arg:"" help:"Bag, or a .active file that an interrupted recording left behind." type:"existingfile"`
	Out  string `help:"The new bag: a new file." required:"" placeholder:"FILE"`
	bagWritten
}

func (c *bagReindex) Help() string {
	return "Reads chunks from the first on, up to one that is damaged or incomplete, as rosbag reindex does; the file itself is\nleft as it is. The new bag has the messages in the order of their times. It reads bz2, so it also converts bags from bz2 to lz4.\nThe exit status is 1 if something is lost.\n\nExample:\n  sinew ros1 bag reindex drive.bag.active --out drive.bag"
}

func (c *bagReindex) Run() error {
	if err := folder.Free(c.Out); err != nil {
		return err
	}
	r, err := bag.Open(c.File, bag.Options{Recover: true})
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := bag.Create(c.Out, c.options())
	if err != nil {
		return err
	}
	if err := errors.Join(w.Copy(r.Messages(bag.Selection{})), w.Close()); err != nil {
		return err
	}
	fmt.Printf("%s in %s\n", spelling.Count(int(r.Span().Messages), "message"), c.Out)
	if err := r.Damage(); err != nil {
		return fmt.Errorf("what follows is lost: %w", err)
	}
	return nil
}

type bagTo struct {
	File string `arg:"" help:"Bag." type:"existingfile"`
	Out  string `help:"The recording: a new file, such as drive.mcap." required:"" placeholder:"FILE"`
}

func (c *bagTo) Help() string {
	return "A bag that from-trace wrote gives the recording back, with its topics, tags and metadata, so that it can be replayed. In any other\nbag time zero is that of the first message, and topics get dots instead of slashes. The exit status is 1 if topics are left out.\n\nExamples:\n  sinew ros1 bag to-trace drive.bag --out drive.mcap\n  sinew trace plot drive.mcap imu.linear_acceleration.x"
}

func (c *bagTo) Run() error {
	if err := folder.Free(c.Out); err != nil {
		return err
	}
	r, err := bag.Open(c.File, bag.Options{})
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := trace.Create(c.Out, trace.Options{Wait: true})
	if err != nil {
		return err
	}
	report, err := convert.ToTrace(r, w)
	return converted(report, c.Out, errors.Join(err, w.Close()))
}

type bagFrom struct {
	File   string    `arg:"" help:"Recording, or its run folder." placeholder:"RUN"`
	Topics []string  `arg:"" optional:"" help:"Patterns, such as 'planner.*'. Default: all." placeholder:"TOPIC"`
	Out    string    `help:"The bag: a new file." required:"" placeholder:"FILE"`
	Start  time.Time `help:"Time in the bag of the recording's time zero, such as 2026-01-31T12:00:00Z; bags have no time 0." default:"1970-01-01T00:00:01Z" placeholder:"TIME"`
	bagWritten
	Dir []string `help:"Folders with definitions of ROS types, in addition to /usr/share and those in ROS_PACKAGE_PATH." type:"existingdir" placeholder:"DIR"`
}

func (c *bagFrom) Help() string {
	return "Topics get slashes instead of dots. A type that ROS has under the same name with the same fields is ROS's; for others a definition is\nmade. The exit status is 1 if topics are left out.\n\nExamples:\n  sinew ros1 bag from-trace runs/one --out one.bag --lz4\n  sinew ros1 bag from-trace runs/one 'robot.*' --out robot.bag"
}

func (c *bagFrom) Run() error {
	if err := folder.Free(c.Out); err != nil {
		return err
	}
	start := c.Start.UnixNano()
	if start <= 0 {
		return fmt.Errorf("--start %s: a bag has no time at or before 1970-01-01T00:00:00Z", c.Start.Format(time.RFC3339))
	}
	if i, err := os.Stat(c.File); err == nil && i.IsDir() {
		c.File = filepath.Join(c.File, "trace.mcap")
	}
	known, _ := definitions(c.Dir) // a definition is made for an unknown type
	w, err := bag.Create(c.Out, c.options())
	if err != nil {
		return err
	}
	report, err := convert.FromTrace(c.File, w, convert.Options{Topics: c.Topics, Start: start, Known: known})
	if err != nil {
		return errors.Join(err, w.Close(), os.Remove(c.Out))
	}
	return converted(report, c.Out, w.Close())
}

// converted reports what became of the messages.
func converted(r *convert.Report, out string, err error) error {
	if err != nil {
		return err
	}
	fmt.Printf("%s in %s\n", spelling.Count(r.Messages, "message"), out)
	var errs []error
	for _, topic := range slices.Sorted(maps.Keys(r.Left)) {
		errs = append(errs, fmt.Errorf("left out: %s: %s", topic, r.Left[topic]))
	}
	return errors.Join(errs...)
}
