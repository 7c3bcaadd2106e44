package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Limits on what is read.
const (
	maxFrame = 64 << 20 // bytes of a message
	maxLine  = 4 << 10  // bytes of a header line
)

// Rubbish is the error for input that is not a message. Reading can continue with the next message.
type Rubbish string

func (e Rubbish) Error() string { return string(e) }

// Reader reads messages from a stream. It skips what is not a header, up to the next line that gives a length.
type Reader struct {
	in       *bufio.Reader
	skipping bool // the skipped input has been reported
}

// NewReader makes a Reader.
func NewReader(in io.Reader) *Reader { return &Reader{in: bufio.NewReaderSize(in, maxLine)} }

// Read returns the next message, a Rubbish if there is something else in its place, or the error that ends the
// stream.
func (r *Reader) Read() ([]byte, error) {
	length := ""
	for {
		line, err := r.line()
		if err != nil {
			return nil, err
		}
		key, value, _ := strings.Cut(line, ":")
		switch {
		case strings.EqualFold(key, "Content-Length"):
			length, r.skipping = strings.TrimSpace(value), false
			continue
		case strings.EqualFold(key, "Content-Type"):
			continue
		case line != "" && !r.skipping:
			r.skipping = true
			return nil, Rubbish(fmt.Sprintf("%.80q is no header: a message begins with %q", line, "Content-Length: N"))
		case line != "", length == "":
			continue
		}
		n, err := strconv.ParseUint(length, 10, 63)
		if err != nil {
			return nil, Rubbish(fmt.Sprintf("%.80q is no length of a message: give a number of bytes", length))
		}
		if n > maxFrame {
			if _, err := io.CopyN(io.Discard, r.in, int64(n)); err != nil {
				return nil, err
			}
			return nil, Rubbish(fmt.Sprintf("a message of %d bytes is too long: at most %d are read", n, maxFrame))
		}
		return r.body(int(n))
	}
}

// body reads the content that a header announces. It reads in parts, so that content that never comes takes no
// memory.
func (r *Reader) body(n int) ([]byte, error) {
	var b strings.Builder
	if _, err := io.CopyN(&b, r.in, int64(n)); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return []byte(b.String()), nil
}

// line reads a line without its line ending. It cuts a line that is too long, which cannot be a header.
func (r *Reader) line() (string, error) {
	text, err := r.in.ReadSlice('\n')
	line := string(text)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.in.ReadSlice('\n')
	}
	if err != nil {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// Frame puts a header before a message.
func Frame(message []byte) []byte {
	b := append(make([]byte, 0, len(message)+32), "Content-Length: "...)
	b = strconv.AppendInt(b, int64(len(message)), 10)
	return append(append(b, "\r\n\r\n"...), message...)
}
