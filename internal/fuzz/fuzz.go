// Package fuzz runs fuzz targets in a plain loop: changes of their corpus, one after the other in one goroutine, the same
// ones for the same seed. It is many times quicker than the loop of go test, which starts a goroutine and a test for each
// input, and suits decoders, which take a microsecond. scripts/fuzz.sh -p runs it. Seed is for tests that draw by themselves.
package fuzz

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strconv"
	"testing"
	"time"
)

// Seed is what SEED in the environment says, as scripts/test.sh sets it, so that the same code draws the same
// (docs/decisions/0057-the-seed-of-a-run-of-the-suite.md); otherwise a new one.
func Seed() uint64 {
	if seed, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64); err == nil && seed != 0 {
		return seed
	}
	return rand.Uint64()
}

// loopEnv asks for the loop: "EXECUTIONS SEED [FILE]", where EXECUTIONS are those of each target, and a line about them is added
// to FILE.
const loopEnv = "SINEW_FUZZ"

// Run is f.Fuzz(target). Where the environment asks for the loop, each entry of the corpus is then the first of as many
// executions; a line on the standard output, or in the file, says how many there were and how long they took, and an input that
// fails is put into the corpus in testdata/fuzz.
func Run(f *testing.F, target any) {
	f.Helper()
	l := loop{name: f.Name(), target: reflect.ValueOf(target)}
	file := ""
	if n, _ := fmt.Sscan(os.Getenv(loopEnv), &l.most, &l.seed, &file); n < 2 {
		f.Fuzz(target)
		return
	}
	switch g := target.(type) { // without reflection
	case func(*testing.T, []byte):
		l.call = func(t *testing.T, in []any) { g(t, in[0].([]byte)) }
	case func(*testing.T, string):
		l.call = func(t *testing.T, in []any) { g(t, in[0].(string)) }
	default:
		l.call = l.reflected
	}
	f.Fuzz(reflect.MakeFunc(l.target.Type(), func(in []reflect.Value) []reflect.Value {
		entry := make([]any, len(in)-1)
		for i := range entry {
			entry[i] = in[i+1].Interface()
		}
		l.corpus = append(l.corpus, entry)
		l.call(in[0].Interface().(*testing.T), append([]any(nil), entry...))
		return nil
	}).Interface())
	if len(l.corpus) == 0 {
		f.Error("the target has no corpus")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1000)) // inputs leave much behind, and little stays
	all := func(string, string) (bool, error) { return true, nil }
	if !f.Failed() && !testing.RunTests(all, []testing.InternalTest{{Name: l.name, F: l.all}}) {
		f.Fail()
	}
	l.tell(f, file)
}

// tell says how many executions there were.
func (l *loop) tell(f *testing.F, file string) {
	dir, err := os.Getwd()
	out := os.Stdout
	if file != "" && err == nil {
		if out, err = os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
			defer out.Close()
		}
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "fuzz: %s %s: %d entries, %d executions in %.3f s of the processor, slowest %v %.300q\n",
			filepath.Base(dir), l.name, len(l.corpus), l.executions, l.took.Seconds(), l.slowest.Round(time.Microsecond), fmt.Sprint(l.slow...))
	}
	if err != nil {
		f.Error(err)
	}
}

// loop is the state of one target.
type loop struct {
	name       string
	target     reflect.Value
	call       func(t *testing.T, in []any)
	most       int // executions
	seed       uint64
	corpus     [][]any
	executions int
	took       time.Duration // of the process, executions and changes
	slowest    time.Duration // by the clock on the wall
	slow       []any
	arguments  []reflect.Value
}

// all runs as many changes of every entry.
func (l *loop) all(t *testing.T) {
	start := processor()
	for k := range l.corpus {
		if l.from(t, k); t.Failed() {
			break
		}
	}
	l.took = processor() - start
}

func (l *loop) reflected(t *testing.T, in []any) {
	l.arguments = append(l.arguments[:0], reflect.ValueOf(t))
	for _, x := range in {
		l.arguments = append(l.arguments, reflect.ValueOf(x))
	}
	l.target.Call(l.arguments)
}

// from runs the entry k and changes of it.
func (l *loop) from(t *testing.T, k int) {
	entry := l.corpus[k]
	m := mutator{r: rand.New(rand.NewPCG(l.seed, uint64(k))), buf: make([][]byte, len(entry))}
	in := append([]any(nil), entry...)
	fine := false
	defer func() { // behind a panic too, and behind what ends the goroutine
		if !fine {
			t.Logf("seed %d, entry %d: %s", l.seed, k, l.keep(in))
		}
	}()
	last := time.Now()
	for range (l.most + len(l.corpus) - 1) / len(l.corpus) {
		l.call(t, in)
		now := time.Now()
		if d := now.Sub(last); d > l.slowest {
			l.slowest, l.slow = d, printable(in)
		}
		last = now
		l.executions++
		if t.Failed() {
			return
		}
		m.change(in, entry, l.corpus[m.r.IntN(len(l.corpus))])
	}
	fine = true
}

// printable is a copy of an input.
func printable(in []any) []any {
	out := append([]any(nil), in...)
	for i, x := range out {
		if b, ok := x.([]byte); ok {
			out[i] = string(b)
		}
	}
	return out
}

// keep writes an input to the corpus and says where.
func (l *loop) keep(in []any) string {
	text := encode(in)
	file := filepath.Join("testdata", "fuzz", l.name, fmt.Sprintf("%x", sha256.Sum256(text))[:16])
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err.Error() + ": " + string(text)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err.Error() + ": " + string(text)
	}
	return file
}

// encode gives an input the form of a file in a corpus.
func encode(in []any) []byte {
	var b bytes.Buffer
	b.WriteString("go test fuzz v1\n")
	for _, x := range in {
		switch v := x.(type) {
		case []byte:
			fmt.Fprintf(&b, "[]byte(%q)\n", v)
		case string:
			fmt.Fprintf(&b, "string(%q)\n", v)
		case float64:
			fmt.Fprintf(&b, "math.Float64frombits(%#x)\n", bits(v))
		default:
			fmt.Fprintf(&b, "%T(%v)\n", v, v)
		}
	}
	return b.Bytes()
}
