package command

import (
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func libraryAddCommand(s console.Streams) *cli.Command {
	var (
		dir string
		p   printing
		dry bool
		how = library.Adding{Limit: 5 * time.Second}
	)
	const usage = "`TIME` to search again for a bound without a certificate; 0: no limit"
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
		l, err := openLibrary(c, dir)
		if err != nil {
			return err
		}
		return libraryAdd(c, l, how, dry, p)
	})
}

func libraryAdd(c *console.Call, l *library.Library, how library.Adding, dry bool, p printing) error {
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
		c.Say("%s stored in %s", format.Count(int64(compared.Taken), "better value"), l.Dir)
	}
	rows := compared.Rows()
	if err := printRows(c, p, rows, library.ComparedRows, comparedTable); err != nil {
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
