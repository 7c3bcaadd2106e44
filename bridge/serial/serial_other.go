//go:build !linux

// Package serial opens serial ports, on Linux only.
package serial

import (
	"errors"
	"time"
)

// Port is an open serial port.
type Port struct{}

var errLinux = errors.New("serial: ports are opened on Linux alone")

// Open opens a port.
func Open(string, int) (*Port, error) { return nil, errLinux }

// Pair makes a pseudo-terminal.
func Pair() (*Port, string, error) { return nil, "", errLinux }

// Write writes bytes.
func (*Port) Write([]byte) (int, error) { return 0, errLinux }

// Take reads the bytes received so far.
func (*Port) Take([]byte) (int, error) { return 0, errLinux }

// Wait waits.
func (*Port) Wait(time.Duration) error { return errLinux }

// Close closes the port.
func (*Port) Close() error { return nil }
