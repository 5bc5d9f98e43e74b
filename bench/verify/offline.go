package verify

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// OfflineFiles checks bounds on whole traces against the file of the traces. Errors are as for [Files]; no
// option has an effect. What needs the jobs is left to [OnTrace].
func OfflineFiles(results, traces Input, _ Options) (Report, error) {
	c := &offlineChecker{problems[string, record.OfflineTrace]{
		name: "trace", required: []string{""}, field: "result", lacking: "one for each trace",
	}}
	of := lines(traces, record.ParseParts[record.OfflineTrace])
	return inspect(c, of, lines(results, record.ParseParts[record.Offline]))
}

type offlineChecker struct {
	problems[string, record.OfflineTrace]
}

func (c *offlineChecker) problem(line int, t record.OfflineTrace) error {
	const format = "optgap-offline/1"
	if t.Format != format {
		return fmt.Errorf("format: found %q, expected %q", t.Format, format)
	}
	return c.add(t.Trace, line, Fault{Trace: t.Trace, Method: "offline " + t.ObjectiveName}, t)
}

// result holds a result against what follows from its trace, its bound and its objective.
func (c *offlineChecker) result(line int, r record.Offline) error {
	of, err := c.find(r.Trace)
	if err != nil {
		return err
	}
	l := c.report.ledger(of.about, line, of.about.Method)
	c.enter(&l, of, answer{}, false, "trace", r.Trace, "one result")
	l.ended(r.Status, r.EndedBy, "")
	l.hold(len(r.Starts) == r.Jobs, "starts", len(r.Starts), "%d, one of each job", r.Jobs)
	want := r
	want.OfflineTrace = of.facts
	want.Bound, want.Status, want.Ratio = min(r.Bound, r.Objective), optgap.StatusFeasible, 0
	if r.Bound == r.Objective {
		want.Status = optgap.StatusOptimal
	}
	if r.Bound > 0 {
		want.Ratio = float64(r.Objective) / float64(r.Bound)
	}
	if r.Unit == 0 && r.Objective > 0 { // else weights are rounded
		want.BoundValue = r.ObjectiveValue * float64(r.Bound) / float64(r.Objective)
	}
	r.Prices, r.Starts, want.Prices, want.Starts = nil, nil, nil, nil // which OnTrace checks
	rounded := func(_ string, a, b float64) bool { return near(a, b) }
	const checked = "format trace sha256 machine jobs first known_waits no_kill objective_name bound objective " +
		"search_bound unit bound_value objective_value ratio status ended_by"
	l.report.compare(l.about, r, want, rounded, func(path string) string {
		if !slices.Contains(strings.Fields(checked), path) {
			return ""
		}
		return "by the trace, bound and objective"
	})
	c.report.Bounds.Unknown++
	c.report.Largest.Unknown++
	return nil
}

func aboutOffline(r *record.Offline, line int) Fault {
	return Fault{Line: line, Trace: r.Trace, Method: "offline " + r.ObjectiveName}
}

// TraceJob is a job of a trace, as replays run it.
type TraceJob struct{ Submit, Width, RunTime int64 }

// OnTrace checks a bound on a whole trace, and its schedule, from the jobs alone, which are in order of submission:
// the schedule keeps the machine, both sums and averages are right, and the prices prove the bound. line is that of the
// result. The report, that of [OfflineFiles], then counts the bound as certified, or as that of a search where the
// prices prove less.
func OnTrace(r *record.Offline, line int, jobs []TraceJob, rep *Report) {
	l := ledger{report: rep, about: aboutOffline(r, line), before: len(rep.Faults)}
	t := &onTrace{Offline: r, jobs: jobs, ledger: l}
	if !t.hold(len(jobs) == r.Jobs && len(r.Starts) == r.Jobs, "jobs", r.Jobs, "%d, as in the trace", len(jobs)) {
		return
	}
	known := t.weigh()
	t.schedule(known)
	if known {
		t.bound()
	}
	if !known || !t.sound() {
		return
	}
	for _, tally := range []*Tally{&rep.Bounds, &rep.Largest} {
		if tally.Unknown--; r.SearchBound > 0 {
			tally.Searched++
		} else {
			tally.Certified++
		}
	}
}

// onTrace checks one result.
type onTrace struct {
	*record.Offline
	ledger
	exact
	jobs    []TraceJob
	weights []int64
	total   float64 // by which sums are divided for averages
}

