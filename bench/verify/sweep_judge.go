package verify

import (
	"fmt"
	"math"
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

// trimmed reports whether averages over time are over a part of the replay. Averages over
// jobs are then of other jobs.
func (j *sweepJudge) trimmed() bool { return j.numbers["window"] > 0 }

// all checks the metrics of a replay against each other.
func (j *sweepJudge) all() {
	m := j.numbers
	for _, key := range []string{"jobs", "artww", "art", "wait", "run_time", "makespan", "killed", "queue_max"} {
		v, ok := m[key]
		j.hold(ok, key, "none", "a number")
		j.finite(key, v)
	}
	j.is("art", m["wait"]+m["run_time"], "wait + run_time")
	if makespan := m["makespan"]; !j.trimmed() && makespan > 0 {
		j.is("queue", m["wait"]*m["jobs"]/makespan, "jobs * wait / makespan (Little's law)")
		j.is("throughput", m["jobs"]/makespan*3600, "jobs an hour of the makespan")
	}
	if m["overfull.seconds"] == 0 { // else the log uses more processors than there are
		j.is("util", 1-m["loc"]-m["idle"]-m["reserved"], "1 - loc - idle - reserved")
	}
	for key := range sorted(m) {
		if name, ok := strings.CutSuffix(key, "_p50"); ok && !strings.Contains(name, ".") {
			j.distribution(name)
		}
	}
}

// distribution checks that the percentiles of a metric rise to its maximum, and that its average is below this.
func (j *sweepJudge) distribution(name string) {
	before := 0.0
	for _, part := range []string{"_p50", "_p90", "_p95", "_p99", "_max"} {
		found := j.numbers[name+part]
		j.hold(found >= before, name+part, found, "at least %v, as percentiles rise to the maximum", before)
		before = found
	}
	j.hold(j.numbers[name] <= before+sums*before, name, j.numbers[name], "at most %v, %s_max", before, name)
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
	j.hold(len(all) > 0, "difference", "none", "those to the run %s", other.setting)
	for path, found := range sorted(all) {
		if key, ok := strings.CutSuffix(path, ".value"); ok {
			a, b := j.numbers[key], other.numbers[key]
			slack := sums * max(1, math.Abs(a), math.Abs(b))
			j.hold(math.Abs(found-(a-b)) <= slack, "difference."+key, found, "%v: %s minus that of the run %s",
				a-b, key, other.setting)
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
