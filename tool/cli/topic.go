package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/trace"
)

type topicCmd struct {
	List  topicList  `cmd:"" help:"The topics of a running program: ports, doors, commands."`
	Info  topicInfo  `cmd:"" help:"Details of topics: type, columns, writers and readers."`
	Echo  topicEcho  `cmd:"" help:"Print values as they come."`
	Hz    topicHz    `cmd:"" help:"How often topics are set, in logical and in wall time."`
	BW    topicBW    `cmd:"" name:"bw" help:"How many bytes per second their values take."`
	Delay topicDelay `cmd:"" help:"How long after its tag's time a value is available (real clock)."`
	Pub   topicPub   `cmd:"" help:"Send a value to a physical action or a parameter."`
}

func (c *topicCmd) Help() string {
	return "A program with a page (--web) is found automatically; otherwise name its page with --url. NAME is a topic or a\npattern: 'planner.*' finds planning.planner.next.\n\n" +
		"Examples:\n  sinew topic list\n  sinew topic hz robot.world_data\n  sinew topic echo 'planner.*' --count 3\n  sinew topic pub retarget '{\"On\": true, \"X\": 0.4, \"Y\": 0.1, \"Z\": 0.3}'"
}

// where says which program is meant.
type where struct {
	URL     string `name:"url" help:"Address of the program's page. Default: the program running on this machine." env:"SINEW_URL" placeholder:"URL"`
	Program string `help:"Which program, if several run: its name or process id." placeholder:"NAME|PID"`
	Token   string `help:"Token of the page. For programs found automatically it is known already." env:"SINEW_TOKEN" placeholder:"TOKEN"`
	CA      string `name:"ca" help:"Certificate of a page that this system does not trust (PEM)." type:"existingfile" placeholder:"FILE"`

	socket bool // use the program's own socket, if it has one
}

func (w *where) client() (*web.Client, error) {
	if w.URL != "" {
		token := w.Token
		if token == "" {
			token = tokenFor(w.URL)
		}
		return web.NewClient(w.URL, token, w.CA)
	}
	all, err := live.Discover()
	if err != nil {
		return nil, err
	}
	var fit []live.Running
	for _, r := range all {
		if w.Program == "" || w.Program == r.Name || w.Program == strconv.Itoa(r.PID) {
			fit = append(fit, r)
		}
	}
	switch {
	case len(all) == 0:
		return nil, errors.New("no program of yours is running with a page or socket on this machine: start one (sinew demo), or name its page with --url")
	case len(fit) == 1 && w.socket && fit[0].Socket != "":
		return web.NewClient("unix:"+fit[0].Socket, "", "")
	case len(fit) == 1:
		token := w.Token
		if token == "" {
			token = fit[0].Token
		}
		return web.NewClient(fit[0].URL, token, w.certificate())
	case len(fit) == 0:
		fit = all
	}
	var b strings.Builder
	if len(fit) > 1 {
		b.WriteString("several programs are running: choose one with --program\n")
	} else {
		fmt.Fprintf(&b, "no program %s is running; there is\n", w.Program)
	}
	for _, r := range fit {
		fmt.Fprintf(&b, "  --program %-8d %s at %s\n", r.PID, r.Name, r.URL)
	}
	return nil, errors.New(strings.TrimSuffix(b.String(), "\n"))
}

// tokenFor is the token that a program of this user at an address has left for the user; "" if there is none.
func tokenFor(address string) string {
	at, err := url.Parse(address)
	if err != nil || at.Query().Has("token") {
		return ""
	}
	all, err := live.Discover()
	if err != nil {
		return ""
	}
	for _, r := range all {
		u, err := url.Parse(r.URL)
		if err == nil && u.Scheme == at.Scheme && u.Port() == at.Port() && strings.EqualFold(named(u), named(at)) {
			return r.Token
		}
	}
	return ""
}

// named is a host in the form that programs' addresses have.
func named(u *url.URL) string {
	if strings.EqualFold(u.Hostname(), "localhost") {
		return "127.0.0.1"
	}
	return u.Hostname()
}

// certificate is the certificate file for programs of this user: the self-made one unless another is named.
func (w *where) certificate() string {
	if dir, err := os.UserCacheDir(); err == nil && w.CA == "" {
		own := filepath.Join(dir, "sinew", "page-cert.pem")
		if _, err := os.Stat(own); err == nil {
			return own
		}
	}
	return w.CA
}

