package aida2000

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/frame"
	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// Paper is the name of the paper in statements.
const Paper = "aida2000"

// Tolerances of the rules. The text gives none.
const (
	near     = 5.0  // percentage points between a gain and the printed one, or between utilisations that are alike
	drawn    = 0.5  // percentage points between a share of drawn jobs and the printed one
	much     = 0.5  // factor of a slowdown ratio that is "much lower"
	similar  = 1.5  // factor between slowdown ratios that are close or similar, or "slightly" apart
	infinite = 20.0 // least slowdown ratio that "went to infinity", after 10 000 jobs
	many     = 0.5  // share of the dispatches that are "many"
	perfect  = 0.95 // share of the moments that "perfectly pack"
)

// high is the load that the text calls high, and the load of its slowdown ratios.
const high = 0.9

// gains holds the largest gains of utilisation over FCFS that the text states, in percent.
var gains = []struct {
	pair
	percent float64
}{
	{pair{"uniform", largest}, 16}, {pair{"uniform", smallest}, 13}, {pair{"uniform", fitLargest}, 34},
	{pair{"harmonic", smallest}, 32}, {pair{"harmonic", firstFit}, 40}, {pair{"harmonic", backfilling}, 31},
	{pair{"power2", largest}, 48}, {pair{"power2", firstFit}, 51}, {pair{"power2", backfilling}, 28},
}

// Printed returns the numbers of the paper. The figures print no values, so it has gains alone. The
// shares of narrow jobs are those of the distribution in section 2.3.1.
func Printed() Data {
	printed := make(map[pair]float64)
	for _, g := range gains {
		printed[g.pair] = g.percent
	}
	return Data{gains: printed, narrow: map[int]statement.Estimate{
		2: statement.Exact(harmonicShare(2)), 16: statement.Exact(harmonicShare(16)),
	}}
}

// harmonicShare returns the share of the jobs on at most most processors, in percent, where the
// probability of n processors is proportional to 1/n^1.5.
func harmonicShare(most int) float64 {
	part, whole := 0.0, 0.0
	for n := 1; n <= Machine; n++ {
		p := math.Pow(float64(n), -1.5)
		whole += p
		if n <= most {
			part += p
		}
	}
	return 100 * part / whole
}

// Statements returns the ledger as judged by samples.
func (s Study) Statements(samples []Sample) []statement.Statement {
	d, printed := s.Data(samples), Printed()
	d.offline = offline()
	reading := ""
	if s.Reading.Name != DefaultReading {
		reading = s.Reading.Name
	}
	return Ledger().Judge(statement.Case[Data]{
		Trace: reading, Basis: s.Basis(samples), Doubt: s.doubt(), Measured: d, Printed: &printed,
	})
}

// An entry is a statement of the paper with its rule.
type entry = statement.Entry[Data]

// Ledger returns every statement of the paper.
func Ledger() statement.Ledger[Data] {
	return statement.Ledger[Data]{Paper: Paper, Entries: slices.Concat(
		definitions(), uniform(), harmonic(), power2(), others(), conclusions())}
}

// claim returns a statement with its rule in words and as a function.
func claim(id, where, text, rule, tolerance string, judge func(Data) statement.Finding) entry {
	return entry{ID: id, Where: where, Text: text, Rule: rule, Tolerance: tolerance, Judge: judge}
}

// unjudged returns a statement that cannot be judged.
func unjudged(id, where, text, reason string) entry {
	return entry{ID: id, Where: where, Text: text, Reason: reason}
}

// printing returns a statement with the value of the paper in words. fixed: a part of the study is enough for it.
func printing(printed string, fixed bool, e entry) entry {
	e.Printed, e.Fixed = printed, fixed
	return e
}

// Words that several statements share.
const (
	overLoads = "the geometric mean over the loads of "
	aboveOne  = overLoads + "its ratio over that one is above 1, paired"
)

