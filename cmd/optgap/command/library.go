package command

import (
	"io"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

const groupLibrary = "Which steps of the library"

// libraryCommand holds what is about the library of steps.
func libraryCommand(s console.Streams) *cli.Command {
	return console.Group(
		"library",
		"steps with proven optima: list, show, check, rank and add to them",
		`The library holds steps, and the best that is known of each under three objectives: a
schedule, a lower bound, and what the bound rests on. A line of list is a step under one
objective, and has an index of its own. docs/library.md says how to contribute.

   optgap library list --class 13-20 --objective artww
   optgap library show --class 21-40 --status open --out steps.jsonl
   optgap solve --method exact --time-limit 1m --format json steps.jsonl >mine.jsonl
   optgap library add --dry-run mine.jsonl
   optgap library check --every 10`,
		libraryListCommand(s),
		libraryShowCommand(s),
		libraryCheckCommand(s),
		libraryAddCommand(s),
		libraryRankCommand(s),
	)
}

// choosing is which entries of a library a command is about.
type choosing struct {
	dir    string
	filter library.Filter
}

// dirFlag is --dir.
func dirFlag(dir *string) *console.Option {
	*dir = library.Dir
	return console.Flag(dir, "dir", "the `LIBRARY`, a folder with a folder for each set")
}

// flags choose entries of the library.
func (o *choosing) flags() []cli.Flag {
	f := &o.filter
	objectives := lists.Each(library.Objectives, func(o optgap.Objective) string { return string(o) })
	statuses := []string{summary.LineOptimal, summary.LineOpen}
	named := func(value *string, name, usage string, names []string) *console.Option {
		known := func() bool { return *value == "" || slices.Contains(names, *value) }
		return console.Flag(value, name, usage).
			Takes(field.Fixed(names...)).
			Must(format.Enumeration("or", names), known)
	}
	return console.In(
		groupLibrary,
		dirFlag(&o.dir),
		console.Flag(&f.Sets, "set", "only those of the sets `NAME,NAME...`; by default of all"),
		console.Flag(&f.Class, "class", "only those with so many waiting jobs, a `RANGE` such as 13-20"),
		named(
			(*string)(&f.Objective),
			"objective",
			"only those under the objective `NAME`: "+format.Enumeration("or", objectives),
			objectives,
		),
		named(
			&f.Status,
			"status",
			"only those that are `NAME`: optimal (proven) or open",
			statuses,
		),
		console.Flag(&f.Every, "every", "of those that fit, each `N`-th").AtLeast("0"),
	)
}

// entries opens the library and returns what the filter takes, at least one entry.
func (o *choosing) entries() ([]*library.Entry, error) {
	l, err := library.Open(o.dir)
	if err != nil {
		return nil, err
	}
	entries, err := o.filter.Choose(l)
	if err == nil && len(entries) == 0 {
		const text = "%s: found no such step, expected at least one: see optgap library list"
		err = console.Usage(text, l.Dir)
	}
	return entries, err
}

// steps are the entries without those whose steps are not made here, which it tells; quiet or not,
// as the steps are a part of what was asked for. Where no step is left, that is an error.
func (o *choosing) steps(c *console.Call) (here []*library.Entry, err error) {
	entries, err := o.entries()
	if err != nil {
		return nil, err
	}
	sets := lists.GroupBy(entries, func(e *library.Entry) *library.Set { return e.Set })
	for _, own := range sets {
		if own[0].Step != nil { // a set has all its steps, or none
			here = append(here, own...)
		}
	}
	if len(here) == 0 {
		return nil, entries[0].Set.Missing()
	}
	for _, own := range sets {
		if own[0].Step == nil {
			c.Warn("left out %s: %v", format.Count(int64(len(own)), "line"), own[0].Set.Missing())
		}
	}
	return here, nil
}

func libraryListCommand(s console.Streams) *cli.Command {
	var (
		o choosing
		p printing
	)
	return console.Command(s, &cli.Command{
		Name:      "list",
		Usage:     "the best known of each step and objective",
		ArgsUsage: " ",
		Description: `Tables sum up each set, class and objective. JSON and CSV have a line for each step and
objective: the best objective and bound that are known, what the bound rests on, what the best
of the usual schedulers loses, and the time and the nodes that the bound took. The objective
is the sum of weight times response time.

   optgap library list --objective artww
   optgap library list --format json`,
		Flags: append(o.flags(), p.formatFlag("one step and objective per line")),
	}, console.Arguments{What: "none"}, func(c *console.Call) error {
		entries, err := o.entries()
		if err != nil {
			return err
		}
		lines := lists.Each(entries, (*library.Entry).Line)
		return printRows(c, p, lines, "", totalTable(summary.LibraryTotals(lines)))
	})
}

// printRows prints rows in the format: each as a JSON line, all columns as CSV, or tables for
// people, with a text after them.
func printRows[R any](
	c *console.Call,
	p printing,
	rows []R,
	after string,
	shown ...table.Table,
) error {
	return printAs(c.Out, p, answer[R]{
		lines:  rows,
		rows:   func() table.Table { return table.FieldRows(rows) },
		tables: func() []table.Table { return shown },
		after:  after,
	})
}

// libraryTable shows lines to people.
func libraryTable(lines []summary.LibraryLine) table.Table {
	t := table.Table{Columns: slices.Concat(
		table.Numbers("index"),
		table.Words("set"),
		table.Numbers("jobs"),
		table.Words("minimised"),
		table.Numbers("objective", "bound", "gap"),
		table.Words("proof"),
		table.Numbers("loss", "time [s]", "nodes"),
	)}
	for _, l := range lines {
		gap := ""
		seconds := ""
		nodes := ""
		if !l.Proven() {
			gap = format.Percent(100 * *l.Gap)
		}
		if l.SolveSeconds > 0 {
			seconds = format.Decimal(l.SolveSeconds, 3)
			nodes = format.Integer(l.Nodes)
		}
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(l.Index),
			l.Set,
			strconv.Itoa(l.Jobs),
			l.ObjectiveName,
			format.Integer(l.Objective),
			format.Integer(l.Bound),
			gap,
			string(l.Proof),
			format.Percent(*l.LossPercent),
			seconds,
			nodes,
		})
	}
	return t
}

