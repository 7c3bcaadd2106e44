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
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
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
	return fmt.Sprintf("%d@%s", pid, hostname())
}

// worker runs what the queue gives it.
type worker struct {
	address
	specs   []run.Spec
	version string
	name    string
	nc      *nats.Conn
	js      jetstream.JetStream
	log     io.Writer
	said    string          // the trouble with the queue that has been logged
	foreign map[string]bool // studies of other builds and keys: what has been said
}

// ServePiped is a worker of the process that started it: a line of JSON on in says where the queue is, and the end of
// in, however it comes, ends the worker.
func ServePiped(in io.Reader, specs []run.Spec) error {
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

// Cluster is where Serve takes runs from.
type Cluster struct {
	URL   string
	Study string // "" takes any
	Key   []byte // that the study has; studies with another one are passed over
	NoKey bool   // instead: take runs from whoever can write to the cluster. No recordings, no mocks that read files
}

// Serve is a worker for studies of the same build and key that use a cluster, until ctx is done.
func Serve(ctx context.Context, c Cluster, specs []run.Spec, log io.Writer) error {
	if len(c.Key) == 0 && !c.NoKey {
		return errNoKey
	}
	err := work(ctx, address{URL: c.URL, Study: c.Study, Key: c.Key}, specs, log)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func work(ctx context.Context, a address, specs []run.Spec, log io.Writer) error {
	w := &worker{address: a, specs: specs, name: name(os.Getpid()), log: log, foreign: map[string]bool{}}
	var err error
	if w.version, err = Version(); err != nil {
		return err
	}
	opts := []nats.Option{nats.Name("sinew worker " + w.name), nats.MaxReconnects(-1)}
	if a.Token != "" {
		opts = append(opts, nats.Token(a.Token))
	}
	if w.nc, err = nats.Connect(a.URL, opts...); err != nil {
		return unreached(a.URL, err)
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

// turn takes a run from each study that there is. What may pass, such as a cluster that is just starting again, is no
// error.
func (w *worker) turn(ctx context.Context) error {
	studies := []string{w.Study}
	if w.Study == "" {
		studies = nil
		try, cancel := context.WithTimeout(ctx, patience) // an answer that an outage has swallowed is asked for again
		defer cancel()
		list := w.js.StreamNames(try)
		for n := range list.Name() {
			if s, ok := strings.CutPrefix(n, workStream); ok {
				studies = append(studies, s)
			}
		}
		if err := w.trouble(ctx, list.Err()); err != nil {
			return err
		}
	}
	waited := false
	for _, s := range studies {
		asked, err := w.take(ctx, s)
		if err != nil {
			return err
		}
		waited = waited || asked
	}
	if !waited {
		wait(ctx, idle)
	}
	return nil
}

// trouble says that the queue does not answer, once. Only a connection that is closed for good is an error.
func (w *worker) trouble(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
	case err == nil:
	case w.nc.IsClosed():
		return unreached(w.URL, err)
	case w.said != err.Error():
		w.said = err.Error()
		fmt.Fprintln(w.log, unreached(w.URL, fmt.Errorf("%w; trying again", err)))
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

// take takes one run of a study, if there is one within a second. It does not ask for runs of another build's study:
// each time that a run is handed out counts as a try. asked is false when it came back at once.
func (w *worker) take(ctx context.Context, study string) (asked bool, err error) {
	try, cancel := context.WithTimeout(ctx, patience)
	c, err := w.js.Consumer(try, workStream+study, consumerName)
	cancel()
	if err == nil {
		if err := w.fits(study, c.CachedInfo().Config.Metadata); err != nil {
			return false, w.passOver(study, err)
		}
		var batch jetstream.MessageBatch
		if batch, err = c.Fetch(1, jetstream.FetchMaxWait(idle)); err == nil {
			for m := range batch.Messages() {
				if err := w.handle(ctx, study, m); err != nil {
					return true, err
				}
			}
			if err = batch.Error(); err == nil {
				w.said = ""
				return true, nil
			}
		}
	}
	switch {
	case errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, jetstream.ErrConsumerDeleted): // it begins or ends
	case !errors.Is(err, jetstream.ErrStreamNotFound):
		return false, w.trouble(ctx, err)
	case w.Study != "" && ctx.Err() == nil:
		return false, fmt.Errorf("the study %s is over", study)
	}
	return false, nil
}

// fits says why this worker has nothing to do with a study.
func (w *worker) fits(study string, about map[string]string) error {
	if v := about[versionKey]; v != w.version {
		return fmt.Errorf("the study %s is of another build (%s, this is %s): run the same program on all machines", study, v, w.version)
	}
	switch name := about[keyKey]; {
	case name == keyName(w.Key, study):
		return nil
	case len(w.Key) == 0:
		return fmt.Errorf("the study %s has a key: give this worker the same by --key FILE", study)
	case name == "":
		return fmt.Errorf("the study %s has no key: anybody could have begun it; begin it with this worker's --key FILE", study)
	}
	return fmt.Errorf("the study %s has another key: give the study and its workers the same --key FILE", study)
}

// passOver leaves a study to others. It is an error where no other study is wanted.
func (w *worker) passOver(study string, why error) error {
	if w.Study != "" {
		return why
	}
	if !w.foreign[why.Error()] {
		w.foreign[why.Error()] = true
		fmt.Fprintln(w.log, why)
	}
	return nil
}

// read takes a job out of its message. The error says why it is refused, whoever has put it there.
func (w *worker) read(study string, m jetstream.Msg) (*job, error) {
	j := &job{}
	switch data := m.Data(); {
	case !w.genuine(forWork, study, m.Headers(), data):
		return nil, errors.New("it does not come from somebody who has the study's key")
	case len(data) > maxJob:
		return nil, fmt.Errorf("it has %d bytes: at most %d are taken", len(data), maxJob)
	default:
		if err := json.Unmarshal(data, j); err != nil || j.Run == nil {
			return nil, errors.New("it is no run")
		}
	}
	return j, nil
}

// handle runs a run, gives its outcome back and acknowledges it, in this order: a worker that ends in between costs a
// repetition and never a result.
func (w *worker) handle(ctx context.Context, study string, m jetstream.Msg) error {
	j, err := w.read(study, m)
	if err == nil && j.Version != w.version { // the study has just been begun anew by another build
		_ = m.NakWithDelay(idle)
		return w.passOver(study, w.fits(study, map[string]string{versionKey: j.Version}))
	}
	if err == nil {
		err = w.check(study, j)
	}
	if err != nil {
		fmt.Fprintf(w.log, "%s: a run is refused: %v\n", study, strings.ReplaceAll(err.Error(), "\n", "; "))
		return m.Term()
	}
	md, err := m.Metadata()
	if err != nil {
		return err
	}
	o := &scenario.Outcome{ID: j.Run.ID, Status: scenario.Broken,
		Error: fmt.Sprintf("given up: %d workers ended while they ran it", md.NumDelivered-1)}
	if md.NumDelivered <= tries {
		if o, err = w.run(ctx, study, m, j); err != nil {
			return nil // interrupted
		}
	}
	o.Worker = w.name
	fmt.Fprintf(w.log, "%s run %d: %s\n", study, j.Run.N, o.Status)
	b, err := json.Marshal(o)
	if err != nil {
		return err
	}
	w.deliver(ctx, study, m, o.ID, b)
	return nil
}

// deliver gives an outcome back, however long that takes, unless the study is over. A queue that takes the outcome but
// does not answer for the run has forgotten, by a crash, that it had handed it out: it hands it out again, and whoever gets
// it then comes to the same outcome, which is there already.
func (w *worker) deliver(ctx context.Context, study string, m jetstream.Msg, id string, outcome []byte) {
	for taken := 0; taken < 2 && ctx.Err() == nil; {
		try, cancel := context.WithTimeout(ctx, attempt)
		_, err := w.js.PublishMsg(try, w.message(forResult, resultSubject, study, outcome), jetstream.WithMsgID(id))
		if err == nil {
			taken++
			err = m.DoubleAck(try)
		}
		over := false
		if err != nil {
			_, e := w.js.Stream(try, resultStream+study) // a server that is just starting knows no streams, either
			over = errors.Is(e, jetstream.ErrStreamNotFound)
		}
		cancel()
		if err == nil || over {
			return
		}
		wait(ctx, idle)
	}
}

// run runs one run. The error says that it was interrupted.
func (w *worker) run(ctx context.Context, study string, m jetstream.Msg, j *job) (*scenario.Outcome, error) {
	note, err := json.Marshal(begun{w.name, m.Reply(), j.Run.N})
	if err != nil {
		return nil, err
	}
	_ = w.nc.PublishMsg(w.message(forStart, startSubject, study, note))
	_ = w.nc.FlushTimeout(patience) // without it the run is missed only after a while
	file := w.recording(j)
	limited, giveUp := context.WithCancel(ctx)
	defer giveUp()
	var done sync.WaitGroup
	stop, start := make(chan struct{}), time.Now()
	done.Go(func() { w.beat(stop, giveUp, study, m, j) })
	o, err := j.Run.Do(limited, w.specs, file)
	close(stop)
	done.Wait()
	if err != nil && ctx.Err() == nil {
		o, err = w.givenUp(j, time.Since(start)), nil
	}
	if file != "" {
		if err := keep(file, j, o); err != nil && o != nil {
			o.Error = strings.TrimPrefix(o.Error+"; its recording could not be kept: "+err.Error(), "; ")
		}
	}
	return o, err
}

// givenUp is the outcome of a run that takes too long.
func (w *worker) givenUp(j *job, took time.Duration) *scenario.Outcome {
	return &scenario.Outcome{ID: j.Run.ID, Status: scenario.Broken, Worker: w.name, Wall: took.Seconds(),
		Error: fmt.Sprintf("given up after %v: raise --limit if it needs longer", j.Limit)}
}

// grace is how long a run may take to end after it was given up.
const grace = 2 * time.Second

// beat says that the run is still being run. A run that takes too long is given up; one that does not end then, and
// nothing else could end it, takes this process with it.
func (w *worker) beat(stop <-chan struct{}, giveUp func(), study string, m jetstream.Msg, j *job) {
	t := time.NewTicker(heartbeat)
	defer t.Stop()
	start := time.Now()
	var limit <-chan time.Time
	if j.Limit > 0 {
		limit = time.After(j.Limit)
	}
	for late := false; ; {
		select {
		case <-stop:
			return
		case <-t.C:
			_ = m.InProgress()
		case <-limit:
			if late {
				w.end(study, m, w.givenUp(j, time.Since(start)))
			}
			giveUp()
			late, limit = true, time.After(grace)
		}
	}
}

// end gives a last outcome back and ends the process.
func (w *worker) end(study string, m jetstream.Msg, o *scenario.Outcome) {
	if b, err := json.Marshal(o); err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		w.deliver(ctx, study, m, o.ID, b)
	}
	fmt.Fprintf(os.Stderr, "worker %s ends: run %s of the study %s does not, %v after its limit; start the worker again\n", w.name, o.ID, study, grace)
	os.Exit(1)
}