var (
	nearPoints = fmt.Sprintf("%g points", near)
	muchLower  = fmt.Sprintf("much: to %g or less", much)
	upTo       = fmt.Sprintf("up to %g", similar)
)

// definitions are the statements of sections 2 to 4 about the experiment itself.
func definitions() []entry {
	return []entry{
		unjudged("2-1", "sections 2 and 3, Eq. 1, Table 1, Figure 1",
			"models of job sizes, load, schedulers and slowdown ratio", "definitions"),
		printing("same", true, claim("4-1", "section 4", "SJF/First-Fit schedules as SJF does",
			"all starts are equal, in every replay", "", sameStarts)),
		printing("10 %", false, claim("4-2", "section 4", "95 % confidence intervals are 10 % of the averages or less",
			"the widest interval of utilisation and of slowdown ratio, of 100 experiments", "", widest)),
		unjudged("4-3", "Figures 2 to 10", "the curves", "no values in the text"),
	}
}

// uniform are the statements of section 4.1.
func uniform() []entry {
	const two, three = "section 4.1, Figure 2", "section 4.1, Figure 3"
	return []entry{
		claim("4.1-1", two, "Uniform: all have a higher utilisation than FCFS", "each largest gain over FCFS is above 0", "",
			statement.Every(statement.Above(0), 1, "%", gain("uniform", largest), gain("uniform", smallest),
				gain("uniform", firstFit), gain("uniform", fitLargest), gain("uniform", backfilling))),
		claim("4.1-2", three, "Uniform: all but LJF are less slowed down than FCFS",
			overLoads+"the slowdown ratio over that of FCFS is below 1, paired", "", statement.Every(statement.Below(1), 2, "",
				slowdowns("uniform", fcfs, smallest, firstFit, fitLargest, backfilling)...)),
		claim("4.1-3", three, "Uniform: LJF is slightly more slowed down than FCFS",
			overLoads+"its ratio over that of FCFS is above 1, paired", "slightly: "+upTo,
			statement.Each(statement.Both(statement.Above(1), statement.AtMost(similar)), 2, "",
				slower("uniform", largest, "uniform", fcfs))),
		gainsMore("4.1-4", two, "uniform", "LJF has a higher utilisation than SJF", largest, smallest),
		gained("4.1-5", two, "uniform", largest),
		gainsMore("4.1-6", two, "uniform", "LJF/First-Fit has the highest utilisation of first fit",
			fitLargest, firstFit, backfilling),
		gained("4.1-7", two, "uniform", fitLargest),
		leastBlocked("4.1-8", "FCFS leaves most processors idle while jobs wait", fcfs,
			largest, smallest, firstFit, fitLargest, backfilling),
		claim("4.1-9", three, "Uniform: SJF is much less slowed down than FCFS and LJF",
			overLoads+"its ratio over theirs, paired", muchLower, statement.Every(statement.AtMost(much), 2, "",
				slower("uniform", smallest, "uniform", fcfs), slower("uniform", smallest, "uniform", largest))),
		claim("4.1-10", two, "Uniform: first fit has a higher utilisation than LJF and SJF",
			"each largest gain over FCFS is above both of theirs, paired", "",
			statement.Every(statement.Above(0), 1, "points", slices.Concat(leads("uniform", firstFit, largest, smallest),
				leads("uniform", fitLargest, largest, smallest), leads("uniform", backfilling, largest, smallest))...)),
		leastBlocked("4.1-11", "LJF leaves more idle than first fit does", largest, firstFit, fitLargest, backfilling),
		alikeGains("4.1-12", "section 4.2, of Uniform", "uniform",
			"Backfilling is almost as FCFS/First-Fit", backfilling, firstFit),
		unjudged("4.1-13", "section 4.1", "sorting items by falling size wastes less of a bin", "a theorem of another paper"),
	}
}

