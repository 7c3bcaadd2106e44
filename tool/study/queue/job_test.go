package queue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// honest is a job that a study would put into its queue, and the address of a worker that the study has started.
func honest(t *testing.T) (job, address) {
	t.Helper()
	runs, err := parse(t, "program: toy\nfor: 100ms\n").Plan(specs, "v")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), runsFolder)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	mocks := []string{"noise=csv:/data/noise.csv", "noise=const:1"}
	runs[0].Mocks = mocks
	j := job{Version: "v", Host: hostname(), Folder: dir, Limit: time.Minute, Run: runs[0]}
	return j, address{Study: title(hostname(), dir), Key: shared, Folder: dir, Mocks: mocks[:1]}
}

// TestJobsAreChecked: whatever field of a job was made up, a worker sees it.
func TestJobsAreChecked(t *testing.T) {
	j, a := honest(t)
	if err := a.check(a.Study, &j); err != nil {
		t.Fatal(err)
	}
	far := a // a worker on a cluster
	far.Folder, far.Mocks = "", nil
	if err := far.check(a.Study, &j); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(j *job)
		want   string
	}{
		"folder":  {func(j *job) { j.Folder = filepath.Dir(filepath.Dir(j.Folder)) }, "is not the study's"},
		"up":      {func(j *job) { j.Folder += "/../../../etc" }, "is not the study's"},
		"host":    {func(j *job) { j.Host = "elsewhere" }, ""},
		"mock":    {func(j *job) { j.Run.Mocks = []string{"noise=csv:/etc/../etc/passwd"} }, "mock"},
		"number":  {func(j *job) { j.Run.N = -1 }, "runs are numbered"},
		"many":    {func(j *job) { j.Run.N = maxRuns + 1 }, "runs are numbered"},
		"id":      {func(j *job) { j.Run.ID = "../../x" }, "the run's id"},
		"record":  {func(j *job) { j.Run.Record = "everything" }, "record is"},
		"for":     {func(j *job) { j.Run.For = -1 }, "a run of -1ns"},
		"long":    {func(j *job) { j.Run.For = 1 << 62 }, "a run of"},
		"limit":   {func(j *job) { j.Limit = -time.Second }, "a limit of -1s"},
		"listed":  {func(j *job) { j.Run.Trace = make([]string, maxListed+1) }, "at most 10000 of each"},
		"several": {func(j *job) { j.Run.N, j.Run.Record = 0, "x" }, "\n"},
	} {
		bad, run := j, *j.Run
		bad.Run = &run
		c.change(&bad)
		for where, a := range map[string]address{"here": a, "far": far} {
			err := a.check(a.Study, &bad)
			if c.want == "" && where == "here" { // the folder decides
				continue
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %v, want %q", name, where, err, c.want)
			}
		}
	}
	bad, run := j, *j.Run
	bad.Run = &run
	run.Mocks = []string{"noise=lua:/data/else.lua"}
	if err := a.check(a.Study, &bad); err == nil || !strings.Contains(err.Error(), "the study's file names no mock") {
		t.Error(err)
	}
	far.Key = nil
	if err := far.check(a.Study, &bad); err == nil || !strings.Contains(err.Error(), "a worker without a key reads none") {
		t.Error(err)
	}
}

// TestWhereRecordingsGo: to the folder of the study that has started the worker, or that is there and has its key.
func TestWhereRecordingsGo(t *testing.T) {
	j, a := honest(t)
	if !a.keeps(&j) {
		t.Error("its own study's recordings are not kept")
	}
	far := address{Study: a.Study, Key: shared}
	if far.keeps(&j) {
		t.Error("a folder without a study is written to")
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(j.Folder), catalogueFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if !far.keeps(&j) {
		t.Error("a study's folder on this machine is not written to")
	}
	far.Key = nil
	if far.keeps(&j) {
		t.Error("a worker without a key writes recordings")
	}
	far.Key = shared
	link := filepath.Join(t.TempDir(), runsFolder)
	if err := os.Symlink(j.Folder, link); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{link, "/", "/etc", "runs", filepath.Dir(j.Folder)} {
		bad := j
		bad.Folder = folder
		if far.keeps(&bad) || a.keeps(&bad) {
			t.Errorf("%s is written to", folder)
		}
	}
}

// TestMessagesAreGenuine: no byte of a message, kind or study can be changed by somebody without the key.
func TestMessagesAreGenuine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 16, 40).Draw(t, "key")
		data := rapid.SliceOfN(rapid.Byte(), 1, 200).Draw(t, "data")
		a := address{Key: key}
		m := a.message(forWork, workSubject, "s", data)
		if !a.genuine(forWork, "s", m.Header, m.Data) {
			t.Fatal("it is refused")
		}
		at, bit := rapid.IntRange(0, len(data)-1).Draw(t, "at"), rapid.IntRange(0, 7).Draw(t, "bit")
		bad := bytes.Clone(data)
		bad[at] ^= 1 << bit
		other := address{Key: append(bytes.Clone(key), 0x55)}
		none := (&address{Key: key}).message(forWork, workSubject, "s", data)
		none.Header.Del(macHeader)
		if a.genuine(forWork, "s", m.Header, bad) || a.genuine(forResult, "s", m.Header, data) || a.genuine(forWork, "t", m.Header, data) ||
			other.genuine(forWork, "s", m.Header, data) || a.genuine(forWork, "s", none.Header, data) {
			t.Fatal("a forged message is taken")
		}
	})
}

