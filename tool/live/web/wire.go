package web

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/sinew-robotics/sinew/tool/live"
)

// The messages of the two ends; docs/format/live.md explains them.

// Listing is what a program offers to watchers.
type Listing struct {
	Program string       `json:"program"`
	Clock   string       `json:"clock"` // "real", "lock-step" or "recorded"
	Topics  []Listed     `json:"topics"`
	Params  []live.Param `json:"params,omitempty"`
	Orders  []live.Order `json:"orders,omitempty"`

	Constants []live.Param `json:"constants,omitempty"` // parameters that do not change while it runs
}

// Listed is an entry of the list of topics. If values follow it has a Schema: a protobuf FileDescriptorSet.
type Listed struct {
	ID         int      `json:"id"`
	Name       string   `json:"name"`
	Kind       string   `json:"kind"`
	Type       string   `json:"type"`
	Enclave    int      `json:"enclave"`
	Columns    []string `json:"columns,omitempty"`
	Writers    []string `json:"writers,omitempty"`
	Readers    []string `json:"readers,omitempty"`
	SchemaName string   `json:"schema_name,omitempty"`
	Encoding   string   `json:"encoding,omitempty"`
	Schema     []byte   `json:"schema,omitempty"`
}

func listed(t *live.Topic, schema bool) Listed {
	l := Listed{ID: t.ID, Name: t.Name, Kind: t.Kind, Type: t.Type, Enclave: t.Enclave, Columns: t.Columns, Writers: t.Writers, Readers: t.Readers}
	if schema {
		l.SchemaName, l.Encoding, l.Schema = t.Codec.Schema()
	}
	return l
}

// The kinds of request.
const (
	doHz    = "hz"
	doBW    = "bw"
	doDelay = "delay"
	doEcho  = "echo"
	doPub   = "pub"
)

// request is what a client sends.
type request struct {
	ID     int             `json:"id,omitempty"` // of a pub; its reply has it too
	Do     string          `json:"do"`
	Topics []string        `json:"topics,omitempty"`   // names and patterns
	Every  int             `json:"every_ms,omitempty"` // of statistics
	Name   string          `json:"name,omitempty"`     // pub: where to
	Value  json.RawMessage `json:"value,omitempty"`    // pub: what
}

const (
	maxRequest = 64 << 10
	maxAnswer  = 2 * live.MaxValue // bytes of a message to a client
	maxNames   = 256               // topics in one request
	maxName    = 512               // bytes of a name or pattern
	minEvery   = 100               // ms
	maxEvery   = 60000
)

func readRequest(data []byte) (r request, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, fmt.Errorf("the request is not understood: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r, errors.New("the request is not understood: something follows it")
	}
	switch r.Do {
	case doHz, doBW, doDelay, doEcho:
		if len(r.Topics) == 0 {
			return r, fmt.Errorf("%s of what? name a topic", r.Do)
		}
		for _, t := range r.Topics {
			if len(t) > maxName || len(r.Topics) > maxNames {
				return r, fmt.Errorf("%s of at most %d topics, with names of at most %d bytes", r.Do, maxNames, maxName)
			}
		}
	case doPub:
		if r.Name == "" || len(r.Name) > maxName || len(r.Value) == 0 {
			return r, fmt.Errorf("pub needs a name of at most %d bytes and a value", maxName)
		}
	default:
		return r, fmt.Errorf("the request %q is not one of hz, bw, delay, echo, pub", r.Do)
	}
	if r.Every = max(r.Every, minEvery); r.Every > maxEvery {
		r.Every = maxEvery
	}
	return r, nil
}

// answer is a text message of the server.
type answer struct {
	Type   string      `json:"type"` // "topics", "stats", "reply" or "error"
	ID     int         `json:"id,omitempty"`
	Error  string      `json:"error,omitempty"`
	Tag    *live.Stamp `json:"tag,omitempty"` // of a reply: the tag that has taken the value
	Topics []Listed    `json:"topics,omitempty"`
	Stats  *Stats      `json:"stats,omitempty"`
}

