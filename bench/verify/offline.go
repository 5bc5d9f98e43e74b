package verify

import (
	"math"
	"math/bits"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// OfflineFiles checks bounds on whole traces against the file of the traces. Errors are as for [Files]; no
// option has an effect. What needs the jobs is left to [OnTrace].
func OfflineFiles(results, traces Input, _ Options) (Report, error) {
	c := &offlineChecker{problems[record.OfflineTrace]{
		name: "trace", required: []string{""}, field: "result", lacking: "one for each trace",
	}}
	of := numbered(record.ReadOfflineTraces(traces.Reader, traces.Name), traces.Name)
	return inspect(c, of, lines(results, record.ParseParts[record.Offline]))
}

type offlineChecker struct {
	problems[record.OfflineTrace]
}

func (c *offlineChecker) problem(line int, t record.OfflineTrace) error {
	return c.add(t.Trace, line, Fault{Trace: t.Trace, Method: "offline " + t.ObjectiveName}, t)
}

// result holds a result against what follows from its trace, its bound and its objective.
func (c *offlineChecker) result(line int, r record.Offline) error {
	of, l, err := c.enter(r.Trace, line, answer{}, false)
	if err != nil {
		return err
	}
	l.ended(r.Status, r.EndedBy, "")
	l.hold(len(r.Starts) == r.Jobs, "starts", len(r.Starts), "%d, one of each job", r.Jobs)
	want := r
	want.OfflineTrace = of.facts
	want.Derive(nil)
	want.Bound = min(r.Bound, r.Objective)
	if r.Unit == 0 && r.Objective > 0 { // else weights are rounded
		want.BoundValue = r.ObjectiveValue * float64(r.Bound) / float64(r.Objective)
	}
	r.Prices, r.Starts, r.TraceJobs = nil, nil, nil // which OnTrace checks
	want.Prices, want.Starts, want.TraceJobs = nil, nil, nil
	l.report.compare(l.about, Parts(r), Parts(want), sums, "by the trace, bound and objective",
		"seed", "rounds", "solve_seconds")
	c.report.Bounds.add(record.ProofClaimed)
	c.report.Largest.add(record.ProofClaimed)
	return nil
}

// OnTrace checks a bound on a whole trace, and its schedule, from the jobs alone, which are in order of submission:
// the schedule keeps the machine, both sums and averages are right, and the prices prove the bound. line is that of the
// result. The report, that of [OfflineFiles], then counts the bound as certified, or as that of a search where the
// prices prove less.
func OnTrace(r *record.Offline, line int, jobs []optgap.TraceJob, rep *Report) {
	about := Fault{Line: line, Trace: r.Trace, Method: "offline " + r.ObjectiveName}
	l := ledger{report: rep, about: about, before: len(rep.Faults)}
	t := &onTrace{Offline: r, jobs: jobs, ledger: l}
	total, known := t.begin()
	if known {
		t.bound()
		t.equal("unit", t.Unit, t.unit, "of which the weights are parts")
		bound := float64(t.Bound) / total
		t.hold(near(t.BoundValue, bound), "bound_value", t.BoundValue, "%v", bound)
	}
	if !known || !t.sound() {
		return
	}
	proof := record.ProofCertificate
	if r.SearchBound > 0 {
		proof = record.ProofSearch
	}
	for _, tally := range []*Tally{&rep.Bounds, &rep.Largest} {
		tally.Merge(Tally{record.ProofClaimed: -1, proof: 1})
	}
}

// onTrace checks one result.
type onTrace struct {
	*record.Offline
	ledger
	exact
	jobs    []optgap.TraceJob
	weights []int64
	unit    int64 // of the weights under the slowdown, else 0
}

// begin checks the schedule and its average. It returns the sum of the weights; false: they are not known.
func (t *onTrace) begin() (total float64, known bool) {
	n := len(t.jobs)
	if !t.hold(n == t.Jobs && len(t.Starts) == t.Jobs, "jobs", t.Jobs, "%d, as in the trace", n) {
		return 0, false
	}
	for i, j := range t.jobs {
		k := t.TraceJobs
		known := k == nil || i < min(len(k.Submit), len(k.Width), len(k.Duration)) && k.Submit[i] == j.Submit &&
			k.Width[i] == j.Width && k.Duration[i] == j.Duration()
		if !t.hold(known, indexed("trace_jobs", i), "another", "job %d, as in the trace", j.ID) {
			return 0, false
		}
	}
	if known = t.Average().Metric != ""; !known {
		t.report.foreign("objective_name", t.ObjectiveName)
	}
	t.weigh()
	if t.schedule(known); known {
		total = t.average()
	}
	return total, known
}

// weigh finds the weights by what the objective stands for: 1, the width, or a unit over the run time, raised to a
// minute and rounded down. The unit is such that the longest job has a weight of 1000.
func (t *onTrace) weigh() {
	longest, of := int64(60), t.Average()
	for _, j := range t.jobs {
		longest = max(longest, j.Duration())
	}
	if of.Slowdown {
		t.unit = t.times(1000, longest)
	}
	for _, j := range t.jobs {
		weight := int64(1)
		switch {
		case of.Slowdown:
			weight = t.unit / max(j.Duration(), 60)
		case of.Objective == optgap.ObjectiveARTwW:
			weight = j.Width
		}
		t.weights = append(t.weights, weight)
	}
}

// average checks the average, without the rounding of the weights. It returns the sum of these.
func (t *onTrace) average() (total float64) {
	sum := 0.0
	for i, j := range t.jobs {
		weight := float64(t.weights[i])
		of := weight
		if t.unit > 0 {
			weight, of = float64(t.unit)/float64(max(j.Duration(), 60)), float64(t.unit)
		}
		sum, total = sum+weight*float64(t.Starts[i]+j.Duration()-j.Submit), total+of
	}
	t.hold(near(t.ObjectiveValue, sum/total), "objective_value", t.ObjectiveValue, "%v", sum/total)
	return total
}

// schedule checks that the starts are a schedule, with the objective where its weights are known.
func (t *onTrace) schedule(known bool) {
	var all []placed
	sum := int64(0)
	for i, j := range t.jobs {
		start := t.Starts[i]
		if !t.hold(start >= j.Submit, indexed("starts", i), start, "at least %d, the submission", j.Submit) {
			return
		}
		response := t.plus(start-j.Submit, j.Duration())
		sum = t.plus(sum, t.times(t.weights[i], response))
		all = append(all, placed{start, t.plus(start, j.Duration()), j.Width})
	}
	t.keep(optgap.History{{Free: t.Machine}}, "starts", "second", all)
	if !known {
		return
	}
	t.hold(!t.over, "objective", t.Objective, "a sum within int64")
	t.equal("objective", t.Objective, sum, "weight times response time of all starts")
}

// bound computes the bound of the prices:
//
//	sum over jobs of min over starts s of (weight (s + run time - submission) + width * price of s to s + run time)
//	- machine * price of all time
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
		slope := t.times(p.Denominator, t.weights[i])
		if t.over {
			break
		}
		least := tariff.cheapest([]window{{j.Submit, math.MaxInt64}}, math.MaxInt64, slope, j.Width, j.Duration())
		sum = t.plus(sum, t.plus(least, t.times(slope, j.Duration())))
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
