package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func libraryMakeCommand(s console.Streams) *cli.Command {
	var (
		dir, traces string
		p           printing
	)
	archived := console.Flag(&traces, "traces", "the folder `TRACES` with the traces of archives that sets need")
	return console.Command(s, &cli.Command{
		Name: "make", Usage: "make the steps of sets by their recipes, or make them again and compare", ArgsUsage: "[SET...]",
		Description: `Makes the steps of each set by its recipe.yaml. Where the set has no steps yet, they are
stored, with the plans of the usual schedulers and the bound fluid as what is known of them.
Where it has steps, nothing is written: the exit code is 3 where a byte of them differs from
what the recipe makes.

Sets of traces of archives hold no steps, but their checksums. --traces says where the traces
are. Only steps with these checksums are stored. They stay here, and git ignores them.

   optgap library make
   optgap library make --dir mylibrary even
   optgap library make --traces ~/traces kth`,
		Flags: console.In(groupLibrary, dirFlag(&dir), archived, p.formatFlag("one set per line")),
	}, console.Arguments{Most: -1}, func(c *console.Call) error {
		made, err := libraryMake(c, dir, traces)
		if err != nil {
			return err
		}
		if err := printRows(c, p, made, madeTable, madeTable); err != nil {
			return err
		}
		if slices.ContainsFunc(made, func(m madeLine) bool { return m.Differs > 0 }) {
			return console.ErrCheckFailed
		}
		return nil
	})
}

// madeLine is what was made of a set.
type madeLine struct {
	Set   string `json:"set"`
	Steps int    `json:"steps"` // its steps, each under up to three objectives
	New   bool   `json:"new"`   // the steps were not there before
	// first stored line that is not what the recipe makes, from 1
	Differs int      `json:"differs,omitempty"`
	Missing []string `json:"missing,omitempty"` // traces that `--traces` has to give
}

// libraryMake makes the steps of the sets that the arguments name, or of all. traces is the folder of the traces of
// archives; "": there is none.
func libraryMake(c *console.Call, dir, traces string) (made []madeLine, err error) {
	lock, l, err := locked(dir)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	sets := l.Sets
	if c.NArg() > 0 {
		if sets, err = lists.Try(c.Args().Slice(), l.Set); err != nil {
			return nil, err
		}
	}
	for _, set := range sets {
		if needed := set.Recipe.Traces(); len(needed) > 0 && traces == "" {
			if c.NArg() > 0 {
				return nil, set.Missing()
			}
			made = append(made, madeLine{Set: set.Recipe.Set, Missing: needed})
			continue
		}
		done := c.Progress(2*len(set.Recipe.Workloads), "replay")
		m, err := set.Make(c.Context, traces, done.Step)
		done.End()
		if err != nil {
			return nil, err
		}
		made = append(made, madeLine{Set: set.Recipe.Set, Steps: m.Steps, New: m.New, Differs: m.Differs})
	}
	return made, nil
}

// madeTable shows what was made.
func madeTable(made []madeLine) table.Table {
	t := table.Table{Columns: append(table.Words("set"), append(table.Numbers("steps"), table.Words("outcome")...)...)}
	for _, m := range made {
		outcome := "as stored, to the byte"
		switch {
		case m.New:
			outcome = "stored"
		case m.Differs > 0:
			outcome = "line " + format.Integer(int64(m.Differs)) + " of the stored steps differs"
		case m.Missing != nil:
			outcome = "not made: --traces DIR with " + strings.Join(m.Missing, ", ")
		}
		t.Rows = append(t.Rows, []string{m.Set, format.Digits(int64(m.Steps)), outcome})
	}
	return t
}

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
		Name: "add", Usage: "improve what is known by what any program has found, or compare with it", ArgsUsage: "FILE...|-",
		Description: `Reads JSON lines: schedules (optgap-schedule/1), bounds with certificates
(optgap-bound/1), or results (optgap-result/1). Says by class how they compare with the best
known, and stores what is better. Only what verifies is taken. A bound without a certificate
is searched for again, within --time-limit, and small steps are enumerated. Where that proves
less, the rest stands beside as a claim of its giver, and closes no line. With --dry-run
nothing is stored. Exit code 3 where something was refused; the rest is taken.

   optgap library add --by "A. Name" schedules.jsonl
   optgap library add --dry-run results.jsonl`,
		Flags: slices.Concat(console.In(groupLibrary, dirFlag(&dir)), console.In(console.GroupRun, limit),
			console.In(console.GroupOutput,
				console.Flag(&how.By, "by", "`NAME` of who, or of the program that, has found it; stored"),
				console.Flag(&how.Machine, "on", "`TEXT` on the machine that it was found on; stored"),
				console.Flag(&dry, "dry-run", "only compare, and store nothing"),
				p.formatFlag("one class and objective per line"),
			)),
	}, console.Arguments{Most: -1}, func(c *console.Call) error {
		if c.NArg() == 0 {
			return console.Usage("library add: found no file, expected at least one of results, schedules or bounds, or -")
		}
		how.Date = time.Now().UTC().Format(time.DateOnly)
		return libraryAdd(c, dir, how, dry, p)
	})
}