// totalTable shows totals to people.
func totalTable(totals []summary.LibraryTotal) table.Table {
	t := table.Table{Columns: append(
		table.Keys(table.Words("set", "jobs", "minimised")...),
		table.Numbers(
			"steps",
			"proven",
			"share",
			"without\na search",
			"mean gap of\nopen ones",
			"largest",
			"mean loss of\nproven ones",
		)...)}
	for _, v := range totals {
		largest := ""
		if v.MeanGap != nil {
			largest = format.Percent(100 * v.LargestGap)
		}
		share := func(gap float64) string { return format.Percent(100 * gap) }
		t.Rows = append(t.Rows, []string{
			v.Set,
			v.Class,
			v.ObjectiveName,
			strconv.Itoa(v.Entries),
			strconv.Itoa(v.Optimal),
			format.Share(float64(v.Optimal)/float64(v.Entries), 1),
			strconv.Itoa(v.Certified),
			format.Existing(v.MeanGap, share),
			largest,
			format.Existing(v.ProvenLoss, format.Percent),
		})
	}
	return t
}

// showForms are the values of --as, each with what it writes of an entry.
var showForms = []struct {
	name  string
	value func(e *library.Entry) any
}{
	{"steps", func(e *library.Entry) any { return e.Step }},
	{"schedules", func(e *library.Entry) any { return e.Schedule() }},
	{"results", func(e *library.Entry) any { return e.Result() }},
	{"project", func(e *library.Entry) any { return library.ProjectOf(e.Step) }},
	{singleForm, nil},
}

// singleForm is the value of --as for a file of a single step.
const singleForm = "dzn"

// showNames returns the values of --as.
func showNames() (names []string) {
	for _, f := range showForms {
		names = append(names, f.name)
	}
	return names
}

func libraryShowCommand(s console.Streams) *cli.Command {
	var (
		o    choosing
		form = showForms[0].name
		out  string
	)
	return console.Command(s, &cli.Command{
		Name:      "show",
		Usage:     "write steps, or what is known of them",
		ArgsUsage: "[INDEX...]",
		Description: `Writes the steps with the indices, or those that the flags choose, one JSON object per
line. --as says what is written: steps (optgap-step/1), schedules (the best ones,
optgap-schedule/1), results (all that is known, optgap-result/1), project (a small JSON
that solvers of project scheduling can read), or dzn, data of MiniZinc of a single step.
docs/library.md states how a step becomes a project.

   optgap library show 17 | optgap solve --method exact -
   optgap library show --class 13-20 --objective artww --out steps.jsonl.gz
   optgap library show 17 | optgap solve --write-model step.mps --time-scale 60s -
   optgap library show --as dzn --out step.dzn 17`,
		Flags: append(o.flags(), console.In(console.GroupOutput, outFlag(&out),
			console.Flag(&form, "as", "`FORM`: "+console.Alternatives("", showNames())).
				OneOf(console.Alternatives("", showNames()), showNames),
		)...),
	}, console.Arguments{Most: -1}, func(c *console.Call) error {
		for _, text := range c.Args().Slice() {
			index, err := strconv.Atoi(text)
			if err != nil || index < 0 {
				return console.Usage(
					"library show: found %q, expected the index of a step",
					text,
				)
			}
			o.filter.Indices = append(o.filter.Indices, index)
		}
		entries, err := o.steps(c)
		if err != nil {
			return err
		}
		if form == singleForm && len(entries) > 1 {
			return console.Usage(
				"library show: found %d steps, expected a single one for --as %s",
				len(entries),
				form,
			)
		}
		return c.Write(out, func(w io.Writer) error { return show(w, form, entries) })
	})
}

// show writes entries in a form of --as.
func show(w io.Writer, form string, entries []*library.Entry) error {
	if form == singleForm {
		return library.WriteDZN(w, library.ProjectOf(entries[0].Step))
	}
	f := showForms[slices.Index(showNames(), form)]
	out := record.NewWriter(w)
	for _, e := range entries {
		if err := out.Write(f.value(e)); err != nil {
			return err
		}
	}
	return nil
}
