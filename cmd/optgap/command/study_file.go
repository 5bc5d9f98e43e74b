package command

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/run/harness"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

const studyFileName = "file" // the flag -f

const studyFileHelp = `
Many studies: a line of a study file has the arguments of one study. Blanks part them,
quotes keep blanks, and # begins a comment. Each study has a folder below --out, with
the name in --out of its line, or else its number. --shard takes a share of the lines.
See docs/studies.md, and examples to copy in examples/.

   optgap study -f STUDIES.txt --dry-run
   optgap study -f STUDIES.txt --out studies`

// forEach are the flags beside --file that go to each of its studies.
var forEach = []string{"workers", "in-process", "retry-failed", "quiet"}

// runFile runs the studies of a study file, one after the other, or lists them. All lines are
// checked before. A study that fails does not end the others.
func (o *studying) runFile() error {
	if err := o.checkFile(); err != nil {
		return err
	}
	text, lines, err := o.readLines()
	if err != nil {
		return err
	}
	for _, l := range lines {
		if err := o.call(l, (*studying).check); err != nil {
			return err
		}
	}
	own, err := o.share(lines)
	if err != nil {
		return err
	}
	if o.dry {
		return o.listStudies(own)
	}
	if err := study.KeepLines(o.out, text, lines); err != nil {
		return err
	}
	var failed []error
	for i, l := range own {
		o.Say("%s: study %d of %d", l.Name, i+1, len(own))
		err := o.call(l, (*studying).run)
		if o.Context.Err() != nil {
			return err
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// checkFile checks the flags that go with a study file.
func (o *studying) checkFile() error {
	if n := o.NArg(); n > 0 {
		found := format.Count(n, "argument")
		return console.Usage(
			"study: found %s, expected none: the lines of the study file name the traces",
			found,
		)
	}
	about := append([]string{studyFileName, "out", "shard", "dry-run"}, forEach...)
	for _, f := range console.Options(o.Command) {
		if f.IsSet() && !slices.Contains(about, f.Name) {
			return console.Usage(
				"study: found --%s beside --%s, expected it in the lines of the file",
				f.Name,
				studyFileName,
			)
		}
	}
	if o.out == "" && !o.dry {
		return optgap.BadField("--out", "none", "the folder for the studies of --file")
	}
	return nil
}

// readLines reads the study file, and returns its text too.
func (o *studying) readLines() (text []byte, lines []study.Line, err error) {
	in, err := stream.Open(o.file, o.In)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	text, err = io.ReadAll(in)
	if err != nil {
		return nil, nil, err
	}
	lines, err = study.ReadLines(bytes.NewReader(text), in.Name())
	return text, lines, err
}

// share returns the lines of the shard that is asked for: the I-th of N has each N-th line, from
// the I-th on.
func (o *studying) share(lines []study.Line) (own []study.Line, err error) {
	if o.spec.Shard == "" {
		return lines, nil
	}
	shard, err := harness.ParseShard(o.spec.Shard)
	if err != nil {
		return nil, err
	}
	for i := shard.Number - 1; i < len(lines); i += shard.Of {
		own = append(own, lines[i])
	}
	return own, nil
}

// call calls optgap study with the arguments of a line, and with do in the place of what it does.
func (o *studying) call(l study.Line, do func(*studying, *console.Call) error) error {
	words := []string{console.ProgramName, "study", "--out=" + filepath.Join(o.out, l.Name)}
	for _, name := range forEach {
		if f := console.OptionOf(o.Command, name); f.IsSet() {
			words = append(words, "--"+name+"="+f.Text())
		}
	}
	words = append(words, l.Words...)
	called := false
	run := func(own *studying, c *console.Call) error {
		called = true
		own.name = l.Name
		return do(own, c)
	}
	p := console.Program{Commands: []*console.Command{newStudy(run)}, BadInput: badInput}
	err := p.Call(o.Context, o.Streams, words)
	if err == nil && !called {
		err = console.Usage("study: found a request for help, expected the arguments of a study")
	}
	return l.At(err)
}

// check checks what a line of a study file asks for, without reading its trace.
func (o *studying) check(c *console.Call) error {
	o.Call = c
	if o.file != "" {
		return console.Usage(
			"study: found --%s in a study file, expected the arguments of one study",
			studyFileName,
		)
	}
	if err := o.valid(); err != nil {
		return err
	}
	plans, err := o.spec.PlanFiles()
	if err != nil {
		return err
	}
	paths := lists.Each(plans, func(f spec.PlanFile) string { return f.Path })
	for _, path := range append(paths, o.spec.Trace, o.spec.Reservations) {
		if path == stream.Stdin {
			return console.Usage(
				"study: found the standard input in a study file, expected a file",
			)
		}
		if path == "" {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return err
		}
	}
	return nil
}

// listStudies prints what the studies are going to do. Known results are those below --out.
func (o *studying) listStudies(lines []study.Line) error {
	t := table.Table{
		Columns: append(
			table.Words("study"),
			table.Numbers("steps", "solves", "known", "at most")...),
		Title: format.Count(len(lines), "study"),
	}
	var steps, solves, known int
	var longest time.Duration
	words := ""
	for _, l := range lines {
		err := o.call(l, func(own *studying, c *console.Call) error {
			own.Call = c
			own.rejects = ""
			p, k, err := own.ahead()
			if err != nil {
				return err
			}
			counts := integers(p.Steps, p.Steps*p.Methods, k)
			most := console.InWords(p.Worst(k))
			switch {
			case own.spec.Drive == spec.Optimum:
				counts[0], counts[1], most = "", "", "not known"
				words = cmp.Or(words, most)
			case p.Endless():
				most = "no limit"
				words = most
			}
			t.Row(slices.Concat([]string{l.Name}, counts, []string{most})...)
			steps += p.Steps
			solves += p.Steps * p.Methods
			known += k
			longest += p.Worst(k)
			return nil
		})
		if err != nil {
			return err
		}
	}
	most := cmp.Or(words, console.InWords(longest))
	t.Footer = slices.Concat([]string{"all"}, integers(steps, solves, known), []string{most})
	return t.Write(o.Out, table.Text)
}

// ahead returns the plan of the study, and the number of its results in its folder.
func (o *studying) ahead() (p study.Plan, known int, err error) {
	st, err := o.prepare()
	if err != nil {
		return p, 0, err
	}
	defer st.Close()
	p = st.Plan()
	if o.spec.Drive != spec.Optimum { // whose steps are not known before they are solved
		chosen, _, err := st.Trace.Choose(o.Context, st.Select)
		if err != nil {
			return p, 0, err
		}
		p.Steps = len(chosen.Indices)
	}
	content, err := folder.Read(o.out, study.Shown)
	if err != nil { // there is nothing yet, or the run will say what is wrong
		return p, 0, nil
	}
	return p, len(content.Results), nil
}

// named returns the name of a trace behind that of a study in a study file, if there is one.
func named(study, trace string) string {
	if study == "" {
		return trace
	}
	return study + ": " + trace
}

// integers returns counts as cells of a table.
func integers(counts ...int) []string {
	return lists.Each(counts, format.Integer)
}
