package trace

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// stamp writes a tag: seconds with nine decimals, and +n for microstep n.
func stamp(t int64, microstep uint32) string {
	sign, u := "", uint64(t)
	if t < 0 {
		sign, u = "-", uint64(-t)
	}
	s := fmt.Sprintf("%s%d.%09d", sign, u/1e9, u%1e9)
	if microstep > 0 {
		s += "+" + strconv.FormatUint(uint64(microstep), 10)
	}
	return s
}

// Nanoseconds parses decimal seconds of up to nine places exactly.
func Nanoseconds(s string) (int64, bool) {
	whole, part, _ := strings.Cut(s, ".")
	sec, err := strconv.ParseUint(whole, 10, 63)
	if err != nil || len(part) > 9 || sec >= math.MaxInt64/1_000_000_000 {
		return 0, false
	}
	ns, err := strconv.ParseUint((part + "000000000")[:9], 10, 63)
	return int64(sec*1_000_000_000 + ns), err == nil
}

// each calls f for every message of the recording at path on a selected topic, then reports what was lost. An error
// of f ends it; errStop ends it without an error. A pattern that matches no topic is an error, at the end.
func each(path string, topics []string, f func(*Reader, Message) error) (report string, err error) {
	r, err := Open(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for {
		m, err := r.Next()
		if err == io.EOF {
			var all []string
			for _, c := range r.Channels() {
				all = append(all, c.Topic)
			}
			if none := unmet(topics, all); none != nil {
				return r.Report(), fmt.Errorf("trace: %s: no topic like %s; `sinew trace info` lists the topics", path, strings.Join(none, ", "))
			}
			return r.Report(), nil
		}
		if !m.Channel.meant(topics) {
			continue
		}
		if err := f(r, m); errors.Is(err, errStop) {
			return "", nil
		} else if err != nil {
			return "", err
		}
	}
}

var errStop = errors.New("enough")

// topicInfo is what Info prints about a topic.
type topicInfo struct {
	messages, bytes int
	first, last     int64
}

// Info prints the contents of a recording: its span, topics with counts, rates and types, metadata, attachments, and
// losses. It reads the whole file, so it works on a file that was cut short.
func Info(w io.Writer, path string) error {
	r, err := Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	topics := map[*Channel]*topicInfo{}
	first, last := int64(0), int64(0)
	for {
		m, err := r.Next()
		if err == io.EOF {
			break
		}
		t := topics[m.Channel]
		if t == nil {
			t = &topicInfo{first: m.Time}
			topics[m.Channel] = t
		}
		if r.messages == 1 || m.Time < first {
			first = m.Time
		}
		t.messages++
		t.bytes += len(m.Data)
		t.first, t.last = min(t.first, m.Time), max(t.last, m.Time)
		last = max(last, m.Time)
	}
	size, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	fmt.Fprintf(w, "file      %s, %d bytes\n", path, size.Size())
	fmt.Fprintf(w, "time      %s s to %s s\n", stamp(first, 0), stamp(last, 0))
	fmt.Fprintf(w, "messages  %d in %d chunks\n", r.messages, r.chunks)
	for _, m := range r.metadata {
		fmt.Fprintf(w, "metadata  %s:", m.Name)
		for _, k := range slices.Sorted(maps.Keys(m.Values)) {
			fmt.Fprintf(w, " %s=%s", k, m.Values[k])
		}
		fmt.Fprintln(w)
	}
	for _, a := range r.attachments {
		fmt.Fprintf(w, "attached  %s at %s s, %s, %d bytes\n", a.Name, stamp(a.Time, 0), a.MediaType, len(a.Data))
	}
	if s := r.Report(); s != "" {
		fmt.Fprintf(w, "damage    %s\n", s)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "topic\tmessages\tHz\tbytes\ttype")
	for _, c := range slices.SortedFunc(slices.Values(r.order), func(a, b *Channel) int { return strings.Compare(a.Topic, b.Topic) }) {
		t := topics[c]
		if t == nil {
			t = &topicInfo{}
		}
		fmt.Fprintf(tw, "%s\t%d\t%s\t%d\t%s\n", c.Topic, t.messages, t.rate(), t.bytes, c.Schema.Name)
	}
	return tw.Flush()
}

func (t *topicInfo) rate() string {
	if t.messages < 2 || t.last == t.first {
		return "-"
	}
	return strconv.FormatFloat(float64(t.messages-1)/(float64(t.last-t.first)*1e-9), 'f', 1, 64)
}

// Selection is the part of a recording that a tool works on.
type Selection struct {
	Topics []string      // patterns for Match; none for all
	From   time.Duration // logical time; messages before it are left out
	To     time.Duration // messages after it are left out; 0 for no end
	Limit  int           // number of messages; 0 for no limit
}

// messages calls f for each selected message.
func (s Selection) messages(path string, f func(Message) error) (report string, err error) {
	n := 0
	return each(path, s.Topics, func(_ *Reader, m Message) error {
		if m.Time < int64(s.From) || s.To > 0 && m.Time > int64(s.To) {
			return nil
		}
		if n++; s.Limit > 0 && n > s.Limit {
			return errStop
		}
		return f(m)
	})
}

// Echo prints the selected messages, one a line: the tag in seconds (+n for microstep n), the topic and the
// message as JSON. Losses are reported on a last line beginning with #. It is an error if there is no message at all.
func Echo(w io.Writer, path string, s Selection) error {
	var p Printer
	var line []byte
	none := true
	report, err := s.messages(path, func(m Message) error {
		none = false
		line = p.AppendLine(line[:0], m)
		_, err := w.Write(line)
		return err
	})
	switch {
	case err != nil:
	case report != "":
		_, err = fmt.Fprintf(w, "# %s\n", report)
	case none:
		err = fmt.Errorf("trace: %s: no such message: `sinew trace info` lists the topics and their times", path)
	}
	return err
}
