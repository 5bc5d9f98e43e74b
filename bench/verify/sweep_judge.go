package verify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// sweepJudge checks the numbers of one run, or of one site of it.
type sweepJudge struct {
	ledger
	numbers
}

// is checks the value of a metric. A metric that is absent passes.
func (j *sweepJudge) is(key string, expected float64, why string) {
	if found, ok := j.numbers[key]; ok {
		j.hold(near(found, expected), key, found, "%v: %s", expected, why)
	}
}

// within checks the range of a metric. A metric that is absent passes.
func (j *sweepJudge) within(key string, from, to float64, why string) {
	if found, ok := j.numbers[key]; ok {
		j.hold(atMost(from, found) && atMost(found, to), key, found, "from %v to %v: %s", from, to, why)
	}
}

// trimmed reports whether averages over time are over a part of the replay, or over windows of the trace. Averages over
// jobs are then of other jobs.
func (j *sweepJudge) trimmed() bool { return j.numbers["window"] > 0 || j.numbers["windows.count"] > 0 }

// all checks the metrics of a replay against each other.
func (j *sweepJudge) all() {
	m := j.numbers
	for _, key := range []string{"jobs", "artww", "art", "wait", "run_time", "makespan", "killed", "queue_max"} {
		v, ok := m[key]
		j.hold(ok, key, "none", "a number")
		j.finite(key, v)
	}
	j.within("jobs", 1, math.Inf(1), "a replay has jobs")
	j.within("killed", 0, m["jobs"], "among the jobs")
	for _, key := range []string{"wait", "wait_max", "window"} {
		j.within(key, 0, m["makespan"], "at most the makespan")
	}
	j.within("queue", 0, m["queue_max"], "at most queue_max")
	j.is("art", m["wait"]+m["run_time"], "wait + run_time")
	if makespan := m["makespan"]; !j.trimmed() && makespan > 0 {
		j.within("queue_max", 0, m["jobs"], "at most all jobs")
		j.is("queue", m["wait"]*m["jobs"]/makespan, "jobs * wait / makespan (Little's law)")
		j.is("throughput", m["jobs"]/makespan*3600, "jobs an hour of the makespan")
	}
	j.shares()
	j.within("sldwa", 1, math.Inf(1), "a slowdown")
	j.slowdowns("sld_")
	j.slowdowns("sldww_")
	for key := range sorted(m) {
		if name, ok := strings.CutSuffix(key, "_max"); ok && !strings.Contains(name, ".") {
			j.distribution(name)
		}
	}
}

// shares checks the shares of the machine's time.
func (j *sweepJudge) shares() {
	sum := 0.0
	for _, key := range []string{"util", "loc", "idle", "reserved"} {
		j.within(key, 0, 1, "a share of the machine's time")
		sum += j.numbers[key]
	}
	if util, timed := j.numbers["util"]; timed {
		overfull := j.numbers["overfull.seconds"] > 0 && sum > 1 // the log uses more processors than there are
		j.hold(near(sum, 1) || overfull, "util", util, "%v: 1 - loc - idle - reserved", 1-(sum-util))
	}
}

// slowdowns checks that no slowdown of a kind is below 1, and that none is larger than the one with the next smaller
// bound.
func (j *sweepJudge) slowdowns(kind string) {
	var bounds []int
	for key := range j.numbers {
		if bound, err := strconv.Atoi(strings.TrimPrefix(key, kind)); err == nil && strings.HasPrefix(key, kind) {
			bounds = append(bounds, bound)
		}
	}
	slices.Sort(bounds)
	most, why := math.Inf(1), "a slowdown"
	for _, bound := range bounds {
		key := fmt.Sprint(kind, bound)
		j.within(key, 1, most, why)
		most, why = j.numbers[key], "a slowdown, at most "+key
	}
}

// distribution checks a distribution by its name: its percentiles, maximum and standard deviation against its average.
func (j *sweepJudge) distribution(name string) {
	average, averaged := j.numbers[name]
	if _, spread := j.numbers[name+"_p50"]; !averaged || !spread {
		return
	}
	before, least := 0.0, 0.0
	if strings.HasPrefix(name, "sld") {
		before, least = 1, 1
	}
	for _, part := range []string{"_p50", "_p90", "_p95", "_p99", "_max"} {
		j.within(name+part, before, math.Inf(1), "percentiles and the maximum rise")
		before = j.numbers[name+part]
	}
	largest := before
	j.within(name, least, largest, "at most "+name+"_max")
	// Bhatia and Davis 2000; by rounding the variance may seem below 0
	variance := max(0, (largest-average)*(average-least))
	j.within(name+"_stddev", 0, math.Sqrt(variance)+sums*largest, "possible with such an average and maximum")
}

