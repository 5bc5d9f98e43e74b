package gantt

import (
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Distances in points.
const (
	columnWidth = vg.Length(0.5) // of the curves: finer changes are averaged
	ganttHeight = vg.Length(150)
	curveHeight = vg.Length(44)
	outlined    = vg.Length(2)   // jobs drawn wider than this are shapes of their own
	panelHeight = vg.Length(100) // of the jobs of one of several replays
	stripHeight = vg.Length(6)   // of the active policies
)

// picture returns the picture of replays.
func picture(opts ReplayOptions, views []*replayView) figure.Picture {
	s := figure.Sheet{Title: opts.Title, Subtitle: summary(views), Columns: 1, Width: opts.Width}
	if opts.NoTitle {
		s.Title = ""
		s.Subtitle = ""
	}
	times, unit := timeMarks(float64(opts.To-opts.From), 1, s.Width)
	looks := policyLooks(views)
	entry := func(name string, sample func(frame)) {
		drawing := figure.Drawing(
			func(dc draw.Canvas, _ *plot.Plot) { sample(frame{Canvas: dc}) },
		)
		s.Legend = append(
			s.Legend,
			figure.Entry{Name: name, Samples: []plot.Thumbnailer{drawing}},
		)
	}
	if slices.ContainsFunc(views, func(v *replayView) bool { return v.reserved() > 0 }) {
		entry("reservation", func(f frame) { f.drawJob(f.Rectangle, figure.Shade, "R", "") })
	}
	for _, name := range slices.Sorted(maps.Keys(looks)) {
		entry(
			looks[name].Name+" active",
			func(f frame) { f.fill(looks[name].Hue.Colour(), f.Rectangle) },
		)
	}
	for _, v := range views {
		s.Tiles = append(s.Tiles, v.tiles(times, len(views) > 1, looks)...)
	}
	s.X = "time of the trace" + unit
	return s.Picture()
}

// policyLooks returns the looks of all policies that were active, by name.
func policyLooks(views []*replayView) map[string]figure.Look {
	var all []figure.Line
	for _, v := range views {
		for _, a := range v.panel.Outcome.Active {
			all = append(all, figure.Line{Name: a.Policy})
		}
	}
	return figure.Looks(all)
}

// drawActive shows the active policy.
func (v *replayView) drawActive(f frame, looks map[string]figure.Look) {
	m := newMosaic(f)
	for i, a := range v.panel.Outcome.Active {
		end := v.To
		if i+1 < len(v.panel.Outcome.Active) {
			end = v.panel.Outcome.Active[i+1].Time
		}
		if a.Time < v.To && end > v.From {
			m.add(
				f.rectangle(replay.Block{Start: a.Time, End: end, High: 1}),
				looks[a.Policy].Hue.Colour(),
			)
		}
	}
	m.draw()
}

// tiles returns what is drawn of a replay, with its name where there are several.
func (v *replayView) tiles(
	times plot.Ticker,
	several bool,
	looks map[string]figure.Look,
) (tiles []figure.Tile) {
	from := float64(v.From)
	to := float64(v.To)
	machine := float64(v.panel.Machine)
	add := func(title string, height vg.Length, top float64, numbers plot.Ticker, paint func(frame)) *plot.Plot {
		p := newPlot(from, to, times, numbers, top, paint)
		tiles = append(tiles, figure.Tile{Plot: p, Title: title, Height: height})
		return p
	}
	if v.panel.Outcome.Active != nil {
		p := add(
			"",
			stripHeight,
			1,
			plot.ConstantTicks{},
			func(f frame) { v.drawActive(f, looks) },
		)
		p.X.Tick.Marker = plot.ConstantTicks{}
	}
	busy, queue := v.remarks()
	percent := figure.Ticks(machine/100, " %", 2)
	some := figure.Ticks(1, "", 2)
	if several {
		add(
			"busy: "+busy+"; waiting: "+queue,
			panelHeight,
			machine,
			whole(v.panel.Machine),
			v.drawJobs,
		)
	} else {
		add("processors", ganttHeight, machine, whole(v.panel.Machine), v.drawJobs)
		add("busy processors: "+busy, curveHeight, machine, percent, v.busy.draw)
		_, most := v.waiting.average()
		top := max(1.05*most, 2)
		add("waiting jobs: "+queue, curveHeight, top, some, v.waiting.draw)
	}
	if several {
		tiles[0].Title = strings.TrimSuffix(figure.Name(v.panel.Title)+": "+tiles[0].Title, ": ")
	}
	return tiles
}

// drawJobs draws the blocks of jobs and reservations in the window: wide ones as
// shapes with a label, narrow ones through a mosaic.
func (v *replayView) drawJobs(f frame) {
	m := newMosaic(f)
	shapes := []func(){}
	add := func(blocks []replay.Block, colour color.NRGBA, what, label string) {
		for _, b := range blocks {
			if b.End <= v.From || b.Start >= v.To {
				continue
			}
			r := f.rectangle(b)
			if size := r.Size(); size.X >= outlined && size.Y >= 3*border {
				shapes = append(shapes, func() { f.drawJob(r, colour, label, what+label) })
			} else {
				m.add(r, colour)
			}
		}
	}
	for i, blocks := range v.blocks {
		add(blocks, figure.JobColor(i), "job ", fmt.Sprint(v.panel.Outcome.Jobs[i].ID))
	}
	for i, blocks := range v.held {
		add(
			blocks,
			figure.Shade,
			"reservation ",
			fmt.Sprintf("R%d", v.panel.Outcome.Reservations[i].Request.ID),
		)
	}
	m.draw()
	for _, draw := range shapes {
		draw()
	}
}

// remarks tell the averages and the largest values of the curves.
func (v *replayView) remarks() (busy, waiting string) {
	mean, most := v.busy.average()
	busy = fmt.Sprintf("mean %s of %s, at most %s",
		format.Decimal(mean, 1), format.Integer(v.panel.Machine), format.Integer(int64(most)))
	mean, most = v.waiting.average()
	return busy, fmt.Sprintf(
		"mean %s, at most %s",
		format.Decimal(mean, 1),
		format.Integer(int64(most)),
	)
}

// summary counts the jobs and the reservations that run within the window. Several replays have the
// window only.
func summary(views []*replayView) string {
	v := views[0]
	running := 0
	if len(views) > 1 {
		return fmt.Sprintf(
			"seconds %s to %s of the trace",
			format.Integer(v.From),
			format.Integer(v.To),
		)
	}
	for i := range v.panel.Outcome.Jobs {
		if v.panel.Outcome.Starts[i] < v.To && v.panel.Outcome.End(i) > v.From {
			running++
		}
	}
	what := format.Count(running, "job")
	if reserved := v.reserved(); reserved > 0 {
		what += " and " + format.Count(reserved, "reservation")
	}
	return fmt.Sprintf("%s running within seconds %s to %s of the trace, on %s",
		what, format.Integer(v.From), format.Integer(v.To), format.Count(v.panel.Machine, "processor"))
}

// reserved counts the reservations in the window.
func (v *replayView) reserved() (n int) {
	for _, d := range v.panel.Outcome.Reservations {
		if d.Refused == reservation.Admitted && d.Start < v.To && d.End() > v.From {
			n++
		}
	}
	return n
}

// draw draws the average of the curve, and the largest values behind it in a lighter shade. Neither
// has the hue of a policy.
func (c curve) draw(f frame) {
	area := func(values []float64, colour color.Color) {
		line := plotter.Line{FillColor: colour, StepStyle: plotter.PostStep}
		column := (f.end - f.start) / float64(len(values))
		for k, v := range values {
			line.XYs = append(line.XYs, plotter.XY{X: f.start + float64(k)*column, Y: v})
		}
		line.XYs = append(line.XYs, plotter.XY{X: f.end})
		line.Plot(f.Canvas, f.plot)
	}
	area(c.most, figure.Lighter(figure.Quiet, 0.62))
	area(c.mean, figure.Quiet)
}
