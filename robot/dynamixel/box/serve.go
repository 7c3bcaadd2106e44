package box

import (
	"context"
	"time"

	"github.com/sinew-robotics/sinew/robot/dynamixel"
)

// Serve advances the line's time with the wall clock until ctx ends, and passes bytes between end and the servos. end is often
// one end of a pseudo-terminal (serial.Pair), whose other end a program opens as its serial port.
func (l *Line) Serve(ctx context.Context, end dynamixel.Conn) error {
	const idle = 5 * time.Millisecond
	var b [512]byte
	begin := time.Now()
	for was := time.Duration(0); ctx.Err() == nil; {
		patience := idle
		if len(l.in)+len(l.out) > 0 { // bytes are on their way
			patience = 100 * time.Microsecond
		}
		if err := end.Wait(patience); err != nil {
			return err
		}
		n, err := end.Take(b[:])
		if err != nil {
			return err
		}
		if now := time.Since(begin); now-was > time.Second { // the machine stood still
			begin = begin.Add(now - was)
		} else {
			l.Advance(now - was)
			was = now
		}
		if n > 0 {
			if _, err := l.Write(b[:n]); err != nil {
				return err
			}
			l.Advance(time.Duration(n) * l.byte)
			was += time.Duration(n) * l.byte
		}
		for {
			n, err := l.Take(b[:])
			if err != nil {
				return err
			}
			if n == 0 {
				break
			}
			if _, err := end.Write(b[:n]); err != nil {
				return err
			}
		}
	}
	return nil
}
