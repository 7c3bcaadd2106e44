package web

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/tool/live"
)

// Socket opens a socket of this process that only its user can use. It is in a folder that only the user can enter, has
// the permissions 0600, and, if the system says who connects, immediately closes connections of other users.
func Socket() (l net.Listener, path string, err error) {
	dir, err := live.Private("live")
	if err != nil {
		return nil, "", err
	}
	for i := range 100 { // a process may run more than one program
		path = filepath.Join(dir, fmt.Sprintf("%d-%d.sock", os.Getpid(), i))
		if l, err = net.Listen("unix", path); err == nil {
			break
		}
	}
	if err != nil {
		return nil, "", fmt.Errorf("live: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, "", errors.Join(err, l.Close())
	}
	return &own{l}, path, nil
}

// own is a listener that accepts only connections of its own user.
type own struct{ net.Listener }

// Accept implements net.Listener.
func (o *own) Accept() (net.Conn, error) {
	for {
		c, err := o.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if uid, known := peerOf(c); !known || uid == os.Getuid() {
			return c, nil
		}
		_ = c.Close() // of another user, who may not use the socket
	}
}

// SocketOf is the path of a socket in an announced program's address, "" for any other address.
func SocketOf(address string) string {
	path, ok := strings.CutPrefix(address, "unix:")
	if !ok {
		return ""
	}
	return path
}

// CheckSocket reports why a socket must not be used: it has to belong to this user, and no other user may use it.
func CheckSocket(path string) error {
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&os.ModeSocket == 0 {
		err = fmt.Errorf("live: %s is no socket", path)
	}
	if err != nil {
		return err
	}
	return live.OwnAlone(path)
}
