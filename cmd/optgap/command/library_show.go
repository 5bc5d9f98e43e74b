package command

import (
	"io"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// showForms are the values of --as, each with what it writes of an entry.
var showForms = []struct {
	name  string
	value func(c *console.Call, e *library.Entry) any
}{
	{"steps", func(_ *console.Call, e *library.Entry) any { return e.Step }},
	{"schedules", func(_ *console.Call, e *library.Entry) any { return e.Schedule() }},
	{"results", func(c *console.Call, e *library.Entry) any { return e.Known.Result(c.Context, e.Step) }},
	{"project", func(_ *console.Call, e *library.Entry) any { return library.ProjectOf(e.Step) }},
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
	var (
		o    choosing
		form = showForms[0].name
		out  string
	)
	return console.Command(s, &cli.Command{
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
		Flags: append(o.flags(), console.In(console.GroupOutput, outFlag(&out),
			console.Flag(&form, "as", "`FORM`: "+console.Alternatives("", showNames())).
				OneOf(console.Alternatives("", showNames()), showNames),
		)...),
	}, console.Arguments{Most: -1}, func(c *console.Call) error {
		for _, text := range c.Args().Slice() {
			index, err := strconv.Atoi(text)
			if err != nil || index < 0 {
				return console.Usage("library show: found %q, expected the index of a step", text)
			}
			o.filter.Indices = append(o.filter.Indices, index)
		}
		entries, err := o.steps(c)
		if err != nil {
			return err
		}
		if form == formSM && len(entries) > 1 {
			return console.Usage("library show: found %d steps, expected a single one for --as sm", len(entries))
		}
		return c.Write(out, func(w io.Writer) error { return show(c, w, form, entries) })
	})
}

// show writes entries in a form of --as.
func show(c *console.Call, w io.Writer, form string, entries []*library.Entry) error {
	if form == formSM {
		return library.WriteSM(w, library.ProjectOf(entries[0].Step))
	}
	f := showForms[slices.Index(showNames(), form)]
	out := record.NewWriter(w)
	for _, e := range entries {
		if err := out.Write(f.value(c, e)); err != nil {
			return err
		}
	}
	return nil
}
