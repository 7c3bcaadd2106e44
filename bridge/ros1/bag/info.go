package bag

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"
)

// Summary describes the contents of a bag.
type Summary struct {
	Path     string   `json:"path"`
	Size     int64    `json:"bytes"`
	Begin    int64    `json:"begin_ns"` // since 1970, like End
	End      int64    `json:"end_ns"`
	Messages uint64   `json:"messages"`
	Packed   []Packed `json:"compression"` // the compression of the most chunks first
	Types    []Type   `json:"types"`
	Topics   []Topic  `json:"topics"`
}

// Packed describes the chunks with one compression.
type Packed struct {
	Compression `json:"name"`
	Chunks      uint64 `json:"chunks"`
	Bytes       uint64 `json:"bytes"` // in the file
	Of          uint64 `json:"of"`    // when decompressed
}

// Type is a type of messages in a bag.
type Type struct {
	Name string `json:"name"`
	MD5  string `json:"md5sum"`
}

// Topic describes a topic in a bag.
type Topic struct {
	Name        string  `json:"name"`
	Type        string  `json:"type"`
	Connections int     `json:"connections"`
	Messages    uint64  `json:"messages"`
	Hz          float64 `json:"hz,omitempty"` // by the median interval; 0 if it was not measured
}

// Summary summarises the bag; with rates it reads all messages.
func (r *Reader) Summary(rates bool) (*Summary, error) {
	all := r.Span()
	s := &Summary{Path: r.name, Size: r.size, Begin: all.Begin.Nanoseconds(), End: all.End.Nanoseconds(), Messages: all.Messages}
	packed := map[Compression]Packed{}
	messages := map[uint32]uint64{}
	for i := range r.chunks {
		h, _, n, err := r.record(r.chunks[i].at)
		if err == nil && h.op != opChunk {
			err = fault(codeIndex, r.chunks[i].at, "", "a record of kind %d, where a chunk is said to be", h.op)
		}
		if err != nil {
			return nil, r.named(err)
		}
		p := packed[Compression(h.packed)]
		packed[Compression(h.packed)] = Packed{Compression(h.packed), p.Chunks + 1, p.Bytes + uint64(n), p.Of + uint64(h.size)}
		for _, c := range r.chunks[i].counts {
			messages[c.conn] += uint64(c.n)
		}
	}
	s.Packed = slices.Collect(maps.Values(packed))
	sort.Slice(s.Packed, func(i, j int) bool {
		a, b := &s.Packed[i], &s.Packed[j]
		return a.Chunks > b.Chunks || a.Chunks == b.Chunks && a.Compression > b.Compression
	})
	topics := map[string]*Topic{}
	for _, c := range r.Connections() {
		if !slices.ContainsFunc(s.Types, func(t Type) bool { return t.Name == c.Type }) {
			s.Types = append(s.Types, Type{c.Type, c.MD5})
		}
		t := topics[c.Topic]
		if t == nil {
			t = &Topic{Name: c.Topic, Type: c.Type}
			topics[c.Topic] = t
		}
		t.Connections++
		t.Messages += messages[c.ID]
	}
	sort.Slice(s.Types, func(i, j int) bool { return s.Types[i].Name < s.Types[j].Name })
	if rates {
		if err := r.rates(topics); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(topics)) {
		s.Topics = append(s.Topics, *topics[name])
	}
	return s, nil
}

// rates measures how often messages were recorded.
func (r *Reader) rates(topics map[string]*Topic) error {
	last, intervals := map[string]int64{}, map[string][]int64{}
	for m := r.Messages(Selection{}); ; {
		x, err := m.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		now := x.Time.Nanoseconds()
		if before, ok := last[x.Topic]; ok {
			intervals[x.Topic] = append(intervals[x.Topic], now-before)
		}
		last[x.Topic] = now
	}
	for name, all := range intervals {
		slices.Sort(all)
		if mid := float64(all[(len(all)-1)/2]+all[len(all)/2]) / 2; mid > 0 {
			topics[name].Hz = 1e9 / mid
		}
	}
	return nil
}