// ask makes a client and bounds the time of do. Running out of time is not an error unless the program has not
// answered at all.
func (w *where) ask(ctx context.Context, length time.Duration, do func(context.Context, *web.Client) error) error {
	c, err := w.client()
	if err != nil {
		return err
	}
	defer c.Close()
	bounded := ctx
	if length > 0 {
		var cancel context.CancelFunc
		bounded, cancel = context.WithTimeout(ctx, length)
		defer cancel()
	}
	err = do(bounded, c)
	interrupted := ctx.Err() != nil
	if errors.Is(err, errEnough) || interrupted || bounded.Err() != nil && !errors.Is(err, web.ErrSilent) {
		return nil
	}
	return err
}

// errEnough ends a conversation when everything asked for has come.
var errEnough = errors.New("enough")

// atMost are the flags that bound what would otherwise run until it is interrupted.
type atMost struct {
	Count int           `short:"n" help:"End after this many." placeholder:"N" range:"0..1000000000"`
	For   time.Duration `help:"End after this time." placeholder:"TIME" range:"0s..8760h"`
}

// done counts one event, and returns errEnough after the last one.
func (m *atMost) done() error {
	if m.Count--; m.Count == 0 {
		return errEnough
	}
	return nil
}

type topicList struct {
	Pattern string `arg:"" optional:"" help:"Topics to list, a name or pattern. Default: all."`
	where
	JSON bool `name:"json" help:"Everything as one JSON object."`
}

func (c *topicList) Help() string {
	return "Examples:\n  sinew topic list\n  sinew topic list 'planner.*'"
}

func (c *topicList) Run(ctx context.Context) error {
	return c.ask(ctx, 0, func(ctx context.Context, cl *web.Client) error {
		l, err := cl.List(ctx)
		if err != nil {
			return err
		}
		l.Topics = chosen(l.Topics, c.Pattern)
		if len(l.Topics) == 0 {
			return fmt.Errorf("no topic is called %s: `sinew topic list` names them all", c.Pattern)
		}
		if c.JSON {
			return json.NewEncoder(os.Stdout).Encode(l)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 1, 2, ' ', 0)
		for _, t := range l.Topics {
			fmt.Fprintf(w, "%s\t%s\t%s\n", t.Name, t.Kind, t.Type)
		}
		return w.Flush()
	})
}

// chosen are the topics that a pattern names, as in live.Bus.Find.
func chosen(topics []web.Listed, pattern string) (some []web.Listed) {
	if pattern == "" {
		return topics
	}
	for _, t := range topics {
		if t.Name == pattern {
			return []web.Listed{t}
		}
		for _, n := range append([]string{t.Name}, t.Readers...) {
			if trace.Match([]string{pattern}, n) {
				some = append(some, t)
				break
			}
		}
	}
	return some
}

type topicInfo struct {
	Name string `arg:"" help:"Topic, or pattern."`
	where
}

func (c *topicInfo) Help() string { return "Example:\n  sinew topic info planner.next" }

func (c *topicInfo) Run(ctx context.Context) error {
	return c.ask(ctx, 0, func(ctx context.Context, cl *web.Client) error {
		l, err := cl.List(ctx)
		if err != nil {
			return err
		}
		topics := chosen(l.Topics, c.Name)
		if len(topics) == 0 {
			return fmt.Errorf("no topic is called %s: `sinew topic list` names them", c.Name)
		}
		for _, t := range topics {
			describe(os.Stdout, l, t)
		}
		return nil
	})
}

func describe(w io.Writer, l *web.Listing, t web.Listed) {
	fmt.Fprintf(w, "%s\n  kind: %s\n  type: %s\n", t.Name, t.Kind, t.Type)
	if t.Enclave > 0 {
		fmt.Fprintf(w, "  enclave: %d\n", t.Enclave)
	}
	for _, x := range []struct {
		what string
		all  []string
	}{{"written by", t.Writers}, {"read by", t.Readers}, {"columns", t.Columns}} {
		if len(x.all) > 0 {
			fmt.Fprintf(w, "  %s: %s\n", x.what, strings.Join(x.all, ", "))
		}
	}
	path := strings.TrimPrefix(t.Name, "door/")
	for _, p := range l.Params {
		if t.Kind == live.KindDoor && p.Path == path {
			fmt.Fprintf(w, "  parameter: %s %s\n", p.Value, p.Unit)
			if p.Min != p.Max {
				fmt.Fprintf(w, "  range: %v to %v\n", p.Min, p.Max)
			}
			if p.Help != "" {
				fmt.Fprintf(w, "  what: %s\n", p.Help)
			}
		}
	}
	for _, o := range l.Orders {
		if t.Kind == live.KindDoor && o.Path == path {
			fmt.Fprintf(w, "  takes values: sinew topic pub %s '%s'\n", path, o.Example)
		}
	}
}

