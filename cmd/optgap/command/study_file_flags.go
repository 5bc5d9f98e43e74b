package command

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/study/matrix"
	"github.com/optgap/optgap/bench/study/method"
)

// context returns the command line of a study: the flags of the cell, and those given
// that say how the work is done, and which share of it.
func (m *studies) context(cell matrix.Cell, trace, out string) (*cli.Context, error) {
	values := m.shaping(cell)
	for _, f := range m.c.Command.Flags {
		name := f.Names()[0]
		if m.c.IsSet(name) && (name == shardName || !shapesResults(f)) && categoryOf(f) != categorySlurm &&
			!slices.Contains([]string{studyFileName, "dry-run", "out", "format"}, name) {
			values = append(values, [2]string{name, flagText(m.c, name)})
		}
	}
	if out != "" {
		values = append(values, [2]string{"out", out})
	}
	c, err := contextOf(m.c, m.c.Command, values, trace)
	if err != nil {
		return nil, err
	}
	// A seed that draws the jobs may be none to the methods.
	if cell.Seed != nil && (cell.Trace.Generate == nil || seeded(c)) {
		if err := giveFlag(c, "seed", fmt.Sprint(*cell.Seed)); err != nil {
			return nil, err
		}
	}
	return c, checkEffects(c)
}

// shaping returns the flags of a cell, the seed left out.
func (m *studies) shaping(cell matrix.Cell) (values [][2]string) {
	values = sorted(cell.Options)
	add := func(name, value string) {
		if value != "" {
			values = append(values, [2]string{name, value})
		}
	}
	count := func(name string, n int64) {
		if n != 0 {
			add(name, fmt.Sprint(n))
		}
	}
	add("drive", cell.Drive)
	add("method", strings.Join(cell.Methods, ","))
	add("time-limit", cell.Limit.Time)
	count("node-limit", cell.Limit.Nodes)
	add("memory", cell.Limit.Memory)
	count("machine", cell.Trace.Machine)
	count("jobs", int64(cell.Trace.Jobs))
	add("reservations", cell.Trace.Reservations)
	return values
}

// sorted returns flags and their values in one order.
func sorted(flags map[string]string) (values [][2]string) {
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		values = append(values, [2]string{name, flags[name]})
	}
	return values
}

// contextOf returns the context of a command with the values of its flags and an
// argument; "": none.
func contextOf(parent *cli.Context, command *cli.Command, values [][2]string, argument string) (*cli.Context, error) {
	set := flag.NewFlagSet(command.Name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, f := range command.Flags {
		if err := f.Apply(set); err != nil {
			return nil, err
		}
	}
	if argument != "" {
		if err := set.Parse([]string{"--", argument}); err != nil {
			return nil, err
		}
	}
	c := cli.NewContext(parent.App, set, nil)
	c.Context, c.Command = parent.Context, command
	for _, v := range values {
		if err := giveFlag(c, v[0], v[1]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// giveFlag gives a flag its value.
func giveFlag(c *cli.Context, name, value string) error {
	if err := c.Set(name, value); err != nil {
		return &optgap.FieldError{Field: "--" + name, Found: strconv.Quote(value), Expected: expectedBy(c, name)}
	}
	return nil
}

// seeded tells whether some method makes random choices.
func seeded(c *cli.Context) bool { return usesMethod(c, method.BiCriteria, method.ILP, method.Exact) }
