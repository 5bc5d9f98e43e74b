package simulated

import (
	_ "embed"
	"maps"
	"math"

	"github.com/optgap/optgap/bench/papers/statement"
)

//go:embed aida2000.yaml
var aidaLedger []byte

// Aida2000 is Aida, "Effect of Job Size Characteristics on Job Scheduling Performance" (JSSPP 2000): six models of job
// sizes under seven schedulers. The text does not list the loads. Each of the readings "redraw" to "exponential"
// changes one choice of the default; "growing-product" and "growing-limit" change one of "growing".
func Aida2000() *Paper {
	type values = map[string]float64
	growing := values{"share1": 0.6, "share2": 0.3, "growth": 0.5}
	product := maps.Clone(growing)
	product["product_load"] = 1
	readings := []Reading{
		{
			Name:  "text",
			About: "run times independent of the size and cut at 12 h, load by what is drawn, utilisation to the last end",
		},
		{Name: "redraw", About: "run times above 12 h are drawn again", Values: values{"redraw": 1}},
		{Name: "uncut-load", About: "the load counts the mean run time without the 12 h", Values: values{"uncut_load": 1}},
		{Name: "arrivals", About: "utilisation to the last submission", ToLastArrival: true},
		{Name: "steep", About: "Harmonic with exponent 1.6", Values: values{"exponent": 1.6}},
		{
			Name: "exponential", About: "run times with a single stage of 1 h",
			Values: values{"share1": 0, "share2": 1, "mean2": 3600},
		},
		{Name: "growing", About: "run times grow with the size in all models", Values: growing},
		{Name: "growing-product", About: "and the load counts the product of the means", Values: product},
		{Name: "growing-limit", About: "and Backfilling knows the limit of 12 h only", Values: growing, KnowsLimit: true},
	}
	return &Paper{
		Name: "aida2000", Title: "Aida (2000)", Subject: "job sizes and schedulers",
		About: `Repeats the evaluation of Aida, "Effect of Job Size Characteristics on Job Scheduling
Performance" (2000): six models of job sizes under seven schedulers and rising load, on
128 processors. It prints what the text states beside what is measured, what the text
leaves open, and the points of Figures 2 to 10. Utilisation is the busy share of the
processors, and the slowdown ratio is the mean response time over the mean run time.

The whole experiment, 378 million jobs, takes about 130 s of CPU time: on two cores
one to two and a half minutes.

   optgap reproduce aida2000 --out aida --plot aida-figures
   optgap reproduce aida2000 --experiments 10 --models uniform,power2 --loads 0.9,1`,
		Models: []Model{
			{Name: "uniform", Title: "Uniform", Ticks: milliseconds},
			{Name: "harmonic", Title: "Harmonic", Ticks: milliseconds},
			{Name: "power2", Title: "Power2", Ticks: milliseconds},
			{Name: "square", Title: "Squares", Ticks: milliseconds},
			{Name: "multi10", Title: "Multi10", Ticks: milliseconds},
			// In every reading this model has its own run times, which grow with the size.
			{Name: feitelson, Title: "Feitelson", Ticks: milliseconds, Only: []string{"redraw", "uncut_load"}},
		},
		Schedulers: []Scheduler{
			{Name: "strict-fcfs", Title: "FCFS"}, {Name: largest, Title: "LJF"}, {Name: smallest, Title: "SJF"},
			{Name: "first-fit", Title: "FCFS/First-Fit"}, {Name: "first-fit-wjf", Title: "LJF/First-Fit"},
			{Name: fitSmallest, Title: "SJF/First-Fit"}, {Name: backfilling, Title: "Backfilling"},
		},
		Loads: []float64{0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}, Experiments: 100, Jobs: 10_000, Readings: readings,
		Figures: []Drawing{
			{2, "uniform", false}, {3, "uniform", true}, {4, "harmonic", false}, {5, "harmonic", true}, {6, "power2", false},
			{7, "power2", true}, {8, "square", false}, {9, "multi10", false}, {10, feitelson, false},
		},
		Gains: gains, ledger: aidaLedger, rules: aidaRules(), printed: aidaPrinted(),
	}
}

const feitelson = "feitelson1996"

// milliseconds are the units of time: a shortest run time of one is 10^-6 of the mean, so that rounding does not change
// any printed digit.
const milliseconds = 1000

// five are the models without Feitelson's.
var five = []string{"uniform", "harmonic", "power2", "square", "multi10"}

// gains are those that the text states.
var gains = []Gain{
	{"uniform", "LJF", 16}, {"uniform", "SJF", 13}, {"uniform", "LJF/First-Fit", 34},
	{"harmonic", "SJF", 32}, {"harmonic", "FCFS/First-Fit", 40}, {"harmonic", "Backfilling", 31},
	{"power2", "LJF", 48}, {"power2", "FCFS/First-Fit", 51}, {"power2", "Backfilling", 28},
}

// aidaPrinted returns the numbers of the paper. The figures print no values, so it has gains alone. The
// shares of narrow jobs are those of the distribution in section 2.3.1.
func aidaPrinted() *Data {
	printed := make(map[pair]float64)
	for _, g := range gains {
		printed[pair{g.Model, g.Scheduler}] = g.Percent
	}
	return &Data{gains: printed, narrow: map[string]statement.Estimate{
		"2": statement.Exact(harmonicShare(2)), "16": statement.Exact(harmonicShare(16)),
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
