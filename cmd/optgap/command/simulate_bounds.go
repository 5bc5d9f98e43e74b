package command

import (
	"fmt"
	"math"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// readBounds reads the folder of --bounds, and refuses that of another trace, machine or reading.
func (m *simulation) readBounds() (err error) {
	if m.bounds == "" {
		return nil
	}
	measure := m.sweep.Measure
	for _, flag := range []struct {
		name  string
		given bool
	}{
		{"warm-up", measure.WarmUp > 0}, {"cut-drain", measure.CutDrain}, {"sites", m.machines != nil},
		{"reservations", m.reservations != ""},
	} {
		if flag.given {
			return console.Usage("simulate: found --%s beside --bounds, expected all jobs on one machine", flag.name)
		}
	}
	for _, set := range m.settings {
		if f := set.ShrinkingFactor(); f != 1 {
			return console.Usage("simulate: found --shrink %g beside --bounds, expected the load of the trace", f)
		}
	}
	jobs, err := sweep.Sweep{Jobs: m.trace.Jobs}.JobsOf(m.settings[0]) // all have the same run times
	if err != nil {
		return err
	}
	m.best, err = clairvoyant.Read(m.bounds, m.sha, m.trace.Machine, jobs)
	return err
}

// printBounds says how far each replay is from the best possible one: among results for people, else as notes.
func (m *simulation) printBounds(runs []sweep.Run) error {
	if m.best == nil {
		return nil
	}
	for _, r := range runs {
		if r.Overfull != nil && r.Overfull.Moments > 0 {
			continue // on a larger machine
		}
		least, most, ok := m.best.Beside(r.Metrics)
		if !ok {
			continue
		}
		text := fmt.Sprintf("%s: %s to %s times the best possible %s", r.Label(), rounded(least, 2, math.Floor),
			rounded(most, 2, math.Ceil), m.best.ObjectiveName)
		if m.form != table.Text {
			m.Say("%s", text)
		} else if _, err := fmt.Fprintln(m.Out, text); err != nil {
			return err
		}
	}
	return nil
}
