package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/streit2002"
	"github.com/optgap/optgap/bench/workload"
)

func resampleFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Category: categoryLoad, Name: "resample", Usage: "replay `N` jobs drawn from the trace, as Streit (2002) makes his synthetic sets of 10000; see --seed; 0: the trace itself"},
		&cli.StringFlag{Category: categoryLoad, Name: "weibull", Usage: "`ALPHA,BETA` of the interarrival times of --resample; by default those that Streit prints for the trace of that name"},
	}
}

// resample replaces the trace's jobs by drawn ones where that is asked for.
func (m *simulation) resample(c *cli.Context) error {
	n := c.Int("resample")
	switch {
	case n == 0:
		return nil
	case c.String("reservations") != "":
		return usage("simulate: found --resample with --reservations, which belong to the trace's own times")
	}
	alpha, beta, err := m.weibull(c)
	if err != nil {
		return err
	}
	m.trace.Name += " resampled"
	m.trace.Jobs, err = workload.Resample(m.trace.Jobs, n, alpha, beta, c.Uint64("seed"))
	return named(c, err)
}

func (m *simulation) weibull(c *cli.Context) (alpha, beta float64, err error) {
	if c.IsSet("weibull") {
		return weibullParameters(c)
	}
	model, err := workload.PublishedOf(streit2002.NameOf(m.trace.Name))
	if err != nil {
		return 0, 0, usage("simulate: found --resample for %s, expected a trace that Streit (2002) has parameters for, or --weibull ALPHA,BETA", m.trace.Name)
	}
	return model.Alpha, model.Beta, nil
}

// weibullParameters reads --weibull.
func weibullParameters(c *cli.Context) (alpha, beta float64, err error) {
	values, err := list(c, "weibull", "two numbers above 0, such as 0.35,200", func(text string) (float64, error) {
		return strconv.ParseFloat(text, 64)
	})
	if err == nil && len(values) != 2 {
		err = &optgap.FieldError{Field: "--weibull", Found: fmt.Sprintf("%q", c.String("weibull")), Expected: "two numbers above 0, such as 0.35,200"}
	}
	if err != nil {
		return 0, 0, err
	}
	return values[0], values[1], nil
}
