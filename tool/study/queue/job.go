package queue

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/zeebo/xxh3"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// job is a run that waits in the queue.
type job struct {
	Version string        `json:"version"`
	Host    string        `json:"host"` // the machine with Folder
	Folder  string        `json:"folder"`
	Limit   time.Duration `json:"limit"` // how long the run may take
	Run     *scenario.Run `json:"run"`
}

// Limits on a job.
const (
	maxJob    = 1 << 20 // bytes
	maxRuns   = 10_000_000
	maxLength = 30 * 24 * time.Hour
	maxListed = 10_000 // of each kind of thing in a run
)

// runID matches a run's ID, as in scenario.Run.
var runID = regexp.MustCompile(`^[0-9a-f]{20}$`)

// title names a study in the queue, by the machine and the folder of its runs, so that the study finds what it has
// left there.
func title(host, folder string) string {
	sum := xxh3.Hash128([]byte(host + ":" + folder)).Bytes()
	return hex.EncodeToString(sum[:8])
}

// hostname names this machine.
func hostname() string {
	if host, err := os.Hostname(); err == nil {
		return host
	}
	return "localhost"
}

// check reports all faults of a job of a study before anything is done for it, because anyone who can write to a queue
// may have put it there.
func (a *address) check(study string, j *job) error {
	var faults []error
	fault := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	r := j.Run
	fault(r.N < 1 || r.N > maxRuns, "run %d: runs are numbered from 1 to %d", r.N, maxRuns)
	fault(!runID.MatchString(r.ID), "the run's id is %.40q", r.ID)
	fault(!slices.Contains([]string{scenario.RecordAll, scenario.RecordFailed, scenario.RecordNone}, r.Record), "record is %.40q", r.Record)
	fault(r.For <= 0 || r.For > maxLength, "a run of %v", r.For)
	fault(j.Limit < 0 || j.Limit > maxLength, "a limit of %v", j.Limit)
	listed := max(len(r.Params), len(r.Vars), len(r.Mocks), len(r.Faults), len(r.Sets), len(r.Without), len(r.Trace), len(r.Asserts))
	fault(listed > maxListed, "%d settings, mocks or faults: a run has at most %d of each", listed, maxListed)
	if a.Folder != "" {
		fault(j.Folder != a.Folder, "the folder %.200q is not the study's, %s", j.Folder, a.Folder)
	} else {
		fault(title(j.Host, j.Folder) != study, "the folder %.200q is not the study's", j.Folder)
	}
	for _, m := range r.Mocks {
		file := scenario.MockFile(m)
		switch {
		case file == "":
		case a.Folder != "":
			fault(!slices.Contains(a.Mocks, m), "the study's file names no mock %.200q", m)
		case len(a.Key) == 0:
			fault(true, "the mock %.200q reads a file: a worker without a key reads none", m)
		default:
			fault(!filepath.IsAbs(file) || filepath.Clean(file) != file, "the mock %.200q does not name its file by its whole path", m)
		}
	}
	return errors.Join(faults...)
}

// keeps reports whether a worker may write recordings to a job's folder: the folder of the study that started the
// worker or, with a key, a folder on this machine that belongs to a study.
func (a *address) keeps(j *job) bool {
	switch {
	case a.Folder != "":
		return j.Folder == a.Folder
	case len(a.Key) == 0 || j.Host != hostname() || !filepath.IsAbs(j.Folder) || filepath.Base(filepath.Clean(j.Folder)) != runsFolder:
		return false
	}
	runs, err := os.Lstat(j.Folder)
	if err != nil || !runs.IsDir() {
		return false
	}
	db, err := os.Lstat(filepath.Join(filepath.Dir(filepath.Clean(j.Folder)), catalogueFile))
	return err == nil && db.Mode().IsRegular()
}

// macHeader is the header with the proof that a message's sender has the key.
const macHeader = "Sinew-Mac"

// Purposes of messages, so that one kind cannot be mistaken for another.
const (
	forWork   = "work"
	forResult = "result"
	forName   = "name" // distinguishes keys
)

// mac is the HMAC-SHA-256 under a key, in hexadecimal; "" without a key.
func mac(key []byte, kind, study string, data []byte) string {
	if len(key) == 0 {
		return ""
	}
	m := hmac.New(sha256.New, key)
	fmt.Fprintf(m, "sinew study 1: %s %s\n", kind, study)
	_, _ = m.Write(data) // a hash never fails
	return hex.EncodeToString(m.Sum(nil))
}

// keyName identifies a study's key without revealing it.
func keyName(key []byte, study string) string {
	name := mac(key, forName, study, nil)
	return name[:min(len(name), 16)]
}

// message makes a message of a study.
func (a *address) message(kind, subject, study string, data []byte) *nats.Msg {
	m := nats.NewMsg(subject + study)
	m.Data = data
	if len(a.Key) > 0 {
		m.Header.Set(macHeader, mac(a.Key, kind, study, data))
	}
	return m
}

// genuine reports whether a message's sender has the key; without a key it is always true.
func (a *address) genuine(kind, study string, h nats.Header, data []byte) bool {
	want := mac(a.Key, kind, study, data)
	return hmac.Equal([]byte(want), []byte(h.Get(macHeader))) || want == ""
}
