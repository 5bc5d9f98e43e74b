package command

import (
	"io"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/library/project"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// showForms are the values of --as, each with what it writes of an entry.
var showForms = []struct {
	name  string
	value func(c *cli.Context, e *library.Entry) any
}{
	{"steps", func(_ *cli.Context, e *library.Entry) any { return e.Step }},
	{"schedules", func(_ *cli.Context, e *library.Entry) any { return e.Schedule() }},
	{"results", func(c *cli.Context, e *library.Entry) any { return e.Known.Result(c.Context, e.Step) }},
	{"project", func(_ *cli.Context, e *library.Entry) any { return project.Of(e.Step) }},
}

// formSM is the value of --as for a file of PSPLIB's kind.
const formSM = "sm"

// showNames returns the values of --as.
func showNames() (names []string) {
	for _, f := range showForms {
		names = append(names, f.name)
	}
	return append(names, formSM)
}

func libraryShowCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name: "show", Usage: "write steps, or what is known of them", ArgsUsage: "[INDEX...]",
		Description: `Writes the steps with the indices, or those that the flags choose, one JSON object per
line. --as says what is written: steps (optgap-step/1), schedules (the best ones,
optgap-schedule/1), results (all that is known, optgap-result/1), project (a small JSON
that solvers of project scheduling can read), or sm, a file like PSPLIB's, of a single
step. docs/library.md states how a step becomes a project.

   optgap library show 17 | optgap solve --method exact -
   optgap library show --class 13-20 --objective artww --out steps.jsonl.gz
   optgap library show 17 | optgap solve --write-model step.mps --time-scale 60s -
   optgap library show --as sm --out step.sm 17`,
		Flags: append(filterFlags(),
			&cli.StringFlag{
				Category: console.CategoryOutput, Name: "as", Value: showForms[0].name,
				Usage: "`FORM`: " + console.Alternatives("", showNames()),
			},
			console.OutputFile(&cli.StringFlag{
				Category: console.CategoryOutput, Name: "out",
				Usage: "write to `FILE` instead of the standard output, compressed if it ends in .gz",
			}),
			console.QuietFlag(),
		),
		Action: func(c *cli.Context) error { return libraryShow(c, s) },
	}
}

func libraryShow(c *cli.Context, s console.Streams) error {
	filter, err := filterOf(c)
	if err != nil {
		return err
	}
	for _, text := range c.Args().Slice() {
		index, err := strconv.Atoi(text)
		if err != nil || index < 0 {
			return console.Usage("library show: found %q, expected the index of a step", text)
		}
		filter.Indices = append(filter.Indices, index)
	}
	write, err := showForm(c)
	if err != nil {
		return err
	}
	entries, err := chooseSteps(c, s, filter)
	if err != nil {
		return err
	}
	if c.String("as") == formSM && len(entries) > 1 {
		return console.Usage("library show: found %d steps, expected a single one for --as sm", len(entries))
	}
	all := func(w io.Writer) error { return write(w, entries) }
	if path := c.String("out"); path != "" {
		return stream.WriteFile(path, all)
	}
	return all(s.Out)
}

// showForm returns what --as asks for.
func showForm(c *cli.Context) (func(io.Writer, []*library.Entry) error, error) {
	name := c.String("as")
	if name == formSM {
		return func(w io.Writer, entries []*library.Entry) error {
			return project.WriteSM(w, project.Of(entries[0].Step))
		}, nil
	}
	for _, f := range showForms {
		if f.name != name {
			continue
		}
		return func(w io.Writer, entries []*library.Entry) error {
			out := record.NewWriter(w)
			for _, e := range entries {
				if err := out.Write(f.value(c, e)); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
	return nil, &optgap.FieldError{
		Field: "--as", Found: strconv.Quote(name), Expected: console.Alternatives("", showNames()),
	}
}
