package command

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
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
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func libraryAddCommand(s console.Streams) *cli.Command {
	o := &offering{how: library.Adding{Limit: 5 * time.Second}}
	from := &o.how.From
	const searched = "`TIME` to search again for a bound without a certificate; 0: it is not searched for"
	flags := slices.Concat(
		console.In(groupLibrary, dirFlag(&o.dir)),
		console.In(
			console.GroupRun,
			console.Flag(&o.how.Limit, "time-limit", searched).AtLeast("0"),
		),
		console.In(
			console.GroupOutput,
			console.Flag(
				&from.By,
				"by",
				"`NAME` of who, or of the program that, has found it; stored",
			),
			console.Flag(&from.Machine, "on", "`TEXT` on the machine that it was found on; stored"),
			console.Flag(&o.dry, "dry-run", "only compare, and store nothing"),
			o.formatFlag("one class and objective per line"),
		),
	)
	return console.Command(s, &cli.Command{
		Name:      "add",
		Usage:     "improve what is known by what any program has found, or compare with it",
		ArgsUsage: "FILE...|-",
		Description: `Reads results (optgap-result/1). Says by class and method how they compare with the best
known, as rank does, and stores what is better. Only what verifies is taken. A bound without a
certificate is searched for again, within --time-limit, and small steps are enumerated. Where
that proves less, the rest stands beside as a claim of its giver, and closes no line. With
--dry-run nothing is stored. Exit code 3 where something was refused; the rest is taken.

   optgap library add --by "A. Name" results.jsonl
   optgap library add --dry-run results.jsonl`,
		Flags: flags,
	}, console.Arguments{Most: -1}, func(c *console.Call) error {
		if c.NArg() == 0 {
			return console.Usage("library add: found no file, expected at least one of results, or -")
		}
		from.Date = time.Now().UTC().Format(time.DateOnly)
		lock, err := folder.Lock(o.dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // about which Open tells more
			return err
		}
		defer lock.Close()
		return o.all(c)
	})
}

func libraryRankCommand(s console.Streams) *cli.Command {
	o := &offering{rank: true, dry: true}
	return console.Command(s, &cli.Command{
		Name:      "rank",
		Usage:     "hold methods against each other on steps of the library",
		ArgsUsage: "[NAME=]FILE...",
		Description: `Prints the methods whose results the files hold side by side, by class and objective: how
many they call proven, how many of these nothing known beats, and how far they are from the
best known, to which what the files hold counts. Nothing is stored. Results of one method are
together, in whichever files they stand: NAME=FILE gives those of a file another name. What
does not verify is told, and the exit code is 3. A bound without a certificate is only held
against the schedules that are known.

   optgap library rank mine.jsonl theirs.jsonl
   optgap library rank before=old.jsonl after=new.jsonl`,
		Flags: console.In(
			groupLibrary,
			dirFlag(&o.dir),
			o.formatFlag("one method, class and objective per line"),
		),
	}, console.Arguments{Least: 1, Most: -1, What: "files of results"}, o.all)
}

// offering is a call of add or rank.
type offering struct {
	*console.Call
	printing
	dir       string
	how       library.Adding
	rank, dry bool // dry: nothing is stored
	added     []*library.Added
}

// all takes what the files hold.
func (o *offering) all(c *console.Call) error {
	o.Call = c
	l, err := library.Open(o.dir)
	if err != nil {
		return err
	}
	for _, path := range c.Args().Slice() {
		name := ""
		if before, after, ok := strings.Cut(path, "="); ok && o.rank {
			name = before
			path = after
			if err := optgap.CheckName("NAME=FILE", name); err != nil {
				return err
			}
		}
		if err := o.file(l, name, path); err != nil {
			return err
		}
	}
	if !o.dry {
		if err := l.Save(); err != nil {
			return err
		}
	}
	return o.print()
}

// file takes the results of a file. name is that of their method; "": their own.
func (o *offering) file(l *library.Library, name, path string) error {
	if err := folder.Intact(path); err != nil {
		return err
	}
	in, err := stream.Open(path, o.In)
	if err != nil {
		return err
	}
	defer in.Close()
	text := stream.NewInterruptible(o.Context, in)
	for r, err := range record.ReadNumbered(text, in.Name(), record.ParseResult) {
		var wrong *optgap.FieldError
		if errors.As(err, &wrong) && wrong.Field == "format" {
			const how = "docs/library.md says how schedules and bounds become results"
			return fmt.Errorf("%w: %s", err, how)
		}
		if err != nil {
			return err
		}
		at := func(err error) error {
			return &record.LineError{File: in.Name(), Line: r.Line, Err: err}
		}
		r.Value.Method = cmp.Or(name, methodOf(&r.Value))
		a, err := l.Add(o.Context, r.Value, o.how)
		if err != nil {
			return at(err)
		}
		o.added = append(o.added, a)
		if a.Wrong != nil {
			o.Warn("%v", at(a.Wrong))
		}
	}
	return nil
}

// methodOf names the policy where the result has the plan of a single one.
func methodOf(r *record.Result) string {
	if all := r.ListedPolicies(); r.Method == method.Policies.Name && len(all) == 1 {
		return all[0]
	}
	return r.Method
}

// print prints the ranking, and of add what got better.
func (o *offering) print() error {
	claims := 0
	refused := false
	var better []*library.Entry
	for _, a := range o.added {
		refused = refused || a.Wrong != nil
		if a.Claimed {
			claims++
		}
		if a.Better && !slices.Contains(better, a.Entry) {
			better = append(better, a.Entry)
		}
	}
	rows := library.Rank(o.added)
	shown := []table.Table{rankedTable(rows)}
	after := ""
	if len(better) > 0 && !o.rank {
		t := libraryTable(lists.Each(better, (*library.Entry).Line))
		t.Title = format.Count(int64(len(better)), "line") + " better"
		shown = append(shown, t)
	}
	if len(better) > 0 && !o.dry {
		after = "\nTo merge: optgap library check, then git commit " + format.Shell(o.dir) + "\n"
	}
	if err := printRows(o.Call, o.printing, rows, after, shown...); err != nil {
		return err
	}
	if claims > 0 && !o.rank {
		o.Say("%s not proven again within %v: beside as claims, which close no line",
			format.Count(int64(claims), "larger bound"), o.how.Limit)
	}
	if refused {
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
	})
}
