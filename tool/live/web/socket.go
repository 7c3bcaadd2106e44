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

// Socket opens a socket of this process that its user alone can use: in the folder that only the user can enter, with the
// permissions 0600, and where the system tells who connects, closed to everybody else at once.
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

// own is a listener that takes connections of its own user alone.
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
		_ = c.Close() // of another user, who has no business here
	}
}

// SocketOf is the path of a socket in an address as programs announce it, "" if it is another address.
func SocketOf(address string) string {
	path, ok := strings.CutPrefix(address, "unix:")
	if !ok {
		return ""
	}
	return path
}

// CheckSocket reports what is wrong with a socket that is about to be used: it belongs to this user, who alone can use it.
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