// safe is a log that several goroutines write to.
type safe struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safe) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// takeOut takes a study's runs out of its queue.
func takeOut(ctx context.Context, t *testing.T, js jetstream.JetStream, study string) (all []*nats.Msg) {
	t.Helper()
	s, err := js.Stream(ctx, workStream+study)
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Info(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for seq := info.State.FirstSeq; seq <= info.State.LastSeq; seq++ {
		m, err := s.GetMsg(ctx, seq)
		if err != nil {
			t.Fatal(err)
		}
		m.Header.Del(nats.MsgIdHdr)
		all = append(all, &nats.Msg{Subject: m.Subject, Header: m.Header, Data: m.Data})
	}
	if err := s.Purge(ctx); err != nil {
		t.Fatal(err)
	}
	return all
}

// intrude puts what a stranger would like into a study's queue: runs, twice, and an outcome.
func intrude(ctx context.Context, t *testing.T, js jetstream.JetStream, study string, runs []*scenario.Run, j job) {
	t.Helper()
	evil := *runs[0]
	evil.Record, evil.Mocks = scenario.RecordAll, []string{"noise=csv:/etc/passwd"}
	j.Run = &evil
	forged, _ := json.Marshal(j)
	outcome, _ := json.Marshal(scenario.Outcome{ID: runs[1].ID, Status: scenario.Passed, Hash: "made up"})
	guess := nats.NewMsg(workSubject + study)
	guess.Data = forged
	guess.Header.Set(macHeader, strings.Repeat("0", 64))
	_, err1 := js.Publish(ctx, workSubject+study, forged)
	_, err2 := js.PublishMsg(ctx, guess)
	_, err3 := js.Publish(ctx, resultSubject+study, outcome)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
}

// TestStrangersInTheQueue: on a cluster that anybody can write to, nobody without the key has a worker run anything,
// or makes up an outcome.
func TestStrangersInTheQueue(t *testing.T) {
	t.Parallel()
	url, end := cluster(t, durable(t))
	defer end()
	ctx := t.Context()
	o := options(t.TempDir(), 0)
	o.NATS = url
	o.Key = shared
	s := parse(t, "program: toy\nfor: 100ms\nseeds: 1..4\n")
	study, ended := start(ctx, t, s, o)
	js := connect(t, url)
	await(t, "the runs", func() bool {
		x, err := js.Stream(ctx, workStream+study)
		return err == nil && x.CachedInfo().State.Msgs == 4
	})
	victim := filepath.Join(t.TempDir(), runsFolder)
	if err := os.MkdirAll(victim, 0o755); err != nil {
		t.Fatal(err)
	}
	runs, err := s.Plan(specs, o.Version)
	if err != nil {
		t.Fatal(err)
	}
	honest := takeOut(ctx, t, js, study)
	intrude(ctx, t, js, study, runs, job{Version: o.Version, Host: hostname(), Folder: victim})
	for _, m := range honest { // behind the others
		if _, err := js.PublishMsg(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	working, stop := context.WithCancel(ctx)
	log := &safe{}
	done := serve(working, url, log)
	ends(t, ended, done, stop)
	for _, r := range rows(t, o.Folder) {
		if r.Outcome.Hash == "made up" || r.Outcome.Worker == "" {
			t.Errorf("%+v", r.Outcome)
		}
	}
	if n := strings.Count(log.String(), "a run is refused: it does not come from somebody who has the study's key"); n != 2 {
		t.Errorf("refused %d times:\n%s", n, log.String())
	}
	if left, err := os.ReadDir(victim); err != nil || len(left) != 0 {
		t.Error("something was written:", left, err)
	}
}

// TestClustersWantAKey: neither a study nor a worker begins without one, unless that is said.
func TestClustersWantAKey(t *testing.T) {
	o := options(t.TempDir(), 0)
	o.NATS = "nats://127.0.0.1:1"
	if _, err := Run(t.Context(), parse(t, gains), specs, o); err == nil || !strings.Contains(err.Error(), "--key FILE") {
		t.Error("a study begins without a key:", err)
	}
	if err := Serve(t.Context(), Cluster{URL: o.NATS, Worker: o.Worker}, io.Discard); err == nil || !strings.Contains(err.Error(), "--key FILE") {
		t.Error("a worker begins without a key:", err)
	}
	if err := Serve(t.Context(), Cluster{URL: o.NATS, NoKey: true, Worker: o.Worker}, io.Discard); err == nil || strings.Contains(err.Error(), "--key FILE") {
		t.Error("a worker that shall begin without a key:", err)
	}
}

// TestKeysThatDiffer: workers and studies with different keys, or with one and with none, have nothing to do with each
// other and say so.
func TestKeysThatDiffer(t *testing.T) {
	for _, c := range []struct {
		study, worker []byte
		want          string
	}{{shared, shared, ""}, {nil, nil, ""}, {shared, nil, "has a key"}, {nil, shared, "has no key"}, {shared, []byte("another key of sixteen bytes"), "has another key"}} {
		w := &worker{address: address{Key: c.worker}, version: "v"}
		err := w.fits("s", map[string]string{versionKey: "v", keyKey: keyName(c.study, "s")})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
