package dive

import (
	"log/slog"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// film adds to a recording what viewers draw without a plug-in: the vehicle as it heads, by what the law measured, and
// where it is to head. Where the vehicle is does not enter the program, so it is not in the recording either.
func (s *session) film(w *trace.Writer, rec *record.Recorder) error {
	heading, wanted := s.shown()
	f, err := film.New(w, s.scene(), heading+" "+wanted, film.Options{})
	if err != nil {
		return err
	}
	var pose [1]spatial.Pose
	to := math.NaN()
	if _, err = record.Follow(rec, wanted, func(_ reactor.Tag, v *float64) { to = *v }); err != nil {
		return err
	}
	if _, err = record.Follow(rec, heading, func(tag reactor.Tag, v *float64) {
		f.At(tag.Time.Duration())
		if pose[0] = headed(*v); f.Watched() && !math.IsNaN(*v) {
			draw(f, tag.Time.Duration(), pose[:], to)
		}
	}); err != nil {
		return err
	}
	_, err = record.Follow(rec, record.TopicMiss, func(tag reactor.Tag, m *record.Miss) {
		f.At(tag.Time.Duration())
		f.Log(slog.LevelWarn, m.Reaction, "missed its deadline")
	})
	return err
}