// harmonic are the statements of section 4.2.
func harmonic() []entry {
	const four, five = "section 4.2, Figure 4", "section 4.2, Figure 5"
	return []entry{
		higherThanUniform("4.2-1", four, "harmonic", smallest),
		gainsMore("4.2-2", four, "harmonic", "SJF performs better than LJF", smallest, largest),
		gained("4.2-3", four, "harmonic", smallest),
		gained("4.2-4", four, "uniform", smallest),
		claim("4.2-5", five, "Harmonic: SJF is much less slowed down than under Uniform",
			overLoads+"the ratio over that under Uniform, paired", muchLower,
			statement.Each(statement.AtMost(much), 2, "", slower("harmonic", smallest, "uniform", smallest))),
		claim("4.2-6", five, "Harmonic: SJF is slowed down as FCFS/First-Fit and LJF/First-Fit",
			overLoads+"its ratio over theirs is about 1, paired", upTo, statement.Every(alikeRatio, 2, "",
				slower("harmonic", smallest, "harmonic", firstFit), slower("harmonic", smallest, "harmonic", fitLargest))),
		slowdownAt("4.2-7", five, "harmonic", "below six at load 0.9", "below 6", "", statement.Below(6)),
		slowdownAt("4.2-8", five, "uniform", "went to infinity above load 0.8", "infinity",
			fmt.Sprintf("%g or more", infinite), statement.AtLeast(infinite)),
		narrow("4.2-9", 2, 58), narrow("4.2-10", 16, 90),
		gainsLess("4.2-11", four, "harmonic", firstFit, fitLargest, smallest),
		gained("4.2-12", four, "harmonic", backfilling),
		gained("4.2-13", four, "harmonic", firstFit),
		unjudged("4.2-14", "section 4.2", "Backfilling is worse as it dispatches conservatively", "a supposition"),
	}
}

// power2 are the statements of section 4.3.
func power2() []entry {
	const six, seven, analysis = "section 4.3, Figure 6", "section 4.3, Figure 7", "section 4.3, Eq. 2 to 5"
	return []entry{
		higherThanUniform("4.3-1", six, "power2", largest),
		gained("4.3-2", six, "power2", largest),
		gained("4.3-3", six, "power2", firstFit),
		alikeGains("4.3-4", six, "power2", "LJF is close to FCFS/First-Fit", largest, firstFit),
		unjudged("4.3-5", "section 4.3", "consistent with ScanUp of Lo, Mache and Windisch", "another paper's data"),
		printing("always", true, claim("4.3-6", analysis,
			"LJF finds an integer multiple of the next job's size idle, all jobs there",
			"of 10 000 jobs of Power2 at once every dispatch does, and no processor is idle while jobs wait", "",
			offlinePacking)),
		claim("4.3-7", analysis, "at high load many jobs are dispatched so too",
			"share of the dispatches of LJF under Power2 at load 0.9", fmt.Sprintf("many: %g %% or more", 100*many),
			statement.Each(statement.AtLeast(100*many), 1, "%", percent("power2", largest, high, multiple))),
		fills("4.3-8", "section 4.3", "while enough jobs wait, LJF fills the idle processors perfectly"),
		claim("4.3-9", seven, "Power2: LJF is more slowed down than FCFS/First-Fit", aboveOne, "",
			statement.Each(statement.Above(1), 2, "", slowdowns("power2", firstFit, largest)...)),
		claim("4.3-10", seven, "Power2: LJF/First-Fit is more slowed down than FCFS/First-Fit", aboveOne, "",
			statement.Each(statement.Above(1), 2, "", slowdowns("power2", firstFit, fitLargest)...)),
		gainsLess("4.3-11", six, "power2", firstFit),
		gained("4.3-12", six, "power2", backfilling),
	}
}

