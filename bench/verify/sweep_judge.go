package verify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// sweepJudge checks the metrics of one run, or of one site of it.
type sweepJudge struct {
	ledger
	metrics  metrics
	overfull bool // the log uses more processors than the machine has at times, and shares add up to more than 1
}

// is checks the value of a metric. A metric that is absent passes.
func (j *sweepJudge) is(key string, expected float64, why string) {
	if found, ok := j.metrics[key]; ok {
		j.hold(near(found, expected), key, found, "%v: %s", expected, why)
	}
}

// within checks the range of a metric. A metric that is absent passes.
func (j *sweepJudge) within(key string, from, to float64, why string) {
	if found, ok := j.metrics[key]; ok {
		j.hold(atMost(from, found) && atMost(found, to), key, found, "%v to %v: %s", from, to, why)
	}
}

// all checks the metrics of a replay against each other.
func (j *sweepJudge) all() {
	m := j.metrics
	for _, key := range []string{"jobs", "artww", "art", "wait", "run_time", "makespan", "killed", "queue_max"} {
		v, ok := m[key]
		j.hold(ok, key, "none", "a number")
		j.finite(key, v)
	}
	j.within("jobs", 1, math.MaxInt64, "a replay has jobs")
	j.is("art", m["wait"]+m["run_time"], "wait + run_time")
	j.within("killed", 0, m["jobs"], "among the jobs")
	j.shares()
	j.overTime()
	j.slowdowns()
	j.distribution("wait", "wait", 0)
	j.within("wait", 0, m["makespan"], "at most the makespan")
	j.within("wait_max", 0, m["makespan"], "at most the makespan")
}

// shares checks the shares of the machine's time.
func (j *sweepJudge) shares() {
	m, sum := j.metrics, 0.0
	for _, key := range []string{"util", "loc", "idle", "reserved"} {
		j.within(key, 0, 1, "a share of the machine's time")
		sum += m[key]
	}
	if _, timed := m["util"]; timed {
		j.hold(near(sum, 1) || j.overfull && sum > 1, "util", m["util"], "%v: 1 - loc - idle - reserved", 1-(sum-m["util"]))
	}
}

// trimmed tells whether averages over time are over a part of the replay. Averages over
// jobs are then of other jobs.
func (j *sweepJudge) trimmed() bool { return j.metrics["window"] > 0 }

// overTime checks averages over time against averages over jobs.
func (j *sweepJudge) overTime() {
	m := j.metrics
	j.within("window", 0, m["makespan"], "a part of the makespan")
	j.within("queue", 0, m["queue_max"], "at most queue_max")
	if j.trimmed() || m["makespan"] == 0 {
		return
	}
	j.within("queue_max", 0, m["jobs"], "at most all jobs")
	j.is("queue", m["wait"]*m["jobs"]/m["makespan"], "jobs * wait / makespan (Little's law)")
	j.is("throughput", m["jobs"]/m["makespan"]*3600, "jobs an hour of the makespan")
}

// slowdowns checks that no slowdown is below 1, and that none is larger than the one with
// the next smaller bound.
func (j *sweepJudge) slowdowns() {
	const highest = math.MaxFloat64
	j.within("sldwa", 1, highest, "a slowdown")
	for _, kind := range []string{"sld_", "sldww_"} {
		var bounds []int
		for key := range j.metrics {
			if bound, err := strconv.Atoi(strings.TrimPrefix(key, kind)); err == nil && strings.HasPrefix(key, kind) {
				bounds = append(bounds, bound)
			}
		}
		slices.Sort(bounds)
		for i, bound := range bounds {
			key, most, why := fmt.Sprint(kind, bound), highest, "a slowdown"
			if i > 0 {
				before := fmt.Sprint(kind, bounds[i-1])
				most, why = j.metrics[before], "a slowdown, at most "+before
			}
			j.within(key, 1, most, why)
			if kind == "sld_" {
				j.distribution(key, key, 1)
			}
		}
	}
}

// distribution checks a distribution: its percentiles, maximum and standard deviation against
// its average. No value is below least.
func (j *sweepJudge) distribution(prefix, average string, least float64) {
	m := j.metrics
	largest, ok := m[prefix+"_max"]
	if !ok {
		return
	}
	numbers := []float64{least, m[prefix+"_p50"], m[prefix+"_p90"], m[prefix+"_p95"], m[prefix+"_p99"], largest}
	j.hold(ascending(numbers), prefix+"_p50", numbers[1:], "ascending percentiles and a maximum, from %v on", least)
	j.within(average, least, largest, "at most "+prefix+"_max")
	// Bhatia and Davis 2000; by rounding the variance may seem below 0
	variance := max(0, (largest-m[average])*(m[average]-least))
	j.within(prefix+"_stddev", 0, math.Sqrt(variance)+sums*largest, "possible with such an average and maximum")
}

// intervals checks that averages are within their intervals.
func (j *sweepJudge) intervals(run *replayed) {
	for key, i := range sorted(run.Intervals) {
		field := "ci95." + key
		if found, ok := j.metrics[key]; j.hold(ok, field, "an interval", "none, as there is no %s", key) {
			inside := atMost(i["low"], found) && atMost(found, i["high"])
			j.hold(inside, field, fmt.Sprint(i["low"], " to ", i["high"]), "an interval with %v, which is %s", found, key)
		}
	}
}

