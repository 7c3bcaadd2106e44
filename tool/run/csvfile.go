package run

import (
	"bufio"
	"errors"
	"io"
	"os"

	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// csvFiles writes CSV files into a run folder on a goroutine, so that a slow disk does not delay the control thread.
// Rows that find the queue full are lost, which Write reports.
type csvFiles struct{ to *folder.Folder }

func (c *csvFiles) create(topic string) (io.WriteCloser, error) {
	f, err := c.to.Create(trace.FileName(topic) + ".csv")
	return behind(f, err)
}

// openCSV opens a file that a goroutine writes.
func openCSV(file string) (io.WriteCloser, error) {
	f, err := folder.New(file)
	return behind(f, err)
}

// behind writes a file on a goroutine.
func behind(f *os.File, err error) (io.WriteCloser, error) {
	if err != nil {
		return nil, err
	}
	w := &csvFile{f: f, rows: make(chan []byte, 256), free: make(chan []byte, 257), done: make(chan error, 1)}
	go w.run()
	return w, nil
}

type csvFile struct {
	f    *os.File
	rows chan []byte
	free chan []byte
	done chan error
	page []byte
}

const csvPage = 16 << 10

// StatelessInKeyframes says that what is written stays written.
func (w *csvFile) StatelessInKeyframes() {}

// Write collects rows into pages and hands over full ones.
func (w *csvFile) Write(row []byte) (int, error) {
	if w.page == nil {
		select {
		case w.page = <-w.free:
		default:
			w.page = make([]byte, 0, csvPage+1024)
		}
	}
	w.page = append(w.page, row...)
	if len(w.page) < csvPage {
		return len(row), nil
	}
	return len(row), w.flush()
}

func (w *csvFile) flush() error {
	select {
	case w.rows <- w.page:
		w.page = nil
	default:
		w.page = w.page[:0]
		return &os.PathError{Op: "write", Path: w.f.Name(), Err: errSlow}
	}
	return nil
}

var errSlow = errors.New("the disk is too slow: rows are lost")

func (w *csvFile) run() {
	b := bufio.NewWriterSize(w.f, 1<<16)
	var err error
	for page := range w.rows {
		if _, e := b.Write(page); e != nil && err == nil {
			err = e
		}
		select {
		case w.free <- page[:0]:
		default:
		}
	}
	if e := b.Flush(); err == nil {
		err = e
	}
	if e := folder.Close(w.f); err == nil {
		err = e
	}
	w.done <- err
}

// Close writes what is left.
func (w *csvFile) Close() error {
	if len(w.page) > 0 {
		w.rows <- w.page
	}
	close(w.rows)
	return <-w.done
}
