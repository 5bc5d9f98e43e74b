package command

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/diff"
	"github.com/optgap/optgap/cmd/optgap/console"
)

const categoryCompare = "What is compared"

func compareCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "say what changed from one set of results to another",
		ArgsUsage: "OLD NEW",
		Description: `Pairs the results of two studies by step, method and time scale, and tells what is
solved, which objectives and bounds changed, how solve times changed as shifted
geometric means (shift 1 s) with bootstrap intervals and a Wilcoxon signed-rank
test, and what got worse. OLD and NEW are folders or files of results; both may
also hold replays (simulate --format json) or moldable results. A folder that holds
folders of runs is compared folder by folder.

With --fail-above 5% the exit code is 3 where the mean of an objective, bound or
metric got worse by more than 5 %, more than 5 % of the results have no schedule any
more, or times rose: over at least ten pairs the lower end of the time ratio's
interval exceeds 1.05, p is below 0.05, and the averages differ by more than 10 ms.

   optgap compare before after
   optgap compare --fail-above 5% before/results.jsonl after/results.jsonl
   optgap compare --plot pictures --width 84mm before after
   optgap compare --format json before after`,
		Flags: []cli.Flag{
			&cli.StringFlag{
				Category: categoryCompare, Name: "fail-above",
				Usage: "exit with 3 where something got worse by more than this `SHARE`, such as 5% or 0.05; times of single " +
					"steps that rise by more than it, else 5%, are listed",
			},
			&cli.Uint64Flag{Category: categoryCompare, Name: "seed", Usage: "`N`, the seed of the bootstrap"},
			console.OutputFormatFlag("one object"),
			console.PlotFlag("plot times and ratios of new to old into `DIR` (.svg, .png and .pdf)"),
			console.NoTitlesFlag(),
			console.WidthFlag("plot"),
			console.QuietFlag(),
		},
		Action: func(c *cli.Context) error { return compareSets(c, s) },
	}
}

func compareSets(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 2, 2, "an old and a new set of results"); err != nil {
		return err
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	share, err := failAbove(c)
	if err != nil {
		return err
	}
	old, new := c.Args().Get(0), c.Args().Get(1)
	if old == stream.Stdin && new == stream.Stdin {
		return console.Usage("compare: found - twice, expected the standard input to be one of the sets at most")
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	found, sets, err := compareInputs(c, s, notes, old, new, share)
	if err != nil {
		return err
	}
	switch form {
	case console.FormatJSON:
		err = record.NewWriter(s.Out).Write(found.Report())
	case table.CSV:
		err = found.Rows().Write(s.Out, table.CSV)
	default:
		err = table.WriteAll(s.Out, report.ChangeTables(found, sets[0], sets[1]), table.Text)
	}
	if dir := c.String("plot"); err == nil && dir != "" {
		err = console.PictureStyleOf(c).DrawAll(dir, report.ChangeFigures(found, sets[0], sets[1]), notes)
	}
	if err != nil || !c.IsSet("fail-above") {
		return err
	}
	why := found.Failures(share)
	for _, text := range why {
		notes.Say("%s", text)
	}
	if why != nil {
		return console.ErrCheckFailed
	}
	return nil
}

// compareInputs opens, reads and compares two inputs of one kind. It returns their names, too.
func compareInputs(
	c *cli.Context, s console.Streams, n *console.Notes, oldPath, newPath string, share float64,
) (*diff.Changes, [2]string, error) {
	old, err := diff.Open(oldPath, s.In)
	if err != nil {
		return nil, [2]string{}, err
	}
	defer old.Close()
	new, err := diff.Open(newPath, s.In)
	if err != nil {
		return nil, [2]string{}, err
	}
	defer new.Close()
	for _, in := range []*diff.Input{old, new} {
		for _, f := range in.Files {
			f.Reader = stream.NewInterruptible(c.Context, f.Reader)
		}
	}
	a, b, err := diff.ReadBoth(old, new)
	if err != nil {
		return nil, [2]string{}, err
	}
	cmp, err := diff.Compare(a, b, diff.Options{Threshold: share, Seed: c.Uint64("seed")})
	if err != nil {
		return nil, [2]string{}, console.Usage("%w", err)
	}
	for _, text := range diff.Differences(old, new) {
		n.Say("%s", text)
	}
	return cmp, [2]string{old.Name, new.Name}, nil
}

// defaultShare is the share above which the times of steps are listed.
const defaultShare = 0.05

// failAbove reads --fail-above.
func failAbove(c *cli.Context) (float64, error) {
	if !c.IsSet("fail-above") {
		return defaultShare, nil
	}
	text := c.String("fail-above")
	v, err := field.ParseNumber(text)
	bare := !strings.HasSuffix(text, "%") && v > 1 // is meant as a percentage, perhaps
	if err != nil || bare || !(v >= 0 && v <= maxShare) {
		expected := field.Share + ", from 0% to 100000%; above 100% with the %"
		return 0, &optgap.FieldError{Field: "--fail-above", Found: strconv.Quote(text), Expected: expected}
	}
	return v, nil
}

// maxShare is far above any use.
const maxShare = 1000
