package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/streit2002"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/bench/view"
)

// paper prints Tables 4 to 6 of Streit (2002) and draws Figures 2 to 8.
func (m *simulation) paper(c *cli.Context, s streams) error {
	e, err := m.experiment(c)
	if err != nil {
		return err
	}
	title := view.SweepTitle(m.sweep)
	runs, err := m.replay(c, e.Settings())
	report, missing := e.Report(title, runs)
	if missing != nil {
		return cmp.Or(err, missing)
	}
	if err := errors.Join(err, m.printPaper(s, title, runs, report)); err != nil {
		return err
	}
	return m.plot(c, report.Figures)
}

// experiment reads the flags that --paper leaves to the user.
func (m *simulation) experiment(c *cli.Context) (e streit2002.Experiment, err error) {
	if e.Published, err = streit2002.Choose(c.String("paper-set"), m.trace.Name); err != nil {
		return e, named(c, err)
	}
	if e.Options, err = schedulerOptions(c); err != nil {
		return e, err
	}
	switch drawn, shrunk := c.String("plot") != "", c.IsSet("shrink"); {
	case drawn && shrunk:
		e.Factors = m.factors
	case drawn:
		e.Factors = e.Published.FigureFactors()
	case shrunk:
		return e, usage("simulate: found --shrink beside --paper, whose tables are those of factor 1; with --plot DIR it sets the figures' factors")
	}
	return e, named(c, e.Validate())
}

func (m *simulation) printPaper(s streams, title string, runs []sweep.Run, report *streit2002.Report) error {
	switch m.format {
	case formatJSON:
		w := record.NewWriter(s.out)
		for _, r := range runs {
			if err := w.Write(r); err != nil {
				return err
			}
		}
		return nil
	case table.CSV:
		return sweep.Rows(runs).Write(s.out, table.CSV)
	}
	fmt.Fprintf(s.out, "%s\n\n", title)
	return table.WriteAll(s.out, report.Tables, table.Text)
}
