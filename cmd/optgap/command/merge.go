package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// merging is a call of merge.
type merging struct {
	printing
}

func mergeCommand() *console.Command {
	o := &merging{}
	return &console.Command{
		Name:      "merge",
		Usage:     "join the shards of a study, of those of a study file, or of a moldable run",
		ArgsUsage: "OUT DIR...",
		Description: `Joins the folders of all shards of a study, those of study --shard 1/N to N/N, into
OUT, and prints the tables of the study. OUT is then what the study without --shard
leaves, but for times. It must not exist, be empty or hold the same already, and appears
once all is done.
Shards of a study file, of study -f FILE --shard, are joined study by study. Shards of
a moldable run, of moldable --shard, are joined likewise.

Refused are a shard that is missing, there twice or not complete, and shards of
different traces, arguments or versions. The message names the folder and the field.

   optgap study --max-waiting 4 --max-steps 9 --shard 1/2 --out first
   optgap study --max-waiting 4 --max-steps 9 --shard 2/2 --out second
   optgap merge whole first second`,
		Flags: console.Flags{
			console.GroupOutput,
			o.formatFlag("one result per line"),
			o.wideFlag(),
		},
		Least: 2, Most: -1, What: "the folder to make, and those of all shards",
		Run: o.run,
	}
}

func (o *merging) run(c *console.Call) error {
	out := c.Args().First()
	shards := c.Args().Tail()
	switch {
	case slices.ContainsFunc(shards, study.HoldsLines):
		return o.studies(c, out, shards)
	case slices.ContainsFunc(shards, experiment.Layout.HeldIn):
		return o.moldable(c, out, shards)
	}
	layout := study.Shown
	if o.json() {
		layout = study.Layout
	}
	merged, err := folder.Merge(c.Context, out, shards, layout)
	if err != nil {
		return err
	}
	return afterwards(out, o.print(c, merged, ""))
}

// afterwards is an error about what was printed of the folder out, which is complete.
func afterwards(out string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s is complete; its tables: %w", out, err)
}

// print prints what the run of a study would, of which this is the content. name is that of a study
// in a study file; "": it is in none.
func (o *merging) print(
	c *console.Call,
	merged folder.Content[optgap.Step, record.Result],
	name string,
) error {
	p := &printer{
		Call: c, printing: o.printing, options: report.StudyOptions{
			Title: named(
				name,
				merged.Info.Trace,
			),
			Rows:  mostRows,
			Asked: report.AskedOf(merged.Info),
		},
	}
	for i := range merged.Problems {
		p.options.Know(&merged.Problems[i])
	}
	for _, r := range merged.Results {
		if err := p.result(r); err != nil {
			return err
		}
	}
	return p.end()
}

// moldable joins the shards of a moldable run, and prints what the run would.
func (o *merging) moldable(c *console.Call, out string, shards []string) error {
	merged, err := folder.Merge(c.Context, out, shards, experiment.Layout)
	if err != nil {
		return err
	}
	p := moldablePrinter{Call: c, printing: o.printing}
	return afterwards(out, errors.Join(experiment.EachInstance(merged, p.results), p.end(false)))
}

// studies joins the shards of the studies of a study file, and prints what the run of the file
// would.
func (o *merging) studies(c *console.Call, out string, shards []string) error {
	lines, merged, err := study.MergeLines(c.Context, out, shards)
	if err != nil {
		return err
	}
	for i, l := range lines {
		if err := o.print(c, merged[i], l.Name); err != nil {
			return afterwards(out, err)
		}
	}
	return nil
}
