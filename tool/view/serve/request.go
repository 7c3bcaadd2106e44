package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/view"
)

const (
	maxRequest = 64 << 10 // bytes
	maxLine    = 4 << 10  // of a command
)

// request is a page's checked request: it has exactly the fields that its verb needs.
type request struct {
	id     int64
	do     string
	line   string // command
	topic  int    // plot, print
	column string // plot
	series int    // unplot
	on     bool   // rates, print, cloud
	path   string // publish, param
	value  []byte // publish, param: JSON
	width  int    // layout: of the pane, in pixels
	height int
	folded []int // layout: reactors; nil lets the server choose
}

// wants names the fields of each request besides id and do.
func wants(do string) (fields []string, ok bool) {
	switch do {
	case "command":
		return []string{"line"}, true
	case "plot":
		return []string{"topic", "column"}, true
	case "unplot":
		return []string{"series"}, true
	case "rates", "cloud":
		return []string{"on"}, true
	case "print":
		return []string{"topic", "on"}, true
	case "publish", "param":
		return []string{"path", "value"}, true
	case "layout":
		return []string{"width", "height", "folded"}, true
	}
	return nil, false
}

// parseRequest reads a request. The id is −1 if it could not be read; an error names every fault.
func parseRequest(m []byte) (request, error) {
	r := request{id: -1}
	if !utf8.Valid(m) {
		return r, errors.New("a request is UTF-8 text")
	}
	raw, err := fieldsOf(m)
	if err != nil {
		return r, err
	}
	var faults []error
	take := func(name string, into any) {
		b, ok := raw[name]
		delete(raw, name)
		if !ok {
			faults = append(faults, fmt.Errorf("it has no %q", name))
		} else if err := exactly(b, into); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	take("id", &r.id)
	take("do", &r.do)
	fields, ok := wants(r.do)
	if !ok {
		return r, errors.Join(append(faults, fmt.Errorf("%q is nothing that can be done: command, plot, unplot, rates, print, cloud, publish, param and layout are", view.Short(r.do, 40)))...)
	}
	to := map[string]any{"line": &r.line, "topic": &r.topic, "column": &r.column, "series": &r.series, "on": &r.on, "path": &r.path, "value": &r.value,
		"width": &r.width, "height": &r.height, "folded": &r.folded}
	for _, f := range fields {
		take(f, to[f])
	}
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		faults = append(faults, fmt.Errorf("%s takes no %q", r.do, view.Short(name, 40)))
	}
	if len(r.line) > maxLine || strings.ContainsAny(r.line, "\r\n\x00") {
		faults = append(faults, fmt.Errorf("line: give one line of at most %d bytes", maxLine))
	}
	return r, errors.Join(faults...)
}

// fieldsOf splits a JSON object, in which no name stands twice and after which nothing follows.
func fieldsOf(m []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(m))
	broken := func(err error) error {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("byte %d: %w", d.InputOffset(), err)
	}
	if t, err := d.Token(); err != nil {
		return nil, broken(err)
	} else if t != json.Delim('{') {
		return nil, errors.New("a request is a JSON object")
	}
	fields := map[string]json.RawMessage{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, broken(err)
		}
		name, ok := t.(string)
		if _, twice := fields[name]; twice || !ok || len(fields) == 16 {
			return nil, broken(fmt.Errorf("the name %.40q stands twice, or there are too many", name))
		}
		var b json.RawMessage
		if err := d.Decode(&b); err != nil {
			return nil, broken(err)
		}
		fields[name] = b
	}
	if _, err := d.Token(); err != nil {
		return nil, broken(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, broken(errors.New("something follows the request"))
	}
	return fields, nil
}

// exactly reads one JSON value of exactly the wanted type: numbers are whole and not negative; a list may be null.
func exactly(b json.RawMessage, into any) error {
	switch p := into.(type) {
	case *[]byte:
		*p = b
	case *string:
		if b[0] != '"' || json.Unmarshal(b, p) != nil {
			return errors.New("give a text")
		}
	case *bool:
		if *p = string(b) == "true"; !*p && string(b) != "false" {
			return errors.New("give true or false")
		}
	case *[]int:
		var ns []uint32
		if b[0] != '[' && string(b) != "null" || json.Unmarshal(b, &ns) != nil {
			return errors.New("give a list of whole numbers from 0 on, or null")
		}
		if ns != nil {
			*p = make([]int, len(ns))
		}
		for i, n := range ns {
			(*p)[i] = int(n)
		}
	case *int:
		n, err := strconv.ParseUint(string(b), 10, 31)
		if err != nil {
			return errors.New("give a whole number from 0 on")
		}
		*p = int(n)
	case *int64:
		n, err := strconv.ParseUint(string(b), 10, 53)
		if err != nil {
			return errors.New("give a whole number from 0 on")
		}
		*p = int64(n)
	}
	return nil
}

// reply is the answer to a request.
func reply(id int64, a view.Answer, err error) []byte {
	m := struct {
		Type  string `json:"type"`
		ID    *int64 `json:"id"`
		Error string `json:"error,omitempty"`
		Text  string `json:"text,omitempty"`
		Data  any    `json:"data,omitempty"`
		Tag   any    `json:"tag,omitempty"`
	}{Type: "reply", Text: a.Text, Data: a.Data}
	if a.Tag != nil {
		m.Tag = a.Tag
	}
	if id >= 0 {
		m.ID = &id
	}
	if err != nil {
		m.Error, m.Text, m.Data, m.Tag = spelling.Clip(err.Error()), "", nil, nil
	}
	b, err := json.Marshal(m)
	if err != nil { // the data cannot be encoded: NaN, or a type without JSON
		m.Error, m.Text, m.Data = "", a.Text, nil
		if b, err = json.Marshal(m); err != nil {
			return nil
		}
	}
	return b
}
