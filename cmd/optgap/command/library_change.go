package command

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func libraryAddCommand(s console.Streams) *cli.Command {
	var (
		dir string
		p   printing
		dry bool
		how = library.Adding{Limit: 5 * time.Second}
	)
	const usage = "`TIME` to search again for a bound without a certificate; 0: it is not searched for"
	limit := console.Flag(&how.Limit, "time-limit", usage).AtLeast("0")
	return console.Command(s, &cli.Command{
		Name:      "add",
		Usage:     "improve what is known by what any program has found, or compare with it",
		ArgsUsage: "FILE...|-",
		Description: `Reads JSON lines: schedules (optgap-schedule/1), bounds with certificates
(optgap-bound/1), or results (optgap-result/1). Says by class and method how they compare with
the best known, as rank does, and stores what is better. Only what verifies is taken. A bound
without a certificate is searched for again, within --time-limit, and small steps are
enumerated. Where that proves less, the rest stands beside as a claim of its giver, and closes
no line. With --dry-run nothing is stored. Exit code 3 where something was refused; the rest
is taken.

   optgap library add --by "A. Name" schedules.jsonl
   optgap library add --dry-run results.jsonl`,
		Flags: slices.Concat(
			console.In(groupLibrary, dirFlag(&dir)),
			console.In(console.GroupRun, limit),
			console.In(
				console.GroupOutput,
				console.Flag(
					&how.By,
					"by",
					"`NAME` of who, or of the program that, has found it; stored",
				),
				console.Flag(
					&how.Machine,
					"on",
					"`TEXT` on the machine that it was found on; stored",
				),
				console.Flag(&dry, "dry-run", "only compare, and store nothing"),
				p.formatFlag("one class and objective per line"),
			),
		),
	}, console.Arguments{Most: -1}, func(c *console.Call) error {
		if c.NArg() == 0 {
			return console.Usage(
				"library add: found no file, expected at least one of results, schedules or bounds, or -",
			)
		}
		how.Date = time.Now().UTC().Format(time.DateOnly)
		lock, err := folder.Lock(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // about which Open tells more
			return err
		}
		defer lock.Close()
		return (&offering{Call: c, how: how, dry: dry}).all(dir, p)
	})
}

func libraryRankCommand(s console.Streams) *cli.Command {
	var (
		dir string
		p   printing
	)
	return console.Command(s, &cli.Command{
		Name:      "rank",
		Usage:     "hold methods against each other on steps of the library",
		ArgsUsage: "[NAME=]FILE...",
		Description: `Prints the methods whose results, schedules or bounds the files hold side by side, by class
and objective: how many they call proven, how many of these nothing known beats, and how
far they are from the best known, to which what the files hold counts. Nothing is stored.
A method without a name has that of its file. NAME=FILE gives it another one: files of one
NAME, such as one of schedules and one of bounds, are one method. What does not verify is
told, and the exit code is 3. A bound without a certificate is only held against the
schedules that are known.

   optgap library rank mine.jsonl theirs.jsonl
   optgap library rank mine=schedules.jsonl mine=bounds.jsonl theirs.jsonl`,
		Flags: console.In(
			groupLibrary,
			dirFlag(&dir),
			p.formatFlag("one method, class and objective per line"),
		),
	}, console.Arguments{Least: 1, Most: -1, What: "files of results, schedules or bounds"}, func(c *console.Call) error {
		return (&offering{Call: c, rank: true, dry: true}).all(dir, p)
	})
}

// offering is a call of add or rank.
type offering struct {
	*console.Call
	how       library.Adding
	rank, dry bool // dry: nothing is stored

	library *library.Library
	files   []offeredFile
	ranking library.Ranking
	changes []*library.Added // the first one of each entry of which something better is known
	claims  int
	refused int
}

// An offeredFile is a file of offers with the name of its methods; "": their own.
type offeredFile struct{ name, path string }

// mostWrong is how much of a file that does not verify rank tells.
const mostWrong = 3

