package xarm

import (
	"encoding/binary"
	"io"
)

// reportStream cuts one report connection's bytes into reports. It is not safe for concurrent use. An
// impossible length field leaves no way to find the next report, so it ends the stream: reconnect. Reports
// whose numbers are impossible are counted and skipped.
type reportStream struct {
	kind     ReportKind
	r        io.Reader
	buf      [MaxReport]byte
	Reports  uint64 // taken
	Rejected uint64 // skipped
}

// newReportStream reads reports of kind k from r.
func newReportStream(k ReportKind, r io.Reader) *reportStream { return &reportStream{kind: k, r: r} }

// next reads one report's bytes.
func (s *reportStream) next() ([]byte, error) {
	if _, err := io.ReadFull(s.r, s.buf[:4]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(s.buf[:]))
	if s.kind == ReportRich && n == 233 {
		n = 245 // old firmware announces 233 and sends 245
	}
	if n < 87 || n > MaxReport {
		return nil, ErrBadReport
	}
	if _, err := io.ReadFull(s.r, s.buf[4:n]); err != nil {
		return nil, err
	}
	return s.buf[:n], nil
}

// Next waits for the next good report of ports 30001…30003.
func (s *reportStream) Next(r *Report) error {
	for {
		b, err := s.next()
		if err != nil {
			return err
		}
		if DecodeReport(s.kind, b, r) == nil {
			s.Reports++
			return nil
		}
		s.Rejected++
	}
}

// nextRealtime waits for the next good report of port 30000.
func (s *reportStream) nextRealtime(r *Realtime) error {
	for {
		b, err := s.next()
		if err != nil {
			return err
		}
		if DecodeRealtime(b, r) == nil {
			s.Reports++
			return nil
		}
		s.Rejected++
	}
}
