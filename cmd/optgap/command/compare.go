package command

import (
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/frame"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// comparison is a call of compare.
type comparison struct {
	printing
	above string // --fail-above
	frame.Options
}

func compareCommand() *console.Command {
	o := &comparison{Options: frame.Options{Threshold: defaultShare}}
	usage := "exit with 3 where something got worse by more than this `SHARE`, such as 5% or 0.05; times of single " +
		"steps that rise by more than it, else 5%, are listed"
	return &console.Command{
		Name:      "compare",
		Usage:     "say what changed from one set of results to another",
		ArgsUsage: "OLD NEW",
		Description: `Pairs the results of two studies by step, method and time scale, and tells what is
solved, which objectives and bounds changed, how solve times changed as shifted
geometric means (shift 1 s) with 95 % intervals and a Wilcoxon signed-rank
test, and what got worse. OLD and NEW are folders or files of results; both may
also hold replays (simulate --format json) or moldable results. A folder that holds
folders of runs is compared folder by folder.

With --fail-above 5% the exit code is 3 where the mean of an objective, bound or
metric got worse by more than 5 %, more than 5 % of the results have no schedule any
more, or times rose: over at least ten pairs the lower end of the time ratio's
interval exceeds 1.05, p is below 0.05, and the averages differ by more than 10 ms.
With --fail-on-lost-proofs it is 3 where an optimum was proven before and is not now.

   optgap compare before after
   optgap compare --fail-above 5% before/results.jsonl after/results.jsonl
   optgap compare --format json before after`,
		Flags: console.Flags{
			"What is compared",
			console.Flag(&o.above, "fail-above", usage).NotBlank().Check(o.readShare),
			console.Flag(
				&o.FailOnLostProofs,
				"fail-on-lost-proofs",
				"exit with 3 where an optimum was proven before and is not now, or on a grid only",
			),
			o.formatFlag("one object"),
		},
		Least: 2, Most: 2, What: "an old and a new set of results",
		Run: o.run,
	}
}

func (o *comparison) run(c *console.Call) error {
	old, err := frame.Open(c.Args().Get(0), c.In)
	if err != nil {
		return err
	}
	defer old.Close()
	new, err := frame.Open(c.Args().Get(1), c.In)
	if err != nil {
		return err
	}
	defer new.Close()
	if o.FailOnLostProofs && !old.Kind.Proves() {
		return console.Usage("--fail-on-lost-proofs: found %s, which prove nothing, "+
			"expected results of studies or moldable results", old.Kind.Name)
	}
	for _, f := range slices.Concat(old.Files, new.Files) {
		f.Reader = stream.NewInterruptible(c.Context, f.Reader)
	}
	found, err := frame.Compare(old, new, o.Options)
	if err != nil {
		return err
	}
	c.SayAll(frame.Differences(old, new)...)
	tables := report.ChangeTables(found, old.Name, new.Name)
	shown := answer[any]{lines: []any{found.Report()}, rows: found.Rows, tables: tables}
	if err := printAs(c.Out, o.printing, shown); err != nil {
		return err
	}
	why := found.Failures()
	c.SayAll(why...)
	if why != nil {
		return console.ErrCheckFailed
	}
	return nil
}

// defaultShare is the share above which the times of steps are listed.
const defaultShare = 0.05

// readShare reads --fail-above.
func (o *comparison) readShare() error {
	if o.above == "" {
		return nil
	}
	share, err := field.ParseNumber(o.above)
	bare := !strings.HasSuffix(o.above, "%") && share > 1 // is meant as a percentage, perhaps
	if err != nil || bare || !(share >= 0 && share <= maxShare) {
		expected := field.Share + ", from 0% to 100000%; above 100% with the %"
		return optgap.BadText("--fail-above", o.above, expected)
	}
	o.Threshold = share
	o.FailAbove = true
	return nil
}

// maxShare is far above any use.
const maxShare = 1000