type topicEcho struct {
	Name []string `arg:"" help:"Topics, or patterns."`
	where
	atMost
}

func (c *topicEcho) Help() string {
	return "Each value is a line: logical time, with the microstep if it is not 0, topic and value. Runs until interrupted, or as -n or --for says.\n\nExamples:\n  sinew topic echo planner.next\n  sinew topic echo 'safety.*' robot.world_data -n 10"
}

func (c *topicEcho) Run(ctx context.Context) error {
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	defer out.Flush()
	channels := map[int]*trace.Channel{}
	var printer trace.Printer
	var line []byte
	return c.ask(ctx, c.For, func(ctx context.Context, cl *web.Client) error {
		return cl.Echo(ctx, c.Name, func(topics []web.Listed) error {
			for _, t := range topics {
				channels[t.ID] = &trace.Channel{Topic: t.Name, Encoding: t.Encoding,
					Schema: &trace.Schema{Name: t.SchemaName, Encoding: t.Encoding, Data: t.Schema}}
			}
			return nil
		}, func(batch []live.Message, lost uint64) error {
			if lost > 0 {
				fmt.Fprintf(out, "# %d values came too quickly and are lost\n", lost)
			}
			for _, m := range batch {
				ch := channels[m.Topic]
				if ch == nil {
					continue
				}
				line = printer.AppendLine(line[:0], trace.Message{Channel: ch, Time: m.Time, Microstep: m.Microstep, Data: m.Data})
				if _, err := out.Write(line); err != nil {
					return err
				}
				if err := c.done(); err != nil {
					return err
				}
			}
			return out.Flush()
		})
	})
}

// stats are the flags of the commands that print statistics.
type stats struct {
	Name []string `arg:"" help:"Topics, or patterns."`
	where
	atMost
	Every time.Duration `help:"Time between two reports." default:"1s" range:"100ms..1h"`
	JSON  bool          `name:"json" help:"A JSON object for each report."`
}

// run prints the line that write makes of each topic's row.
func (c *stats) run(ctx context.Context, what string, write func(w io.Writer, name string, s *web.Stats, r *web.Row)) error {
	return c.ask(ctx, c.For, func(ctx context.Context, cl *web.Client) error {
		return cl.Stats(ctx, what, c.Name, c.Every, func(topics []web.Listed, s *web.Stats) error {
			if c.JSON {
				if err := json.NewEncoder(os.Stdout).Encode(struct {
					Topics []string `json:"topics"`
					*web.Stats
				}{names(topics), s}); err != nil {
					return err
				}
				return c.done()
			}
			out := bufio.NewWriter(os.Stdout)
			if s.Lost > 0 {
				fmt.Fprintf(out, "# %d events came too quickly to be counted\n", s.Lost)
			}
			for i := range s.Rows {
				write(out, topics[i].Name, s, &s.Rows[i])
			}
			if err := out.Flush(); err != nil {
				return err
			}
			return c.done()
		})
	})
}

func names(topics []web.Listed) (all []string) {
	for _, t := range topics {
		all = append(all, t.Name)
	}
	return all
}

// spread is the end of a line of statistics.
func spread(m web.Moments) string {
	return fmt.Sprintf("min: %.6fs max: %.6fs std dev: %.6fs window: %d", m.Min, m.Max, m.Std(), m.N)
}

type topicHz struct{ stats }

func (c *topicHz) Help() string {
	return "The rate over each second, with the shortest and longest interval between two values, the standard deviation\nand how many intervals there were: in logical time, as the program sees it, and in wall time, as values arrived.\n\nExamples:\n  sinew topic hz robot.world_data\n  sinew topic hz 'planner.*' --for 10s"
}