// all takes what the files hold.
func (o *offering) all(dir string, p printing) (err error) {
	o.library, err = library.Open(dir)
	if err != nil {
		return err
	}
	for _, argument := range o.Args().Slice() {
		f := offeredFile{path: argument}
		if name, path, ok := strings.Cut(argument, "="); ok && o.rank {
			f = offeredFile{name, path}
			if err := optgap.CheckName("NAME=FILE", name); err != nil {
				return err
			}
		}
		o.files = append(o.files, f)
	}
	for _, f := range o.files {
		if err := o.file(f); err != nil {
			return err
		}
	}
	if !o.dry {
		if err := o.library.Save(); err != nil {
			return err
		}
	}
	return o.print(p)
}

// file takes what a file holds.
func (o *offering) file(f offeredFile) error {
	if err := folder.Intact(f.path); err != nil {
		return err
	}
	in, err := stream.Open(f.path, o.In)
	if err != nil {
		return err
	}
	defer in.Close()
	offers, err := library.Offers(stream.NewInterruptible(o.Context, in), in.Name())
	if err != nil {
		return err
	}
	wrong := 0
	for offer, err := range offers {
		if err != nil {
			return err
		}
		a, err := o.library.Add(o.Context, offer, o.how)
		if err != nil {
			return err
		}
		o.ranking.Add(o.method(f, a.Offer.Method), a)
		if a.Wrong != nil {
			wrong++
			if !o.rank || wrong <= mostWrong {
				o.Warn("%v", a.Wrong)
			}
			continue
		}
		if a.Better.Claim {
			o.claims++
		}
		same := func(other *library.Added) bool { return other.Entry == a.Entry }
		if a.Better != (library.Better{}) && !slices.ContainsFunc(o.changes, same) {
			o.changes = append(o.changes, a)
		}
	}
	if o.rank && wrong > mostWrong {
		o.Warn("%s: %d more do not verify", f.path, wrong-mostWrong)
	}
	o.refused += wrong
	return nil
}

// method is the name of a method of a file: in rank no two files have one of the same name, unless
// both are given it.
func (o *offering) method(f offeredFile, own string) string {
	label := filepath.Base(f.path)
	for _, other := range o.files {
		if other != f && filepath.Base(other.path) == label {
			label = f.path
		}
	}
	switch {
	case f.name != "":
		return f.name
	case own == "":
		return label
	case o.rank && len(o.files) > 1:
		return own + " (" + label + ")"
	}
	return own
}

// print prints the ranking, and of add what a merge changes.
func (o *offering) print(p printing) error {
	rows := o.ranking.Rows()
	tables := []table.Table{rankedTable(rows)}
	after := ""
	if !o.rank {
		tables = append(tables, changedTables(o.changes)...)
		if !o.dry {
			after = mergeText(o.changes)
		}
	}
	if err := printAs(o.Out, p, answer[library.Ranked]{
		lines: rows, rows: func() table.Table { return table.FieldRows(rows) },
		tables: func() []table.Table { return tables }, after: after,
	}); err != nil {
		return err
	}
	if !o.rank && o.claims > 0 {
		o.Say("%s not proven again within %v: beside as claims, which close no line",
			format.Count(int64(o.claims), "larger bound"), o.how.Limit)
	}
	if o.refused > 0 {
		return console.ErrCheckFailed
	}
	return nil
}

// rankedTable shows a ranking to people.
func rankedTable(rows []library.Ranked) table.Table {
	t := table.Table{Columns: append(
		table.Keys(table.Words("jobs", "minimised", "method")...),
		table.Numbers(
			"steps",
			"refused",
			"proven",
			"right",
			"best",
			"mean\nexcess",
			"mean\ngap",
			"time [s]",
		)...)}
	for _, r := range rows {
		cells := []string{r.Class, r.ObjectiveName, r.Method}
		for _, n := range []int{r.Steps, r.Refused, r.Proven, r.Right, r.Best} {
			cells = append(cells, format.Integer(int64(n)))
		}
		t.Rows = append(t.Rows, append(cells, format.Existing(r.ExcessPercent, format.Percent),
			format.Existing(r.GapPercent, format.Percent),
			format.Existing(r.Seconds, func(v float64) string { return format.Decimal(v, 3) })))
	}
	return t
}

