package page

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/results/summary"
)

// Library is what a page of a library of steps has beside its studies. There is a study for each set
// and objective, with the settings "set" and "minimised", and a result for each line.
type Library struct {
	Name    string
	Lines   []summary.LibraryLine // all
	Sets    []LibrarySet
	Flags   string // of optgap library that name it; "": none is needed
	Licence string // "": not said
	Version string // of the program that writes the page; "": not said
	Written string // the day; "": not said
}

// LibrarySet is a set of a library.
type LibrarySet struct {
	Name   string
	About  string    // in a sentence
	Recipe string    // the text of the file
	Sums   []Setting // SHA-256 of each file
	Unmade bool      // its steps are not here, but made of a trace
}

// shelf holds the values of the template that only a page of a library has.
type shelf struct {
	*Library
	Command string // that writes a step
	Losses  part   // of the usual schedulers
	Notable []sheet
}

// fromLibrary fills in what a page of a library says.
func (d *shown) fromLibrary(c Content) {
	l := c.Library
	d.Title, d.Facts, d.Answers = l.Name, l.facts(), l.answers()
	d.Names = table.Each(l.Sets, func(s LibrarySet) string { return s.Name })
	d.Commands = []command{
		{"to check all values", l.command("check", "")}, {"to make the steps again", l.command("make", "")},
	}
	d.Library = &shelf{l, l.command("show", "INDEX"), l.losses(c.Studies), l.notable(c.Studies)}
}

// command returns a command line of optgap library.
func (l *Library) command(verb, argument string) string {
	return words(" ", "optgap library", verb, l.Flags, argument)
}

// answers returns what the page says first.
func (l *Library) answers() []answer {
	totals := summary.LibraryTotals(l.Lines)
	return []answer{
		{Sentence: l.sentence(), Sheets: []sheet{classSheet(totals)}},
		{Charts: classCharts(totals), Sheets: []sheet{proofSheet(totals)}},
	}
}

// averageName returns the name of the average that an objective stands for.
func averageName(objective string) string {
	return optgap.Objective(objective).Average().Name
}

// sentence says how much is proven, and what the best usual scheduler loses there.
func (l *Library) sentence() string {
	whole := slices.Clone(l.Lines)
	for i := range whole {
		whole[i].Set, whole[i].Class = "", ""
	}
	var proven, lost []string
	for _, t := range summary.LibraryTotals(whole) {
		name := averageName(t.ObjectiveName)
		share := format.Share(float64(t.Optimal)/float64(t.Entries), 1)
		proven = append(proven, fmt.Sprintf("%s of %s under %s (%s)", format.Integer(int64(t.Optimal)),
			count(t.Entries, "step"), name, share))
		if t.ProvenLoss != nil {
			lost = append(lost, provenLoss(t, "95 % interval ")+" of "+name)
		}
	}
	text := "Proven optimal: " + format.Enumeration("and", proven) + "."
	if len(lost) > 0 {
		text += " There the best usual scheduler of each step loses " + format.Enumeration("and", lost) + " on average."
	}
	return text
}

// provenLoss writes the mean loss of the optimal lines with its interval; "": none is optimal.
func provenLoss(t summary.LibraryTotal, before string) string {
	switch {
	case t.ProvenLoss == nil:
		return ""
	case t.ProvenLossLow == nil:
		return format.Percent(*t.ProvenLoss)
	}
	return fmt.Sprintf("%s (%s%s to %s)", format.Percent(*t.ProvenLoss), before, format.Percentage(*t.ProvenLossLow),
		format.Percent(*t.ProvenLossHigh))
}

// classSheet has a row for each set and class, and a column for each objective.
func classSheet(totals []summary.LibraryTotal) sheet {
	objectives := table.Distinct(totals, func(t summary.LibraryTotal) string { return t.ObjectiveName })
	kinds := []struct {
		head  string
		value func(summary.LibraryTotal) string
	}{
		{"proven", func(t summary.LibraryTotal) string { return fmt.Sprintf("%d of %d", t.Optimal, t.Entries) }},
		{"mean gap", func(t summary.LibraryTotal) string {
			return format.Existing(t.MeanGap, func(gap float64) string { return format.Percent(100 * gap) })
		}},
		{"mean loss", func(t summary.LibraryTotal) string { return provenLoss(t, "") }},
	}
	t := table.Table{Columns: table.Words("set", "jobs")}
	for _, k := range kinds {
		for _, o := range objectives {
			t.Columns = append(t.Columns, table.Numbers(k.head+"\n"+averageName(o))...)
		}
	}
	class := func(t summary.LibraryTotal) [2]string { return [2]string{t.Set, t.Class} }
	for _, own := range table.GroupBy(totals, class) {
		row := append([]string{own[0].Set, own[0].Class}, make([]string, len(kinds)*len(objectives))...)
		for _, total := range own {
			for k, kind := range kinds {
				row[2+k*len(objectives)+slices.Index(objectives, total.ObjectiveName)] = kind.value(total)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	note := "by waiting jobs; gaps of the open ones; losses of the best usual scheduler where proven, with 95 % intervals"
	return sheet{Study: "Classes", Note: note, Table: t}
}

// proofSheet says what the proofs of each class rest on.
func proofSheet(totals []summary.LibraryTotal) sheet {
	t := table.Table{Columns: append(table.Words("jobs"), table.Numbers("proven", "certificate", "recomputed",
		"enumeration", "search", "solver", "claimed", "open")...)}
	row := func(class string) []string {
		var proofs summary.Proofs
		open, proven := 0, 0
		for _, total := range totals {
			if class == "" || total.Class == class {
				proofs.Add(total.Proofs)
				open, proven = open+total.Entries-total.Optimal, proven+total.Optimal
			}
		}
		cells := []string{class}
		for _, n := range []int{proven, proofs.Certificate, proofs.Recomputed, proofs.Enumeration, proofs.Search,
			proofs.Solver, proofs.Claimed, open} {
			cells = append(cells, format.Optional(int64(n), format.Integer))
		}
		return cells
	}
	for _, class := range table.Distinct(totals, func(t summary.LibraryTotal) string { return t.Class }) {
		t.Rows = append(t.Rows, row(class))
	}
	t.Rows = append(t.Rows, row(""))
	t = t.WithText()
	last := len(t.Rows) - 1
	t.Rows, t.Footer = t.Rows[:last], t.Rows[last]
	t.Footer[0] = "all"
	const note = "steps under all objectives; certificate: prices, checked in exact integers; " +
		"recomputed: from the step alone; enumeration: all orders of up to 8 jobs; " +
		"search and solver: confirmed by nothing but searching again"
	return sheet{Study: "What the proofs rest on", Note: note, Table: t}
}
