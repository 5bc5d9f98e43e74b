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

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/matrix"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
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

// runFile runs the studies of a study file, or lists them, or writes them as a job array.
func (o *studying) runFile() error {
	if err := o.checkFile(); err != nil {
		return err
	}
	b, err := o.readStudies()
	if err != nil {
		return err
	}
	if o.slurm != "" {
		return o.writeStudies(b)
	}
	var t runsTable
	if o.dry {
		err = b.InTemporary(func() error {
			t.Table, err = listStudies(o.Context, b, o.out)
			return err
		})
	} else {
		t, err = o.runStudies(b)
	}
	if len(t.Rows) == 0 {
		return err
	}
	return errors.Join(err, t.print(o.Out, o.printing))
}

// checkFile checks the flags that go with a study file.
func (o *studying) checkFile() error {
	if n := o.NArg(); n > 0 {
		found := format.Count(int64(n), "argument")
		return console.Usage("study: found %s, expected none: the study file names the traces", found)
	}
	for _, name := range []string{"rows", "wide", "answer", "loss", "against", "plot", "no-titles", "width", "rejects"} {
		if o.IsSet(name) {
			const text = "study: found --%s, which has an effect only without --%s: it is about a single study"
			return console.Usage(text, name, studyFileName)
		}
	}
	if o.json() {
		return optgap.BadField("--format", o.form, "another form, with --file")
	}
	if o.out == "" && !o.dry && o.slurm == "" {
		return optgap.BadField("--out", "none", "the folder for the studies of --file")
	}
	return nil
}

// readStudies reads the study file. Flags on which results depend take the place of its values.
func (o *studying) readStudies() (*study.Batch, error) {
	part := o.spec.Shard
	if part != "" {
		if _, err := harness.ParseShard(part); err != nil {
			return nil, err
		}
	}
	in, err := stream.Open(o.file, o.In)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := matrix.Read(in, in.Name())
	if err != nil {
		return nil, err
	}
	for _, f := range o.spec.Fields() {
		if f.Name == "shard" || !o.IsSet(f.Name) {
			continue
		}
		if err := file.Override(f.Name, f.Text()); err != nil {
			return nil, err
		}
	}
	b, err := study.NewBatch(file, part, o.work, console.Version())
	if err != nil || !o.retry {
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
func (o *studying) runStudies(b *study.Batch) (runsTable, error) {
	t := newRunsTable()
	if err := b.Keep(o.out); err != nil {
		return t, err
	}
	var failed []error
	for i, cell := range b.Cells {
		o.Say("%s: study %d of %d", cell.Name, i+1, len(b.Cells))
		v := &studyView{ // results are in the folder
			printer: printer{w: io.Discard, printing: printing{form: console.FormatJSON}, notes: o.Notes},
			dir:     filepath.Join(o.out, cell.Name), retry: o.retry,
		}
		err := runCell(o.Context, b, cell, v)
		if err != nil && o.Context.Err() != nil {
			t.Title = fmt.Sprintf("interrupted after %d of %d studies", i, len(b.Cells))
			return t, err
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", cell.Name, err))
		}
		if content, err := folder.Read(v.dir, study.Layout); err != nil {
			t.Rows = append(t.Rows, []string{cell.Name, "", "", "", "", ""})
		} else {
			t.add(cell.Name, len(content.Problems), content.Results, report.AskedOf(content.Info))
		}
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
	v.notes.SayAll(st.Input.Trace.Warnings()...)
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
		case p.Endless():
			most = "no limit"
			words = most
		}
		t.Rows = append(t.Rows, slices.Concat([]string{cell.Name}, counts, []string{most}))
		steps, solves, known, longest = steps+p.Steps, solves+p.Steps*p.Methods, known+k, longest+p.Worst(k)
	}
	t.Title = format.Count(int64(len(b.Cells)), "study")
	most := cmp.Or(words, console.InWords(longest))
	t.Footer = slices.Concat([]string{"all"}, integers(steps, solves, known), []string{most})
	return t, nil
}

// runsTable is the table of studies that have run, and what each of them answers.
type runsTable struct {
	table.Table
	answers []string
}

// newRunsTable returns the table without rows.
func newRunsTable() runsTable {
	counts := table.Numbers("steps", "results", "optimal at 1 s", "on the grid", "failed")
	return runsTable{Table: table.Table{Columns: append(table.Words("study"), counts...)}}
}

// add adds a study with its results.
func (t *runsTable) add(name string, steps int, results []record.Result, asked report.Asked) {
	var failures study.Failures
	for _, r := range results {
		failures.Count(r)
	}
	s := summary.Of(results)
	counts := integers(steps, len(results), s.AtSecond, s.OnGrid, failures.Failed)
	t.Rows = append(t.Rows, append([]string{name}, counts...))
	if found, err := report.Study(results, report.StudyOptions{Asked: asked}); err == nil {
		t.answers = append(t.answers, name+": "+found.Answer())
	}
}

// print prints the table, with the answers below.
func (t runsTable) print(w io.Writer, p printing) error {
	a := answer[any]{
		rows: func() table.Table { return t.Table }, tables: func() []table.Table { return []table.Table{t.Table} },
	}
	for _, text := range t.answers {
		a.after += fmt.Sprintf("\n%s\n", table.Wrap(text, table.Width))
	}
	return printAs(w, p, a)
}

// integers returns counts as cells of a table.
func integers(counts ...int) []string {
	return lists.Each(counts, func(n int) string { return format.Integer(int64(n)) })
}
