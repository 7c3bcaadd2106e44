package trace

import "fmt"

// Printer writes messages as lines for people: time, with the microstep if it is not 0, topic and the values as
// JSON with the names of the schema. It remembers the schemas that it has seen. The zero value is ready.
type Printer struct{ d decoders }

// AppendLine appends the line of m, with its end, to dst. For a message that does not fit its schema it appends the
// error.
func (p *Printer) AppendLine(dst []byte, m Message) []byte {
	if p.d == nil {
		p.d = decoders{}
	}
	dst = append(append(dst, stamp(m.Time, m.Microstep)...), ' ')
	dst = append(append(dst, m.Channel.Topic...), ' ')
	v, err := p.d.decode(m)
	if err != nil {
		dst = fmt.Appendf(dst, "# %v", err)
	} else {
		dst = appendJSON(dst, v, 0)
	}
	return append(dst, '\n')
}