// differences checks the averages of a run minus those of another, and that they are within their intervals.
func (j *sweepJudge) differences(run, other *replayed) {
	j.hold(len(run.Difference) > 0, "difference", "none", "those to the run %s", other.setting)
	for key, d := range sorted(run.Difference) {
		field, a, b := "difference."+key, j.metrics[key], other.metrics[key]
		scale := sums * max(1, math.Abs(a), math.Abs(b))
		j.hold(math.Abs(d["value"]-(a-b)) <= scale, field, d["value"], "%v: %s minus that of the run %s", a-b, key,
			other.setting)
		if low, ok := d["low"]; ok {
			inside := low-scale <= d["value"] && d["value"] <= d["high"]+scale
			j.hold(inside, field, fmt.Sprint(low, " to ", d["high"]), "an interval with %v", d["value"])
		}
	}
}

// parts checks classes, sites and policies against the whole.
func (j *sweepJudge) parts(run *replayed) {
	m := j.metrics
	j.intervals(run)
	if len(run.Classes) > 0 {
		for _, key := range []string{"artww", "sldww_60"} { // weighted by the width, which is not kept
			from, to := math.Inf(1), math.Inf(-1)
			for _, c := range run.Classes {
				if c["jobs"] > 0 {
					from, to = min(from, c[key]), max(to, c[key])
				}
			}
			j.within(key, from, to, "between those of the classes")
		}
		for _, key := range []string{"art", "wait"} {
			found, expected := weighted(run.Classes, key), m["jobs"]*m[key]
			j.hold(near(found, expected), "classes", found, "%v: jobs * %s, summed over the classes", expected, key)
		}
		j.sum("classes", total(run.Classes, "jobs"), m["jobs"], "jobs in all classes")
	}
	for i, site := range run.Sites {
		s := &sweepJudge{metrics: site, ledger: j.ledger}
		s.about.Field = fmt.Sprintf("sites[%d].", i)
		if _, measured := site["jobs"]; measured {
			s.all()
		}
	}
	if len(run.Sites) > 0 {
		processors := total(run.Sites, "machine")
		j.hold(processors == float64(run.Machine), "sites", processors, "%d processors of all sites", run.Machine)
		if !j.trimmed() {
			j.sum("sites", total(run.Sites, "jobs"), m["jobs"], "jobs on all sites")
		}
	}
	j.policies(run)
}

// policies checks the counts of started jobs and of decisions.
func (j *sweepJudge) policies(run *replayed) {
	p := run.Policies
	if p == nil {
		return
	}
	if !j.trimmed() {
		j.sum("policies.started_with", sum(p.StartedWith), j.metrics["jobs"], "jobs by all policies")
	}
	decided := p.Same + sum(p.SwitchesTo)
	j.hold(decided == p.Tries, "policies.tries", p.Tries, "%v: same and all switches", decided)
	if len(p.Cases) > 0 {
		j.sum("policies.cases", sum(p.Cases), p.Tries, "tries")
	}
}

// sum checks that the numbers of the parts add up to that of the whole.
func (j *sweepJudge) sum(field string, parts, whole float64, of string) {
	j.hold(parts == whole, field, parts, "%v %s", whole, of)
}

// sameJobs checks a run against another with the same estimates: both have the same jobs, and the same metrics of
// them. With trimming each has jobs of its own.
func (j *sweepJudge) sameJobs(run, other *replayed) {
	if j.trimmed() {
		return
	}
	why := func(string) string { return "as in the run " + other.setting.String() }
	j.report.compare(j.about, run.common(), other.common(), func(_ string, a, b float64) bool { return near(a, b) }, why)
}

// optional are metrics that are there only where they are above 0, and the bounds of basic dynP.
var optional = []string{"sldwa", "reserved", "window", "lower", "upper"}

// common returns what runs with the same estimates have in common: the jobs, their work, and the names of the metrics.
func (r *replayed) common() map[string]any {
	all := map[string]any{"util * makespan": r.metrics["util"] * r.metrics["makespan"]}
	for key, v := range r.metrics {
		if slices.Contains([]string{"jobs", "run_time", "killed"}, key) {
			all[key] = v
		} else if !slices.Contains(optional, key) {
			all[key] = "one"
		}
	}
	for key := range r.Intervals {
		all["ci95."+key] = "one"
	}
	for i, c := range r.Classes {
		all[indexed("classes", i)+".jobs"] = c["jobs"]
	}
	return all
}

// total returns the sum of a metric over all parts.
func total(all []metrics, key string) (sum float64) {
	for _, m := range all {
		sum += m[key]
	}
	return sum
}

// weighted returns the sum of an average over all parts, each times the jobs of its part.
func weighted(all []metrics, key string) (sum float64) {
	for _, m := range all {
		sum += m["jobs"] * m[key]
	}
	return sum
}

// sum returns the sum of counts.
func sum(counts map[string]float64) (n float64) {
	for _, count := range counts {
		n += count
	}
	return n
}