// locked opens the library to change it, and keeps others that would change it out until the file is closed.
func locked(dir string) (lock *os.File, l *library.Library, err error) {
	lock, err = folder.Lock(dir)
	if err == nil || errors.Is(err, fs.ErrNotExist) { // about which Open tells more
		l, err = library.Open(dir)
	}
	if err != nil {
		lock.Close()
	}
	return lock, l, err
}

func libraryAdd(c *console.Call, dir string, how library.Adding, dry bool, p printing) error {
	lock, l, err := locked(dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	var compared library.Comparison
	for _, path := range c.Args().Slice() {
		if err := addFile(c, l, path, how, func(a *library.Added) {
			if a.Wrong != nil {
				c.Warn("%v", a.Wrong)
			}
			compared.Add(a)
		}); err != nil {
			return err
		}
	}
	if !dry {
		if err := l.Save(); err != nil {
			return err
		}
	}
	rows, changes := compared.Rows(), compared.Changes()
	if err := printAs(c.Out, p, answer[library.Compared]{
		lines: rows, rows: func() table.Table { return table.FieldRows(rows) },
		tables: func() []table.Table { return append([]table.Table{comparedTable(rows)}, changedTables(changes)...) },
		after:  mergeText(changes, dry),
	}); err != nil {
		return err
	}
	if compared.Claims > 0 {
		c.Say("%s not proven again within %v: beside as claims, which close no line",
			format.Count(int64(compared.Claims), "larger bound"), how.Limit)
	}
	if compared.Refused > 0 {
		return console.ErrCheckFailed
	}
	return nil
}

// addFile adds what a file holds, and calls each with what became of it.
func addFile(
	c *console.Call, l *library.Library, path string, how library.Adding, each func(*library.Added),
) error {
	if err := folder.Intact(path); err != nil {
		return err
	}
	in, err := stream.Open(path, c.In)
	if err != nil {
		return err
	}
	defer in.Close()
	offers, err := library.Offers(stream.NewInterruptible(c.Context, in), in.Name())
	if err != nil {
		return err
	}
	for o, err := range offers {
		if err != nil {
			return err
		}
		a, err := l.Add(c.Context, o, how)
		if err != nil {
			return err
		}
		each(a)
	}
	return nil
}

// comparedTable shows comparisons to people. Columns without a number are left out.
func comparedTable(rows []library.Compared) table.Table {
	positive := func(n int) string { return format.Optional(int64(n), format.Digits) }
	t := table.Table{Columns: append(table.Keys(table.Words("set", "jobs", "minimised", "method")...),
		table.Numbers("offered", "refused", "proven", "equal", "better", "worse", "mean\nexcess", "mean\ngap",
			"better\nbound", "newly\nproven", "time [s]")...)}
	for _, r := range rows {
		cells := []string{r.Set, r.Class, r.ObjectiveName, r.Method}
		for _, n := range []int{r.Offered, r.Refused, r.Proven, r.Equal, r.Better, r.Worse} {
			cells = append(cells, positive(n))
		}
		t.Rows = append(t.Rows, append(cells, format.Existing(r.ExcessPercent, format.Percent),
			format.Existing(r.GapPercent, format.Percent), positive(r.BetterBound), positive(r.NewlyProven),
			format.Existing(r.Seconds, func(v float64) string { return format.Decimal(v, 3) })))
	}
	return t.WithText()
}

// shownChanges is how many changed lines of a set are shown.
const shownChanges = 20

// changedTables shows what a merge changes: a table for each set.
func changedTables(changes []library.Change) (all []table.Table) {
	for _, own := range changedSets(changes) {
		title := format.Count(int64(len(own)), "line") + " of " + own[0].Entry.Set.Best() + " better"
		t := table.Table{Columns: slices.Concat(table.Keys(table.Numbers("index")...), table.Words("minimised", "better"),
			table.Numbers("gap"), table.Words("proof", "given by", "added"))}
		for i, change := range own {
			if i == shownChanges {
				title += fmt.Sprintf(", of which the first %d are", shownChanges)
				break
			}
			l, known, better := change.Entry.Line(), change.Entry.Known, "claim"
			var from library.Source
			switch {
			case l.Objective < change.Before.Objective:
				from, better = known.ScheduleFrom, "schedule"
			case l.Bound > change.Before.Bound().Value:
				from, better = known.BoundFrom, "bound"
			case known.Claim != nil:
				from = known.Claim.From
			}
			t.Rows = append(t.Rows, []string{
				format.Digits(int64(l.Index)), l.ObjectiveName, better, format.Percent(100 * *l.Gap), string(l.Proof),
				from.By, from.Date,
			})
		}
		t = t.WithText()
		t.Title = title
		all = append(all, t)
	}
	return all
}

// changedSets groups changes by set.
func changedSets(changes []library.Change) [][]library.Change {
	return lists.GroupBy(changes, func(c library.Change) *library.Set { return c.Entry.Set })
}

// mergeText says what a maintainer runs before a merge of changes; "": there are none.
func mergeText(changes []library.Change, dry bool) string {
	var paths []string
	for _, own := range changedSets(changes) {
		paths = append(paths, own[0].Entry.Set.Best())
	}
	if paths == nil || dry {
		return ""
	}
	return "\nTo merge: optgap library check, then git commit " + format.Shell(paths...) + "\n"
}

func libraryCheckCommand(s console.Streams) *cli.Command {
	var (
		o      choosing
		p      printing
		proofs bool
		limit  = time.Minute
	)
	return console.Command(s, &cli.Command{
		Name: "check", Usage: "verify all that is known, without a solver", ArgsUsage: " ",
		Description: `Verifies every schedule, objective and bound of the library, by the code of optgap verify.
Steps of few jobs are enumerated. Certificates prove their bounds again. It says how many
bounds rest on a search or a solver only. With --proofs each optimum is proven anew, and the
proof is checked without a search. Exit code 3 and a line for each value that does not hold.
That the steps are those of the recipes is what optgap library make compares.
Lines whose steps are not made here, as they are of the trace of an archive, are left out.

   optgap library check
   optgap library check --every 10 --quiet
   optgap library check --class 13-20 --proofs`,
		Flags: append(o.flags(), console.Flag(&proofs, "proofs", "prove each optimum anew, and check the proof"),
			console.Flag(&limit, "time-limit", "`TIME` for each proof").AtLeast("1s").
				Only(console.WithFlag("proofs")), p.formatFlag("one fault per line")),
	}, console.Arguments{What: "none"}, func(c *console.Call) error {
		entries, err := o.steps(c)
		if err != nil {
			return err
		}
		if !proofs {
			limit = 0
		}
		faults, checked, err := checkEntries(c, entries, limit)
		if err != nil {
			return err
		}
		faults = append(disorder(entries), faults...)
		if err := printFaults(c, p, faults, checked, len(entries)); err != nil || len(faults) == 0 {
			return err
		}
		return console.ErrCheckFailed
	})
}

// libraryFault is a value of the library that does not hold.
type libraryFault struct {
	Set   string `json:"set"`
	Index int    `json:"index"`
	// its name in the results of `library show --as results`, or in `best.jsonl.gz`; absent for a whole line
	Field string `json:"field,omitempty"`
	// what it is, and what it should be
	Found    string `json:"found,omitempty"`
	Expected string `json:"expected"`
}

// disorder returns the faults of the files of the entries' sets.
func disorder(entries []*library.Entry) (faults []libraryFault) {
	for _, own := range lists.GroupBy(entries, func(e *library.Entry) *library.Set { return e.Set }) {
		for _, wrong := range own[0].Set.Disorder {
			faults = append(faults, faultOf(own[0], wrong))
		}
	}
	return faults
}

// faultOf returns an error about a value of an entry, or of its set, as a fault.
func faultOf(e *library.Entry, wrong error) libraryFault {
	f := libraryFault{Set: e.Set.Recipe.Set, Index: e.Index, Expected: wrong.Error()}
	if value := (*optgap.FieldError)(nil); errors.As(wrong, &value) {
		f.Field, f.Found, f.Expected = value.Field, value.Found, value.Expected
	}
	return f
}

// checkEntries verifies entries one by one. proofs is the time to prove each anew.
func checkEntries(
	c *console.Call, entries []*library.Entry, proofs time.Duration,
) (faults []libraryFault, all library.Checked, err error) {
	done := c.Progress(len(entries), "step")
	defer done.End()
	for _, e := range entries {
		found, err := e.Known.Check(c.Context, e.Step, proofs)
		if err != nil {
			return nil, all, err
		}
		for _, wrong := range found.Wrong {
			faults = append(faults, faultOf(e, wrong))
		}
		all.Add(found)
		done.Step()
	}
	return faults, all, nil
}

// printFaults prints the faults, and for people what was checked.
func printFaults(c *console.Call, p printing, faults []libraryFault, all library.Checked, entries int) error {
	text := ""
	for _, f := range faults {
		text += fmt.Sprintf("%s: step %d: %s: found %s, expected %s\n", f.Set, f.Index, f.Field, f.Found, f.Expected)
	}
	text += fmt.Sprintf("%d entries, %d checks, %d faults\nbounds: %s\n",
		entries, all.Checks, len(faults), tally(all.Bounds))
	if d := all.Derived; d != [3]int{} {
		text += fmt.Sprintf("proven: %d certified optimal, %d certified within 0.01 %%, %d by a search's word\n",
			d[0], d[1], all.Proven-d[0]-d[1])
	}
	rows := func() table.Table { return table.FieldRows(faults) }
	return printAs(c.Out, p, answer[libraryFault]{lines: faults, rows: rows, after: text})
}
