package sweep

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/heuristics/dynp"
)

// Compare returns the main metrics of runs, a row for each.
func Compare(title string, runs []Run) report.Table {
	t := report.Table{Title: title, Columns: []report.Column{{Name: "scheduler"}}}
	for _, name := range []string{"factor", "ARTwW [s]", "ART [s]", "wait [s]", "SLDwW_60", "SLDwA", "UTIL", "LOC", "makespan [s]", "max wait [s]", "queue"} {
		t.Columns = append(t.Columns, report.Column{Name: name, Align: report.Right})
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

func text(v replay.Value) string {
	switch {
	case v.Key == "util" || v.Key == "idle" || v.Key == "reserved":
		return report.Percent(100 * v.Number)
	case v.Key == "loc":
		return report.Decimal(v.Number, 5)
	case v.Key == "makespan" || v.Unit == "jobs" && v.Key != "queue" || v.Key == "wait_max":
		return report.Decimal(v.Number, 0)
	case v.Unit == "s" || v.Unit == "/h" || v.Key == "queue":
		return report.Decimal(v.Number, 1)
	}
	return report.Decimal(v.Number, 3)
}

// Details returns everything about one run: its values, its classes of run time
// and, for a planning scheduler, what its policies did.
func Details(title string, r Run) []report.Table {
	values := report.Table{Title: title, Columns: []report.Column{{Name: "metric"}, {Name: "value", Align: report.Right}, {Name: "unit"}, {Name: "meaning"}}}
	for _, v := range r.Values() {
		unit := v.Unit
		if v.Key == "util" || v.Key == "idle" {
			unit = ""
		}
		values.Rows = append(values.Rows, []string{v.Key, text(v), unit, meaning(v.Key)})
	}
	tables := []report.Table{values, classes(r)}
	if b := r.bounds(); r.Scheduler == Basic {
		values.Rows = append(values.Rows,
			[]string{"lower", report.Decimal(b.Lower, 1), "s", "average estimate up to which SJF is used"},
			[]string{"upper", report.Decimal(b.Upper, 1), "s", "average estimate up to which FCFS is used, above it LJF"})
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

func classes(r Run) report.Table {
	t := report.Table{Title: "By actual run time", Columns: []report.Column{{Name: "class"}}}
	for _, name := range []string{"jobs", "ARTwW [s]", "ART [s]", "wait [s]", "SLDwW_60"} {
		t.Columns = append(t.Columns, report.Column{Name: name, Align: report.Right})
	}
	above := int64(0)
	for _, c := range r.Classes {
		name := "up to " + report.Duration(c.UpTo)
		if c.UpTo == 0 {
			name = "above " + report.Duration(above)
		}
		above = c.UpTo
		row := []string{name, report.Seconds(int64(c.Jobs)), "", "", "", ""}
		if c.Jobs > 0 {
			row = []string{name, report.Seconds(int64(c.Jobs)), report.Decimal(c.ARTwW, 1), report.Decimal(c.ART, 1), report.Decimal(c.Wait, 1), report.Decimal(c.SLDwW60, 3)}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// policies returns what each policy did. Shares are of the decisions.
func policies(s *dynp.Stats) report.Table {
	t := report.Table{
		Title: fmt.Sprintf("Policies: %s decisions, %s of them kept the policy (%s); %s jobs waited on average",
			report.Seconds(int64(s.Tries)), report.Seconds(int64(s.Same)), report.Percent(share(s.Same, s.Tries)), report.Decimal(backlog(s), 2)),
		Columns: []report.Column{{Name: "policy"}, {Name: "jobs started", Align: report.Right}, {Name: "switches to it", Align: report.Right}, {Name: "share", Align: report.Right}},
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
			name, report.Seconds(int64(s.StartedWith[name])), report.Seconds(int64(s.SwitchesTo[name])), report.Percent(share(s.SwitchesTo[name], s.Tries)),
		})
	}
	return t
}

func share(part, of int) float64 { return 100 * float64(part) / float64(of) }

// backlog returns the average number of waiting jobs at the start of a decision.
func backlog(s *dynp.Stats) float64 { return float64(s.BacklogSum) / float64(s.Tries) }

// caseNames are the rows of Streit's Table 1 in their order.
var caseNames = []dynp.Case{"1", "2", "3", "4a", "4b", "4c", "6a", "6b", "6c", "7", "8a", "8b", "8c", "9", "10a", "10b", "10c"}

func cases(s *dynp.Stats) report.Table {
	t := report.Table{
		Title:   "Cases of Streit's Table 1 (2002); 4b and 5 are one",
		Columns: []report.Column{{Name: "case"}, {Name: "decisions", Align: report.Right}, {Name: "share", Align: report.Right}},
	}
	for _, c := range caseNames {
		t.Rows = append(t.Rows, []string{string(c), report.Seconds(int64(s.Cases[c])), report.Percent(share(s.Cases[c], s.Tries))})
	}
	return t
}
