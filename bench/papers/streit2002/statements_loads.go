package streit2002

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/heuristics/dynp"
)

// jobSet returns the statements about the set, of section 4 and the end of section 5.2.
func (j judged) jobSet() []statement.Statement {
	a := j.m.Set
	if a == nil {
		a = j.m.Trace
	}
	if a == nil || a.Estimate == nil || a.RunTime == nil {
		return nil
	}
	short := upTo(a.RunTime, 300)
	all := []statement.Statement{j.state("section 5.2", "almost half of the jobs run 5 minutes at most",
		func(*Published) string { return "almost 50 %" }, short >= 0.4 && short <= 0.6, format.Share(short, 1))}
	if j.set != nil && j.set.Key == "pc2" {
		common := 0.0
		for i, v := range a.Estimate.Distribution.Values {
			if slices.Contains([]float64{600, 1800, 7200}, v) {
				common += a.Estimate.Distribution.Counts[i]
			}
		}
		common /= a.Estimate.Distribution.Total()
		all = append(all, j.state("section 4", "10 minutes, 30 minutes or 2 hours are the estimate of about 52 % of the jobs",
			func(*Published) string { return "52 %" }, common >= 0.47 && common <= 0.57, format.Share(common, 1)))
	}
	return all
}

// upTo returns the share of the values that do not exceed a limit.
func upTo(q *analysis.Quantity, limit float64) float64 {
	n := 0.0
	for i, v := range q.Distribution.Values {
		if v <= limit {
			n += q.Distribution.Counts[i]
		}
	}
	return n / q.Distribution.Total()
}

// at returns the run of a name at a factor of the figures; nil: it is missing.
func (j judged) at(name string, factor float64) *sweep.Run {
	i := slices.IndexFunc(j.m.Runs, func(r sweep.Run) bool { return r.Name == name && r.ShrinkingFactor() == factor })
	if i < 0 {
		return nil
	}
	return &j.m.Runs[i]
}

// compared returns the names of the schedulers of Figures 4, 5, 7 and 8.
func compared() []string {
	names := []string{dynPName(advanced, dynp.ARTwW)}
	for _, s := range others {
		names = append(names, s.name)
	}
	return names
}

// wins counts the factors that have the runs of all names, and among them those at which a
// scheduler has the least value. suffix is appended to the names.
func (j judged) wins(name, suffix string, names []string, value func(*sweep.Run) float64) (won, of int) {
	for _, f := range j.m.Factors {
		least, own, complete := 0.0, 0.0, true
		for i, other := range names {
			r := j.at(other+suffix, f)
			if complete = complete && r != nil; !complete {
				break
			}
			v := value(r)
			if i == 0 || v < least {
				least = v
			}
			if other == name {
				own = v
			}
		}
		if !complete {
			continue
		}
		of++
		if own <= least {
			won++
		}
	}
	return won, of
}

// loads returns the statements about Figures 4 to 8, which need shrinking factors.
func (j judged) loads() []statement.Statement {
	everywhere := func(*Published) string { return "over a wide range" }
	state := func(where, text string, printed ofPaper, won, of int) statement.Statement {
		if of == 0 {
			s := j.state(where, text, printed, false, statement.NotMeasured)
			return noted(s)
		}
		return j.state(where, text, printed, 2*won > of, fmt.Sprintf("at %d of %s", won, format.Count(int64(of), "factor")))
	}
	artww := func(r *sweep.Run) float64 { return r.ARTwW }
	bounded := func(key string) func(*sweep.Run) float64 {
		return func(r *sweep.Run) float64 { v, _ := r.Value(key); return v.Number }
	}
	names := compared()
	foreknown := names[:4] // without basic dynP
	response, of := j.wins("SJF", "", names, artww)
	slowdown, _ := j.wins("SJF", "", names, bounded("sldww_60"))
	known, ofKnown := j.wins("SJF", perfect, foreknown, artww)
	alike, ofAlike := j.alike(names, bounded("sldww_60"), bounded("sldww_300"))
	return []statement.Statement{
		state("section 5.2, Fig. 4", "SJF has the least response time of all five schedulers", everywhere, response, of),
		state("section 5.2, Fig. 5", "SJF has the least slowdown of all five schedulers", everywhere, slowdown, of),
		state("section 5.2, Fig. 6", "with perfect estimates SJF is still the best", everywhere, known, ofKnown),
		state("section 5.2, Fig. 7", "a bound of 300 s in place of 60 s does not change the ranking by slowdown",
			everywhere, alike, ofAlike),
		j.follows(),
		j.estimates(), j.saturated(),
		noted(j.state("section 5", "a self-tuning step takes 0.05 s with 185 waiting jobs",
			func(*Published) string { return "0.05 s (CTC_syn)" }, false, statement.NotMeasured)),
	}
}

// followed holds the words of the text about the curves of the advanced decider in Figure 4.
var followed = map[string]string{
	"ctc": "drops to LJF below 0.9", "kth": "follows FCFS", "pc2": "is like SJF", "sdsc": "follows FCFS",
}

