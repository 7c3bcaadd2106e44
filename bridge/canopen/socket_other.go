//go:build !linux

package canopen

import "errors"

// Open opens an interface of SocketCAN, which only Linux has.
func Open(string) (Bus, error) { return nil, errors.New("canopen: SocketCAN is Linux's alone") }