// shownChanges is how many changed lines of a set are shown.
const shownChanges = 20

// changedTables shows what a merge changes: a table for each set.
func changedTables(changes []*library.Added) (all []table.Table) {
	for _, own := range changedSets(changes) {
		title := format.Count(
			int64(len(own)),
			"line",
		) + " of " + own[0].Entry.Set.Results() + " better"
		t := table.Table{
			Columns: slices.Concat(
				table.Keys(table.Numbers("index")...),
				table.Words("minimised", "better"),
				table.Numbers("gap"),
				table.Words("proof", "given by", "added"),
			),
		}
		for i, change := range own {
			if i == shownChanges {
				title += fmt.Sprintf(", of which the first %d are", shownChanges)
				break
			}
			l := change.Entry.Line()
			better, by, date := whatIsBetter(change)
			t.Rows = append(t.Rows, []string{
				format.Digits(
					int64(l.Index),
				),
				l.ObjectiveName,
				better,
				format.Percent(100 * *l.Gap),
				string(l.Proof),
				by,
				date,
			})
		}
		t = t.WithText()
		t.Title = title
		all = append(all, t)
	}
	return all
}

// whatIsBetter says what is better of an entry than before its first better offer, and who has
// given it when.
func whatIsBetter(change *library.Added) (what, by, date string) {
	best := change.Entry.Best
	from := record.Source{}
	switch {
	case best.Objective < change.Before.Objective:
		what, from = "schedule", *best.ScheduleFrom
	case best.Bound > change.Before.Bound:
		what, from = "bound", *best.BoundFrom
	case best.Claim != nil && best.Claim != change.Before.Claim:
		what = "claim"
		from = best.Claim.From
	default:
		what, from = "proof", *best.BoundFrom
	}
	return what, from.By, from.Date
}

// changedSets groups changes by set.
func changedSets(changes []*library.Added) [][]*library.Added {
	return lists.GroupBy(changes, func(a *library.Added) *library.Set { return a.Entry.Set })
}

// mergeText says what a maintainer runs before a merge of changes; "": there are none.
func mergeText(changes []*library.Added) string {
	var paths []string
	for _, own := range changedSets(changes) {
		paths = append(paths, own[0].Entry.Set.Results())
	}
	if paths == nil {
		return ""
	}
	return "\nTo merge: optgap library check, then git commit " + format.Shell(paths...) + "\n"
}

func libraryCheckCommand(s console.Streams) *cli.Command {
	var (
		o choosing
		p printing
	)
	return console.Command(s, &cli.Command{
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
		Flags: append(o.flags(), p.formatFlag("one fault per line")),
	}, console.Arguments{What: "none"}, func(c *console.Call) error {
		entries, err := o.steps(c)
		if err != nil {
			return err
		}
		progress := c.Progress(len(entries), "step", nil)
		faults, found, err := library.Check(c.Context, entries, progress.Step)
		progress.End()
		if err != nil {
			return err
		}
		text := ""
		for _, f := range faults {
			text += fmt.Sprintf(
				"%s: step %d: %s: found %s, expected %s\n",
				f.Set,
				f.Index,
				f.Field,
				f.Found,
				f.Expected,
			)
		}
		text += fmt.Sprintf("%d entries, %d checks, %d faults\nbounds: %s\n",
			len(entries), found.Checks, len(faults), tally(found.Bounds))
		rows := func() table.Table { return table.FieldRows(faults) }
		err = printAs(c.Out, p, answer[library.Fault]{lines: faults, rows: rows, after: text})
		if err != nil || len(faults) == 0 {
			return err
		}
		return console.ErrCheckFailed
	})
}
