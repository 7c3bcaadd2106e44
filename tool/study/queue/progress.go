package queue

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

const (
	refresh   = 200 * time.Millisecond
	lineEvery = 5 * time.Second // if the progress goes to a file
)

// bar shows how far a study has come: a bar on a terminal, otherwise a line every few seconds.
type bar struct {
	out         io.Writer
	bars        *mpb.Progress
	bar         *mpb.Bar
	n, known    int
	done        atomic.Int64
	bad         atomic.Int64
	begun, said time.Time
}

// progress starts showing progress. known of the n runs are done already.
func progress(out io.Writer, n, known int) *bar {
	b := &bar{out: out, n: n, known: known, begun: time.Now(), said: time.Now()}
	b.done.Store(int64(known))
	if f, ok := out.(*os.File); ok && f != nil && cwriter.IsTerminal(int(f.Fd())) {
		b.bars = mpb.New(mpb.WithOutput(out), mpb.WithWidth(32), mpb.WithRefreshRate(refresh))
		b.bar = b.bars.AddBar(int64(n), mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return b.text() + " " })))
		b.bar.SetCurrent(int64(known))
	}
	return b
}

// text is the progress in words.
func (b *bar) text() string {
	done, bad := int(b.done.Load()), b.bad.Load()
	text := fmt.Sprintf("%d of %d runs", done, b.n)
	if bad > 0 {
		text += fmt.Sprintf(" · %d failed", bad)
	}
	since := time.Since(b.begun)
	if fresh := done - b.known; fresh > 0 && done < b.n {
		left := time.Duration(float64(since) / float64(fresh) * float64(b.n-done))
		text += fmt.Sprintf(" · %v left", left.Round(time.Second))
	} else if done == b.n {
		text += fmt.Sprintf(" · %v", since.Round(100*time.Millisecond))
	}
	return text
}

// add counts an outcome.
func (b *bar) add(o *scenario.Outcome) {
	b.done.Add(1)
	if o.Status != scenario.Passed {
		b.bad.Add(1)
	}
	if b.bar != nil {
		b.bar.SetCurrent(b.done.Load())
	} else if b.out != nil && time.Since(b.said) > lineEvery {
		b.said = time.Now()
		fmt.Fprintln(b.out, b.text())
	}
}

// end writes the last line.
func (b *bar) end() {
	if b.bar != nil {
		if int(b.done.Load()) < b.n {
			b.bar.Abort(false)
		}
		b.bars.Wait()
	}
}
