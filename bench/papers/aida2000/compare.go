package aida2000

import (
	"math"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
)

// A Measured is a study with its samples.
type Measured struct {
	Study   Study
	Samples []Sample
}

// ReadingTable returns the printed gains beside those of several readings. The last row has
// the mean distance from the printed gains.
func ReadingTable(all []Measured) table.Table {
	t := table.Table{
		Title:   "Largest gains of utilisation over FCFS [%]",
		Columns: append(table.Words("model", "scheduler"), table.Numbers("paper")...),
		Footer:  []string{"mean distance", "", ""},
	}
	for _, g := range gains {
		t.Rows = append(t.Rows, []string{g.model, legend[g.scheduler], format.Decimal(g.percent, 0)})
	}
	for _, m := range all {
		t.Columns = append(t.Columns, table.Numbers(strings.ReplaceAll(m.Study.Reading.Name, "-", "-\n"))...)
		d := m.Study.Data(m.Samples)
		distance, n := 0.0, 0
		for i, g := range gains {
			cell := ""
			if e, _ := d.gain(g.model, g.scheduler); e.Known() {
				cell = format.Decimal(e.Value, 1)
				distance += math.Abs(e.Value - g.percent)
				n++
			}
			t.Rows[i] = append(t.Rows[i], cell)
		}
		t.Footer = append(t.Footer, format.Decimal(distance/float64(n), 1))
	}
	return t
}