// Stats are statistics of some topics over one interval.
type Stats struct {
	Time    int64   `json:"time"`           // logical, of the latest event
	Seconds float64 `json:"seconds"`        // of wall time that passed
	Lost    uint64  `json:"lost,omitempty"` // events that could not be counted
	Rows    []Row   `json:"rows"`
}

// Row is one topic's part: events, the bytes of their values if these were requested, seconds between events in
// logical and in wall time, and seconds from a tag's time until its value was there.
type Row struct {
	Topic   int     `json:"topic"`
	N       uint64  `json:"n"`
	Size    Moments `json:"size"`
	Logical Moments `json:"logical"`
	Wall    Moments `json:"wall"`
	Delay   Moments `json:"delay"`
}

// Moments are the first moments of some numbers.
type Moments struct {
	N    uint64  `json:"n"`
	Mean float64 `json:"mean"`
	M2   float64 `json:"m2"` // sum of squared distances from the mean
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// Std is the standard deviation.
func (m Moments) Std() float64 {
	if m.N == 0 {
		return 0
	}
	return math.Sqrt(max(m.M2, 0) / float64(m.N))
}

// Merge returns the moments of both.
func (m Moments) Merge(o Moments) Moments {
	if m.N == 0 {
		return o
	}
	if o.N == 0 {
		return m
	}
	a, b, d := float64(m.N), float64(o.N), o.Mean-m.Mean
	return Moments{N: m.N + o.N, Mean: m.Mean + d*b/(a+b), M2: m.M2 + o.M2 + d*d*a*b/(a+b), Min: min(m.Min, o.Min), Max: max(m.Max, o.Max)}
}

// sum collects whole numbers for Moments, relative to the first, which keeps the squares small.
type sum struct {
	n                  uint64
	first, least, most int64
	s1, s2             float64
}

func (s *sum) add(x int64) {
	if s.n == 0 {
		s.first, s.least, s.most = x, x, x
	}
	s.n++
	s.least, s.most = min(s.least, x), max(s.most, x)
	d := float64(x - s.first)
	s.s1 += d
	s.s2 += d * d
}

// moments in another unit.
func (s *sum) moments(unit float64) Moments {
	if s.n == 0 {
		return Moments{}
	}
	n := float64(s.n)
	return Moments{N: s.n, Mean: (float64(s.first) + s.s1/n) * unit, M2: max(s.s2-s.s1*s.s1/n, 0) * unit * unit,
		Min: float64(s.least) * unit, Max: float64(s.most) * unit}
}

// A batch of values is binary: the number lost before it as a uint64, then each value as topic, microstep, size of
// the data (uint32 each), logical and wall time (int64 each) and the data. Little-endian.
const (
	batchHead   = 8
	messageHead = 28
)

func appendMessage(dst []byte, m *live.Message) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(m.Topic))
	dst = binary.LittleEndian.AppendUint32(dst, m.Microstep)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(m.Data)))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(m.Time))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(m.Wall))
	return append(dst, m.Data...)
}

// readBatch splits a batch; the messages' data lie in it.
func readBatch(batch []live.Message, data []byte) ([]live.Message, uint64, error) {
	if len(data) < batchHead {
		return batch, 0, errors.New("a batch of values is cut short")
	}
	lost := binary.LittleEndian.Uint64(data)
	for data = data[batchHead:]; len(data) > 0; {
		if len(data) < messageHead {
			return batch, lost, errors.New("a value in a batch is cut short")
		}
		n := binary.LittleEndian.Uint32(data[8:])
		if uint64(n) > uint64(len(data)-messageHead) {
			return batch, lost, errors.New("a value goes beyond its batch")
		}
		end := messageHead + int(n)
		batch = append(batch, live.Message{
			Topic:     int(binary.LittleEndian.Uint32(data)),
			Microstep: binary.LittleEndian.Uint32(data[4:]),
			Time:      int64(binary.LittleEndian.Uint64(data[12:])),
			Wall:      int64(binary.LittleEndian.Uint64(data[20:])),
			Data:      data[messageHead:end:end],
		})
		data = data[end:]
	}
	return batch, lost, nil
}