func (c *topicHz) Run(ctx context.Context) error {
	return c.run(ctx, "hz", func(w io.Writer, name string, s *web.Stats, r *web.Row) {
		if r.N == 0 {
			fmt.Fprintf(w, "%s: no new messages\n", name)
			return
		}
		fmt.Fprintf(w, "%s: %d in %.3f s\n", name, r.N, s.Seconds)
		for _, x := range []struct {
			name string
			m    web.Moments
		}{{"logical", r.Logical}, {"wall", r.Wall}} {
			rate := "-"
			if x.m.Mean > 0 {
				rate = fmt.Sprintf("%.3f", 1/x.m.Mean)
			}
			fmt.Fprintf(w, "  %-8s average rate: %s  %s\n", x.name, rate, spread(x.m))
		}
	})
}

type topicBW struct{ stats }

func (c *topicBW) Help() string {
	return "Counts the bytes of the values as they are recorded.\n\nExample:\n  sinew topic bw 'planner.*'"
}

func (c *topicBW) Run(ctx context.Context) error {
	return c.run(ctx, "bw", func(w io.Writer, name string, s *web.Stats, r *web.Row) {
		if r.N == 0 {
			fmt.Fprintf(w, "%s: no new messages\n", name)
			return
		}
		fmt.Fprintf(w, "%s: %s/s from %d messages  size mean: %s min: %s max: %s\n", name, size(r.Size.Mean*float64(r.N)/s.Seconds), r.N,
			size(r.Size.Mean), size(r.Size.Min), size(r.Size.Max))
	})
}

// size is a number of bytes in words.
func size(n float64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.2f MB", n/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.2f kB", n/1e3)
	}
	return fmt.Sprintf("%.0f B", n)
}

type topicDelay struct{ stats }

func (c *topicDelay) Help() string {
	return "The time from a tag's time until the tag is done and its values are available, on the real clock.\n\nExample:\n  sinew topic delay robot.world_data"
}

func (c *topicDelay) Run(ctx context.Context) error {
	return c.run(ctx, "delay", func(w io.Writer, name string, s *web.Stats, r *web.Row) {
		if r.N == 0 {
			fmt.Fprintf(w, "%s: no new messages\n", name)
			return
		}
		fmt.Fprintf(w, "%s: average delay: %.6fs  %s\n", name, r.Delay.Mean, spread(r.Delay))
	})
}

// stampOf writes a tag as echo does: seconds, and the microstep if it is not 0.
func stampOf(t reactor.Tag) string {
	s := fmt.Sprintf("%d.%09d", t.Time/1e9, t.Time%1e9)
	if t.Microstep > 0 {
		s += fmt.Sprintf("+%d", t.Microstep)
	}
	return s
}

type topicPub struct {
	Name  string `arg:"" help:"Physical action or parameter."`
	Value string `arg:"" help:"Value as JSON; put -- before one that begins with a minus."`
	where
	Rate  float64 `help:"Send this many per second, until interrupted or -n are sent." placeholder:"HZ" range:"0|0.001..1000"`
	Count int     `short:"n" help:"How many to send. Default: 1, or no end with --rate." placeholder:"N" range:"0..1000000000"`
}

func (c *topicPub) Help() string {
	return "Ends when the program has taken the value, and prints the time of the tag that took it, or why none did.\n" +
		"`sinew topic info NAME` shows an example of a value. Fields left out are zero, or in a parameter unchanged.\n\nExamples:\n  sinew topic pub retarget '{\"On\": true, \"X\": 0.4, \"Y\": 0.1, \"Z\": 0.3}'\n  sinew topic pub velocity.cap 0.2\n  sinew topic pub velocity.cap 0.2 --rate 10 -n 50"
}

func (c *topicPub) Run(ctx context.Context) error {
	if c.Rate == 0 && c.Count == 0 {
		c.Count = 1
	}
	period := time.Second
	if c.Rate > 0 {
		period = time.Duration(float64(time.Second) / c.Rate)
	}
	return c.ask(ctx, 0, func(ctx context.Context, cl *web.Client) error {
		p, err := cl.Publisher(ctx)
		if err != nil {
			return err
		}
		defer p.Close()
		tick := time.NewTicker(period)
		defer tick.Stop()
		for n := 1; ; n++ {
			tag, err := p.Publish(ctx, c.Name, []byte(c.Value))
			if err != nil {
				return err
			}
			fmt.Printf("taken at %s\n", stampOf(tag))
			if n == c.Count {
				return nil
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return nil
			}
		}
	})
}
