package command

import (
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/library"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func libraryRankCommand(s console.Streams) *cli.Command {
	var (
		dir string
		p   printing
	)
	return console.Command(s, &cli.Command{
		Name: "rank", Usage: "hold methods against each other on steps of the library", ArgsUsage: "[NAME=]FILE...",
		Description: `Prints the methods whose results, schedules or bounds the files hold side by side, by class
and objective: how many they call proven, how many of these nothing known beats, and how
far they are from the best known, to which what the files hold counts. Nothing is stored.
A method without a name has that of its file. NAME=FILE gives it another one: files of one
NAME, such as one of schedules and one of bounds, are one method. What does not verify is
told, and the exit code is 3. A bound without a certificate is only held against the
schedules that are known.

   optgap library rank mine.jsonl theirs.jsonl
   optgap library rank mine=schedules.jsonl mine=bounds.jsonl theirs.jsonl`,
		Flags: console.In(groupLibrary, dirFlag(&dir), p.formatFlag("one method, class and objective per line")),
	}, console.Arguments{Least: 1, Most: -1, What: "files of results, schedules or bounds"}, func(c *console.Call) error {
		return libraryRank(c, dir, p)
	})
}

// A rankedFile is a file of library rank with the name of its methods; "": their own.
type rankedFile struct{ name, path string }

// mostWrong is how much of a file that does not verify is told.
const mostWrong = 3

// method is the name of a method of the file: no two files have one of the same name, unless both are given it.
func (f rankedFile) method(own string, files []rankedFile) string {
	label := filepath.Base(f.path)
	for _, other := range files {
		if other != f && filepath.Base(other.path) == label {
			label = f.path
		}
	}
	switch {
	case f.name != "":
		return f.name
	case own == "":
		return label
	case len(files) > 1:
		return own + " (" + label + ")"
	}
	return own
}

// libraryRank compares the methods of files.
func libraryRank(c *console.Call, dir string, p printing) error {
	l, err := library.Open(dir)
	if err != nil {
		return err
	}
	files := lists.Each(c.Args().Slice(), func(argument string) rankedFile {
		if name, path, ok := strings.Cut(argument, "="); ok {
			return rankedFile{name, path}
		}
		return rankedFile{path: argument}
	})
	var ranking library.Ranking
	refused := 0
	for _, f := range files {
		if f.name != "" {
			if err := optgap.CheckName("NAME=FILE", f.name); err != nil {
				return err
			}
		}
		wrong := 0
		if err := addFile(c, l, f.path, library.Adding{}, func(a *library.Added) {
			if a.Wrong != nil {
				if wrong++; wrong <= mostWrong {
					c.Warn("%v", a.Wrong)
				}
			}
			ranking.Add(f.method(a.Offer.Source.Method, files), a)
		}); err != nil {
			return err
		}
		if refused += wrong; wrong > mostWrong {
			c.Warn("%s: %d more do not verify", f.path, wrong-mostWrong)
		}
	}
	if err := printRows(c, p, ranking.Rows(), table.FieldRows[library.Ranked], rankedTable); err != nil {
		return err
	}
	if refused > 0 {
		return console.ErrCheckFailed
	}
	return nil
}

// rankedTable shows a ranking to people.
func rankedTable(rows []library.Ranked) table.Table {
	t := table.Table{Columns: append(table.Keys(table.Words("jobs", "minimised", "method")...),
		table.Numbers("steps", "refused", "proven", "right", "best", "mean\nexcess", "mean\ngap", "time [s]")...)}
	for _, r := range rows {
		cells := []string{r.Class, r.ObjectiveName, r.Method}
		for _, n := range []int{r.Steps, r.Refused, r.Proven, r.Right, r.Best} {
			cells = append(cells, format.Integer(int64(n)))
		}
		t.Rows = append(t.Rows, append(cells, format.Existing(r.ExcessPercent, format.Percent),
			format.Existing(r.GapPercent, format.Percent),
			format.Existing(r.Seconds, func(v float64) string { return format.Decimal(v, 3) })))
	}
	return t
}
