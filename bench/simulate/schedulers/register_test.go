package schedulers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/must"
)

var waitingJobs = []optgap.TraceJob{
	{Job: optgap.Job{ID: 1, Width: 2, Estimate: 10}, RunTime: 10},
	{Job: optgap.Job{ID: 2, Width: 2, Estimate: 5, Submit: 1}, RunTime: 5},
	{Job: optgap.Job{ID: 3, Width: 2, Estimate: 3, Submit: 2}, RunTime: 3},
}

// ownNames returns the names of the schedulers of Register, RegisterDecider and RegisterPolicy, sorted.
func ownNames() []string {
	names := slices.Concat(lists.Each(deciders, Decider.scheduler),
		lists.Each(onLine, func(o OnLine) string { return o.Name }), namesOf(single(heuristics.Own())))
	slices.Sort(names)
	return names
}

// TestRegisterDecider: a decider makes a scheduler that decides by it and takes the
// options of dynP.
func TestRegisterDecider(t *testing.T) {
	defer func(before []Decider) { deciders = before }(deciders)
	must.Do(RegisterDecider(
		Decider{"stay", "keeps the policy", func(_ []int64, current int) int { return current }},
	))
	const name = "dynp-stay"
	for _, names := range [][]string{PlanningNames(), SelfTuningNames(), ownNames()} {
		must.Hold(t, slices.Contains(names, name), "schedulers", names, "without", name)
	}
	must.Equal(t, Describe(name), "self-tuning dynP, keeps the policy", name)
	starts := func(name string, o Options) []int64 {
		s := must.Get(New(name, 2, waitingJobs, o))
		return must.Get(replay.Run(context.Background(), waitingJobs, s)).Starts
	}
	for _, p := range heuristics.DynP() {
		a, b := starts(name, Options{Policies: []heuristics.Policy{p}}), starts(p.Name, Options{})
		must.EqualSlices(t, a, b, "stay from", p.Name)
	}
}

// TestRegisterRefuses: names that are taken or none, and what is missing.
func TestRegisterRefuses(t *testing.T) {
	before := ownNames() // other tests register some
	first := func([]int64, int) int { return 0 }
	submit := func(j optgap.Job) int64 { return j.Submit }
	named := func(name string) heuristics.Policy {
		return heuristics.Policy{Name: name, About: "a test", Key: submit}
	}
	onLineOf := func(int64) heuristics.Decider { return nil }
	for want, err := range map[string]error{
		`scheduler: found "dynp-simple" a second time`:   RegisterDecider(Decider{"simple", "twice", first}),
		`decider: found "A b", expected`:                 RegisterDecider(Decider{"A b", "no name", first}),
		`decider x: found no About or no Choose`:         RegisterDecider(Decider{"x", "nothing", nil}),
		`scheduler: found "easy" a second time`:          RegisterPolicy(named("EASY")),
		`scheduler: found "optimum", expected a name o`:  RegisterPolicy(named("optimum")),
		`scheduler: found "dynp", expected a name other`: RegisterPolicy(named("dynP")),
		`scheduler: found "exact", expected a name othe`: Register(OnLine{"exact", "a test", onLineOf}),
		`policy: found "x--y", expected`:                 RegisterPolicy(named("X--Y")),
	} {
		must.Hold(t, err != nil && strings.HasPrefix(err.Error(), want), "error", err, "expected", want)
	}
	must.EqualSlices(t, ownNames(), before, "schedulers")
}

// text returns a value of a parameter as somebody may type it.
func text(t *rapid.T, o field.Option) string {
	switch o.Variable.(type) {
	case *time.Duration:
		least, most := int64(1), int64(1<<20)
		switch o.Name { // neither beyond the default of the other
		case "lower":
			most = 9000
		case "upper":
			least = 9000
		}
		d := time.Duration(rapid.Int64Range(least, most).Draw(t, "seconds")) * time.Second
		return rapid.SampledFrom([]string{d.String(), fmt.Sprintf("%ds", d/time.Second)}).Draw(t, "time")
	case *share:
		form := rapid.SampledFrom([]string{"%d%%", "0.%02d"}).Draw(t, "form")
		return fmt.Sprintf(form, rapid.IntRange(0, 99).Draw(t, "share"))
	case *float64:
		return fmt.Sprint(rapid.Float64Range(1e-300, math.MaxFloat64).Draw(t, "factor"))
	case *int, *uint64:
		return fmt.Sprint(rapid.IntRange(0, maxDrawn).Draw(t, "number"))
	}
	if o.Name == "replan" {
		return string(rapid.SampledFrom(dynp.Replans()).Draw(t, "replan"))
	}
	metrics := rapid.Permutation(dynp.QualityMetrics()).Draw(t, "metrics")
	var parts []string
	for _, m := range metrics[:rapid.IntRange(1, len(metrics)).Draw(t, "terms")] {
		parts = append(parts, fmt.Sprintf("%d*%s", rapid.IntRange(1, 9).Draw(t, "weight"), m))
	}
	return strings.Join(parts, "+")
}

const maxDrawn = 100_000 // of shuffles

// The spelling of a name says what the name says, and is the spelling of itself. Neither the order nor the case of
// parameters changes it.
func TestOneSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(Names()).Draw(t, "name")
		var alone, named []string
		for _, o := range optionsOf(name) {
			switch value := text(t, o); {
			case rapid.Bool().Draw(t, "left out"):
			case o.Name == "":
				alone = append(alone, value)
			default:
				named = append(named, o.Name+"="+value)
			}
		}
		written := strings.Join(slices.Concat([]string{name}, alone, named), ":")
		slices.Reverse(named)
		again := strings.ToUpper(strings.Join(slices.Concat([]string{name}, alone, named), ":"))
		c, err := call(written, nil)
		must.Do(err)
		spelt := c.String()
		for _, text := range []string{spelt, again, strings.ToUpper(spelt)} {
			d, err := call(text, nil)
			must.Need(t, err == nil && d.String() == spelt,
				written, text, "found", d, err, "expected", spelt)
			must.Need(t, d.settings == c.settings, text, "found", d.settings, "expected", c.settings)
		}
	})
}