// others are the statements of sections 4.4 and 4.5.
func others() []entry {
	return []entry{
		alike("4.4-1", "section 4.4, Figure 8", "square"), alike("4.4-2", "section 4.4, Figure 9", "multi10"),
		alikeSlowdown("4.4-3", "square"), alikeSlowdown("4.4-4", "multi10"),
		claim("4.5-1", "section 4.5, Figure 10", "Feitelson: utilisation as under Power2",
			"Power2 has the least mean difference of the utilisation to it of the five models", "", nearest),
		unjudged("4.5-2", "section 4.5", "the proportion of power-of-two jobs has a strong effect in real workloads",
			"no real workload is run"),
	}
}

// conclusions are the statements of section 5.
func conclusions() []entry {
	return []entry{
		claim("5-1", "section 5 (1)", "first fit but for Backfilling is best under all five models",
			"FCFS/First-Fit's largest gain over FCFS is above those of LJF, SJF and Backfilling, paired", "", bestEverywhere),
		claim("5-2", "section 5 (1)", "first fit but for Backfilling is not affected by the job sizes",
			"range of the utilisation over the five models at load 1, of FCFS/First-Fit and of LJF/First-Fit",
			nearPoints, statement.Every(statement.AtMost(near), 1, "points", spread(firstFit), spread(fitLargest))),
		claim("5-3", "section 5 (2)", "Power2 affects LJF most, more than Harmonic SJF",
			"the largest gain of LJF differs more from that under Uniform than SJF's under Harmonic", "", mostAffected),
		fills("5-4", "section 5 (3)", "at high load LJF packs jobs perfectly"),
		unjudged("5-5", "section 5", "all but FCFS and Backfilling let jobs starve; aging costs utilisation", "by argument"),
	}
}

// gained judges the largest gain of utilisation over FCFS by the printed one.
func gained(id, where, model, scheduler string) entry {
	percent := Printed().gains[pair{model, scheduler}]
	text := fmt.Sprintf("%s: utilisation of %s up to %g %% above FCFS's", titles[model], legend[scheduler], percent)
	return claim(id, where, text, "the largest gain over the loads up to 1 is the printed one", nearPoints,
		func(d Data) statement.Finding {
			e, load := d.gain(model, scheduler)
			text := e.Text(1, "%")
			if load > 0 && load < 1 {
				text += fmt.Sprintf(" at load %g", load)
			}
			return statement.Found(e.About(percent, near), text)
		})
}

// gainsMore judges that a scheduler has a larger gain than each of some others.
func gainsMore(id, where, model, text, first string, others ...string) entry {
	return claim(id, where, titles[model]+": "+text, "its largest gain over FCFS is above theirs, paired", "",
		statement.Each(statement.Above(0), 1, "points", leads(model, first, others...)...))
}

// gainsLess judges that Backfilling performs worse than some others under a model.
func gainsLess(id, where, model string, others ...string) entry {
	names := frame.Each(others, func(name string) string { return legend[name] })
	return claim(id, where, titles[model]+": utilisation of Backfilling below "+strings.Join(names, ", "),
		"its largest gain over FCFS is below each of theirs, paired", "",
		statement.Every(statement.Below(0), 1, "points", leads(model, backfilling, others...)...))
}

// alikeGains judges that the largest gains of two schedulers are close.
func alikeGains(id, where, model, text, scheduler, other string) entry {
	return claim(id, where, titles[model]+": "+text, "the largest gain over FCFS is that of "+legend[other]+", paired",
		nearPoints, statement.Each(statement.About(0, near), 1, "points", leads(model, scheduler, other)...))
}

// leastBlocked judges that a scheduler loses more capacity while jobs wait than some others, under
// Uniform at high load.
func leastBlocked(id, text, first string, others ...string) entry {
	more := frame.Each(others, func(name string) measure {
		return func(d Data) statement.Estimate {
			return d.average(difference("uniform", first, "uniform", name, lost), high)
		}
	})
	return claim(id, "section 4.1", "Uniform: "+text,
		"its share of the capacity that is idle while jobs wait is above theirs at load 0.9, paired", "",
		statement.Every(statement.Above(0), 1, "points", more...))
}

