package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// name is a worker's name, by the machine and process.
func name(pid int) string {
	return fmt.Sprintf("%d@%s", pid, hostname())
}

// worker has its executor run what the queue gives it.
type worker struct {
	address
	executor *executor
	version  string // of the program
	nc       *nats.Conn
	js       jetstream.JetStream
	log      io.Writer
	begun    bool            // a run's
	said     string          // the latest problem with the queue that was logged
	foreign  map[string]bool // what was logged about studies with other builds and keys
}

func newWorker(a address, e *executor, log io.Writer) *worker {
	return &worker{address: a, executor: e, log: log, foreign: map[string]bool{}}
}

// Cluster says where Serve takes runs from, and what carries them out.
type Cluster struct {
	URL    string
	Study  string   // "" takes runs of any study
	Key    []byte   // the study's key; studies with another key are left to others
	NoKey  bool     // instead of a key: take runs from anyone who can write to the cluster; no recordings, no mocks that read files
	Worker []string // command that calls study.Execute
}

// Serve is a worker for studies on a cluster with the same build and key, until ctx is done or its executor ends. The
// executor's standard error goes to the log.
func Serve(ctx context.Context, c Cluster, log io.Writer) error {
	if len(c.Key) == 0 && !c.NoKey {
		return errNoKey
	}
	e, err := execute(c.Worker, log)
	if err != nil {
		return err
	}
	err = newWorker(address{URL: c.URL, Study: c.Study, Key: c.Key}, e, log).work(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.Is(err, e.err):
		return fmt.Errorf("worker %s ended: %w; start it again", e.name, err)
	}
	return err
}

