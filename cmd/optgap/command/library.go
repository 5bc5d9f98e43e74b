package command

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/bench/library/listing"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

const groupLibrary = "Which steps of the library"

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

// choosing is which entries of a library a command is about.
type choosing struct {
	dir    string
	filter library.Filter
	sets   string
}

// dirFlag is --dir.
func dirFlag(dir *string) *console.Option {
	*dir = library.Dir
	return console.Flag(dir, "dir", "the `LIBRARY`, a folder with a folder for each set")
}

// flags choose entries of the library.
func (o *choosing) flags() []cli.Flag {
	f := &o.filter
	return console.In(groupLibrary,
		dirFlag(&o.dir),
		console.Flag(&o.sets, "set", "only those of the sets `NAME,NAME...`; by default of all").Check(func() error {
			if o.sets != "" {
				f.Sets = strings.Split(o.sets, ",")
			}
			return nil
		}),
		console.Flag(&f.Class, "class", "only those with so many waiting jobs, a `RANGE` such as 13-20").
			Check(func() error { return renamed(library.Filter{Class: f.Class}.Validate(), "--class") }),
		console.Flag((*string)(&f.Objective), "objective", "only those under the objective `NAME`: artww, art or sld").
			Takes(field.Fixed(optgap.Objectives()...)),
		console.Flag(&f.Status, "status", "only those that are `NAME`: optimal (proven) or open").
			Takes(field.Fixed(listing.Optimal, listing.StillOpen)),
		console.Flag(&f.Every, "every", "of those that fit, each `N`-th"),
	)
}

// openLibrary opens the library of --dir.
func openLibrary(c *console.Call, dir string) (*library.Library, error) {
	l, err := library.Open(dir)
	return l, named(c, err)
}

// entries opens the library and returns what the filter takes, at least one entry.
func (o *choosing) entries(c *console.Call) ([]*library.Entry, error) {
	var err error
	o.filter.Status = strings.ToLower(o.filter.Status)
	if o.filter.Objective, err = optgap.ObjectiveByName(string(o.filter.Objective)); err != nil {
		return nil, named(c, err)
	}
	if err := o.filter.Validate(); err != nil {
		return nil, named(c, err)
	}
	l, err := openLibrary(c, o.dir)
	if err != nil {
		return nil, err
	}
	entries, err := o.filter.Choose(l)
	if err == nil && len(entries) == 0 {
		err = console.Usage("%s: found no such step, expected at least one: see optgap library list", l.Dir)
	}
	return entries, named(c, err)
}

// steps are the entries without those whose steps are not made here, which it tells; quiet or not, as the steps are a
// part of what was asked for. Where no step is left, that is an error.
func (o *choosing) steps(c *console.Call) (here []*library.Entry, err error) {
	entries, err := o.entries(c)
	if err != nil {
		return nil, err
	}
	var missing [][]*library.Entry
	for _, own := range frame.GroupBy(entries, func(e *library.Entry) *library.Set { return e.Set }) {
		if own[0].Step == nil { // a set has all its steps, or none
			missing = append(missing, own)
			continue
		}
		here = append(here, own...)
	}
	if len(here) == 0 {
		return nil, missing[0][0].Set.Missing()
	}
	for _, own := range missing {
		c.Warn("left out %s: %v", format.Count(int64(len(own)), "line"), own[0].Set.Missing())
	}
	return here, nil
}
