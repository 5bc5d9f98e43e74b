package simulated

import (
	"fmt"
	"strconv"

	"github.com/optgap/optgap/bench/papers/statement"
)

// Statements returns the ledger as judged by samples.
func (s Study) Statements(samples []Sample) []statement.Statement {
	return s.Paper.Ledger().Judge(statement.Case[Data]{
		Basis: s.Basis(samples), Doubt: s.doubt(), Measured: s.Data(samples), Printed: s.Paper.printed(),
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
	// of MODEL SCHEDULER: by how much it is above that under Uniform
	"rise": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate {
		there, _ := d.gain(w[0], w[1])
		uniform, _ := d.gain("uniform", w[1])
		return there.Minus(uniform)
	}},
	// of MODEL SCHEDULER OTHER: by how much it is above that of the other one
	"lead": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate {
		return d.lead(w[0], w[1], w[2])
	}},
	// of MODEL SCHEDULER MODEL SCHEDULER: the slowdown ratio over that of the others
	"slower": {Digits: 2, Of: func(d Data, w []string) statement.Estimate {
		return d.slower(pair{w[0], w[1]}, pair{w[2], w[3]})
	}},
	// of MODEL SCHEDULER OTHER: how much more of the capacity is idle while jobs wait, at high load
	"idle": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate {
		more := func(a, b Run) float64 { return 100 * (a.Lost - b.Lost) }
		return statement.Mean(d.values(pair{w[0], w[1]}, pair{w[0], w[2]}, more, high))
	}},
	// of MODEL OTHER SCHEDULER: how much more is used than under the other model
	"more": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate {
		return statement.Mean(d.moreUsed(pair{w[0], w[2]}, pair{w[1], w[2]}, d.loads...))
	}},
	// of MEASUREMENT MODEL SCHEDULER LOAD: the mean of a measurement
	"ratio": {Digits: 1, Of: averageOf}, "percent": {Digits: 1, Unit: "%", Of: averageOf},
	// of MEASUREMENT: the widest interval of its means; the same where all jobs come at once
	"widest": {Digits: 2, Unit: "%", Of: func(d Data, w []string) statement.Estimate {
		return d.widest(measurements[w[0]])
	}},
	"together": {Digits: 1, Unit: "%", Of: func(d Data, w []string) statement.Estimate {
		return d.together(measurements[w[0]])
	}},
	// the replays in which SJF/First-Fit has to schedule as SJF does
	"same": {Unit: "replays alike", Of: func(d Data, _ []string) statement.Estimate { return d.sameStarts() }},
	// of MODEL OTHER: the mean difference of the utilisations
	"distance": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate {
		return d.distance(w[0], w[1])
	}},
	// of SCHEDULER: the largest difference of the utilisations under two models
	"spread": {Digits: 1, Unit: "points", Of: func(d Data, w []string) statement.Estimate { return d.spread(w[0]) }},
	// of N: the share of the jobs on at most N processors
	"narrow": {Digits: 1, Unit: "%", Of: func(d Data, w []string) statement.Estimate { return d.narrow[w[0]] }},
}

// high is the load that the text calls high.
const high = 0.9

func averageOf(d Data, w []string) statement.Estimate {
	load, err := strconv.ParseFloat(w[3], 64)
	if err != nil {
		panic(err)
	}
	return d.average(pair{w[1], w[2]}, measurements[w[0]], load)
}
