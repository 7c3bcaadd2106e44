package study

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/program"
	"github.com/sinew-robotics/sinew/scenario"
)

// Version identifies the build of the running program by the bytes of its executable: another build may give other
// results.
func Version() (string, error) {
	file, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := xxh3.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	sum := h.Sum128().Bytes()
	return hex.EncodeToString(sum[:8]), nil
}

// name is a worker's name: where it runs.
func name(pid int) string {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	return fmt.Sprintf("%d@%s", pid, host)
}

// worker runs what the queue gives it.
type worker struct {
	address
	specs   []program.Spec
	version string
	name    string
	nc      *nats.Conn
	js      jetstream.JetStream
	log     io.Writer
}

// ServePiped is a worker of the process that started it: a line of JSON on in says where the queue is, and the end of
// in, however it comes, ends the worker.
func ServePiped(in io.Reader, specs []program.Spec) error {
	lines := bufio.NewReader(in)
	line, err := lines.ReadBytes('\n')
	var a address
	if err == nil {
		err = json.Unmarshal(line, &a)
	}
	if err != nil {
		return fmt.Errorf("scenario worker --piped: it expects a line of JSON on its standard input, as `sinew scenario run` writes it: %w", err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		os.Exit(0) // whatever it was at is begun anew by another
	}()
	return work(context.Background(), a, specs, io.Discard)
}

// Serve is a worker for whatever study of the same build uses the cluster at url, until ctx is done. study names one;
// "" takes any.
func Serve(ctx context.Context, url, study string, specs []program.Spec, log io.Writer) error {
	err := work(ctx, address{URL: url, Study: study}, specs, log)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func work(ctx context.Context, a address, specs []program.Spec, log io.Writer) error {
	w := &worker{address: a, specs: specs, name: name(os.Getpid()), log: log}
	var err error
	if w.version, err = Version(); err != nil {
		return err
	}
	opts := []nats.Option{nats.Name("sinew worker " + w.name), nats.MaxReconnects(-1)}
	if a.Token != "" {
		opts = append(opts, nats.Token(a.Token))
	}
	if w.nc, err = nats.Connect(a.URL, opts...); err != nil {
		return fmt.Errorf("the queue at %s: %w", a.URL, err)
	}
	defer w.nc.Close()
	if w.js, err = jetstream.New(w.nc); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if err := w.turn(ctx); err != nil {
			return err
		}
	}
	return nil
}

// idle is how long a worker waits for a run before it looks for studies again.
const idle = time.Second

// turn takes a run from each study that there is.
func (w *worker) turn(ctx context.Context) error {
	studies := []string{w.Study}
	if w.Study == "" {
		studies = nil
		list := w.js.StreamNames(ctx)
		for n := range list.Name() {
			if s, ok := strings.CutPrefix(n, workStream); ok {
				studies = append(studies, s)
			}
		}
		if err := list.Err(); err != nil && ctx.Err() == nil {
			return fmt.Errorf("the queue at %s: %w", w.nc.ConnectedUrlRedacted(), err)
		}
	}
	for _, s := range studies {
		if err := w.take(ctx, s); err != nil {
			return err
		}
	}
	if len(studies) == 0 {
		wait(ctx, idle)
	}
	return nil
}

func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// take takes one run of a study, if there is one within a second.
func (w *worker) take(ctx context.Context, study string) error {
	c, err := w.js.Consumer(ctx, workStream+study, consumerName)
	if err == nil {
		var batch jetstream.MessageBatch
		if batch, err = c.Fetch(1, jetstream.FetchMaxWait(idle)); err == nil {
			for m := range batch.Messages() {
				if err := w.handle(ctx, study, m); err != nil {
					return err
				}
			}
			err = batch.Error()
		}
	}
	if err == nil || ctx.Err() != nil {
		return nil
	}
	if w.Study != "" && errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("the study %s is over", study)
	}
	wait(ctx, idle) // the server may be back soon
	return nil
}

