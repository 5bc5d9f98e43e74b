package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/moldable/algorithm"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func mergeCommand(s console.Streams) *cli.Command {
	return &cli.Command{
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
		Flags: []cli.Flag{
			&cli.IntFlag{
				Category: console.CategoryOutput, Name: "rows", Value: 40,
				Usage: "`N` rows of the table, evenly spread over the steps; 0: all. Averages are over all",
			},
			console.OutputFormatFlag("one result per line"),
			console.WideFlag(),
			console.QuietFlag(),
		},
		Action: func(c *cli.Context) error { return merge(c, s) },
	}
}

func merge(c *cli.Context, s console.Streams) error {
	if c.NArg() < 2 {
		return console.Usage("merge: found %s, expected the folder to make, and those of all shards",
			format.Count(int64(c.NArg()), "argument"))
	}
	if n := c.Int("rows"); n < 0 {
		return &optgap.FieldError{Field: "--rows", Found: strconv.Itoa(n), Expected: "at least 0"}
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return err
	}
	out, shards := c.Args().First(), c.Args().Tail()
	switch {
	case slices.ContainsFunc(shards, study.HoldsBatch):
		return mergeStudies(c, s, form, out, shards)
	case slices.ContainsFunc(shards, algorithm.Layout.HeldIn):
		return mergeMoldable(c, s, form, out, shards)
	}
	merged, err := folder.Merge(c.Context, out, shards, study.Layout)
	if err != nil {
		return err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	found, parts := format.Count(int64(len(merged.Results)), "result"), format.Count(int64(len(shards)), "shard")
	notes.Say("%s of %s in %s", found, parts, out)
	p := &printer{
		w: s.Out, format: form, wide: c.Bool("wide"), notes: notes,
		options: report.StudyOptions{Title: merged.Info.Trace, Rows: c.Int("rows")},
	}
	for _, r := range merged.Results {
		if err := p.result(r); err != nil {
			return err
		}
	}
	if err := p.end(); err != nil {
		return fmt.Errorf("%s is complete; its tables: %w", out, err)
	}
	return nil
}

// mergeMoldable joins the shards of a moldable run, and prints what the run would.
func mergeMoldable(c *cli.Context, s console.Streams, form, out string, shards []string) error {
	if c.IsSet("rows") {
		return console.Usage("merge: found --rows, which has an effect only on the shards of a study")
	}
	merged, err := folder.Merge(c.Context, out, shards, algorithm.Layout)
	if err != nil {
		return err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	notes.Say(
		"%s of %s in %s",
		format.Count(int64(len(merged.Results)), "result"),
		format.Count(int64(len(shards)), "shard"),
		out,
	)
	p := moldablePrinter{w: s.Out, format: form, wide: c.Bool("wide")}
	if err := errors.Join(algorithm.EachInstance(out, merged.Results, p.results), p.end(false)); err != nil {
		return fmt.Errorf("%s is complete; its tables: %w", out, err)
	}
	return nil
}

// mergeStudies joins the shards of the studies of a study file, and prints what the run
// of the file would.
func mergeStudies(c *cli.Context, s console.Streams, form, out string, shards []string) error {
	for _, name := range []string{"rows", "wide"} {
		if c.IsSet(name) {
			return console.Usage("merge: found --%s, which has an effect only on the shards of a single study", name)
		}
	}
	if form == console.FormatJSON {
		return &optgap.FieldError{Field: "--format", Found: form, Expected: "table or csv, for the shards of a study file"}
	}
	merged, err := study.MergeBatch(c.Context, out, shards)
	if err != nil {
		return err
	}
	t, all := runTable(), 0
	for _, m := range merged {
		all += len(m.Results)
		t.Rows = append(t.Rows, runRow(m.Name, stepsOf(m.Results), m.Results))
	}
	results, parts := format.Count(int64(all), "result"), format.Count(int64(len(shards)), "shard")
	studies := format.Count(int64(len(merged)), "study")
	console.NewNotes(s, c.Bool("quiet")).Say("%s in %s, each of %s, in %s", results, studies, parts, out)
	if err := t.Write(s.Out, form); err != nil {
		return fmt.Errorf("%s is complete; its table: %w", out, err)
	}
	return nil
}

// stepsOf counts the steps of results, which are in order.
func stepsOf(results []record.Result) (n int) {
	for i, r := range results {
		if i == 0 || r.Index != results[i-1].Index {
			n++
		}
	}
	return n
}