// Print writes the summary in the form of rosbag info, with times in a time zone.
func (s *Summary) Print(w io.Writer, zone *time.Location) error {
	var rows [][2]string
	row := func(name, format string, args ...any) {
		rows = append(rows, [2]string{name, fmt.Sprintf(format, args...)})
	}
	row("path:", "%s", s.Path)
	row("version:", "2.0")
	if s.Messages > 0 {
		row("duration:", "%s", lasting(s.End-s.Begin))
		row("start:", "%s (%.2f)", clock(s.Begin, zone), float64(s.Begin)/1e9)
		row("end:", "%s (%.2f)", clock(s.End, zone), float64(s.End)/1e9)
	}
	row("size:", "%s", bytesOf(float64(s.Size)))
	if s.Messages > 0 {
		row("messages:", "%d", s.Messages)
		s.compression(row)
	}
	wide, most, digits := 0, uint64(0), 0
	for _, t := range s.Types {
		wide = max(wide, len(t.Name))
	}
	for i, t := range s.Types {
		row([]string{"types:", ""}[min(i, 1)], "%-*s [%s]", wide, t.Name, t.MD5)
	}
	name, hz := 0, 0
	for _, t := range s.Topics {
		name, most = max(name, len(t.Name)), max(most, t.Messages)
		if t.Hz > 0 {
			hz = max(hz, len(frequency(t.Hz)))
		}
	}
	digits = len(fmt.Sprint(most))
	for i, t := range s.Topics {
		line := fmt.Sprintf("%-*s   %*d %s", name, t.Name, digits, t.Messages, map[bool]string{true: "msgs", false: "msg "}[t.Messages > 1])
		if t.Hz > 0 {
			line += fmt.Sprintf(" @ %*s", hz, frequency(t.Hz))
		} else {
			line += fmt.Sprintf("   %*s", hz, "")
		}
		line += fmt.Sprintf(" : %-*s", wide, t.Type)
		if t.Connections > 1 {
			line += fmt.Sprintf(" (%d connections)", t.Connections)
		}
		row([]string{"topics:", ""}[min(i, 1)], "%s", line)
	}
	first := 0
	for _, r := range rows {
		first = max(first, len(r[0]))
	}
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%-*s %s\n", first, r[0], r[1])
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), " \n")+"\n")
	return err
}

// compression says how the chunks are compressed.
func (s *Summary) compression(row func(name, format string, args ...any)) {
	var chunks, bytes, of uint64
	for _, p := range s.Packed {
		chunks, bytes, of = chunks+p.Chunks, bytes+p.Bytes, of+p.Of
	}
	var all []string
	plain := true
	for _, p := range s.Packed {
		how := fmt.Sprintf("%s [%d/%d chunks]", p.Compression, p.Chunks, chunks)
		if p.Compression != None {
			plain, how = false, fmt.Sprintf("%s [%d/%d chunks; %.2f%%]", p.Compression, p.Chunks, chunks, 100*float64(p.Bytes)/float64(p.Of))
		}
		all = append(all, how)
	}
	row("compression:", "%s", strings.Join(all, ", "))
	if plain {
		return
	}
	before, after := bytesOf(float64(of)), bytesOf(float64(bytes))
	wide := max(len(before), len(after))
	seconds := float64(s.End-s.Begin) / 1e9
	if seconds == 0 {
		row("uncompressed:", "%*s", wide, before)
		row("compressed:", "%*s", wide, after)
		return
	}
	in, out := bytesOf(float64(of)/seconds), bytesOf(float64(bytes)/seconds)
	second := max(len(in), len(out))
	row("uncompressed:", "%*s @ %*s/s", wide, before, second, in)
	row("compressed:", "%*s @ %*s/s (%.2f%%)", wide, after, second, out, 100*float64(bytes)/float64(of))
}

// lasting writes a duration in ns.
func lasting(ns int64) string {
	s := float64(ns) / 1e9
	whole := int64(s)
	switch m, h := whole/60%60, whole/3600; {
	case h > 0:
		return fmt.Sprintf("%dhr %d:%02ds (%ds)", h, m, whole%60, whole)
	case m > 0:
		return fmt.Sprintf("%d:%02ds (%ds)", m, whole%60, whole)
	}
	return fmt.Sprintf("%.1fs", s)
}

// clock writes a time in ns since 1970.
func clock(ns int64, zone *time.Location) string {
	frac := fmt.Sprintf("%.2f", float64(ns%1e9)/1e9)
	return time.Unix(0, ns).In(zone).Format("Jan 02 2006 15:04:05") + frac[1:]
}

// scaled writes x with the first unit in which it is less than base.
func scaled(x, base float64, units ...string) string {
	for _, u := range units {
		if x < base {
			return fmt.Sprintf("%.1f %s", x, u)
		}
		x /= base
	}
	return "-"
}

func bytesOf(n float64) string { return scaled(n/1024, 1024, "KB", "MB", "GB", "TB", "PB", "EB") }

func frequency(hz float64) string { return scaled(hz, 1000, "Hz", "kHz", "MHz", "GHz") }