// interval checks that a value is within its interval, if it has one. slack is by how much it may be outside.
func (j *sweepJudge) interval(field string, value, slack float64, of string) {
	if low, ok := j.numbers[field+".low"]; ok {
		high := j.numbers[field+".high"]
		j.hold(low-slack <= value && value <= high+slack, field, fmt.Sprint(low, " to ", high),
			"an interval with %v, which is %s", value, of)
	}
}

// differences checks the averages of a run minus those of another.
func (j *sweepJudge) differences(other *replayed) {
	all := j.in("difference")
	j.hold(len(all) > 0, "difference", "none", "those to the run %s", settingOf(other.Setting))
	for path, found := range sorted(all) {
		if key, ok := strings.CutSuffix(path, ".value"); ok {
			a, b := j.numbers[key], other.numbers[key]
			slack := sums * max(1, math.Abs(a), math.Abs(b))
			j.hold(math.Abs(found-(a-b)) <= slack, "difference."+key, found, "%v: %s minus that of the run %s",
				a-b, key, settingOf(other.Setting))
			j.interval("difference."+key, found, slack, "the difference")
		}
	}
}

// parts checks intervals, classes, sites and policies against the whole.
func (j *sweepJudge) parts() {
	m := j.numbers
	for path := range sorted(j.in("ci95")) {
		if key, ok := strings.CutSuffix(path, ".low"); ok {
			found, there := m[key]
			j.hold(there, "ci95."+key, "an interval", "none, as there is no %s", key)
			j.interval("ci95."+key, found, sums*max(1, math.Abs(found)), key)
		}
	}
	if classes := j.list("classes"); len(classes) > 0 {
		j.sum("classes", total(classes, "jobs"), m["jobs"], "jobs in all classes")
		for _, key := range []string{"art", "wait"} {
			j.sum("classes", total(classes, "jobs", key), m["jobs"]*m[key], "jobs * "+key+", summed over the classes")
		}
		filled := slices.DeleteFunc(classes, func(c numbers) bool { return c["jobs"] == 0 })
		for _, key := range []string{"artww", "sldww_60"} { // weighted by the width, which is not kept
			by := func(a, b numbers) int { return int(math.Copysign(1, a[key]-b[key])) }
			j.within(key, slices.MinFunc(filled, by)[key], slices.MaxFunc(filled, by)[key], "between those of the classes")
		}
	}
	sites := j.list("sites")
	for i, site := range sites {
		s := &sweepJudge{ledger: j.ledger, numbers: site}
		s.about.Field = indexed("sites", i) + "."
		if _, measured := site["jobs"]; measured {
			s.all()
		}
	}
	if len(sites) > 0 {
		j.sum("sites", total(sites, "machine"), m["machine"], "processors of all sites")
	}
	if len(sites) > 0 && !j.trimmed() {
		j.sum("sites", total(sites, "jobs"), m["jobs"], "jobs on all sites")
	}
	j.possible()
	j.policies()
}

// possible checks that what is known of the best possible average has the same sums in both divisions of the jobs.
func (j *sweepJudge) possible() {
	p := j.in("best_possible")
	periods, widths := p.list("periods"), p.list("widths")
	for _, key := range []string{"weight", "average", "best", "bound"} {
		j.sum("best_possible.widths", total(widths, key), total(periods, key), key+", summed over the periods")
	}
	if bound := total(periods, "bound"); bound > 0 {
		most := total(periods, "average") / bound
		j.hold(near(p["at_most"], most), "best_possible.at_most", p["at_most"], "%v, average / bound", most)
	}
}

// policies checks the counts of started jobs and of decisions.
func (j *sweepJudge) policies() {
	p := j.in("policies")
	if len(p) == 0 {
		return
	}
	if !j.trimmed() {
		j.sum("policies.started_with", p.in("started_with").sum(), j.numbers["jobs"], "jobs by all policies")
	}
	j.sum("policies.tries", p["tries"], p["same"]+p.in("switches_to").sum(), "same and all switches")
	if cases := p.in("cases"); len(cases) > 0 {
		j.sum("policies.cases", cases.sum(), p["tries"], "tries")
	}
}

// sum checks that the numbers of the parts add up to that of the whole.
func (j *sweepJudge) sum(field string, parts, whole float64, of string) {
	j.hold(near(parts, whole), field, parts, "%v %s", whole, of)
}
