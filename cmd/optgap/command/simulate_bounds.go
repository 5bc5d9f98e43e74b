package command

import (
	"fmt"
	"maps"
	"slices"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// readBounds reads the folder of --bounds, and refuses that of another trace, machine or reading.
func (m *simulation) readBounds() (err error) {
	if m.bounds == "" {
		return nil
	}
	for _, set := range m.settings {
		if f := set.ShrinkingFactor(); f != 1 {
			return console.Usage("simulate: found --shrink %g beside --bounds, expected the load of the trace", f)
		}
	}
	m.bounded, err = sweep.Sweep{Jobs: m.trace.Jobs}.JobsOf(m.settings[0]) // all have the same run times
	if err != nil {
		return err
	}
	if m.best, err = clairvoyant.Read(m.bounds, m.sha, m.trace.Machine, m.bounded); err != nil {
		return err
	}
	rungs, why := len(m.best.Rungs), ""
	switch {
	case rungs > 0 && rungs < len(clairvoyant.RungNames()):
		why = "found only " + m.best.Rungs[0].Rung
	}
	if why != "" {
		m.Say("%s: no ladder: %s", m.bounds, why)
		m.best.Rungs = nil
	}
	m.ladders = map[string]*record.Ladder{}
	return nil
}

// beside sets how far a run is from the best possible one, where a folder of --bounds tells.
func (m *simulation) beside(r *sweep.Run, o *replay.Outcome) {
	if m.best == nil {
		return
	}
	r.Possible = m.best.Beside(r.Metrics, o.Starts, r.AboutOverfull() != "")
	if m.best.Rungs == nil || r.Possible == nil {
		return
	}
	of := clairvoyant.Replayed{Scheduler: r.Label(), Starts: o.Starts, Overfull: r.AboutOverfull()}
	if l, err := clairvoyant.LadderOf(&m.best.Offline, m.best.Rungs, m.bounded, of); err == nil { // sums were read before
		r.Possible.Between = l.Between
		m.keeping.Lock()
		m.ladders[r.Label()] = l
		m.keeping.Unlock()
	}
}

// printBounds says for people how far each replay is from the best possible one, before the tables.
func (m *simulation) printBounds(runs []sweep.Run) error {
	if !m.text() || m.bounds == "" {
		return nil
	}
	record.ShareFound(slices.Collect(maps.Values(m.ladders)))
	for _, r := range runs {
		if r.Possible == nil {
			continue
		}
		if l := m.ladders[r.Label()]; l != nil {
			if _, err := fmt.Fprintln(m.Out, report.LadderText(l)); err != nil {
				return err
			}
			continue
		}
		text := fmt.Sprintf("%s: %s times the best possible %s", canvas.Name(r.Label()), r.Possible, m.best.Average().Metric)
		if about := r.AboutOverfull(); about != "" {
			text += fmt.Sprintf(", though %s; --machine %d, here and with offline, bounds that too", about, r.Overfull.Busiest)
		}
		if _, err := fmt.Fprintln(m.Out, text); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(m.Out)
	return err
}
