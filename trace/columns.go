package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/trace/codec"
)

// sheet collects the columns of one topic: those of all its messages, in order of first appearance.
type sheet struct {
	names []string
	at    map[string]int // in names
}

func (s *sheet) add(cells []cell) {
	if s.at == nil {
		s.at = map[string]int{}
	}
	next := 0
	for _, c := range cells {
		i, ok := s.at[c.name]
		if !ok {
			if len(s.names) >= codec.MaxColumns {
				continue
			}
			i = next
			s.names = slices.Insert(s.names, i, c.name)
			for j := i; j < len(s.names); j++ {
				s.at[s.names[j]] = j
			}
		}
		next = i + 1
	}
}

// CSV writes the selected messages as tables, one for each topic: time in seconds, microstep, then the
// scalars of a message. create opens the table of a topic. It returns the topics written. A damaged recording is
// written as far as it can be read, and the error says what is lost.
func CSV(path string, s Selection, create func(topic string) (io.WriteCloser, error)) (topics []string, err error) {
	sheets := map[string]*sheet{}
	d := decoders{}
	report, err := s.messages(path, func(m Message) error {
		v, err := d.decode(m)
		if err != nil {
			return err
		}
		sh := sheets[m.Channel.Topic]
		if sh == nil {
			sh = &sheet{}
			sheets[m.Channel.Topic] = sh
			topics = append(topics, m.Channel.Topic)
		}
		sh.add(flatten(nil, v, "", 0))
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(topics) == 0 {
		return nil, fmt.Errorf("trace: %s: no message of a topic like %s; `sinew trace info` lists the topics", path, strings.Join(s.Topics, ", "))
	}
	if err := writeSheets(path, s, sheets, topics, create); err != nil {
		return nil, err
	}
	if report != "" {
		return topics, errors.New("trace: " + report)
	}
	return topics, nil
}

type table struct {
	file io.WriteCloser
	buf  *bufio.Writer
	row  []string
}

func writeSheets(path string, s Selection, sheets map[string]*sheet, topics []string, create func(string) (io.WriteCloser, error)) (err error) {
	tables := map[string]*table{}
	defer func() {
		for _, topic := range topics {
			if t := tables[topic]; t != nil {
				err = errors.Join(err, t.buf.Flush(), t.file.Close())
			}
		}
	}()
	for _, topic := range topics {
		f, err := create(topic)
		if err != nil {
			return fmt.Errorf("trace: no table for %s: %w", topic, err)
		}
		t := &table{f, bufio.NewWriter(f), make([]string, len(sheets[topic].names))}
		tables[topic] = t
		line := []byte("time,microstep")
		for _, n := range sheets[topic].names {
			line = codec.AppendCell(append(line, ','), n)
		}
		_, _ = t.buf.Write(append(line, '\n')) // Flush reports it
	}
	d := decoders{}
	var cells []cell
	var line []byte
	_, err = s.messages(path, func(m Message) error {
		v, err := d.decode(m)
		if err != nil {
			return err
		}
		t, sh := tables[m.Channel.Topic], sheets[m.Channel.Topic]
		clear(t.row)
		cells = flatten(cells[:0], v, "", 0)
		for _, c := range cells {
			if i, ok := sh.at[c.name]; ok {
				t.row[i] = c.text
			}
		}
		line = fmt.Appendf(line[:0], "%s,%d", stamp(m.Time, 0), m.Microstep)
		for _, c := range t.row {
			line = codec.AppendCell(append(line, ','), c)
		}
		_, err = t.buf.Write(append(line, '\n'))
		return err
	})
	return err
}

// Series is one number of one topic over time.
type Series struct {
	Name string    // the topic and the column, such as "planning.planner.next.P.X"
	Time []float64 // in seconds
	Y    []float64
}

// ReadSeries reads numbers over time. The selection's patterns match the names of series here, or all series of a topic
// or of a part of its messages. Each must match at least one. Series that are never a number are left out. The report
// says what is lost of the recording.
func ReadSeries(path string, s Selection) (series []Series, report string, err error) {
	patterns := s.Topics
	s.Topics = nil
	at := map[string]int{}
	d := decoders{}
	var cells []cell
	report, err = s.messages(path, func(m Message) error {
		v, err := d.decode(m)
		if err != nil {
			return nil // another topic may be readable
		}
		cells = flatten(cells[:0], v, "", 0)
		for _, c := range cells {
			if c.value != c.value && c.text != "NaN" {
				continue
			}
			name := m.Channel.Topic + "." + c.name
			i, ok := at[name]
			if !ok {
				i = -1
				if meansSeries(patterns, name) {
					i = len(series)
					series = append(series, Series{Name: name})
				}
				at[name] = i
			}
			if i >= 0 {
				series[i].Time = append(series[i].Time, float64(m.Time)*1e-9)
				series[i].Y = append(series[i].Y, c.value)
			}
		}
		return nil
	})
	var none []string
	for _, p := range patterns {
		if !slices.ContainsFunc(series, func(s Series) bool { return meansSeries([]string{p}, s.Name) }) {
			none = append(none, p)
		}
	}
	if err == nil && (len(series) == 0 || none != nil) {
		err = fmt.Errorf("trace: %s: no numbers like %s; `sinew trace info` lists the topics", path, strings.Join(none, ", "))
	}
	return series, report, err
}

// meansSeries reports whether one of the patterns matches a series, or a topic or part that contains it.
func meansSeries(patterns []string, name string) bool {
	if Match(patterns, name) {
		return true
	}
	return slices.ContainsFunc(patterns, func(p string) bool { return Match([]string{p + ".*"}, name) })
}

// Draw makes a picture of series over time in seconds.
type Draw func(w io.Writer, title string, series []Series) error

// Plot draws the selected numbers as one picture; the selection's patterns match the names of series, and at most the
// first 32 are drawn. The title names the file and says whether anything is lost.
func Plot(w io.Writer, path string, s Selection, draw Draw) error {
	series, report, err := ReadSeries(path, s)
	if err != nil {
		return err
	}
	title := path
	if report != "" {
		title = report
	}
	const most = 32
	if len(series) > most {
		title += fmt.Sprintf(" (%d of %d)", most, len(series))
		series = series[:most]
	}
	return draw(w, title, series)
}
