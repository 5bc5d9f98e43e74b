package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/shard"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/matrix"
)

const (
	studyFileName = "file"           // the flag -f
	effectiveFile = "effective.yaml" // what a study file was, beside its studies
	workloadsName = "workloads"      // the folder of the jobs that no file of the user holds
)

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
		inputFile(&cli.StringFlag{Category: categoryRun, Name: studyFileName, Aliases: []string{"f"}, Usage: "run the studies of a study `FILE`, into --out"}),
		&cli.BoolFlag{Category: categoryRun, Name: "dry-run", Usage: "list the studies, their steps and the time they take at most, and run none"},
	}
}

// studies are those of a study file.
type studies struct {
	c         *cli.Context
	s         streams
	notes     *notes
	file      *matrix.File
	cells     []matrix.Cell
	workloads string          // the folder of generated and changed traces
	written   map[string]bool // paths in it
}

// studyFile runs, or lists, the studies of --file.
func studyFile(c *cli.Context, s streams) error {
	if err := arguments(c, 0, 0, "none: the study file names the traces"); err != nil {
		return err
	}
	for _, name := range []string{"rows", "wide", "loss", "plot", "no-titles", "rejects"} {
		if c.IsSet(name) {
			return usage("%s: found --%s, which has an effect only without --%s: it is about a single study", fullName(c.Command), name, studyFileName)
		}
	}
	form, err := outputFormat(c)
	if err != nil {
		return err
	}
	if form == formatJSON {
		return &optgap.FieldError{Field: "--format", Found: form, Expected: "table or csv, with --file"}
	}
	out := c.String("out")
	if out == "" && !c.Bool("dry-run") && !c.IsSet(slurmName) {
		return &optgap.FieldError{Field: "--out", Found: "none", Expected: "the folder for the studies of --file"}
	}
	if c.IsSet(shardName) {
		if _, err := shard.Parse(c.String(shardName)); err != nil {
			return named(c, err)
		}
	}
	m := &studies{c: c, s: s, notes: newNotes(s, c.Bool("quiet")), written: map[string]bool{}}
	if err := m.read(); err != nil {
		return err
	}
	if c.IsSet(slurmName) {
		a, err := slurmArguments(c)
		if err != nil {
			return err
		}
		return m.writeSlurm(a)
	}
	var t table.Table
	if c.Bool("dry-run") {
		t, err = m.list(out)
	} else {
		t, err = m.run(out)
	}
	if len(t.Rows) == 0 {
		return err
	}
	return errors.Join(err, t.Write(s.out, form))
}

// read reads the file, puts flags in the place of what it says, and tries all its
// studies, so that a mistake in the last one is not found after a week.
func (m *studies) read() error {
	in, err := stream.Open(m.c.String(studyFileName), m.s.in)
	if err != nil {
		return err
	}
	defer in.Close()
	if m.file, err = matrix.Read(in, in.Name(), m.known()); err != nil {
		return err
	}
	for _, f := range m.c.Command.Flags {
		if name := f.Names()[0]; m.c.IsSet(name) && shapesResults(f) && name != shardName {
			if err := m.file.Override(name, flagText(m.c, name)); err != nil {
				return err
			}
		}
	}
	if m.cells, err = m.file.Cells(); err != nil {
		return err
	}
	for _, cell := range m.cells {
		if err := m.try(cell); err != nil {
			return m.placed(cell, err)
		}
	}
	return nil
}

// known returns the names of flags that the file may have.
func (m *studies) known() matrix.Known { return knownTo(m.c.Command.Flags) }

// knownTo returns the names of flags of study that a study file may have as they are.
// Others have lists of their own in it, or name files, or say which share of the work is
// done.
func knownTo(study []cli.Flag) matrix.Known {
	names := func(flags []cli.Flag, without ...string) (all []string) {
		for _, f := range flags {
			if name := f.Names()[0]; shapesResults(f) && !slices.Contains(without, name) {
				all = append(all, name)
			}
		}
		slices.Sort(all)
		return all
	}
	return matrix.Known{
		Options:  names(study, "drive", "method", "time-limit", "node-limit", "memory", "seed", "jobs", "machine", "reservations", shardName),
		Generate: names(generateFlags(), "from", "weibull", "daily-cycle", "seed"),
	}
}

