package ros1

import (
	"fmt"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/roscpp"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/rosgraphmsgs"
)

// Level is the level of a line in the graph's log.
type Level int8

// The levels.
const (
	Debug = Level(rosgraphmsgs.LogDebug)
	Info  = Level(rosgraphmsgs.LogInfo)
	Warn  = Level(rosgraphmsgs.LogWarn)
	Error = Level(rosgraphmsgs.LogError)
	Fatal = Level(rosgraphmsgs.LogFatal)
)

// levels are the levels' names, as in the services of loggers.
func levels() []string { return []string{"debug", "info", "warn", "error", "fatal"} }

// String is the level's name.
func (l Level) String() string {
	for i, name := range levels() {
		if l == 1<<i {
			return name
		}
	}
	return fmt.Sprintf("level %d", int8(l))
}

// rosout writes to the graph's log.
type rosout struct {
	pub   *Publisher
	level atomic.Int32
	seq   atomic.Uint32
}

// logger is the name of a node's only logger.
const logger = "ros"

func (o *rosout) begin(n *Node) (err error) {
	o.level.Store(int32(Info))
	if o.pub, err = n.Advertise("/rosout", &rosgraphmsgs.Log{}, PubOptions{Latch: true}); err != nil {
		return err
	}
	if _, err = Serve(n, "~get_loggers", roscpp.GetLoggers(), func(_ *roscpp.GetLoggersRequest, a *roscpp.GetLoggersResponse) error {
		a.Loggers = []roscpp.Logger{{Name: logger, Level: Level(o.level.Load()).String()}}
		return nil
	}); err != nil {
		return err
	}
	_, err = Serve(n, "~set_logger_level", roscpp.SetLoggerLevel(), func(q *roscpp.SetLoggerLevelRequest, _ *roscpp.SetLoggerLevelResponse) error {
		for i, name := range levels() {
			if name == q.Level && q.Logger == logger {
				o.level.Store(1 << i)
				return nil
			}
		}
		return fmt.Errorf("there is no logger %.100q or no level %.100q: it has logger %s and levels %v", q.Logger, q.Level, logger, levels())
	})
	return err
}

// Logf writes a line to the graph's log, /rosout, unless it is below the level set with ~set_logger_level, which is
// Info at first. A Silent node writes nothing.
func (n *Node) Logf(level Level, format string, args ...any) {
	o := &n.out
	if o.pub == nil || int32(level) < o.level.Load() {
		return
	}
	m := rosgraphmsgs.Log{Level: int8(level), Name: n.name, Msg: fmt.Sprintf(format, args...)}
	m.Header.Seq, m.Header.Stamp = o.seq.Add(1), n.Now()
	n.mu.Lock()
	for topic := range n.pubs {
		m.Topics = append(m.Topics, topic)
	}
	n.mu.Unlock()
	if err := o.pub.Publish(&m); err != nil {
		n.log.Debug("a line for /rosout is lost", "error", err)
	}
}
