// Package engine links the parts that only a program that runs studies needs: NATS' server with JetStream, and the
// driver "sqlite" of database/sql. sinew-study, the benches and tests import it; programs and their workers do without.
package engine

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	_ "modernc.org/sqlite" // the catalogue's driver
)

// patience is how long a server may take until it listens.
const patience = 10 * time.Second

// Server is study.Server. It is written out so that the study's own tests can use this package.
type Server = interface {
	InProcessConn() (net.Conn, error)
	ClientURL() string
	Shutdown()
	WaitForShutdown()
}

// Serve starts a server that is reached on loopback with a token, and keeps its files in a folder.
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
