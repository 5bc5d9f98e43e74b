package verify

import (
	"math"
	"math/bits"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// OfflineFiles checks bounds on whole traces against the file of the traces. Errors are as for
// [Files]; of the options only UnderWay has an effect. What needs the jobs is left to [OnTrace].
func OfflineFiles(results, traces Input, o Options) (Report, error) {
	all := problems[record.OfflineTrace]{
		name:     "trace",
		required: []string{""},
		underWay: o.UnderWay,
		field:    "result",
		lacking:  "one for each trace",
	}
	problem := func(line int, t record.OfflineTrace) error {
		return all.add(
			t.Trace,
			line,
			Fault{Trace: t.Trace, Method: "offline " + t.ObjectiveName},
			t,
		)
	}
	key := func(r record.Offline) (string, answer) { return r.Trace, answer{} }
	of := numbered(record.ReadOfflineTraces(traces.Reader, traces.Name), traces.Name)
	return inspect(
		&all,
		of,
		problem,
		lines(results, record.ParseParts[record.Offline]),
		key,
		ledger.offline,
	)
}

// offline holds a result against what follows from its trace, its bound and its objective.
func (l ledger) offline(r record.Offline, of record.OfflineTrace) {
	l.ended(r.Status, r.EndedBy, "")
	l.hold(len(r.Starts) == r.Jobs, "starts", len(r.Starts), "%d, one of each job", r.Jobs)
	want := r
	want.OfflineTrace = of
	want.Derive(nil)
	want.Bound = min(r.Bound, r.Objective)
	if r.Unit == 0 && r.Objective > 0 { // else weights are rounded
		want.BoundValue = r.ObjectiveValue * float64(r.Bound) / float64(r.Objective)
	}
	r.Prices = nil
	r.Starts = nil
	r.TraceJobs = nil // which OnTrace checks
	want.Prices = nil
	want.Starts = nil
	want.TraceJobs = nil
	l.report.compare(l.about, Parts(r), Parts(want), sums, "by the trace, bound and objective",
		"seed", "rounds", "solve_seconds")
	l.report.Bounds.add(record.ProofClaimed)
	l.report.Largest.add(record.ProofClaimed)
}

// OnTrace checks a bound on a whole trace, and its schedule, from the jobs alone, which are in
// order of submission: the schedule keeps the machine, both sums and averages are right, and the
// prices prove the bound. line is that of the result. The report, that of [OfflineFiles], then
// counts the bound as certified, or as that of a search where the prices prove less.
func OnTrace(r *record.Offline, line int, jobs []optgap.TraceJob, rep *Report) {
	about := Fault{Line: line, Trace: r.Trace, Method: "offline " + r.ObjectiveName}
	t := newOnTrace(r, about, jobs, rep)
	if !t.schedule() {
		return
	}
	found := *r
	want := t.derived(t.bound())
	found.Starts, want.Starts, found.Prices, want.Prices = nil, nil, nil, nil
	rep.compare(
		about,
		Parts(found),
		Parts(want),
		sums,
		"as follows from the trace, the starts and the prices",
	)
	if !t.sound() {
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
	sum     int64 // of weight times response time of all starts
}

func newOnTrace(r *record.Offline, about Fault, jobs []optgap.TraceJob, rep *Report) *onTrace {
	t := &onTrace{
		Offline: r,
		jobs:    jobs,
		ledger:  ledger{report: rep, about: about, before: len(rep.Faults)},
	}
	t.work = &t.spent
	return t
}

// derived returns the result with what follows from the jobs, their starts and the proven bound.
func (t *onTrace) derived(bound int64) record.Offline {
	want := *t.Offline
	want.Objective = t.sum
	want.Bound = bound
	if want.TraceJobs != nil {
		want.TraceJobs = record.OfflineJobsOf(t.jobs)
	}
	want.Derive(t.jobs)
	return want
}

// schedule checks that the starts are a schedule, and adds up its objective. false: the objective
// is not known.
func (t *onTrace) schedule() bool {
	n := len(t.jobs)
	if !t.hold(
		n == t.Jobs && len(t.Starts) == t.Jobs,
		"jobs",
		t.Jobs,
		"%d, as in the trace",
		n,
	) {
		return false
	}
	var all []placed
	for i, j := range t.jobs {
		start := t.Starts[i]
		if !t.hold(
			start >= j.Submit,
			indexed("starts", i),
			start,
			"at least %d, the submission",
			j.Submit,
		) {
			return false
		}
		all = append(all, placed{start, t.plus(start, j.Duration()), j.Width})
	}
	t.keep(optgap.History{{Free: t.Machine}}, "starts", "second", all)
	var err error
	t.weights, _, err = t.Weights(t.jobs)
	if !t.hold(err == nil, "objective", t.Objective, "%v", err) {
		return false
	}
	for i, j := range t.jobs {
		t.sum = t.plus(t.sum, t.times(t.weights[i], t.plus(t.Starts[i]-j.Submit, j.Duration())))
	}
	return t.hold(!t.over, "objective", t.Objective, "a sum within int64")
}

// bound computes the bound of the prices:
//
//	sum over jobs of min over starts s of (weight (s + run time - submission) + width * price of s to s + run time)
//	- machine * price of all time - the most that jobs which fit together pay above the prices in all time
//
// where the price of a job is that of its processors and what it pays above.
// Where prices have no meaning it is the stored one.
func (t *onTrace) bound() int64 {
	p := t.Prices
	if !t.hold(
		p != nil && p.Denominator > 0 && len(p.Times) == len(p.Price)+1 && len(t.jobs) > 0,
		"prices",
		p,
		"a positive denominator, and one time more than prices",
	) {
		return t.Bound
	}
	for b, v := range p.Price {
		if !t.hold(
			v >= 0 && p.Times[b] < p.Times[b+1],
			indexed("prices.price", b),
			v,
			"at least 0, at ascending times",
		) {
			return t.Bound
		}
	}
	// Nothing is paid before the first time.
	tariff := newTariff(&t.exact, 0, p.Times, append([]int64{0}, p.Price...))
	all, ok := t.above()
	if !t.hold(
		ok,
		"prices.extra",
		len(p.Extra),
		"prices of at least 0 in pieces of time that there are, of each job",
	) {
		return t.Bound
	}
	sum := t.plus(-t.times(t.Machine, tariff.prefix[len(p.Times)]), -t.mostAbovePaid(all))
	for i, j := range t.jobs {
		slope := t.times(p.Denominator, t.weights[i])
		if t.over {
			break
		}
		least := t.cheapest(tariff, i, all[i], slope)
		sum = t.plus(sum, t.plus(least, t.times(slope, j.Duration())))
	}
	bound := sum / p.Denominator
	if sum > 0 && sum%p.Denominator > 0 {
		bound++ // sums of schedules are integers
	}
	t.hold(!t.over, "prices", t.Bound, "sums within int64")
	t.afford("prices")
	if searched := t.SearchBound; searched != 0 {
		t.hold(
			searched > bound,
			"search_bound",
			searched,
			"more than %d, as the prices prove",
			bound,
		)
		bound = searched
	}
	return bound
}

// exact computes with integers, and notes where a result exceeds int64.
type exact struct {
	over bool
	*work
}

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
