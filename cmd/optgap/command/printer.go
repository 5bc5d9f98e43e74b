package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/results/summary"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// outcome counts what became of results.
type outcome struct {
	failures study.Failures
	unsolved summary.Unsolved
	told     []record.Result // what results tell of policies without a schedule
}

func (o *outcome) count(r *record.Result) {
	o.failures.Count(*r)
	o.unsolved.Count(r)
	o.told = append(o.told, record.Result{
		Trace:           r.Trace,
		Index:           r.Index,
		PolicyList:      r.PolicyList,
		PoliciesLeftOut: r.PoliciesLeftOut,
		PoliciesFailed:  r.PoliciesFailed,
	})
}

// say notes how many steps are unsolved, and which policies have no schedules of which steps, and
// why.
func (o *outcome) say(n *console.Notes) {
	n.SayAll(o.unsolved.String())
	for _, m := range summary.Misses(o.told) {
		if m.Failed == 0 {
			n.Say("%s", m)
		}
	}
	n.SayAll(o.failures.Warning())
}

// failed is the error of methods and of policies that have failed. What they left is printed and
// kept all the same.
func (o *outcome) failed() error {
	failed := []error{o.failures.Err()}
	for _, m := range summary.Misses(o.told) {
		if m.Failed > 0 {
			failed = append(failed, errors.New(m.String()))
		}
	}
	return errors.Join(failed...)
}

// checkPlans refuses plans of which no step has one.
func (o *outcome) checkPlans(plans []*study.Plans) error {
	for _, p := range plans {
		has := func(r record.Result) bool { return r.PoliciesLeftOut[p.Name] != p.Lacking() }
		if len(o.told) > 0 && !slices.ContainsFunc(o.told, has) {
			return console.Usage(
				"--plans %s: %w",
				p.Name,
				optgap.BadField(p.File, p, "some of the steps that are here"),
			)
		}
	}
	return nil
}

// printer prints the results of a study: as JSON lines when they come, else as tables at the end.
// It draws what is asked for.
type printer struct {
	*console.Call
	printing
	options report.StudyOptions
	plots   console.Plots
	results []record.Result
	outcome
}

// lines reports whether results are printed as they come.
func (p *printer) lines() bool { return p.json() && !p.options.Losses }

func (p *printer) result(r record.Result) error {
	p.count(&r)
	if p.lines() && !p.alone() {
		if err := record.WriteLine(p.Out, r); err != nil ||
			p.plots.Dir == "" && p.answer == "" {
			return err
		}
	}
	r.Starts = nil
	r.Certificates = nil // neither tables nor pictures show them
	p.results = append(p.results, r)
	return nil
}

// end prints and draws the report, and counts what is unsolved.
func (p *printer) end() error {
	if err := p.report(); err != nil {
		return err
	}
	p.say(p.Notes)
	return nil
}

func (p *printer) report() error {
	if len(p.results) == 0 {
		return nil
	}
	found, err := report.Study(p.results, p.options)
	if errors.Is(err, report.ErrNoLosses) {
		return console.Usage("--loss: %w: see --method exact and --no-bounds=false", err)
	}
	if err != nil {
		return err
	}
	if p.options.Losses {
		p.SayAll(found.LeftOut())
	}
	err = p.writeAnswer(p.Out, found.Numbers())
	if !p.lines() {
		answered := table.Wrap(found.Answer(), table.Width) + "\n\n"
		shown := answer[any]{found.Lines(), found.CSV, found.Tables(), answered, ""}
		err = errors.Join(err, printAs(p.Out, p.printing, shown))
	}
	if err != nil || p.plots.Dir == "" {
		return err
	}
	return p.plots.Draw(found.Figures())
}

// soFar is such as "53 of 300 planned steps". seen counts results by the index of their step.
// A step counts once it has the results of all methods.
func soFar(p study.Plan, seen map[int]int) string {
	done := 0
	for _, results := range seen {
		if results == p.Methods {
			done++
		}
	}
	if p.Steps == 0 {
		return "the first " + format.Count(done, "step")
	}
	return fmt.Sprintf(
		"%s of %s",
		format.Integer(done),
		format.Count(p.Steps, "planned step"),
	)
}
