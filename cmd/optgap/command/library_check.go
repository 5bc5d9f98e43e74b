package command

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func libraryCheckCommand(s console.Streams) *cli.Command {
	var (
		o choosing
		p printing
	)
	return console.Command(s, &cli.Command{
		Name: "check", Usage: "verify all that is known, without a solver", ArgsUsage: " ",
		Description: `Verifies every schedule, objective and bound of the library, by the code of optgap verify.
Steps of few jobs are enumerated. Certificates prove their bounds again. It says how many
bounds rest on a search or a solver only. Exit code 3 and a line for each value that does
not hold. That the steps are those of the recipes is what optgap library make compares.
Lines whose steps are not made here, as they are of the trace of an archive, are left out.

   optgap library check
   optgap library check --every 10 --quiet`,
		Flags: append(o.flags(), p.formatFlag("one fault per line")),
	}, console.Arguments{What: "none"}, func(c *console.Call) error {
		entries, err := o.steps(c)
		if err != nil {
			return err
		}
		faults, checked, err := checkEntries(c, entries)
		if err != nil {
			return err
		}
		faults = append(disorder(entries), faults...)
		if err := printFaults(c, p.form, faults, checked, len(entries)); err != nil || len(faults) == 0 {
			return err
		}
		return console.ErrCheckFailed
	})
}

// libraryFault is a value of the library that does not hold.
type libraryFault struct {
	Set   string `json:"set"`
	Index int    `json:"index"`
	// its name in the results of `library show --as results`, or in `best.jsonl.gz`; absent for a whole line
	Field string `json:"field,omitempty"`
	// what it is, and what it should be
	Found    string `json:"found,omitempty"`
	Expected string `json:"expected"`
}

// disorder returns the faults of the files of the entries' sets.
func disorder(entries []*library.Entry) (faults []libraryFault) {
	for _, own := range frame.GroupBy(entries, func(e *library.Entry) *library.Set { return e.Set }) {
		for _, wrong := range own[0].Set.Disorder {
			faults = append(faults, faultOf(own[0], wrong))
		}
	}
	return faults
}

// faultOf returns an error about a value of an entry, or of its set, as a fault.
func faultOf(e *library.Entry, wrong error) libraryFault {
	f := libraryFault{Set: e.Set.Recipe.Set, Index: e.Index, Expected: wrong.Error()}
	if value := (*optgap.FieldError)(nil); errors.As(wrong, &value) {
		f.Field, f.Found, f.Expected = value.Field, value.Found, value.Expected
	}
	return f
}

// checkEntries verifies entries one by one.
func checkEntries(c *console.Call, entries []*library.Entry) (faults []libraryFault, all library.Checked, err error) {
	done := c.Progress(len(entries), "step")
	defer done.End()
	for _, e := range entries {
		found, err := e.Known.Check(c.Context, e.Step)
		if err != nil {
			return nil, all, err
		}
		for _, wrong := range found.Wrong {
			faults = append(faults, faultOf(e, wrong))
		}
		all.Add(found)
		done.Step()
	}
	return faults, all, nil
}

// printFaults prints the faults, and for people what was checked.
func printFaults(c *console.Call, form string, faults []libraryFault, all library.Checked, entries int) error {
	switch form {
	case console.FormatJSON:
		return record.WriteLines(c.Out, faults)
	case table.CSV:
		return frame.Rows(frame.Fields[libraryFault](), faults).Write(c.Out, table.CSV)
	}
	for _, f := range faults {
		if _, err := fmt.Fprintf(c.Out, "%s: step %d: %s: found %s, expected %s\n",
			f.Set, f.Index, f.Field, f.Found, f.Expected); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(c.Out, "%d entries, %d checks, %d faults\nbounds: %s\n",
		entries, all.Checks, len(faults), tally(all.Bounds))
	return err
}