// weigh sets the weights of the jobs; false: the objective is not known here.
func (t *onTrace) weigh() bool {
	t.weights = make([]int64, len(t.jobs))
	average := t.Average()
	if average.Metric == "" {
		t.report.foreign("objective_name", t.ObjectiveName)
		return false
	}
	unit, raised := int64(0), func(j TraceJob) int64 { return max(60, j.RunTime) }
	if average.Slowdown {
		for _, j := range t.jobs {
			unit = max(unit, t.times(1000, raised(j)))
		}
	}
	t.hold(t.Unit == unit, "unit", t.Unit, "%d: 1000 times the longest run time, raised to 60 s", unit)
	for i, j := range t.jobs {
		if average.Slowdown {
			t.weights[i] = unit / raised(j)
		} else {
			t.weights[i] = average.Weight(j.Width, j.RunTime)
		}
		t.total += float64(t.weights[i])
	}
	if unit > 0 {
		t.total = float64(unit) * float64(len(t.jobs))
	}
	return true
}

// schedule checks that the starts are a schedule, with the objective where its weights are known.
func (t *onTrace) schedule(known bool) {
	var all []placed
	sum, value := int64(0), 0.0
	for i, j := range t.jobs {
		start := t.Starts[i]
		if !t.hold(start >= j.Submit, indexed("starts", i), start, "at least %d, the submission", j.Submit) {
			return
		}
		response := t.plus(start-j.Submit, j.RunTime)
		sum = t.plus(sum, t.times(t.weights[i], response))
		weight := float64(t.weights[i])
		if t.Unit > 0 {
			weight = float64(t.Unit) / float64(max(60, j.RunTime))
		}
		value += weight * float64(response)
		all = append(all, placed{start, t.plus(start, j.RunTime), j.Width})
	}
	t.keep(optgap.History{{Free: t.Machine}}, "starts", "second", all)
	if !known {
		return
	}
	t.hold(!t.over, "objective", t.Objective, "a sum within int64")
	t.equal("objective", t.Objective, sum, "weight times response time of all starts")
	t.hold(near(t.ObjectiveValue, value/t.total), "objective_value", t.ObjectiveValue, "%v", value/t.total)
}

// bound computes the bound of the prices:
//
//	sum over jobs of min over starts s of (weight (s + run time - submission) + width * price of s to s + run time)
//	- machine * price of all time
//
// For each job the sum is linear between starts at which it starts or ends where a price changes.
func (t *onTrace) bound() {
	p := t.Prices
	if !t.hold(p != nil && p.Denominator > 0 && len(p.Times) == len(p.Price)+1 && len(t.jobs) > 0, "prices", p,
		"a positive denominator, and one time more than prices") {
		return
	}
	for b, v := range p.Price {
		if !t.hold(v >= 0 && p.Times[b] < p.Times[b+1], indexed("prices.price", b), v, "at least 0, at ascending times") {
			return
		}
	}
	tariff := newTariff(&t.exact, 0, p.Times, append([]int64{0}, p.Price...)) // nothing is paid before the first time
	sum := -t.times(t.Machine, tariff.prefix[len(p.Times)])
	for i, j := range t.jobs {
		sum = t.plus(sum, t.least(j, t.times(p.Denominator, t.weights[i]), tariff))
	}
	bound := sum / p.Denominator
	if sum > 0 && sum%p.Denominator > 0 {
		bound++ // sums of schedules are integers
	}
	t.hold(!t.over, "prices", t.Bound, "sums within int64")
	if searched := t.SearchBound; searched != 0 {
		t.hold(searched > bound, "search_bound", searched, "more than %d, as the prices prove", bound)
		bound = searched
	}
	t.equal("bound", t.Bound, bound, "as the prices prove, or a search")
	t.hold(near(t.BoundValue, float64(bound)/t.total), "bound_value", t.BoundValue, "%v", float64(bound)/t.total)
}

// least returns the least cost of a job, each second of whose response costs slope.
func (t *onTrace) least(j TraceJob, slope int64, prices *tariff) int64 {
	times := t.Prices.Times
	cost := func(start int64) int64 {
		paid := prices.until(t.plus(start, j.RunTime)) - prices.until(start)
		return t.plus(t.times(slope, start-j.Submit), t.times(j.Width, paid))
	}
	least := cost(j.Submit)
	for _, shift := range []int64{0, j.RunTime} {
		from, _ := slices.BinarySearch(times, t.plus(j.Submit, shift))
		for _, border := range times[from:] {
			start := border - shift
			if t.times(slope, start-j.Submit) >= least || t.over {
				break
			}
			least = min(least, cost(start))
		}
	}
	return t.plus(least, t.times(slope, j.RunTime))
}

// exact computes with integers, and notes where a result exceeds int64.
type exact struct{ over bool }

// times returns a * b. Neither is below 0.
func (e *exact) times(a, b int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	e.over = e.over || a < 0 || b < 0 || high > 0 || low > math.MaxInt64
	return int64(low & math.MaxInt64)
}

// plus returns a + b.
func (e *exact) plus(a, b int64) int64 {
	e.over = e.over || b > 0 && a > math.MaxInt64-b || b < 0 && a < math.MinInt64-b
	return a + b
}
