package bag

import (
	"errors"

	"github.com/sinew-robotics/sinew/diag"
)

// scan finds connections and chunks by reading all records from first on, as `rosbag reindex` does, up to the first
// record that is damaged or incomplete.
func (r *Reader) scan(first int64) error {
	if err := r.terminal(first); err != nil {
		return err
	}
	var all []byte
	var found []entry
	for at := first; at < r.size; {
		h, data, n, err := r.record(at)
		next := data + int64(n)
		if err == nil && h.op == opChunk {
			if n == 0 {
				err = fault(codeRecord, at, "", "a chunk that was never ended, with %d bytes behind it", r.size-data)
			}
			if err == nil {
				all, next, err = r.unpackChunk(at, all)
			}
			if err == nil {
				found, err = r.entries(at, all, found[:0])
			}
			if err == nil && len(found) > 0 {
				r.chunks = append(r.chunks, described(at, found))
			}
		}
		var f *diag.Fault
		switch {
		case errors.As(err, &f):
			r.damage = r.named(err)
			return nil
		case err != nil:
			return err
		}
		at = next
	}
	return nil
}

// terminal reads the connection records outside of chunks: some versions of rosbag wrote them only there.
func (r *Reader) terminal(first int64) error {
	for at := first; at < r.size; {
		h, data, n, err := r.record(at)
		if err == nil && h.op == opConnection {
			err = r.connect(at, h, data, n)
		}
		var f *diag.Fault
		switch {
		case errors.As(err, &f):
			return nil // scan will find that, too
		case err != nil:
			return err
		}
		at = data + int64(n)
	}
	return nil
}