// follows compares the advanced decider with FCFS at all factors.
func (j judged) follows() statement.Statement {
	least, most := math.Inf(1), math.Inf(-1)
	for _, f := range j.m.Factors {
		if own, fcfs := j.at(compared()[0], f), j.at("FCFS", f); own != nil && fcfs != nil {
			least, most = min(least, own.ARTwW/fcfs.ARTwW), max(most, own.ARTwW/fcfs.ARTwW)
		}
	}
	measured := statement.NotMeasured
	if least <= most {
		measured = fmt.Sprintf("%s to %s", format.Decimal(least, 2), format.Decimal(most, 2))
	}
	return noted(j.state("section 5.2, Fig. 4",
		"how the advanced decider compares with single policies: its ARTwW over that of FCFS",
		func(p *Published) string { return followed[p.Key] }, true, measured))
}

// alike counts the factors that have all runs, and among them those at which two metrics
// rank the schedulers alike.
func (j judged) alike(names []string, a, b func(*sweep.Run) float64) (same, of int) {
	for _, f := range j.m.Factors {
		var runs []*sweep.Run
		for _, name := range names {
			if r := j.at(name, f); r != nil {
				runs = append(runs, r)
			}
		}
		if len(runs) < len(names) {
			continue
		}
		of++
		equal := true
		for i, r := range runs {
			for _, s := range runs[:i] {
				equal = equal && (a(r) < a(s)) == (b(r) < b(s))
			}
		}
		if equal {
			same++
		}
	}
	return same, of
}

// estimates compares the gain of SJF by perfect estimates at the lowest and at the highest
// load.
func (j judged) estimates() statement.Statement {
	const where = "section 5.2, Fig. 6"
	const text = "good estimates matter more at a higher load: ARTwW of SJF over that with perfect estimates"
	printed := func(p *Published) string {
		if p.Key != "ctc" {
			return ""
		}
		return fmt.Sprintf("about 1 at 1, %s at 0.7", format.Decimal(145_212.0/102_725, 2))
	}
	if len(j.m.Factors) < 2 {
		return noted(j.state(where, text, printed, false, statement.NotMeasured))
	}
	low, high := slices.Max(j.m.Factors), slices.Min(j.m.Factors)
	ratio := func(f float64) float64 {
		given, known := j.at("SJF", f), j.at("SJF"+perfect, f)
		if given == nil || known == nil {
			return 0
		}
		return given.ARTwW / known.ARTwW
	}
	a, b := ratio(low), ratio(high)
	if a == 0 || b == 0 {
		return noted(j.state(where, text, printed, false, statement.NotMeasured))
	}
	return j.state(where, text, printed, b > a,
		fmt.Sprintf("%s at %g, %s at %g", format.Decimal(a, 2), low, format.Decimal(b, 2), high))
}

// saturated judges the utilisation at the highest load.
func (j judged) saturated() statement.Statement {
	const where, text = "section 5.2, Fig. 8", "LJF has the highest utilization in the saturated state, 95 % and more"
	printed := func(*Published) string { return "95 % and more" }
	if len(j.m.Factors) == 0 {
		return noted(j.state(where, text, printed, false, statement.NotMeasured))
	}
	f := slices.Min(j.m.Factors)
	ljf := j.at("LJF", f)
	if ljf == nil {
		return noted(j.state(where, text, printed, false, statement.NotMeasured))
	}
	place := 1
	for _, name := range compared() {
		if r := j.at(name, f); r != nil && r.Util > ljf.Util {
			place++
		}
	}
	return j.state(where, text, printed, place == 1 && ljf.Util >= 0.95,
		fmt.Sprintf("%s at factor %g, place %d of 5", format.Share(ljf.Util, 1), f, place))
}

// readings returns the points that the paper leaves open, and the choices in them.
func readings() []statement.Reading {
	return statement.Readings([][2]string{
		{
			"when plans are made and compared, and in which order the FCFS plan takes the queue",
			"--replan; full makes all plans anew at each event. queue comes nearest to his tables",
		},
		{
			"the bins of the matrix of width, estimate and run time",
			"combinations that occur are drawn, each as often as it occurs",
		},
		{
			"how alpha and beta were fitted; they do not give the printed mean, beta * Gamma(1 + 1/alpha)",
			"Table 2: maximum likelihood of the times above 0, and moments, which come nearer. " +
				"Sets are drawn with his parameters, or with --weibull",
		},
		{
			"what the likelihood of interarrival time is",
			"the share of the times that are 0: 507, 333, 2316 and 710 of the jobs give his numbers",
		},
		{
			"in which order jobs of one second are decided",
			"one by one, in the order of the trace, after the jobs that end then",
		},
		{"the waits in the text, 35, 84 and 91 % of the run times", "Table 5 gives 29, 76 and 103 %"},
		{"the columns of Table 4: the jobs of PC2_syn, ART, advanced are 90 too many", "as printed"},
		{"the counts of Table 6, which add up to the total and case 10b once more", "each decision is one case"},
	})
}
