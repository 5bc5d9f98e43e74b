package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/confidence"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

const groupLibrary = "Which steps of the library"

// libraryCommand holds what is about the library of steps.
func libraryCommand() *console.Command {
	return &console.Command{
		Name:  "library",
		Usage: "steps with proven optima: list, show, check, rank and add to them",
		Description: `The library holds steps, and the best that is known of each under three objectives: a
schedule, a lower bound, and what the bound rests on. A line of list is a step under one
objective, and has an index of its own. docs/library.md says how to contribute.

   optgap library list --class 13-20 --objective artww
   optgap library show --class 21-40 --status open --out steps.jsonl
   optgap solve --method exact --time-limit 1m --format json steps.jsonl >mine.jsonl
   optgap library add --dry-run mine.jsonl
   optgap library check --every 10`,
		Commands: []*console.Command{
			libraryListCommand(),
			libraryShowCommand(),
			libraryCheckCommand(),
			libraryAddCommand(),
			libraryRankCommand(),
		},
	}
}

// choosing is which entries of a library a command is about.
type choosing struct {
	dir string
	library.Filter
}

// dirFlag is --dir.
func dirFlag(dir *string) *console.Option {
	*dir = library.Dir
	return console.Flag(dir, "dir", "the `LIBRARY`, a folder with a folder for each set")
}

// flags choose entries of the library.
func (o *choosing) flags() console.Flags {
	objectives := field.Fixed(library.Objectives...)
	named := format.Enumeration("or", objectives())
	return console.Flags{
		groupLibrary,
		dirFlag(&o.dir),
		console.Flag(&o.Sets, "set", "only those of the sets `NAME,NAME...`; by default of all"),
		console.Flag(&o.Class, "class", "only those with so many waiting jobs, a `RANGE` such as 13-20"),
		console.Flag(&o.Objective, "objective", "only those under the objective `NAME`: "+named).
			OneOf(named, objectives),
		console.Flag(&o.Status, "status", "only those that are `NAME`: optimal (proven) or open").
			OneOf("optimal or open", field.Fixed(library.Optimal, library.StillOpen)),
		console.Flag(&o.Every, "every", "of those that fit, each `N`-th").AtLeast("0"),
	}
}

// entries opens the library and returns what the filter takes.
func (o *choosing) entries() ([]*library.Entry, error) {
	l, err := library.Open(o.dir)
	if err != nil {
		return nil, err
	}
	return o.Choose(l)
}

// steps are the entries without those whose steps are not made here, which it tells; quiet or not,
// as the steps are a part of what was asked for. Where no step is left, that is an error.
func (o *choosing) steps(c *console.Call) ([]*library.Entry, error) {
	entries, err := o.entries()
	if err != nil {
		return nil, err
	}
	var here []*library.Entry
	for _, own := range lists.GroupBy(entries, library.SetOf) {
		err = own[0].Missing() // a set has all its steps, or none
		if err == nil {
			here = append(here, own...)
		} else if len(own) < len(entries) {
			c.Warn("left out %s: %v", format.Count(len(own), "line"), err)
		}
	}
	if here == nil {
		return nil, err
	}
	return here, nil
}

func libraryListCommand() *console.Command {
	var (
		o choosing
		p printing
	)
	return &console.Command{
		Name:      "list",
		Usage:     "the best known of each step and objective",
		ArgsUsage: " ",
		Description: `Tables sum up each set, class and objective. JSON and CSV have a line for each step and
objective: the best objective and bound that are known, what the bound rests on, and what the
best of the usual schedulers loses. The objective is the sum of weight times response time.

   optgap library list --objective artww
   optgap library list --format json`,
		Flags: console.Flags{
			o.flags(),
			p.formatFlag("one step and objective per line"),
		},
		Run: func(c *console.Call) error {
			entries, err := o.entries()
			if err != nil {
				return err
			}
			lines := lists.Each(entries, (*library.Entry).Line)
			return printAs(c.Out, p, answer[library.Line]{
				lines:  lines,
				rows:   func() table.Table { return table.FieldRows(lines) },
				tables: []table.Table{totalTable(lines)},
			})
		},
	}
}