// flagText returns the value of a flag as it is typed.
func flagText(c *cli.Context, name string) string {
	if list, ok := c.Value(name).(cli.StringSlice); ok {
		return strings.Join(list.Value(), ",")
	}
	return fmt.Sprint(c.Value(name))
}

// try looks at a study as far as it can without its jobs.
func (m *studies) try(cell matrix.Cell) error {
	c, err := m.context(cell, "none", "")
	if err != nil {
		return err
	}
	_, end, err := newStudy(c)
	if err != nil {
		return err
	}
	end()
	if cell.Trace.File != "" {
		if _, err := os.Stat(cell.Trace.File); err != nil {
			return fmt.Errorf("--file: %w", err)
		}
	}
	if cell.Trace.Generate == nil {
		return nil
	}
	_, _, err = m.generator(cell)
	return err
}

var flagInText = regexp.MustCompile(`--([a-z][a-z-]*)`)

// placed says where in the study file that stands which an error about a flag is about.
func (m *studies) placed(cell matrix.Cell, err error) error {
	found := flagInText.FindStringSubmatch(err.Error())
	if found == nil {
		return fmt.Errorf("%s: %w", cell.Name, err)
	}
	place := m.file.Place(cell, found[1])
	if place == "" {
		return fmt.Errorf("%s: %w", cell.Name, err)
	}
	return fmt.Errorf("%s: %w", place, err)
}

// run runs the studies that are not finished. One that fails does not end the others.
func (m *studies) run(out string) (table.Table, error) {
	if err := m.keep(out); err != nil {
		return table.Table{}, err
	}
	m.workloads = filepath.Join(out, workloadsName)
	t := runTable()
	var failed []error
	for i, cell := range m.cells {
		m.notes.say("%s: study %d of %d", cell.Name, i+1, len(m.cells))
		dir := filepath.Join(out, cell.Name)
		err := m.study(cell, dir)
		if m.c.Context.Err() != nil {
			return t, err
		}
		if err != nil {
			m.notes.say("%s failed: %v", cell.Name, err)
			failed = append(failed, fmt.Errorf("%s: %w", cell.Name, err))
		}
		t.Rows = append(t.Rows, storedRow(cell.Name, dir))
	}
	return t, errors.Join(failed...)
}

// keep writes the effective file. A folder with other studies is refused.
func (m *studies) keep(out string) error {
	path := filepath.Join(out, effectiveFile)
	switch f, err := os.Open(path); {
	case err == nil:
		defer f.Close()
		earlier, err := matrix.Read(f, path, m.known())
		if err != nil {
			return err
		}
		if err := m.file.Holds(earlier); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	return stream.WriteFile(path, func(w io.Writer) error { return m.file.Write(w, out) })
}

// studyAction runs one study into its folder.
func (m *studies) study(cell matrix.Cell, dir string) error {
	trace, err := m.workload(cell)
	if err != nil {
		return err
	}
	c, err := m.context(cell, trace, dir)
	if err != nil {
		return err
	}
	st, end, err := newStudy(c)
	if err != nil {
		return err
	}
	defer end()
	t, id, err := loadStudy(c, m.s, st, m.notes)
	if err != nil {
		return err
	}
	s := m.s
	s.out = io.Discard // results are in the folder
	return runStudy(c, s, st, m.notes, formatJSON, t, id)
}

// runTable is the table of studies that have run, without rows.
func runTable() table.Table {
	return table.Table{Columns: append(table.Words("study"), table.Numbers("steps", "results", "optimal", "failed")...)}
}

// storedRow is the row of a study in a folder.
func storedRow(name, dir string) []string {
	content, err := study.ReadFolder(dir)
	if err != nil {
		return []string{name, "", "", "", ""}
	}
	return runRow(name, len(content.Problems), content.Results)
}

// runRow is the row of a study with its results.
func runRow(name string, steps int, results []record.Result) []string {
	optimal := 0
	var failures study.Failures
	for _, r := range results {
		if failures.Count(r); r.Status == optgap.StatusOptimal {
			optimal++
		}
	}
	return append([]string{name}, integers(steps, len(results), optimal, failures.Failed)...)
}

// integers returns counts as cells of a table.
func integers(counts ...int) (cells []string) {
	for _, n := range counts {
		cells = append(cells, format.Integer(int64(n)))
	}
	return cells
}
