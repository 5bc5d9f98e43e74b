package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/sweep"
	"github.com/optgap/optgap/bench/table"
)

// tableRuns are the replays that the tables need. They come first, so that a
// sweep that is interrupted later still prints them.
var tableRuns = len(sweep.Paper{}.Settings())

// paper prints Tables 4 to 6 of Streit (2002) and draws Figures 2 to 8.
func (m *simulation) paper(c *cli.Context, s streams) error {
	for _, flag := range append([]string{"scheduler", "quality", "perfect-estimates", "no-kill", "bounds"}, outputFlags...) {
		if c.IsSet(flag) {
			return usage("simulate: found --%s beside --paper, which sets it by itself", flag)
		}
	}
	set, err := m.paperSet(c)
	if err != nil {
		return err
	}
	options, err := schedulerOptions(c)
	if err != nil {
		return err
	}
	p := sweep.Paper{Options: options}
	if c.String("plot") != "" {
		if p.Factors = m.factors; !c.IsSet("shrink") {
			p.Factors = paperFactors(set)
		}
	} else if c.IsSet("shrink") {
		return usage("simulate: found --shrink beside --paper, whose tables are those of factor 1; with --plot DIR it sets the figures' factors")
	}
	runs, err := m.replay(c, p.Settings())
	if err != nil && len(runs) < tableRuns {
		return err
	}
	if err := errors.Join(err, m.printPaper(s, p, runs, set)); err != nil {
		return err
	}
	if dir := c.String("plot"); dir != "" {
		files, err := figure.WriteAll(dir, p.Figures(m.title(), runs))
		if err == nil {
			m.notes.say("%s in %s", plural(files, "file"), dir)
		}
		return err
	}
	return nil
}

func (m *simulation) printPaper(s streams, p sweep.Paper, runs []sweep.Run, set *sweep.PaperSet) error {
	tables, err := p.Tables(runs, set)
	if err != nil {
		return err
	}
	switch m.format {
	case "json":
		b := &strings.Builder{}
		for _, r := range runs {
			line, err := r.MarshalJSON()
			if err != nil {
				return err
			}
			fmt.Fprintf(b, "%s\n", line)
		}
		_, err := fmt.Fprint(s.out, b)
		return err
	case table.CSV:
		return sweep.Rows(runs).Write(s.out, table.CSV)
	}
	fmt.Fprintf(s.out, "%s\n\n", m.title())
	return printTables(s, tables)
}

// paperSet returns the paper's numbers to print; nil: none.
func (m *simulation) paperSet(c *cli.Context) (*sweep.PaperSet, error) {
	name := c.String("paper-set")
	if name == "" {
		name = sweep.PaperSetOf(m.trace.Name)
	}
	if name == "" || name == "none" {
		return nil, nil
	}
	set, ok := sweep.FindPaperSet(name)
	if !ok {
		return nil, &optgap.FieldError{Field: "--paper-set", Found: fmt.Sprintf("%q", name), Expected: strings.Join(sweep.PaperSetNames, ", ") + " or none"}
	}
	return &set, nil
}

// paperFactors returns the factors of the figures: the set's range in steps of
// 0.05, from 1 to 0.6 where there is no set.
func paperFactors(set *sweep.PaperSet) []float64 {
	most, least := 1.0, 0.6
	if set != nil {
		most, least = set.Factors[0], set.Factors[1]
	}
	var factors []float64
	for k := math.Round(most * 20); k >= math.Round(least*20); k-- {
		factors = append(factors, k/20)
	}
	return factors
}
