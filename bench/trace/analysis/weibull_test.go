package analysis_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
)

// TestMomentsWeibull: the distribution has the moments of the values, by the formulas of
// package distuv. The moments of a large sample give back its parameters.
func TestMomentsWeibull(t *testing.T) {
	for _, w := range []distuv.Weibull{{K: 0.35, Lambda: 200}, {K: 1, Lambda: 60}, {K: 3, Lambda: 1000}} {
		w.Src = rand.NewPCG(1, 2)
		const n = 200_000
		records, at := make([]swf.Record, n), 0.0
		for i := range records {
			records[i].Submit = at
			at += w.Rand()
		}
		i := analyze(t, header, records, analysis.Options{}).Interarrival
		fitted := distuv.Weibull{K: *i.MomentsShape, Lambda: *i.MomentsScale}
		if math.Abs(fitted.Mean()-i.Mean) > 1e-6*i.Mean || math.Abs(fitted.StdDev()-i.SD) > 1e-6*i.SD {
			t.Errorf("%+v has the moments %v and %v, the values %v and %v", fitted, fitted.Mean(), fitted.StdDev(), i.Mean, i.SD)
		}
		if math.Abs(fitted.K-w.K) > 0.05*w.K || math.Abs(fitted.Lambda-w.Lambda) > 0.1*w.Lambda {
			t.Errorf("moments: found %+v, drawn from %+v", fitted, w)
		}
		if math.Abs(*i.WeibullShape-w.K) > 0.01*w.K || math.Abs(*i.WeibullScale-w.Lambda) > 0.03*w.Lambda ||
			*i.LogLikelihood < *i.MomentsLogLikelihood {
			t.Errorf("likelihood: found %v and %v, drawn from %+v", *i.WeibullShape, *i.WeibullScale, w)
		}
	}
}
