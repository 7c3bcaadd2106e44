package lemon

import (
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// place is where the run folder is wanted.
func (s *session) place() folder.Place { return folder.Place{Dir: s.o.Out, Dated: s.o.Dated} }

// wanted is what is to be recorded, printed and written.
func (s *session) wanted() record.Options {
	opt := record.Options{Trace: s.o.Trace, Print: s.o.Print, Out: s.o.Stdout}
	if s.o.Out != "" {
		opt.CSV = append([]string{"csv.row"}, s.o.CSV...)
		for _, t := range s.o.Taps {
			opt.CSV = append(opt.CSV, t.Topics())
		}
	}
	return opt
}

// record makes the run folder and opens what is written into it. seer sees every tag, too, unless it is nil.
func (s *session) record(seer reactor.Observer) error {
	opt := s.wanted()
	if s.o.Out != "" {
		var err error
		if s.folder, err = s.place().Make(time.Now()); err != nil {
			return err
		}
		if s.w, err = s.open(trace.Options{Wait: s.o.Fast}); err != nil {
			return err
		}
		opt.Create = mock.Create(s.o.Taps, openCSV, (&csvFiles{s.folder}).create)
		if err := s.w.Metadata(trace.MetadataRun, s.describe()); err != nil {
			return err
		}
	}
	var err error
	if s.rec, err = record.New(s.prog, s.w, opt); err != nil {
		return err
	}
	if s.w != nil {
		if err := s.addFilm(); err != nil {
			return err
		}
	}
	if seer != nil {
		s.prog.Observe(seer)
	}
	if s.m, err = Watch(s.rec, s.o.Params, s.truth()); err != nil {
		return err
	}
	return s.show()
}

func (s *session) open(o trace.Options) (*trace.Writer, error) {
	if s.o.hooks.sink != nil {
		return trace.NewWriter(s.o.hooks.sink, o)
	}
	return s.folder.Record(o)
}