// higherThanUniform judges that a scheduler has a higher utilisation under a model than under Uniform.
func higherThanUniform(id, where, model, scheduler string) entry {
	text := fmt.Sprintf("%s: utilisation of %s above that under Uniform", titles[model], legend[scheduler])
	return claim(id, where, text, "the mean difference over the loads is above 0, paired", "",
		statement.Each(statement.Above(0), 1, "points", func(d Data) statement.Estimate {
			return d.average(difference(model, scheduler, "uniform", scheduler, utilisation), d.loads...)
		}))
}

// alikeRatio judges that a ratio is about 1.
func alikeRatio(e statement.Estimate) statement.Verdict { return e.Within(1/similar, similar) }

// slowdownAt judges the slowdown ratios of SJF, FCFS/First-Fit and LJF/First-Fit at high load.
func slowdownAt(id, where, model, text, printed, tolerance string, limit statement.Limit) entry {
	text = fmt.Sprintf("%s: slowdown of SJF, FCFS/First-Fit, LJF/First-Fit %s", titles[model], text)
	return printing(printed, false, claim(id, where, text, "each mean at load 0.9 is "+printed, tolerance,
		statement.Every(limit, 1, "", mean(model, smallest, high, slowdown), mean(model, firstFit, high, slowdown),
			mean(model, fitLargest, high, slowdown))))
}

// narrow judges the share of the jobs on at most most processors.
func narrow(id string, most int, percent float64) entry {
	return printing(format.Decimal(percent, 0)+" %", true, claim(id, "section 4.2",
		fmt.Sprintf("Harmonic: jobs on %d processors or fewer", most),
		"the share of the drawn jobs, and that of the distribution in section 2.3.1", fmt.Sprintf("%g points", drawn),
		statement.Each(statement.About(percent, drawn), 1, "%", func(d Data) statement.Estimate { return d.narrow[most] })))
}

// fills judges that LJF leaves no processor idle under Power2 at load 1.
func fills(id, where, text string) entry {
	const rule = "share of the moments with a dispatch at load 1 that leave no processor idle, of those after which " +
		"jobs wait; the capacity that is idle while jobs wait stands beside it"
	judge := func(d Data) statement.Finding {
		f := statement.Each(statement.AtLeast(100*perfect), 1, "%", percent("power2", largest, 1, filled))(d)
		if f.Measured != "" {
			f.Measured += "; " + format.Decimal(percent("power2", largest, 1, lost)(d).Value, 1) + " % idle while jobs wait"
		}
		return f
	}
	return claim(id, where, "Power2: "+text, rule, fmt.Sprintf("perfectly: %g %% or more", 100*perfect), judge)
}

// alike judges that utilisations are about those under Uniform.
func alike(id, where, model string) entry {
	return claim(id, where, titles[model]+": utilisation almost as under Uniform",
		"the mean difference over schedulers and loads, paired", nearPoints,
		statement.Each(statement.AtMost(near), 1, "points", distance(model, "uniform")))
}

// alikeSlowdown judges that the slowdown ratios of all schedulers are about those under Uniform. The least
// and the largest quotient stand.
func alikeSlowdown(id, model string) entry {
	rule := "each scheduler's " + overLoads[len("the "):] + "the ratio over that under Uniform is about 1, paired"
	return claim(id, "section 4.4", titles[model]+": slowdown ratios as under Uniform", rule, upTo,
		func(d Data) statement.Finding {
			all := frame.Each(d.schedulers, func(name string) statement.Estimate {
				return slower(model, name, "uniform", name)(d)
			})
			v := statement.Limit(alikeRatio).All(all)
			if v == statement.NotJudged {
				return statement.Missing("")
			}
			slices.SortFunc(all, func(a, b statement.Estimate) int { return cmp.Compare(a.Value, b.Value) })
			return statement.Found(v, all[0].Text(2, "")+", "+all[len(all)-1].Text(2, ""))
		})
}
