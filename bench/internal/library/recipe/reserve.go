package recipe

import (
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Reserve states reservations that come again and again, such as a course each day. The k-th is
// asked for at second k * Every, and wanted Ahead later.
type Reserve struct {
	Every time.Duration `yaml:"every"` // at least 1 s
	Ahead time.Duration `yaml:"ahead"` // at least 0
	Time  time.Duration `yaml:"time"`  // duration, at least 1 s
	Share float64       `yaml:"share"` // of the machine's processors, above 0 and at most 1; rounded up
}

// validate refuses values out of their range, with an *optgap.FieldError.
func (r *Reserve) validate() error {
	whole := func(d, least time.Duration) bool { return d >= least && d%time.Second == 0 }
	switch {
	case !whole(r.Every, time.Second):
		return optgap.BadField("reserve.every", r.Every.String(), "whole seconds, at least 1s")
	case !whole(r.Ahead, 0):
		return optgap.BadField("reserve.ahead", r.Ahead.String(), "whole seconds, at least 0s")
	case !whole(r.Time, time.Second):
		return optgap.BadField("reserve.time", r.Time.String(), "whole seconds, at least 1s")
	case !(r.Share > 0 && r.Share <= 1):
		return optgap.BadField("reserve.share", format.Exact(r.Share), "above 0, at most 1")
	}
	return nil
}

// requests returns the requests until the submission of the last job.
func (r *Reserve) requests(machine int64, jobs []optgap.TraceJob) (all []reservation.Request) {
	if r == nil || len(jobs) == 0 {
		return nil
	}
	every, ahead := int64(r.Every/time.Second), int64(r.Ahead/time.Second)
	width := int64(r.Share * float64(machine))
	if float64(width) < r.Share*float64(machine) {
		width++
	}
	for second := every; second <= jobs[len(jobs)-1].Submit; second += every {
		all = append(all, reservation.Request{
			ID: int64(len(all)) + 1, Width: width, Duration: int64(r.Time / time.Second),
			Submit: second, When: reservation.At(second + ahead),
		})
	}
	return all
}
