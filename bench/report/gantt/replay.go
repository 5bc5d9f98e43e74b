package gantt

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/replay"
)

// ReplayOptions choose the seconds of a replay that [Replay] draws. The zero value
// draws all of it.
type ReplayOptions struct {
	Title    string
	NoTitle  bool      // no title, and nothing about the replay below it
	From, To int64     // seconds of the trace; 0: the first submission, the last end
	Width    vg.Length // of the picture; 0: 174 mm
}

// ReplayPanel is one finished replay of a picture.
type ReplayPanel struct {
	Title   string // names the scheduler, where there are several panels
	Outcome *replay.Outcome
	Machine int64 // processors
}

// Replay draws finished replays, or an excerpt of them, above each other on one time axis. Jobs are
// rectangles of processors and seconds (see [replay.Place]). A strip above them shows the active
// policy of a scheduler that changes it. Reservations are grey and have an R before their id, as a
// legend says. Below a single replay are curves of the busy processors and of the waiting jobs.
// Several replays have these as averages only.
//
// A curve is the average over each half point of the axis. The largest value stands behind
// the average in a lighter shade. Jobs too short for an outline melt into an average of
// their colours. A picture has at most some ten thousand shapes, for any number of jobs.
func Replay(opts ReplayOptions, panels ...ReplayPanel) (figure.Picture, error) {
	opts, err := opts.complete(panels)
	if err != nil {
		return figure.Picture{}, err
	}
	views, err := lists.Try(
		panels,
		func(p ReplayPanel) (*replayView, error) { return newReplayView(p, opts) },
	)
	if err != nil {
		return figure.Picture{}, err
	}
	return picture(opts, views), nil
}

// replayView is a replay of a picture that is still to be drawn.
type replayView struct {
	ReplayOptions
	panel   ReplayPanel
	blocks  [][]replay.Block // of the jobs
	held    [][]replay.Block // of the reservations
	busy    curve
	waiting curve
}

// newReplayView computes what is drawn of a replay.
func newReplayView(p ReplayPanel, opts ReplayOptions) (v *replayView, err error) {
	v = &replayView{ReplayOptions: opts, panel: p}
	v.blocks, v.held, err = replay.Place(p.Outcome, p.Machine)
	if err != nil {
		return nil, err
	}
	columns := int(math.Ceil(float64(figure.FrameWidth(v.Width, 1) / columnWidth)))
	v.busy, v.waiting = newCurve(columns), newCurve(columns)
	v.fillCurves()
	return v, nil
}

// complete returns the options with their defaults filled in. The error names the option
// that is out of its range.
func (opts ReplayOptions) complete(panels []ReplayPanel) (ReplayOptions, error) {
	first := int64(math.MaxInt64)
	last := int64(math.MinInt64)
	for _, p := range panels {
		for i, j := range p.Outcome.Jobs {
			first, last = min(first, j.Submit), max(last, p.Outcome.End(i))
		}
	}
	if first > last {
		return opts, errors.New("a picture of a replay needs at least one job")
	}
	opts, err := opts.Within(first, last)
	return opts, cmp.Or(err, checkWidth(opts.Width))
}

// Within returns the options with their defaults for replays that last from a second to another
// one. The error is an [*optgap.FieldError] where nothing of them would be drawn.
func (opts ReplayOptions) Within(first, last int64) (ReplayOptions, error) {
	opts.Width = cmp.Or(opts.Width, defaultWidth)
	opts.From = cmp.Or(opts.From, first)
	opts.To = cmp.Or(opts.To, max(last, opts.From+1))
	if opts.From >= opts.To || opts.From >= last && last > first || opts.To <= first {
		return opts, optgap.BadField("draw", fmt.Sprintf("seconds %d to %d", opts.From, opts.To),
			fmt.Sprintf("a part of the replay, seconds %d to %d", first, last))
	}
	return opts, nil
}

// curve is a step function over the columns of a picture.
type curve struct {
	mean, most []float64 // of each column
}

// newCurve returns a curve that is 0 everywhere.
func newCurve(columns int) curve {
	return curve{make([]float64, columns), make([]float64, columns)}
}

// add gives the curve a value on the columns' interval [from, to).
func (c curve) add(from, to, value float64) {
	from = max(from, 0)
	to = min(to, float64(len(c.mean)))
	for from < to {
		k := int(from)
		next := min(float64(k+1), to)
		c.mean[k] += (next - from) * value
		c.most[k] = max(c.most[k], value)
		from = next
	}
}

// average returns the mean of the whole curve, and its largest value.
func (c curve) average() (mean, most float64) {
	for k := range c.mean {
		mean += c.mean[k] / float64(len(c.mean))
		most = max(most, c.most[k])
	}
	return mean, most
}

// fillCurves computes the curves of the window.
func (v *replayView) fillCurves() {
	perColumn := float64(v.To-v.From) / float64(len(v.busy.mean))
	column := func(second int64) float64 { return float64(second-v.From) / perColumn }
	previous := performance.Level{Time: math.MinInt64}
	for l := range performance.Levels(v.panel.Outcome) {
		if previous.Time != math.MinInt64 && l.Time > v.From {
			v.busy.add(column(previous.Time), column(l.Time), float64(previous.Busy))
			v.waiting.add(column(previous.Time), column(l.Time), float64(previous.Waiting))
		}
		previous = l
		if l.Time >= v.To {
			return
		}
	}
}
