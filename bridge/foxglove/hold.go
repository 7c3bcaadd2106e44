package foxglove

import (
	"bufio"
	"net"
	"net/http"
	"sync"
	"time"
)

// holder is a ResponseWriter whose connection can hold back written bytes, so that the many small frames of a batch
// of values are sent with few system calls.
type holder struct {
	http.ResponseWriter
	conn *held
	wait time.Duration // for sending what is held back
}

// Hijack implements http.Hijacker.
func (h *holder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.conn = &held{Conn: c, wait: h.wait}
	return h.conn, bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(h.conn, 16<<10)), nil
}

// held is a connection that can hold back written bytes.
type held struct {
	net.Conn
	mu   sync.Mutex
	hold bool
	buf  []byte
	wait time.Duration // for sending what is held back
}

const maxHeld = 128 << 10 // bytes; beyond that they are sent anyway

// Write implements net.Conn.
func (c *held) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.hold && len(c.buf) == 0 {
		return c.Conn.Write(b)
	}
	c.buf = append(c.buf, b...)
	if !c.hold || len(c.buf) >= maxHeld {
		return len(b), c.flush()
	}
	return len(b), nil
}

func (c *held) flush() error {
	if len(c.buf) == 0 {
		return nil
	}
	_ = c.SetWriteDeadline(time.Now().Add(c.wait)) // a connection without deadlines has other limits
	_, err := c.Conn.Write(c.buf)
	_ = c.SetWriteDeadline(time.Time{})
	if c.buf = c.buf[:0]; cap(c.buf) > 4*maxHeld {
		c.buf = nil // after a large picture
	}
	return err
}

// begin holds back, end lets go.
func (c *held) begin() {
	c.mu.Lock()
	c.hold = true
	c.mu.Unlock()
}

func (c *held) end() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hold = false
	return c.flush()
}