// totalTable sums up lines by set, class and objective.
func totalTable(lines []library.Line) (t table.Table) {
	key := func(l library.Line) [3]string { return [3]string{l.Set, l.Class, l.ObjectiveName} }
	for _, own := range lists.GroupBy(lines, key) {
		var gaps, losses confidence.Values // of those open, and of those proven
		certain := 0
		for _, l := range own {
			if l.Status == library.StillOpen {
				gaps = append(gaps, 100*l.Gap)
				continue
			}
			losses = append(losses, l.LossPercent)
			if library.Certain(l.Proof) {
				certain++
			}
		}
		t.Add(
			table.Name("set", own[0].Set),
			table.Name("jobs", own[0].Class),
			table.Name("minimised", own[0].ObjectiveName),
			table.Number("steps", strconv.Itoa(len(own))),
			table.Number("proven", strconv.Itoa(len(losses))),
			table.Number("share", format.Share(float64(len(losses))/float64(len(own)), 1)),
			table.Number("without\na search", strconv.Itoa(certain)),
			table.Number("mean gap of\nopen ones", format.Percent(gaps.Mean())),
			table.Number("largest", format.Percent(gaps.Largest())),
			table.Number("mean loss of\nproven ones", format.Percent(losses.Mean())),
		)
	}
	return t
}

// showForms are the values of --as.
var showForms = []string{"steps", "schedules", "results", "project", singleForm}

// singleForm is the value of --as for a file of a single step.
const singleForm = "dzn"

