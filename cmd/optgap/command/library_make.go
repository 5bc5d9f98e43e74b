package command

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func libraryMakeCommand(s console.Streams) *cli.Command {
	var (
		dir, traces string
		p           printing
	)
	archived := console.Flag(&traces, "traces", "the folder `TRACES` with the traces of archives that sets need")
	return console.Command(s, &cli.Command{
		Name: "make", Usage: "make the steps of sets by their recipes, or make them again and compare", ArgsUsage: "[SET...]",
		Description: `Makes the steps of each set by its recipe.yaml. Where the set has no steps yet, they are
stored, with the plans of the usual schedulers and the bound fluid as what is known of them.
Where it has steps, nothing is written: the exit code is 3 where a byte of them differs from
what the recipe makes.

Sets of traces of archives hold no steps, but their checksums. --traces says where the traces
are. Only steps with these checksums are stored. They stay here, and git ignores them.

   optgap library make
   optgap library make --dir mylibrary even
   optgap library make --traces ~/traces kth`,
		Flags: console.In(groupLibrary, dirFlag(&dir), archived, p.formatFlag("one set per line")),
	}, console.Arguments{Most: -1}, func(c *console.Call) error {
		made, err := libraryMake(c, dir, traces)
		if err != nil {
			return err
		}
		if err := printRows(c, p, made, madeTable, madeTable); err != nil {
			return err
		}
		if slices.ContainsFunc(made, func(m madeLine) bool { return m.Differs > 0 }) {
			return console.ErrCheckFailed
		}
		return nil
	})
}

// madeLine is what was made of a set.
type madeLine struct {
	Set   string `json:"set"`
	Steps int    `json:"steps"` // its steps, each under up to three objectives
	New   bool   `json:"new"`   // the steps were not there before
	// first stored line that is not what the recipe makes, from 1
	Differs int      `json:"differs,omitempty"`
	Missing []string `json:"missing,omitempty"` // traces that `--traces` has to give
}

// libraryMake makes the steps of the sets that the arguments name, or of all. traces is the folder of the traces of
// archives; "": there is none.
func libraryMake(c *console.Call, dir, traces string) (made []madeLine, err error) {
	l, err := openLibrary(c, dir)
	if err != nil {
		return nil, err
	}
	sets := l.Sets
	if c.NArg() > 0 {
		sets = nil
		for _, name := range c.Args().Slice() {
			set, err := l.Set(name)
			if err != nil {
				return nil, err
			}
			sets = append(sets, set)
		}
	}
	for _, set := range sets {
		if needed := set.Recipe.Traces(); len(needed) > 0 && traces == "" {
			if c.NArg() > 0 {
				return nil, set.Missing()
			}
			made = append(made, madeLine{Set: set.Recipe.Set, Missing: needed})
			continue
		}
		done := c.Progress(2*len(set.Recipe.Workloads), "replay")
		m, err := set.Make(c.Context, traces, done.Step)
		done.End()
		if err != nil {
			return nil, named(c, err)
		}
		made = append(made, madeLine{Set: set.Recipe.Set, Steps: m.Steps, New: m.New, Differs: m.Differs})
	}
	return made, nil
}

// madeTable shows what was made.
func madeTable(made []madeLine) table.Table {
	t := table.Table{Columns: append(table.Words("set"), append(table.Numbers("steps"), table.Words("outcome")...)...)}
	for _, m := range made {
		outcome := "as stored, to the byte"
		switch {
		case m.New:
			outcome = "stored"
		case m.Differs > 0:
			outcome = "line " + format.Integer(int64(m.Differs)) + " of the stored steps differs"
		case m.Missing != nil:
			outcome = "not made: --traces DIR with " + strings.Join(m.Missing, ", ")
		}
		t.Rows = append(t.Rows, []string{m.Set, format.Digits(int64(m.Steps)), outcome})
	}
	return t
}
