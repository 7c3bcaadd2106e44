package queue

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// Names in the queue; the study's own name is appended.
const (
	workStream    = "SINEW_WORK_"
	resultStream  = "SINEW_RESULT_"
	workSubject   = "sinew.work."
	resultSubject = "sinew.result."
	consumerName  = "workers"
	resultName    = "catalogue"     // the consumer of the results
	versionKey    = "sinew_version" // metadata of the workers' consumer: the study's build
	keyKey        = "sinew_key"     // and the name of its key
)

// How long things may take.
const (
	ackWait   = 5 * time.Second // without a sign of life for so long, a run goes to another worker
	heartbeat = time.Second
	patience  = 10 * time.Second // for an answer of the queue
	attempt   = 2 * time.Second  // for an answer that is requested again
)

// tries is how many workers may end during a run before it is given up.
const tries = 3

// address says how to reach a queue, and what a worker that the study has started may access.
type address struct {
	URL    string
	Token  string
	Study  string
	Key    []byte   // of those who may write to the queue; if empty, anyone can
	Folder string   // of the study's runs
	Mocks  []string // those in its runs that read files
}

// queue is a study's end of the queue.
type queue struct {
	address
	own    Server // nil on an existing cluster
	folder string // for the own server
	nc     *nats.Conn
	js     jetstream.JetStream

	lost chan error // gets the error that ends the study
}

// openQueue opens a study's streams, on a new server if there is no address.
func openQueue(ctx context.Context, o Options, a address) (*queue, error) {
	q := &queue{address: a, lost: make(chan error, 1)}
	if err := q.open(ctx, o); err != nil {
		q.close()
		return nil, err
	}
	return q, nil
}

// open connects to the server and makes the streams. After an error, close frees what there is.
func (q *queue) open(ctx context.Context, o Options) (err error) {
	if o.NATS == "" {
		if err := q.serve(o.Server); err != nil {
			return err
		}
		q.nc, err = nats.Connect("", nats.InProcessServer(q.own), nats.Token(q.Token), nats.MaxReconnects(-1))
	} else {
		q.nc, err = nats.Connect(o.NATS, nats.Name("sinew study "+q.Study), nats.MaxReconnects(-1))
	}
	if err == nil {
		q.js, err = jetstream.New(q.nc)
	}
	if err == nil {
		err = q.streams(ctx, o.Version, cmp.Or(o.Silence, ackWait))
	}
	if err != nil {
		return unreached(q.URL, err)
	}
	return nil
}

// unreached adds to an error the queue's address without its passwords.
func unreached(address string, err error) error {
	parts := strings.Split(address, ",")
	for i, p := range parts {
		if at := strings.LastIndex(p, "@"); at >= 0 {
			scheme, _, found := strings.Cut(p[:at], "://")
			if parts[i] = p[at+1:]; found {
				parts[i] = scheme + "://" + parts[i]
			}
		}
	}
	return fmt.Errorf("the queue at %s: %w", strings.Join(parts, ","), err)
}

// Server is a NATS server with JetStream, such as package engine starts.
type Server = interface {
	InProcessConn() (net.Conn, error)
	ClientURL() string
	Shutdown()
	WaitForShutdown()
}

// serve starts a server that is reachable on loopback with a token.
func (q *queue) serve(start func(folder, token string) (Server, error)) (err error) {
	if q.folder, err = os.MkdirTemp("", "sinew-queue-"); err != nil {
		return err
	}
	q.Token = rand.Text()
	own, err := start(q.folder, q.Token)
	if err != nil {
		return err
	}
	q.own, q.URL = own, own.ClientURL()
	return nil
}

