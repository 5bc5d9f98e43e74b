package command

import (
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func libraryAddCommand(s console.Streams) *cli.Command {
	c := console.CategoryOutput
	return &cli.Command{
		Name: "add", Usage: "improve what is known by what any program has found, or compare with it", ArgsUsage: "FILE...|-",
		Description: `Reads JSON lines: schedules (optgap-schedule/1), bounds with certificates
(optgap-bound/1), or results (optgap-result/1). Says by class how they compare with the best
known, and stores what is better. Only what verifies is taken. A bound without a certificate
is searched for again, within --time-limit, and small steps are enumerated. Where that proves
less, the rest stands beside as a claim of its giver, and closes no line. With --dry-run
nothing is stored. Exit code 3 where something was refused; the rest is taken.

   optgap library add --by "A. Name" schedules.jsonl
   optgap library add --dry-run results.jsonl`,
		Flags: []cli.Flag{
			libraryFlag(),
			&cli.StringFlag{Category: c, Name: "by", Usage: "`NAME` of who, or of the program that, has found it; stored"},
			&cli.StringFlag{Category: c, Name: "on", Usage: "`TEXT` on the machine that it was found on; stored"},
			&cli.DurationFlag{
				Category: console.CategoryRun, Name: "time-limit", Value: 5 * time.Second,
				Usage: "`TIME` to search again for a bound without a certificate; 0: no limit",
			},
			&cli.BoolFlag{Category: c, Name: "dry-run", Usage: "only compare, and store nothing"},
			console.OutputFormatFlag("one class and objective per line"), console.QuietFlag(),
		},
		Action: func(c *cli.Context) error { return libraryAdd(c, s) },
	}
}

func libraryAdd(c *cli.Context, s console.Streams) error {
	if c.NArg() == 0 {
		return console.Usage("library add: found no file, expected at least one of results, schedules or bounds, or -")
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	l, err := openLibrary(c)
	if err != nil {
		return err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	how := library.Adding{By: c.String("by"), Machine: c.String("on"), Limit: c.Duration("time-limit")}
	if how.Limit < 0 {
		return &optgap.FieldError{Field: "--time-limit", Found: how.Limit.String(), Expected: "at least 0"}
	}
	var compared library.Comparison
	for _, path := range c.Args().Slice() {
		if err := addFile(c, s, l, path, how, func(a *library.Added) {
			if a.Wrong != nil {
				notes.Warn("%v", a.Wrong)
			}
			compared.Add(a)
		}); err != nil {
			return err
		}
	}
	if !c.Bool("dry-run") {
		if err := l.Save(); err != nil {
			return err
		}
		notes.Say("%s stored in %s", format.Count(int64(compared.Taken), "better value"), l.Dir)
	}
	rows := compared.Rows()
	if err := printRows(s, form, rows, library.ComparedRows, comparedTable); err != nil {
		return err
	}
	if compared.Claims > 0 {
		notes.Say("%s not proven again within %v: beside as claims, which close no line",
			format.Count(int64(compared.Claims), "larger bound"), how.Limit)
	}
	if compared.Refused > 0 {
		return console.ErrCheckFailed
	}
	return nil
}

// addFile adds what a file holds, and calls each with what became of it.
func addFile(
	c *cli.Context, s console.Streams, l *library.Library, path string, how library.Adding, each func(*library.Added),
) error {
	in, err := stream.Open(path, s.In)
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

// positive writes a number; 0 is blank.
func positive(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// comparedTable shows comparisons to people. Columns without a number are left out.
func comparedTable(rows []library.Compared) table.Table {
	t := table.Table{Columns: append(table.Keys(table.Words("set", "jobs", "minimised", "method")...),
		table.Numbers("offered", "refused", "proven", "equal", "better", "worse", "mean\nexcess", "mean\ngap",
			"better\nbound", "newly\nproven", "time [s]")...)}
	for _, r := range rows {
		excess, gap, seconds := "", "", ""
		if r.ExcessPercent != nil {
			excess = format.Percent(*r.ExcessPercent)
		}
		if r.GapPercent != nil {
			gap = format.Percent(*r.GapPercent)
		}
		if r.Seconds != nil {
			seconds = format.Decimal(*r.Seconds, 3)
		}
		cells := []string{r.Set, r.Class, r.ObjectiveName, r.Method}
		for _, n := range []int{r.Offered, r.Refused, r.Proven, r.Equal, r.Better, r.Worse} {
			cells = append(cells, positive(n))
		}
		t.Rows = append(t.Rows, append(cells, excess, gap, positive(r.BetterBound), positive(r.NewlyProven), seconds))
	}
	return t.WithText()
}
