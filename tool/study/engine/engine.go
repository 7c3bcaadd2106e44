// Package engine links what only studies need: NATS' server with JetStream, and the driver "sqlite" of database/sql.
// sinew-study, the benches and tests import it; programs and their workers do not.
package engine

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	_ "modernc.org/sqlite" // the catalogue's driver
)

// patience is how long a server may take to start.
const patience = 10 * time.Second

// Server implements study.Server. It does not name it, so that the study's own tests can use this package.
type Server = interface {
	InProcessConn() (net.Conn, error)
	ClientURL() string
	Shutdown()
	WaitForShutdown()
}

// Serve starts a server that is reachable on loopback with a token and stores its files in a folder.
func Serve(folder, token string) (Server, error) {
	s, err := server.NewServer(&server.Options{ServerName: "sinew", Host: "127.0.0.1", Port: server.RANDOM_PORT,
		Authorization: token, JetStream: true, StoreDir: folder, NoLog: true, NoSigs: true, DisableJetStreamBanner: true})
	if err != nil {
		return nil, fmt.Errorf("the queue's server: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		s.Shutdown()
		return nil, errors.New("the queue's server does not begin to listen on loopback")
	}
	return s, nil
}
