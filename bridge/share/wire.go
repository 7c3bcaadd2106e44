package share

import (
	"net"
	"sync"
	"syscall"
)

// wire is one connection. A record is written at once if the connection takes it. A goroutine writes the rest, so that no
// sender waits for a slow reader.
type wire struct {
	conn net.Conn
	out  chan frame
	done chan struct{} // closed with the connection
	bye  chan struct{} // closed when nothing more will be sent
	idle chan struct{} // closed when the writer has ended
	once sync.Once

	mu     sync.Mutex
	behind int             // number of records that the goroutine still has to write
	state  record          // a state of the system that is sent after them
	newer  bool            // whether there is such a state
	raw    syscall.RawConn // nil if records cannot be written at once
	put    func(fd uintptr) bool
	b      [Size]byte // what put writes
	wrote  int        // how many bytes it has written
}

// frame is a record of which some bytes have been written.
type frame struct {
	r    record
	from int
}

func newWire(c net.Conn) *wire {
	w := &wire{conn: c, out: make(chan frame, queued), done: make(chan struct{}), bye: make(chan struct{}), idle: make(chan struct{})}
	if s, ok := c.(syscall.Conn); ok {
		w.raw, _ = s.SyscallConn() // a closed one fails at the first write
	}
	w.put = func(fd uintptr) bool {
		w.wrote = writeNow(fd, w.b[:])
		return true // do not wait
	}
	go w.write()
	return w
}

func (w *wire) write() {
	defer close(w.idle)
	var b [Size]byte
	put := func(f frame) bool {
		f.r.bytes(&b)
		_, err := w.conn.Write(b[f.from:])
		w.mu.Lock()
		if w.behind--; w.behind == 0 && w.newer {
			w.behind, w.newer = 1, false
			w.out <- frame{r: w.state} // the queue is empty
		}
		w.mu.Unlock()
		if err != nil {
			w.close()
		}
		return err == nil
	}
	for {
		select {
		case <-w.done:
			return
		case f := <-w.out:
			if !put(f) {
				return
			}
		case <-w.bye:
			for len(w.out) > 0 && put(<-w.out) {
			}
			return
		}
	}
}

// send writes or queues a record. A full queue ends the connection, so that losses are noticed. A state of the system that
// has to wait replaces the previous one, as in shared memory.
func (w *wire) send(r *record) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.done:
		return ErrGone
	default:
	}
	if w.behind > 0 && r.kind() == kindSystem {
		w.state, w.newer = *r, true
		return nil
	}
	f := frame{r: *r}
	if w.behind == 0 && w.raw != nil {
		r.bytes(&w.b)
		w.wrote = 0
		if w.raw.Write(w.put) == nil {
			f.from = w.wrote
		}
		if f.from == Size {
			return nil
		}
	}
	select {
	case w.out <- f:
		w.behind++
		return nil
	default:
		w.close()
		return ErrFull
	}
}

func (w *wire) close() {
	w.once.Do(func() {
		close(w.done)
		_ = w.conn.Close()
	})
}
