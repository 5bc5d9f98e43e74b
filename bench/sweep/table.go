package sweep

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/performance"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Compare returns the main metrics of runs, a row for each.
func Compare(title string, runs []Run) table.Table {
	t := table.Table{Title: title, Columns: []table.Column{{Name: "scheduler"}}}
	for _, name := range []string{"factor", "ARTwW [s]", "ART [s]", "wait [s]", "SLDwW_60", "SLDwA", "UTIL", "LOC", "makespan [s]", "max wait [s]", "queue"} {
		t.Columns = append(t.Columns, table.Column{Name: name, Align: table.Right})
	}
	for _, r := range runs {
		t.Rows = append(t.Rows, []string{
			r.name(), strconv.FormatFloat(r.factor(), 'f', -1, 64),
			r.text("artww"), r.text("art"), r.text("wait"), r.text("sldww_60"), r.text("sldwa"), r.text("util"), r.text("loc"),
			r.text("makespan"), r.text("wait_max"), r.text("queue"),
		})
	}
	return t
}

// text writes a value as tables show it; blank if it does not exist.
func (r Run) text(key string) string {
	v, ok := r.Value(key)
	if !ok {
		return ""
	}
	return text(v)
}

func text(v performance.Value) string {
	switch {
	case v.Key == "util" || v.Key == "idle" || v.Key == "reserved":
		return format.Percent(100 * v.Number)
	case v.Key == "loc":
		return format.Decimal(v.Number, 5)
	case v.Key == "makespan" || v.Unit == "jobs" && v.Key != "queue" || v.Key == "wait_max":
		return format.Decimal(v.Number, 0)
	case v.Unit == "s" || v.Unit == "/h" || v.Key == "queue":
		return format.Decimal(v.Number, 1)
	}
	return format.Decimal(v.Number, 3)
}

// Details returns everything about one run: its values, its classes of run time
// and, for a planning scheduler, what its policies did.
func Details(title string, r Run) []table.Table {
	values := table.Table{Title: title, Columns: []table.Column{{Name: "metric"}, {Name: "value", Align: table.Right}, {Name: "unit"}, {Name: "meaning"}}}
	for _, v := range r.Values() {
		unit := v.Unit
		if v.Key == "util" || v.Key == "idle" {
			unit = ""
		}
		values.Rows = append(values.Rows, []string{v.Key, text(v), unit, meaning(v.Key)})
	}
	tables := []table.Table{values, classes(r)}
	if b := r.bounds(); r.Scheduler == Basic {
		values.Rows = append(values.Rows,
			[]string{"lower", format.Decimal(b.Lower, 1), "s", "average estimate up to which SJF is used"},
			[]string{"upper", format.Decimal(b.Upper, 1), "s", "average estimate up to which FCFS is used, above it LJF"})
		tables[0] = values
	}
	tables = append(tables, grid(r)...)
	if r.Stats != nil && r.Stats.Tries > 0 {
		tables = append(tables, policies(r.Stats))
		if len(r.Stats.Cases) > 0 {
			tables = append(tables, cases(r.Stats))
		}
	}
	return tables
}

func classes(r Run) table.Table {
	t := table.Table{Title: "By actual run time", Columns: []table.Column{{Name: "class"}}}
	for _, name := range []string{"jobs", "ARTwW [s]", "ART [s]", "wait [s]", "SLDwW_60"} {
		t.Columns = append(t.Columns, table.Column{Name: name, Align: table.Right})
	}
	above := int64(0)
	for _, c := range r.Classes {
		name := "up to " + format.Duration(c.UpTo)
		if c.UpTo == 0 {
			name = "above " + format.Duration(above)
		}
		above = c.UpTo
		row := []string{name, format.Integer(int64(c.Jobs)), "", "", "", ""}
		if c.Jobs > 0 {
			row = []string{name, format.Integer(int64(c.Jobs)), format.Decimal(c.ARTwW, 1), format.Decimal(c.ART, 1), format.Decimal(c.Wait, 1), format.Decimal(c.SLDwW60, 3)}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// policies returns what each policy did. Shares are of the decisions.
func policies(s *dynp.Stats) table.Table {
	t := table.Table{
		Title: fmt.Sprintf("Policies: %s decisions, %s of them kept the policy (%s); %s jobs waited on average",
			format.Integer(int64(s.Tries)), format.Integer(int64(s.Same)), format.Percent(share(s.Same, s.Tries)), format.Decimal(backlog(s), 2)),
		Columns: []table.Column{{Name: "policy"}, {Name: "jobs started", Align: table.Right}, {Name: "switches to it", Align: table.Right}, {Name: "share", Align: table.Right}},
	}
	names := map[string]bool{}
	for name := range s.StartedWith {
		names[name] = true
	}
	for name := range s.SwitchesTo {
		names[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		t.Rows = append(t.Rows, []string{
			name, format.Integer(int64(s.StartedWith[name])), format.Integer(int64(s.SwitchesTo[name])), format.Percent(share(s.SwitchesTo[name], s.Tries)),
		})
	}
	return t
}

func share(part, of int) float64 { return 100 * float64(part) / float64(of) }

// backlog returns the average number of waiting jobs at the start of a decision.
func backlog(s *dynp.Stats) float64 { return float64(s.BacklogSum) / float64(s.Tries) }

// caseNames are the rows of Streit's Table 1 in their order.
var caseNames = []dynp.Case{"1", "2", "3", "4a", "4b", "4c", "6a", "6b", "6c", "7", "8a", "8b", "8c", "9", "10a", "10b", "10c"}

func cases(s *dynp.Stats) table.Table {
	t := table.Table{
		Title:   "Cases of Streit's Table 1 (2002); 4b and 5 are one",
		Columns: []table.Column{{Name: "case"}, {Name: "decisions", Align: table.Right}, {Name: "share", Align: table.Right}},
	}
	for _, c := range caseNames {
		t.Rows = append(t.Rows, []string{string(c), format.Integer(int64(s.Cases[c])), format.Percent(share(s.Cases[c], s.Tries))})
	}
	return t
}