// work takes runs until ctx is done or the executor ends, which is an error. The executor has ended when it returns.
func (w *worker) work(ctx context.Context) (err error) {
	defer w.executor.stop()
	for w.version == "" {
		select {
		case a := <-w.executor.answers:
			w.version = a.Version
		case <-w.executor.ended:
			return w.executor.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	opts := []nats.Option{nats.Name("sinew worker " + w.executor.name), nats.MaxReconnects(-1)}
	if w.Token != "" {
		opts = append(opts, nats.Token(w.Token))
	}
	if w.nc, err = nats.Connect(w.URL, opts...); err != nil {
		return unreached(w.URL, err)
	}
	defer w.nc.Close()
	if w.js, err = jetstream.New(w.nc); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if w.executor.over() {
			return w.executor.err
		}
		if err := w.turn(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// idle is how long a worker waits for a run before it looks for studies again.
const idle = time.Second

// turn takes a run from each study that there is. A temporary problem, such as a cluster that is restarting, is not an
// error.
func (w *worker) turn(ctx context.Context) error {
	studies := []string{w.Study}
	if w.Study == "" {
		studies = nil
		try, cancel := context.WithTimeout(ctx, patience) // ask again, because an outage may have swallowed the answer
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

// trouble logs once that the queue does not answer. Only a connection that is closed for good is an error.
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

// take takes one run of a study, if there is one within a second. It does not ask for runs of another build's study,
// because each time a run is handed out counts as a try. asked is false if it returned at once.
func (w *worker) take(ctx context.Context, study string) (asked bool, err error) {
	try, cancel := context.WithTimeout(ctx, patience)
	c, err := w.js.Consumer(try, workStream+study, consumerName)
	cancel()
	if err == nil {
		if err := w.fits(study, c.CachedInfo().Config.Metadata); err != nil {
			return false, w.passOver(study, err)
		}
		if w.executor.over() { // during a run of another study
			return false, nil
		}
		var batch jetstream.MessageBatch
		if batch, err = c.Fetch(1, jetstream.FetchMaxWait(idle)); err == nil {
			select {
			case m, ok := <-batch.Messages():
				if ok {
					w.said = ""
					return true, w.handle(ctx, study, m)
				}
			case <-w.executor.ended:
				return true, nil
			case <-ctx.Done():
				return true, nil
			}
			if err = batch.Error(); err == nil {
				w.said = ""
				return true, nil
			}
		}
	}
	switch {
	case errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, jetstream.ErrConsumerDeleted): // it is starting or ending
	case !errors.Is(err, jetstream.ErrStreamNotFound):
		return false, w.trouble(ctx, err)
	case w.Study != "" && ctx.Err() == nil:
		return false, fmt.Errorf("the study %s is over", study)
	}
	return false, nil
}

// fits says why this worker cannot work for a study.
func (w *worker) fits(study string, about map[string]string) error {
	if v := about[versionKey]; v != w.version {
		return fmt.Errorf("the study %s is of another build (%s, this is %s): run the same program on all machines", study, v, w.version)
	}
	switch name := about[keyKey]; {
	case name == keyName(w.Key, study):
		return nil
	case len(w.Key) == 0:
		return fmt.Errorf("the study %s has a key: give this worker the same one with --key FILE", study)
	case name == "":
		return fmt.Errorf("the study %s has no key: anybody could have begun it; begin it with this worker's --key FILE", study)
	}
	return fmt.Errorf("the study %s has another key: give the study and its workers the same --key FILE", study)
}

// passOver leaves a study to other workers. If only this study is wanted, that is an error.
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

// read decodes the job in a message. The error says why it is refused: anyone may have put it there.
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

// handle runs a run, delivers its outcome and acknowledges the run, in this order: if the worker ends in between, the run
// is repeated, but no result is lost.
func (w *worker) handle(ctx context.Context, study string, m jetstream.Msg) error {
	j, err := w.read(study, m)
	if err == nil && j.Version != w.version { // another build has just begun the study anew
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
	var stuck error
	if md.NumDelivered <= tries {
		if o, stuck = w.run(ctx, study, m, j); o == nil {
			_ = m.Nak() // goes to another worker at once
			return nil
		}
	}
	o.Worker = w.executor.name
	fmt.Fprintf(w.log, "%s run %d: %s\n", study, j.Run.N, o.Status)
	b, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if stuck != nil {
		var free func()
		ctx, free = context.WithTimeout(ctx, patience)
		defer free()
	}
	w.deliver(ctx, study, m, o.ID, b)
	if stuck != nil {
		_ = w.executor.process.Kill()
	}
	return stuck
}

// deliver delivers an outcome, however long that takes, unless the study is over. A queue that takes the outcome but does
// not confirm the acknowledgement has forgotten in a crash that it handed out the run. It hands the run out again; the
// outcome of that is the same, and is there already.
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
			_, e := w.js.Stream(try, resultStream+study) // a server that is just starting has no streams, either
			over = errors.Is(e, jetstream.ErrStreamNotFound)
		}
		cancel()
		if err == nil || over {
			return
		}
		wait(ctx, idle)
	}
}

// errand is the executor's errand for a job.
func (w *worker) errand(j *job) *study.Errand {
	return &study.Errand{Run: j.Run, File: w.recording(j), Limit: j.Limit}
}

// grace is how long a run that was given up may take to end.
const grace = 2 * time.Second

// run has the executor run one run, and reports meanwhile that it is in progress. There is no outcome if the run was
// interrupted or the executor has ended. The error says that the executor does not end a run that takes too long, which
// makes it useless.
func (w *worker) run(ctx context.Context, study string, m jetstream.Msg, j *job) (o *scenario.Outcome, err error) {
	errand := w.errand(j)
	if err := w.executor.give(errand); err != nil {
		return nil, err
	}
	w.begun = true
	begun := time.Now()
	t := time.NewTicker(heartbeat)
	defer t.Stop()
	var late <-chan time.Time
	if j.Limit > 0 {
		late = time.After(j.Limit + grace)
	}
	for over := false; o == nil && !over; {
		select {
		case a := <-w.executor.answers:
			if a.Outcome != nil && a.ID == j.Run.ID {
				o = a.Outcome
			}
		case <-t.C:
			_ = m.InProgress()
		case <-late:
			err = fmt.Errorf("worker %s ends: run %s of the study %s does not, %v after its limit; start the worker again", w.executor.name, j.Run.ID, study, grace)
			return errand.GivenUp(time.Since(begun)), err
		case <-w.executor.ended:
			over = true
		case <-ctx.Done():
			return nil, nil
		}
	}
	if errand.File != "" {
		if err := keep(errand.File, j, o); err != nil && o != nil {
			o.Error = strings.TrimPrefix(o.Error+"; its recording could not be kept: "+err.Error(), "; ")
		}
	}
	return o, nil
}