// streams makes the study's streams anew: what a killed study has left there is in its catalogue or will be run
// again.
func (q *queue) streams(ctx context.Context, version string, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	q.forget(ctx)
	storage := jetstream.FileStorage
	if q.own != nil {
		storage = jetstream.MemoryStorage
	}
	s, err := q.js.CreateStream(ctx, jetstream.StreamConfig{Name: workStream + q.Study, Subjects: []string{workSubject + q.Study},
		Retention: jetstream.WorkQueuePolicy, Storage: storage, Description: "runs of a study of sinew, to be run"})
	if err != nil {
		return err
	}
	_, err = s.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: wait, MaxDeliver: -1, MaxAckPending: -1, Metadata: map[string]string{versionKey: version, keyKey: keyName(q.Key, q.Study)}})
	if err != nil {
		return err
	}
	_, err = q.js.CreateStream(ctx, jetstream.StreamConfig{Name: resultStream + q.Study, Subjects: []string{resultSubject + q.Study},
		Retention: jetstream.WorkQueuePolicy, Storage: storage, Duplicates: time.Hour, Description: "outcomes of a study of sinew"})
	return err
}

// forget deletes the study's streams.
func (q *queue) forget(ctx context.Context) {
	_ = q.js.DeleteStream(ctx, workStream+q.Study) // they may not exist
	_ = q.js.DeleteStream(ctx, resultStream+q.Study)
}

// put adds a run to the queue.
func (q *queue) put(ctx context.Context, j *job) error {
	b, err := json.Marshal(j)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if len(b) > maxJob {
		return fmt.Errorf("run %d has %d bytes: at most %d are taken; make its parameters or sets smaller", j.Run.N, len(b), maxJob)
	}
	_, err = q.js.PublishMsg(ctx, q.message(forWork, workSubject, q.Study, b), jetstream.WithMsgID(j.Run.ID))
	return err
}

// results calls f with every outcome, one after another; an outcome for which f returns true is acknowledged. The
// consumer is durable, so that an outage of the cluster, however long, loses no outcome. If the consumer is deleted,
// lost gets an error.
func (q *queue) results(ctx context.Context, f func(*scenario.Outcome) bool) (stop func(), err error) {
	setup, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c, err := q.js.CreateConsumer(setup, resultStream+q.Study, jetstream.ConsumerConfig{Durable: resultName,
		AckPolicy: jetstream.AckExplicitPolicy, MaxAckPending: -1})
	if err != nil {
		return nil, unreached(q.URL, err)
	}
	consuming, err := c.Consume(func(m jetstream.Msg) {
		o := &scenario.Outcome{}
		if !q.genuine(forResult, q.Study, m.Headers(), m.Data()) || json.Unmarshal(m.Data(), o) != nil {
			_ = m.Term() // not from this study
			return
		}
		if f(o) {
			_ = m.Ack() // a second delivery is recognised by its ID
		}
	}, jetstream.PullExpiry(patience), jetstream.PullHeartbeat(heartbeat), jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) {
		if err = gone(c, err); err != nil {
			select {
			case q.lost <- unreached(q.URL, err):
			default: // one error is enough
			}
		}
	}))
	if err != nil {
		return nil, unreached(q.URL, err)
	}
	return consuming.Stop, nil
}

// gone returns an error if a consumer no longer exists or its connection is closed. Other errors may be temporary.
func gone(c jetstream.Consumer, err error) error {
	switch {
	case errors.Is(err, jetstream.ErrConnectionClosed):
		return err
	case errors.Is(err, jetstream.ErrNoHeartbeat), errors.Is(err, nats.ErrNoResponders):
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if _, err = c.Info(ctx); err == nil {
			return nil
		}
	}
	if errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("somebody has deleted this study's streams (%w): continue with the same command", err)
	}
	return nil
}

// close ends the study's part of the queue.
func (q *queue) close() {
	if q.js != nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		q.forget(ctx)
	}
	if q.nc != nil {
		q.nc.Close()
	}
	if q.own != nil {
		q.own.Shutdown()
		q.own.WaitForShutdown()
	}
	if q.folder != "" {
		_ = os.RemoveAll(q.folder)
	}
}
