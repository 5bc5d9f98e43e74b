package command

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/library/recipe"
	"github.com/optgap/optgap/cmd/optgap/console"
)

const categoryLibrary = "Which steps of the library"

// libraryCommand holds what is about the library of steps.
func libraryCommand(s console.Streams) *cli.Command {
	return console.Group("library", "steps with proven optima: list, show, make, check and add to them",
		`The library holds steps, and the best that is known of each under three objectives: a
schedule, a lower bound, and what the bound rests on. A line of list is a step under one
objective, and has an index of its own. docs/library.md says how to contribute.

   optgap library list --class 13-20 --objective artww
   optgap library show --class 21-40 --status open --out steps.jsonl
   optgap solve --method exact --time-limit 1m --format json steps.jsonl >mine.jsonl
   optgap library add --dry-run mine.jsonl
   optgap library check --every 10`,
		libraryListCommand(s), libraryShowCommand(s), libraryMakeCommand(s), libraryCheckCommand(s),
		libraryAddCommand(s),
	)
}

// libraryFlag is --dir.
func libraryFlag() cli.Flag {
	return &cli.StringFlag{
		Category: categoryLibrary, Name: "dir", Value: library.Dir,
		Usage: "the `LIBRARY`, a folder with a folder for each set",
	}
}

// filterFlags choose entries of the library.
func filterFlags() []cli.Flag {
	c := categoryLibrary
	return []cli.Flag{
		libraryFlag(),
		&cli.StringFlag{Category: c, Name: "set", Usage: "only those of the sets `NAME,NAME...`; by default of all"},
		&cli.StringFlag{Category: c, Name: "class", Usage: "only those with so many waiting jobs, a `RANGE` such as 13-20"},
		&cli.StringFlag{Category: c, Name: "objective", Usage: "only those under the objective `NAME`: artww, art or sld"},
		&cli.StringFlag{Category: c, Name: "status", Usage: "only those that are `NAME`: optimal (proven) or open"},
		&cli.IntFlag{Category: c, Name: "every", Usage: "of those that fit, each `N`-th"},
	}
}

// filterOf reads the flags that choose entries.
func filterOf(c *cli.Context) (f library.Filter, err error) {
	f = library.Filter{Status: strings.ToLower(c.String("status")), Every: c.Int("every")}
	if text := c.String("set"); text != "" {
		f.Sets = strings.Split(text, ",")
	}
	if c.IsSet("class") {
		if f.Jobs, err = recipe.ParseClass(c.String("class")); err != nil {
			return f, classError(err)
		}
	}
	if f.Objective, err = optgap.ObjectiveByName(c.String("objective")); err != nil {
		return f, named(c, err)
	}
	return f, named(c, f.Validate())
}

// classError names the flag in an error about a class.
func classError(err error) error {
	if wrong, ok := err.(*optgap.FieldError); ok {
		return &optgap.FieldError{Field: "--class", Found: wrong.Found, Expected: wrong.Expected}
	}
	return err
}

// openLibrary opens the library of --dir.
func openLibrary(c *cli.Context) (*library.Library, error) {
	l, err := library.Open(c.String("dir"))
	return l, named(c, err)
}

// chooseEntries opens the library and returns what the filter takes, at least one entry.
func chooseEntries(c *cli.Context, f library.Filter) ([]*library.Entry, error) {
	l, err := openLibrary(c)
	if err != nil {
		return nil, err
	}
	entries, err := f.Choose(l)
	if err == nil && len(entries) == 0 {
		err = console.Usage("%s: found no such step, expected at least one: see optgap library list", l.Dir)
	}
	return entries, named(c, err)
}

// chooseSteps is chooseEntries without the entries whose steps are not made here, which it tells; quiet
// or not, as the steps are a part of what was asked for. Where no step is left, that is an error.
func chooseSteps(c *cli.Context, s console.Streams, f library.Filter) (here []*library.Entry, err error) {
	entries, err := chooseEntries(c, f)
	if err != nil {
		return nil, err
	}
	var sets []*library.Set
	left := map[*library.Set]int64{}
	for _, e := range entries {
		if e.Step != nil {
			here = append(here, e)
			continue
		}
		if left[e.Set]++; left[e.Set] == 1 {
			sets = append(sets, e.Set)
		}
	}
	if len(here) == 0 {
		return nil, sets[0].Missing()
	}
	notes := console.NewNotes(s, c.Bool("quiet"))
	for _, set := range sets {
		notes.Warn("left out %s: %v", format.Count(left[set], "line"), set.Missing())
	}
	return here, nil
}