// handle runs a run, gives its outcome back and acknowledges it, in this order: a worker that ends in between costs a
// repetition and never a result.
func (w *worker) handle(ctx context.Context, study string, m jetstream.Msg) error {
	var j job
	if err := json.Unmarshal(m.Data(), &j); err != nil || j.Run == nil {
		return m.Term() // none of ours
	}
	if j.Version != w.version {
		_ = m.NakWithDelay(idle)
		return fmt.Errorf("the study %s is of another build (%s, this is %s): run the same program on all machines", study, j.Version, w.version)
	}
	md, err := m.Metadata()
	if err != nil {
		return err
	}
	o := &scenario.Outcome{ID: j.Run.ID, Status: scenario.Broken,
		Error: fmt.Sprintf("given up: %d workers ended while they ran it", md.NumDelivered-1)}
	if md.NumDelivered <= tries {
		if o, err = w.run(ctx, study, m, &j); err != nil {
			return nil // interrupted
		}
	}
	o.Worker = w.name
	fmt.Fprintf(w.log, "%s run %d: %s\n", study, j.Run.N, o.Status)
	b, err := json.Marshal(o)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		try, cancel := context.WithTimeout(ctx, patience)
		_, err := w.js.Publish(try, resultSubject+study, b, jetstream.WithMsgID(o.ID))
		if err == nil {
			err = m.DoubleAck(try)
		}
		cancel()
		if err == nil || errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
			break // done, or the study is over
		}
		wait(ctx, idle)
	}
	return nil
}

// run runs one run. The error says that it was interrupted.
func (w *worker) run(ctx context.Context, study string, m jetstream.Msg, j *job) (*scenario.Outcome, error) {
	note, err := json.Marshal(begun{w.name, m.Reply(), j.Run.N})
	if err != nil {
		return nil, err
	}
	_ = w.nc.Publish(startSubject+study, note)
	_ = w.nc.FlushTimeout(patience) // without it the run is missed only after a while
	file := w.recording(j)
	var done sync.WaitGroup
	stop := make(chan struct{})
	done.Go(func() { w.beat(stop, m, study, j) })
	o, err := j.Run.Do(ctx, w.specs, file)
	close(stop)
	done.Wait()
	if file != "" {
		keep(file, j, o)
	}
	return o, err
}

// beat says that the run is still being run. A run that takes too long is given up, and this process with it.
func (w *worker) beat(stop <-chan struct{}, m jetstream.Msg, study string, j *job) {
	t := time.NewTicker(heartbeat)
	defer t.Stop()
	for begun := time.Now(); ; {
		select {
		case <-stop:
			return
		case <-t.C:
		}
		if j.Limit > 0 && time.Since(begun) > j.Limit {
			b, err := json.Marshal(&scenario.Outcome{ID: j.Run.ID, Status: scenario.Broken, Worker: w.name,
				Wall: time.Since(begun).Seconds(), Error: fmt.Sprintf("given up after %v: raise --limit if it needs longer", j.Limit)})
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			if err == nil {
				_, err = w.js.Publish(ctx, resultSubject+study, b, jetstream.WithMsgID(j.Run.ID))
			}
			if err == nil {
				err = m.DoubleAck(ctx)
			}
			cancel()
			if err == nil {
				os.Exit(1)
			}
		}
		_ = m.InProgress()
	}
}

// recording names the file in which the run is recorded while nobody knows whether it is kept.
func (w *worker) recording(j *job) string {
	host, err := os.Hostname()
	if err != nil || j.Run.Record == scenario.RecordNone || j.Host != host {
		return ""
	}
	if info, err := os.Stat(j.Folder); err != nil || !info.IsDir() {
		return ""
	}
	return filepath.Join(j.Folder, partial+fmt.Sprint(os.Getpid())+".mcap")
}

const partial = "part-"

// keep moves a recording to its run's folder, or deletes it.
func keep(file string, j *job, o *scenario.Outcome) {
	if o == nil || o.Status == scenario.Passed && j.Run.Record != scenario.RecordAll {
		_ = os.Remove(file)
		return
	}
	dir := runFolder(j.Folder, j.Run.N)
	if err := os.MkdirAll(dir, 0o755); err == nil {
		_ = os.Rename(file, filepath.Join(dir, "trace.mcap"))
	}
}

func runFolder(runs string, n int) string { return filepath.Join(runs, fmt.Sprintf("%04d", n)) }
