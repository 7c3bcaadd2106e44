package ros1

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strings"
	"time"
)

// maxHeader is the greatest size of a connection's header, which contains the definition of a message.
const maxHeader = 4 << 20

// header is what both ends of a connection send first.
type header map[string]string

// append adds the header's bytes to b.
func (h header) append(b []byte) []byte {
	at := len(b)
	b = append(b, 0, 0, 0, 0)
	for _, k := range slices.Sorted(maps.Keys(h)) {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(k)+1+len(h[k])))
		b = append(append(append(b, k...), '='), h[k]...)
	}
	binary.LittleEndian.PutUint32(b[at:], uint32(len(b)-at-4))
	return b
}

// readHeader reads a header.
func readHeader(r io.Reader) (header, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(size[:])
	if n > maxHeader {
		return nil, fmt.Errorf("a header of %d bytes is announced, and %d is the most: is the other end a ROS node?", n, maxHeader)
	}
	b, err := grown(r, nil, int(n))
	if err != nil {
		return nil, err
	}
	return parseHeader(b)
}

// parseHeader splits the fields of a header.
func parseHeader(b []byte) (header, error) {
	h := header{}
	for len(b) > 0 {
		if len(b) < 4 {
			return nil, errors.New("a header ends in the length of a field")
		}
		n := binary.LittleEndian.Uint32(b)
		if b = b[4:]; uint64(n) > uint64(len(b)) {
			return nil, fmt.Errorf("a field of %d bytes in a header that has %d more", n, len(b))
		}
		k, v, ok := strings.Cut(string(b[:n]), "=")
		if !ok {
			return nil, fmt.Errorf("%.40q is no field of a header: write name=value", b[:n])
		}
		h[k], b = v, b[n:]
	}
	return h, nil
}

// step is how much memory is allocated at once for bytes that are only announced.
const step = 1 << 20

// grown reads n bytes into b, which grows as they arrive.
func grown(r io.Reader, b []byte, n int) ([]byte, error) {
	if n <= cap(b) {
		b = b[:n]
		_, err := io.ReadFull(r, b)
		return b, err
	}
	b = b[:0]
	for len(b) < n {
		more := min(n-len(b), max(step, len(b)))
		b = slices.Grow(b, more)
		got, err := io.ReadFull(r, b[len(b):len(b)+more])
		if b = b[:len(b)+got]; err != nil {
			return b, err
		}
	}
	return b, nil
}

// bodies reads messages, each after its length.
type bodies struct {
	r    *bufio.Reader
	most int
	buf  []byte
	skip int // number of bytes of r that the last body had
}

func newBodies(r io.Reader, most int) *bodies {
	return &bodies{r: bufio.NewReaderSize(r, 64<<10), most: most}
}

// next gives the next body, which is valid until the next call.
func (b *bodies) next() ([]byte, error) {
	if b.skip > 0 {
		_, _ = b.r.Discard(b.skip) // they have been peeked
		b.skip = 0
	}
	size, err := b.r.Peek(4)
	if err != nil {
		if len(size) > 0 && err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	n := int(binary.LittleEndian.Uint32(size))
	if n > b.most {
		return nil, fmt.Errorf("a message of %d bytes is announced, and %d is the most (Config.MaxMessage)", n, b.most)
	}
	if n+4 <= b.r.Size() {
		all, err := b.r.Peek(n + 4)
		if err != nil {
			return nil, fmt.Errorf("the connection ends within a message of %d bytes: %w", n, err)
		}
		b.skip = n + 4
		return all[4:], nil
	}
	_, _ = b.r.Discard(4)
	if b.buf, err = grown(b.r, b.buf, n); err != nil {
		return nil, fmt.Errorf("the connection ends within a message of %d bytes: %w", n, err)
	}
	return b.buf, nil
}

// tune makes a connection detect a peer that has gone silently.
func tune(c net.Conn) {
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetNoDelay(true) // without this the connection is slower
		_ = t.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3})
	}
}

// refuse tells the other end why its connection is closed.
func refuse(c net.Conn, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	_ = c.SetWriteDeadline(time.Now().Add(time.Second))      // it has room for a header now, or never will
	_, _ = c.Write(header{"error": err.Error()}.append(nil)) // the peer may have gone
	return err
}

// hello sends h on a new connection and reads the answer, within a time limit.
func hello(c net.Conn, r io.Reader, h header, patience time.Duration) (header, error) {
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	if _, err := c.Write(h.append(nil)); err != nil {
		return nil, err
	}
	a, err := readHeader(r)
	if err != nil {
		return nil, fmt.Errorf("no header comes back: %w", err)
	}
	if why, ok := a["error"]; ok {
		return nil, fmt.Errorf("refused: %s", why)
	}
	return a, c.SetDeadline(time.Time{})
}

// fits says why two descriptions are not of the same type; "*" matches any.
func fits(what, ours, oursMD5, theirs, theirsMD5 string) error {
	if ours != "*" && theirs != "*" && theirs != "" && ours != theirs {
		return fmt.Errorf("%s is of type %s here and %s there", what, ours, theirs)
	}
	if oursMD5 != "*" && theirsMD5 != "*" && oursMD5 != theirsMD5 {
		return fmt.Errorf("%s: the definitions of %s differ: md5sum %s here and %s there: generate from the same .msg text", what, ours, oursMD5, cmp.Or(theirsMD5, "none"))
	}
	return nil
}
