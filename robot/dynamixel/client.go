package dynamixel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// Conn is a line with servos on it. *serial.Port is one; the box's Line is one in memory.
type Conn interface {
	Write(p []byte) (int, error)
	// Take reads the received bytes without waiting: 0 and nil when there are none.
	Take(p []byte) (int, error)
	// Wait returns when bytes have arrived, or after d.
	Wait(d time.Duration) error
	Close() error
}

// Errors of a Client.
var (
	ErrTimeout = errors.New("dynamixel: no answer: check power, cable, baud rate and number")
	ErrClosed  = errors.New("dynamixel: the line is closed")
)

// Client is the master's end of a line. It is not safe for concurrent use. Ask and Collect do not allocate.
type Client struct {
	conn     Conn
	split    Splitter
	patience time.Duration
	out      []byte
	params   []byte
	in       [512]byte
	packet   Packet
	closed   bool
}

// NewClient makes a client on a line, which it owns. It waits for patience for an answer, 0 for 50 ms, and asks three times.
func NewClient(conn Conn, patience time.Duration) *Client {
	if patience <= 0 {
		patience = 50 * time.Millisecond
	}
	return &Client{conn: conn, patience: patience, out: make([]byte, 0, MaxPacket), params: make([]byte, 0, MaxPacket)}
}

// Close closes the line.
func (c *Client) Close() error {
	c.closed = true
	return c.conn.Close()
}

// Closed reports whether the line is closed.
func (c *Client) Closed() bool { return c.closed }

// Damaged returns the number of packets with a wrong CRC, and the number of bytes outside packets.
func (c *Client) Damaged() (packets, bytes uint64) { return c.split.Damaged, c.split.Skipped }

func (c *Client) send(id uint8, in Instruction, params []byte) error {
	if c.closed {
		return ErrClosed
	}
	p := Packet{id, in, params}
	c.out = p.Append(c.out[:0])
	if _, err := c.conn.Write(c.out); err != nil {
		_ = c.Close()
		return fmt.Errorf("%w: %w", ErrClosed, err)
	}
	return nil
}

// Collect reads the received bytes; it calls take with each answer.
func (c *Client) Collect(take func(*Packet)) error {
	if c.closed {
		return ErrClosed
	}
	for {
		n, err := c.conn.Take(c.in[:])
		for b := c.in[:n]; len(b) > 0; {
			b = b[c.split.Put(b):]
			for c.split.Next(&c.packet) {
				if c.packet.Instruction == Status && len(c.packet.Params) > 0 && take != nil {
					take(&c.packet)
				}
			}
		}
		if err != nil {
			_ = c.Close()
			return fmt.Errorf("%w: %w", ErrClosed, err)
		}
		if n == 0 {
			return nil
		}
	}
}

// ask sends an instruction until its servo answers, and returns the answer's content.
func (c *Client) ask(id uint8, in Instruction, params []byte) ([]byte, error) {
	var answer []byte
	var fault Fault
	got := false
	take := func(p *Packet) {
		if p.ID == id {
			answer, fault, got = append([]byte(nil), p.Params[1:]...), Fault(p.Params[0]), true
		}
	}
	const tries, looks = 3, 50
	for range tries {
		if err := c.Collect(nil); err != nil { // late answers to abandoned requests
			return nil, err
		}
		if err := c.send(id, in, params); err != nil {
			return nil, err
		}
		for range looks {
			if err := c.Collect(take); err != nil {
				return nil, err
			}
			if got {
				if fault&^Alert != 0 {
					return nil, fault
				}
				return answer, nil
			}
			if err := c.conn.Wait(c.patience / looks); err != nil {
				return nil, err
			}
		}
	}
	return nil, ErrTimeout
}

// Ping asks a servo for its model and firmware.
func (c *Client) Ping(id uint8) (model uint16, firmware uint8, err error) {
	b, err := c.ask(id, Ping, nil)
	if err == nil && len(b) < 3 {
		err = BadLength
	}
	if err != nil {
		return 0, 0, fmt.Errorf("servo %d: %w", id, err)
	}
	return binary.LittleEndian.Uint16(b), b[2], nil
}

// Read reads a register.
func (c *Client) Read(id uint8, r Register) (uint32, error) {
	b, err := c.ask(id, ReadData, []byte{byte(r.Address), byte(r.Address >> 8), byte(r.Size), byte(r.Size >> 8)})
	if err == nil && len(b) != int(r.Size) {
		err = BadLength
	}
	if err != nil {
		return 0, fmt.Errorf("servo %d, address %d: %w", id, r.Address, err)
	}
	return number(b), nil
}

// number decodes an unsigned number of up to 4 bytes.
func number(b []byte) (v uint32) {
	for i, x := range b {
		v |= uint32(x) << (8 * i)
	}
	return v
}

// Write writes a register.
func (c *Client) Write(id uint8, r Register, v uint32) error {
	b := []byte{byte(r.Address), byte(r.Address >> 8), byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}
	if _, err := c.ask(id, WriteData, b[:2+r.Size]); err != nil {
		return fmt.Errorf("servo %d, address %d: %w", id, r.Address, err)
	}
	return nil
}

// SyncWrite writes a register of several servos, which do not answer.
func (c *Client) SyncWrite(r Register, ids []uint8, values []int32) error {
	c.params = append(c.params[:0], byte(r.Address), byte(r.Address>>8), byte(r.Size), byte(r.Size>>8))
	for i, id := range ids {
		v := uint32(values[i])
		c.params = append(c.params, id)
		for k := range r.Size {
			c.params = append(c.params, byte(v>>(8*k)))
		}
	}
	return c.send(Broadcast, SyncWrite, c.params)
}

// Ask asks several servos for the same registers; each answers in turn, and Collect takes the answers.
func (c *Client) Ask(from Register, size uint16, ids []uint8) error {
	c.params = append(c.params[:0], byte(from.Address), byte(from.Address>>8), byte(size), byte(size>>8))
	c.params = append(c.params, ids...)
	return c.send(Broadcast, SyncRead, c.params)
}
