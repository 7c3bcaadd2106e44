package web

import (
	"net"
	"syscall"
)

// peerOf returns the user at the other end of a connection over a socket of the file system.
func peerOf(c net.Conn) (uid int, known bool) {
	u, ok := c.(*net.UnixConn)
	if !ok {
		return 0, false
	}
	raw, err := u.SyscallConn()
	if err != nil {
		return 0, false
	}
	err = raw.Control(func(fd uintptr) {
		if cred, err := syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED); err == nil {
			uid, known = int(cred.Uid), true
		}
	})
	return uid, known && err == nil
}