func libraryShowCommand() *console.Command {
	var (
		o    choosing
		form = showForms[0]
		out  string
	)
	names := format.Enumeration("or", showForms)
	return &console.Command{
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
		Flags: console.Flags{
			o.flags(),
			console.GroupOutput,
			outFlag(&out),
			console.Flag(&form, "as", "`FORM`: "+names).OneOf(names, field.Fixed(showForms...)),
		},
		Most: -1,
		Run: func(c *console.Call) error {
			o.Indices = c.Args().Slice()
			entries, err := o.steps(c)
			if err != nil {
				return err
			}
			if form == singleForm && len(entries) > 1 {
				const wrong = "library show: found %d steps, expected a single one for --as %s"
				return console.Usage(wrong, len(entries), form)
			}
			return c.Write(out, func(w io.Writer) error {
				for _, e := range entries {
					if err := show(w, form, e); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

// show writes an entry in a form of --as.
func show(w io.Writer, form string, e *library.Entry) error {
	var value any
	switch form {
	case "steps":
		value = e.Step
	case "schedules":
		value = e.Schedule()
	case "results":
		value = e.Result
	case "project":
		value = library.ProjectOf(e.Step)
	case singleForm:
		return library.WriteDZN(w, library.ProjectOf(e.Step))
	}
	return record.WriteLine(w, value)
}

func libraryCheckCommand() *console.Command {
	var (
		o choosing
		p printing
	)
	return &console.Command{
		Name:      "check",
		Usage:     "verify all that is known, without a solver",
		ArgsUsage: " ",
		Description: `Verifies every schedule, objective and bound of the library, by the code of optgap verify.
Steps of few jobs are enumerated. Certificates prove their bounds again. It says how many
bounds rest on a search or a solver only. Exit code 3 and a line for each value that does not
hold. Lines whose steps are not here, as they are of the trace of an archive, are left out.
Steps with another digest than that in steps.sha256 are refused.

   optgap library check
   optgap library check --every 10 --quiet`,
		Flags: console.Flags{
			o.flags(),
			p.formatFlag("one fault per line"),
		},
		Run: func(c *console.Call) error {
			entries, err := o.steps(c)
			if err != nil {
				return err
			}
			progress := c.Progress(len(entries), "step", nil)
			found, err := library.Check(c.Context, entries, progress.Step)
			progress.End()
			if err != nil {
				return err
			}
			text := ""
			for _, f := range found.Faults {
				text += fmt.Sprintf("%s: step %d, method %s: %v\n", f.File, f.Index, f.Method, f)
			}
			text += fmt.Sprintf(
				"%d entries, %d checks, %d faults\nbounds: %s\n",
				len(entries),
				found.Checks,
				len(found.Faults),
				tally(found.Bounds),
			)
			err = printAs(c.Out, p, answer[verify.Fault]{
				lines: found.Faults,
				rows:  func() table.Table { return faultRows(found.Faults) },
				after: text,
			})
			if err == nil && len(found.Faults) > 0 {
				err = console.ErrCheckFailed
			}
			return err
		},
	}
}

// offering is a call of add or rank.
type offering struct {
	printing
	dir       string
	how       library.Adding
	rank, dry bool // dry: nothing is stored
	added     []*library.Added
}

func libraryAddCommand() *console.Command {
	o := &offering{how: library.Adding{Limit: 5 * time.Second}}
	from := &o.how.From
	const searched = "`TIME` to search again for a bound without a certificate; 0: it is not searched for"
	flags := console.Flags{
		groupLibrary,
		dirFlag(&o.dir),
		console.Flag(&o.how.Limit, "time-limit", searched).AtLeast("0").Under(console.GroupRun),
		console.Flag(&from.By, "by", "`NAME` of who, or of the program that, has found it; stored").
			Under(console.GroupOutput),
		console.Flag(&from.Machine, "on", "`TEXT` on the machine that it was found on; stored").
			Under(console.GroupOutput),
		console.Flag(&o.dry, "dry-run", "only compare, and store nothing").
			Under(console.GroupOutput),
		o.formatFlag("one class and objective per line"),
	}
	return &console.Command{
		Name:      "add",
		Usage:     "improve what is known by what any program has found, or compare with it",
		ArgsUsage: "[NAME=]FILE...|-",
		Description: `Reads results (optgap-result/1). Says by class and method how they compare with the best
known, as rank does, and stores what is better. Only what verifies is taken. A bound without a
certificate is searched for again, within --time-limit, and small steps are enumerated. Where
that proves less, the rest stands beside as a claim of its giver, and closes no line. With
--dry-run nothing is stored. Exit code 3 where something was refused; the rest is taken.

   optgap library add --by "A. Name" results.jsonl
   optgap library add --dry-run results.jsonl`,
		Flags: flags,
		Least: 1, Most: -1, What: offered,
		Run: o.all,
	}
}

// offered are the arguments of add and rank.
const offered = "files of results, or -"

func libraryRankCommand() *console.Command {
	o := &offering{rank: true, dry: true}
	return &console.Command{
		Name:      "rank",
		Usage:     "hold methods against each other on steps of the library",
		ArgsUsage: "[NAME=]FILE...|-",
		Description: `Prints the methods whose results the files hold side by side, by class and objective: how
many they call proven, how many of these nothing known beats, and how far they are from the
best known, to which what the files hold counts. Nothing is stored. Results of one method are
together, in whichever files they stand: NAME=FILE gives those of a file another name. What
does not verify is told, and the exit code is 3. A bound without a certificate is only held
against the schedules that are known.

   optgap library rank mine.jsonl theirs.jsonl
   optgap library rank before=old.jsonl after=new.jsonl`,
		Flags: console.Flags{
			groupLibrary,
			dirFlag(&o.dir),
			o.formatFlag("one method, class and objective per line"),
		},
		Least: 1, Most: -1, What: offered,
		Run: o.all,
	}
}

// all takes what the files hold, one call at a time where it is stored.
func (o *offering) all(c *console.Call) error {
	if !o.dry {
		lock, err := folder.Lock(o.dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // about which Open tells more
			return err
		}
		defer lock.Close()
	}
	o.how.From.Date = time.Now().UTC().Format(time.DateOnly)
	l, err := library.Open(o.dir)
	if err != nil {
		return err
	}
	for _, argument := range c.Args().Slice() {
		if err := o.file(c, l, argument); err != nil {
			return err
		}
	}
	if !o.dry {
		if err := l.Save(); err != nil {
			return err
		}
	}
	return o.print(c, l)
}

// file takes the results of a file, which may have the name of their method before it.
func (o *offering) file(c *console.Call, l *library.Library, argument string) error {
	name, path, named := strings.Cut(argument, "=")
	if !named {
		path = argument
	} else if err := optgap.CheckName("NAME=FILE", name); err != nil {
		return err
	}
	in, err := folder.OpenIntact(path, c.In)
	if err != nil {
		return err
	}
	defer in.Close()
	text := stream.NewInterruptible(c.Context, in)
	for r, err := range record.ReadNumbered(text, in.Name(), record.ParseResult) {
		var wrong *optgap.FieldError
		if errors.As(err, &wrong) && wrong.Field == "format" {
			const how = "docs/library.md says how schedules and bounds become results"
			return fmt.Errorf("%w: %s", err, how)
		}
		if err != nil {
			return err
		}
		if named {
			r.Value.Method = name
		}
		a, err := l.Add(c.Context, r.Value, o.how)
		if err != nil {
			return &record.LineError{File: in.Name(), Line: r.Line, Err: err}
		}
		o.added = append(o.added, a)
		if a.Wrong != nil {
			c.Warn("%v", &record.LineError{File: in.Name(), Line: r.Line, Err: a.Wrong})
		}
	}
	return nil
}

// print prints the ranking, and of add what got better.
func (o *offering) print(c *console.Call, l *library.Library) error {
	claims := 0
	refused := false
	for _, a := range o.added {
		refused = refused || a.Wrong != nil
		if a.Claimed {
			claims++
		}
	}
	better := lists.Where(l.Entries, func(e *library.Entry) bool { return e.Better })
	rows := library.Rank(o.added)
	shown := []table.Table{rankedTable(rows)}
	after := ""
	if len(better) > 0 && !o.rank {
		fields := table.Fields[library.Line](
			"index", "set", "jobs", "objective_name", "objective", "bound", "proof",
		)
		lines := lists.Each(better, (*library.Entry).Line)
		t := table.Rows(fields, lists.Pointers(lines))
		t.Title = format.Count(len(better), "line") + " better"
		shown = append(shown, t)
	}
	if len(better) > 0 && !o.dry {
		after = "\nTo merge: optgap library check, then git commit " + format.Shell(o.dir) + "\n"
	}
	err := printAs(c.Out, o.printing, answer[library.Ranked]{
		lines:  rows,
		rows:   func() table.Table { return table.FieldRows(rows) },
		tables: shown,
		after:  after,
	})
	if claims > 0 && !o.rank {
		c.Say("%s not proven again within %v: beside as claims, which close no line",
			format.Count(claims, "larger bound"), o.how.Limit)
	}
	if err == nil && refused {
		err = console.ErrCheckFailed
	}
	return err
}

// rankedTable shows a ranking to people.
func rankedTable(rows []library.Ranked) (t table.Table) {
	for _, r := range rows {
		t.Add(
			table.Name("jobs", r.Class),
			table.Name("minimised", r.ObjectiveName),
			table.Name("method", r.Method),
			table.Number("steps", format.Integer(r.Steps)),
			table.Number("refused", format.Integer(r.Refused)),
			table.Number("proven", format.Integer(r.Proven)),
			table.Number("right", format.Integer(r.Right)),
			table.Number("best", format.Integer(r.Best)),
			table.Number("mean\nexcess", format.Existing(r.ExcessPercent, format.Percent)),
			table.Number("mean\ngap", format.Existing(r.GapPercent, format.Percent)),
			table.Number("time [s]", format.Existing(r.Seconds, func(v float64) string {
				return format.Decimal(v, 3)
			})),
		)
	}
	return t
}
