package aida2000

import (
	_ "embed"
	"fmt"
	"math"

	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// Paper is the name of the paper in statements.
const Paper = "aida2000"

//go:embed ledger.yaml
var ledger []byte

// Ledger returns every statement of the paper.
func Ledger() statement.Ledger[Data] {
	return statement.NewLedger(Paper, statement.Read(ledger).Claims, rules, words.Rule)
}

// gains holds the largest gains of utilisation over FCFS that the text states, in percent.
var gains = []struct {
	pair
	percent float64
}{
	{pair{"uniform", "LJF"}, 16}, {pair{"uniform", "SJF"}, 13}, {pair{"uniform", "LJF/First-Fit"}, 34},
	{pair{"harmonic", "SJF"}, 32}, {pair{"harmonic", "FCFS/First-Fit"}, 40}, {pair{"harmonic", "Backfilling"}, 31},
	{pair{"power2", "LJF"}, 48}, {pair{"power2", "FCFS/First-Fit"}, 51}, {pair{"power2", "Backfilling"}, 28},
}

// Printed returns the numbers of the paper. The figures print no values, so it has gains alone. The
// shares of narrow jobs are those of the distribution in section 2.3.1.
func Printed() Data {
	printed := make(map[pair]float64)
	for _, g := range gains {
		printed[g.pair] = g.percent
	}
	return Data{gains: printed, narrow: map[string]statement.Estimate{
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

// Statements returns the ledger as judged by samples.
func (s Study) Statements(samples []Sample) []statement.Statement {
	d, printed := s.Data(samples), Printed()
	d.offline = offline()
	return Ledger().Judge(statement.Case[Data]{
		Trace: s.Reading.label(), Basis: s.Basis(samples), Doubt: s.doubt(), Measured: d, Printed: &printed,
	})
}

// words are the measures of the ledger.
var words = statement.Words[Data]{
	// of MODEL SCHEDULER: the largest gain of utilisation over FCFS, in percent
	"gain": {Digits: 1, Unit: "%", Of: func(d Data, w []string) statement.Estimate {
		e, load := d.gain(w[0], w[1])
		if load > 0 && load < 1 {
			return e.Noted(fmt.Sprintf(" at load %g", load))
		}
		return e
	}},
	// of MODEL SCHEDULER OTHER: by how much it is above that of the other one
	"lead": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate { return d.lead(w[0], w[1], w[2]) }},
	// of MODEL SCHEDULER MODEL SCHEDULER: the slowdown ratio over that of the others
	"slower": {Digits: 2, Of: func(d Data, w []string) statement.Estimate {
		return d.slower(pair{w[0], w[1]}, pair{w[2], w[3]})
	}},
	// of MODEL SCHEDULER OTHER: how much more of the capacity is idle while jobs wait, at high load
	"idle": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate {
		more := func(a, b Run) float64 { return lost(a) - lost(b) }
		return statement.Mean(d.values(pair{w[0], w[1]}, pair{w[0], w[2]}, more, high))
	}},
	// of MODEL OTHER SCHEDULER: how much more is used than under the other model
	"more": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate {
		return statement.Mean(d.moreUsed(pair{w[0], w[2]}, pair{w[1], w[2]}, d.loads...))
	}},
	// of MODEL SCHEDULER, at high load: the slowdown ratio, and the share of the dispatches that find a multiple of the
	// job's size idle
	"slowdown": {Digits: 1, Of: func(d Data, w []string) statement.Estimate {
		return d.average(pair{w[0], w[1]}, slowdown, high)
	}},
	"multiple": {Digits: 1, Unit: "%", Of: func(d Data, w []string) statement.Estimate {
		return d.average(pair{w[0], w[1]}, multiple, high)
	}},
	// of MODEL OTHER: the mean difference of the utilisations
	"distance": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate { return d.distance(w[0], w[1]) }},
	// of SCHEDULER: the largest difference of the utilisations under two models
	"spread": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate { return d.spread(w[0]) }},
	// of N: the share of the jobs on at most N processors
	"narrow": {Digits: 1, Unit: "%", Of: func(d Data, w []string) statement.Estimate { return d.narrow[w[0]] }},
}

// high is the load that the text calls high.
const high = 0.9
