package sweep

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/heuristics/reservation"
)

// Rows returns a row for each run, for CSV. Values are not rounded. A value that does not exist is
// blank.
func Rows(runs []Run) table.Table {
	t := table.Table{Rows: make([][]string, len(runs))}
	addColumns(&t, runs, settingCells)
	addColumns(&t, runs, metricCells)
	addSorted(&t, runs, startedCells)
	if slices.ContainsFunc(runs, Run.decided) {
		addSorted(&t, runs, switchCells)
		addColumns(&t, runs, decisionCells)
	}
	addColumns(&t, runs, reservationCells)
	addColumns(&t, runs, siteCells)
	addColumns(&t, runs, intervalCells)
	return t
}

// cell is a value in a row, with the name of its column.
type cell struct{ name, text string }

// addColumns adds the columns that cells returns for any of the runs, in the order in which the
// names first appear.
func addColumns(t *table.Table, runs []Run, cells func(Run) []cell) {
	appendColumns(t, runs, cells, columnNames(runs, cells))
}

// addSorted adds the columns of addColumns, sorted by name.
func addSorted(t *table.Table, runs []Run, cells func(Run) []cell) {
	names := columnNames(runs, cells)
	slices.Sort(names)
	appendColumns(t, runs, cells, names)
}

// columnNames returns the names of all cells of the runs, in the order in which they first appear.
func columnNames(runs []Run, cells func(Run) []cell) []string {
	var names []string
	known := map[string]bool{}
	for _, r := range runs {
		for _, c := range cells(r) {
			if !known[c.name] {
				known[c.name] = true
				names = append(names, c.name)
			}
		}
	}
	return names
}

// appendColumns adds the columns with the names. cells returns the cells of a run.
func appendColumns(t *table.Table, runs []Run, cells func(Run) []cell, names []string) {
	for _, name := range names {
		t.Columns = append(t.Columns, table.Column{Name: name})
	}
	for i, r := range runs {
		texts := map[string]string{}
		for _, c := range cells(r) {
			texts[c.name] = c.text
		}
		for _, name := range names {
			t.Rows[i] = append(t.Rows[i], texts[name])
		}
	}
}

func settingCells(r Run) []cell {
	return []cell{
		{"trace", r.Trace}, {"machine", strconv.FormatInt(r.Machine, 10)}, {"name", r.Label()}, {"scheduler", r.Scheduler},
		{"factor", strconv.FormatFloat(r.ShrinkingFactor(), 'g', -1, 64)}, {"estimates", string(r.Estimates)},
	}
}

func metricCells(r Run) []cell {
	var cells []cell
	for _, v := range r.Values() {
		cells = append(cells, cell{v.Key, number(v.Number)})
	}
	return cells
}

func startedCells(r Run) []cell {
	if r.Stats == nil {
		return nil
	}
	return countCells("started_with_", r.Stats.StartedWith)
}

func switchCells(r Run) []cell {
	if r.Stats == nil {
		return nil
	}
	return countCells("switches_to_", r.Stats.SwitchesTo)
}

func countCells(prefix string, counts map[string]int) []cell {
	var cells []cell
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		cells = append(cells, cell{prefix + name, strconv.Itoa(counts[name])})
	}
	return cells
}

// decided tells whether the scheduler ever chose one of several policies.
func (r Run) decided() bool { return r.Stats != nil && r.Stats.Tries > 0 }

func decisionCells(r Run) []cell {
	if !r.decided() {
		return nil
	}
	return []cell{
		{"tries", strconv.Itoa(r.Stats.Tries)}, {"same", strconv.Itoa(r.Stats.Same)},
		{"backlog", number(r.Stats.Backlog())},
	}
}

// reservationCells count the admitted requests, and those refused for each reason.
func reservationCells(r Run) []cell {
	if r.Reservations == nil {
		return nil
	}
	cells := []cell{{"reservations_admitted", strconv.Itoa(r.Reservations.Admitted)}}
	for _, why := range reservation.Reasons() {
		cells = append(cells, cell{"reservations_refused_" + reasonKey(why), strconv.Itoa(r.Reservations.Refused[why])})
	}
	return cells
}

// siteCells are the processors of each site, and the performance metrics of the site's jobs.
func siteCells(r Run) []cell {
	var cells []cell
	for i, site := range r.Sites {
		prefix := fmt.Sprintf("site_%d_", i)
		cells = append(cells, cell{prefix + "machine", strconv.FormatInt(site.Machine, 10)})
		if site.Metrics == nil {
			continue
		}
		for _, v := range site.Values() {
			cells = append(cells, cell{prefix + v.Key, number(v.Number)})
		}
	}
	return cells
}

// intervalCells are the ends of the confidence intervals of averages.
func intervalCells(r Run) []cell {
	var cells []cell
	for _, v := range r.Values() {
		if i, ok := r.Confidence[v.Key]; ok {
			cells = append(cells, cell{v.Key + "_ci95_low", number(i.Low)}, cell{v.Key + "_ci95_high", number(i.High)})
		}
	}
	return cells
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
