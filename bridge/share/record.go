package share

import (
	"encoding/binary"
	"errors"
	"time"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/control/node"
)

// words is the size of a record in words of 8 bytes, Size in bytes. Shared memory and sockets use the same records.
const (
	words = 32
	Size  = 8 * words
)

// record is a message in fixed form. The last word is the number of a ring's entry.
type record [words]uint64

// Longest texts, in bytes. Longer ones are clipped.
const (
	longestName   = 47
	longestCause  = 63
	longestReason = 103
	longestFault  = 199
)

// Kinds of records.
const (
	kindNotice = 1 + iota
	kindRequest
	kindAnswer
	kindSystem
	kindStatus
	kindHello
	kindRefused
	kindLook
	kindName
)

// errMalformed says that a record was not written by this package.
var errMalformed = errors.New("share: a malformed record")

// put writes a text from word i on: its length, then its bytes.
func (r *record) put(i, longest int, text string) {
	for len(text) > longest { // at the border of a character
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
	}
	b := [Size]byte{byte(len(text))}
	copy(b[1:], text)
	for k := range (longest + 1) / 8 {
		r[i+k] = binary.LittleEndian.Uint64(b[8*k:])
	}
}

// text reads what put wrote. known avoids allocating a text that has not changed.
func (r *record) text(i, longest int, known string) (string, error) {
	var b [Size]byte
	for k := range (longest + 1) / 8 {
		binary.LittleEndian.PutUint64(b[8*k:], r[i+k])
	}
	n := int(b[0])
	switch {
	case n > longest || !utf8.Valid(b[1:1+n]):
		return "", errMalformed
	case string(b[1:1+n]) == known:
		return known, nil
	}
	return string(b[1 : 1+n]), nil
}

func (r *record) kind() int { return int(r[0] & 0xff) }

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Message is a message of an overseer to a node: an answer, or, with Changed, a new state of the system in
// Answer.System.
type Message struct {
	Changed bool
	Answer  node.Answer
}

func (r *record) fromReport(p *node.Report) {
	*r = record{}
	if p.Ask.To != "" {
		r[0], r[4] = kindRequest, p.Ask.ID
		r.put(5, longestFault, p.Ask.To)
		return
	}
	n := &p.Notice
	r[0] = kindNotice | uint64(n.State)<<8 | flag(n.Critical)<<16
	r[1], r[2], r[3] = n.Life, n.Number, uint64(n.Every)
	r.put(5, longestFault, n.Cause)
}

func (r *record) report(i int, known string) (p node.Report, err error) {
	p.Node = int32(i)
	text, err := r.text(5, longestFault, known)
	switch {
	case err != nil:
		return p, err
	case r.kind() == kindRequest && text != "":
		p.Ask = node.Request{To: text, ID: r[4]}
		return p, nil
	case r.kind() != kindNotice:
		return p, errMalformed
	}
	p.Notice = node.Notice{State: node.State(r[0] >> 8), Critical: r[0]>>16&1 == 1, Life: r[1], Number: r[2], Every: time.Duration(r[3]), Cause: text}
	if !p.Notice.State.Valid() || p.Notice.Every < 0 {
		return p, errMalformed
	}
	return p, nil
}

func (r *record) fromMessage(m *Message) {
	*r = record{}
	s := &m.Answer.System
	r[0] = kindAnswer | flag(m.Answer.Granted)<<8
	if m.Changed {
		r[0] = kindSystem
	}
	r[1], r[2], r[3] = m.Answer.ID, uint64(uint32(s.Index)), s.Number
	r.put(4, longestName, s.State)
	r.put(10, longestCause, s.Cause)
	r.put(18, longestReason, m.Answer.Reason)
}

func (r *record) message(known *node.System) (m Message, err error) {
	k := r.kind()
	if k != kindAnswer && k != kindSystem {
		return m, errMalformed
	}
	a := &m.Answer
	m.Changed = k == kindSystem
	a.ID, a.Granted = r[1], r[0]>>8&1 == 1
	a.System.Index, a.System.Number = int32(uint32(r[2])), r[3]
	var errs [3]error
	a.System.State, errs[0] = r.text(4, longestName, known.State)
	a.System.Cause, errs[1] = r.text(10, longestCause, known.Cause)
	a.Reason, errs[2] = r.text(18, longestReason, "")
	return m, errors.Join(errs[:]...)
}

func (r *record) fromStatus(s *node.Status) {
	*r = record{}
	r[0] = kindStatus | uint64(s.State)<<8 | flag(s.Notice.Critical)<<16 | flag(s.GaveUp)<<17
	r[1], r[2], r[3], r[4] = s.Notice.Life, s.Notice.Number, uint64(s.Notice.Every), uint64(s.Restarts)
	r.put(5, longestFault, s.Notice.Cause)
}

func (r *record) status() (s node.Status, err error) {
	if r.kind() == 0 {
		return s, nil // no state has been published yet
	}
	s.State, s.GaveUp, s.Restarts = node.State(r[0]>>8), r[0]>>17&1 == 1, int(uint32(r[4]))
	s.Notice = node.Notice{State: s.State, Critical: r[0]>>16&1 == 1, Life: r[1], Number: r[2], Every: time.Duration(r[3])}
	s.Notice.Cause, err = r.text(5, longestFault, "")
	if r.kind() != kindStatus || !s.State.Valid() || s.Notice.Every < 0 {
		err = errMalformed
	}
	return s, err
}

// bytes encodes the record for a socket.
func (r *record) bytes(b *[Size]byte) {
	for i, w := range r {
		binary.LittleEndian.PutUint64(b[8*i:], w)
	}
}

func (r *record) read(b *[Size]byte) {
	for i := range r {
		r[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
}
