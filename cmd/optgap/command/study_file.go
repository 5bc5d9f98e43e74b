package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/shard"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/matrix"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/console"
)

const studyFileName = "file" // the flag -f

const studyFileHelp = `
Many studies: a study file in YAML lists traces or models of workloads, shrinking
factors, schedulers that drive, methods, limits and seeds. Each combination is a study
in a folder of its own below --out. Flags replace what the file says. See
docs/studies.md, and examples to copy in examples/. --shard and --slurm share out all
studies.

   optgap study -f STUDY.yaml --dry-run
   optgap study -f STUDY.yaml --out studies
   optgap study -f STUDY.yaml --slurm arrays`

func studyFileFlags() []cli.Flag {
	return []cli.Flag{
		console.InputFile(&cli.StringFlag{
			Category: console.CategoryRun, Name: studyFileName, Aliases: []string{"f"},
			Usage: "run the studies of a study `FILE`, into --out",
		}),
		&cli.BoolFlag{
			Category: console.CategoryRun, Name: "dry-run",
			Usage: "list the studies, their steps and the time they take at most, and run none",
		},
	}
}

// studyFile runs the studies of a study file, or lists them, or writes them as a job array.
func studyFile(c *cli.Context, s console.Streams) error {
	form, err := studyFileForm(c)
	if err != nil {
		return err
	}
	b, err := readStudies(c, s)
	if err != nil {
		return err
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	if c.IsSet(slurmName) {
		return writeStudies(c, b, notes)
	}
	var t table.Table
	if c.Bool("dry-run") {
		err = b.InTemporary(func() error {
			t, err = listStudies(c.Context, b, c.String("out"))
			return err
		})
	} else {
		t, err = runStudies(c, s, b, notes)
	}
	if len(t.Rows) == 0 {
		return err
	}
	return errors.Join(err, t.Write(s.Out, form))
}

// studyFileForm checks the flags that go with a study file, and returns the form of the output.
func studyFileForm(c *cli.Context) (string, error) {
	if err := console.Arguments(c, 0, 0, "none: the study file names the traces"); err != nil {
		return "", err
	}
	for _, name := range []string{"rows", "wide", "loss", "plot", "no-titles", "width", "rejects"} {
		if c.IsSet(name) {
			return "", console.Usage(
				"%s: found --%s, which has an effect only without --%s: it is about a single study",
				console.FullName(c.Command),
				name,
				studyFileName,
			)
		}
	}
	form, err := console.OutputFormat(c)
	if err != nil {
		return "", err
	}
	if form == console.FormatJSON {
		return "", &optgap.FieldError{Field: "--format", Found: form, Expected: "table or csv, with --file"}
	}
	if c.String("out") == "" && !c.Bool("dry-run") && !c.IsSet(slurmName) {
		return "", &optgap.FieldError{Field: "--out", Found: "none", Expected: "the folder for the studies of --file"}
	}
	return form, nil
}

// readStudies reads the study file. Flags on which results depend take the place of its values.
func readStudies(c *cli.Context, s console.Streams) (*study.Batch, error) {
	part := c.String("shard")
	if part != "" {
		if _, err := shard.Parse(part); err != nil {
			return nil, named(c, err)
		}
	}
	in, err := stream.Open(c.String(studyFileName), s.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := matrix.Read(in, in.Name())
	if err != nil {
		return nil, err
	}
	for _, name := range field.Names(spec.Spec{}) {
		if name == "shard" || !console.HasFlag(c, name) || !c.IsSet(name) {
			continue
		}
		if err := file.Override(name, console.FlagText(c, name)); err != nil {
			return nil, named(c, err)
		}
	}
	work, err := workOf(c)
	if err != nil {
		return nil, err
	}
	b, err := study.NewBatch(file, part, work, console.Version())
	if err != nil || !c.Bool("retry-failed") {
		return b, err
	}
	for _, cell := range b.Cells {
		if cell.Drive == spec.Optimum {
			return nil, file.Locate(cell, study.ErrRetryOptimum)
		}
	}
	return b, nil
}

// runStudies runs the studies below --out, one after the other. A study that fails does not end
// the others.
func runStudies(c *cli.Context, s console.Streams, b *study.Batch, notes *console.Notes) (table.Table, error) {
	out := c.String("out")
	if err := b.Keep(out); err != nil {
		return table.Table{}, err
	}
	t := runTable()
	var failed []error
	for i, cell := range b.Cells {
		notes.Say("%s: study %d of %d", cell.Name, i+1, len(b.Cells))
		v := &studyView{ // results are in the folder
			printer: printer{w: io.Discard, format: console.FormatJSON, notes: notes},
			dir: filepath.Join(
				out,
				cell.Name,
			), retry: c.Bool("retry-failed"), done: console.Silent{}, seen: make(map[int]int),
		}
		err := runCell(c.Context, b, cell, v)
		if err != nil && c.Context.Err() != nil {
			t.Title = fmt.Sprintf("interrupted after %d of %d studies", i, len(b.Cells))
			return t, err
		}
		if err != nil {
			notes.Say("%s failed: %v", cell.Name, err)
			failed = append(failed, fmt.Errorf("%s: %w", cell.Name, err))
		}
		t.Rows = append(t.Rows, storedRow(cell.Name, v.dir))
	}
	return t, errors.Join(failed...)
}

// runCell runs a study.
func runCell(ctx context.Context, b *study.Batch, cell matrix.Cell, v *studyView) error {
	st, err := b.Prepare(ctx, cell)
	if err != nil {
		return err
	}
	defer st.Close()
	for _, w := range st.Input.Trace.Warnings() {
		v.notes.Say("%s", w)
	}
	return v.run(ctx, st)
}

// listStudies returns what the studies are going to do. Known results are those below out; "":
// none are looked for.
func listStudies(ctx context.Context, b *study.Batch, out string) (t table.Table, err error) {
	t.Columns = append(table.Words("study"), table.Numbers("steps", "solves", "known", "at most")...)
	var steps, solves, known int
	var longest time.Duration
	words := ""
	for _, cell := range b.Cells {
		p, k, err := b.Plan(ctx, cell, out)
		if err != nil {
			return table.Table{}, b.File.Locate(cell, err)
		}
		counts := integers(p.Steps, p.Steps*p.Methods, k)
		most := console.InWords(p.Worst(k))
		switch {
		case p.Steps == 0 && cell.Drive == spec.Optimum:
			counts[0], counts[1], most = "", "", "not known"
			words = cmp.Or(words, most)
		case p.Limit.All == 0 && searches(cell):
			most = "no limit"
			words = most
		}
		t.Rows = append(t.Rows, slices.Concat([]string{cell.Name}, counts, []string{most}))
		steps, solves, known, longest = steps+p.Steps, solves+p.Steps*p.Methods, known+k, longest+p.Worst(k)
	}
	t.Title = format.Count(int64(len(b.Cells)), "study")
	t.Footer = slices.Concat(
		[]string{"all"},
		integers(steps, solves, known),
		[]string{cmp.Or(words, console.InWords(longest))},
	)
	return t, nil
}

// searches tells whether the methods of a valid study take time worth a limit.
func searches(cell matrix.Cell) bool {
	s, _, err := cell.Spec()
	return err != nil || s.Searches()
}

// runTable is the table of studies that have run, without rows.
func runTable() table.Table {
	return table.Table{Columns: append(table.Words("study"), table.Numbers("steps", "results", "optimal at 1 s",
		"on the grid", "failed")...)}
}

// storedRow is the row of a study in a folder.
func storedRow(name, dir string) []string {
	content, err := folder.Read(dir, study.Layout)
	if err != nil {
		return []string{name, "", "", "", "", ""}
	}
	return runRow(name, len(content.Problems), content.Results)
}

// runRow is the row of a study with its results.
func runRow(name string, steps int, results []record.Result) []string {
	var failures study.Failures
	for _, r := range results {
		failures.Count(r)
	}
	s := summary.Of(results)
	return append([]string{name}, integers(steps, len(results), s.AtSecond, s.OnGrid, failures.Failed)...)
}

// integers returns counts as cells of a table.
func integers(counts ...int) (cells []string) {
	for _, n := range counts {
		cells = append(cells, format.Integer(int64(n)))
	}
	return cells
}
