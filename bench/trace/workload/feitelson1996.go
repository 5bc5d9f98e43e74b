package workload

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// newFeitelson1996 returns the generator of the model of Feitelson, "Packing Schemes for Gang Scheduling" (JSSPP
// 1996, LNCS 1162, pp. 89-110). The description is from the page of the model in the
// Parallel Workloads Archive,
// https://www.cs.huji.ac.il/labs/parallel/workload/m_feitelson96/, and from Aida (2000),
// section 2.3:
//
//   - Sizes start from a harmonic distribution of order 1.5, "hand-tailored to
//     further emphasize small sizes and powers of two". Aida says that there are also
//     many squares and multiples of ten.
//   - Run times vary more than an exponential distribution does, and large
//     jobs tend to run longer. Aida says that they have three hyper-exponential stages.
//     Here the stage depends on the size.
//   - Jobs are executed repeatedly.
//
// The program of the model was not at hand. Only the order 1.5 is from the page. The
// emphasis on each kind of size, the means of the stages and the shares at both ends are
// assumed. So is the number of executions, a harmonic distribution of order 2.5. All of
// these are parameters.
//
// All executions of a job have the same width and run time. Each is submitted when the one
// before would end without waiting. First executions arrive as a Poisson process.
func newFeitelson1996(s settings) (Generator, error) {
	widths, err := s.widths(feitelsonWeight(s.values))
	if err != nil {
		return nil, err
	}
	narrow, err := s.stages()
	if err != nil {
		return nil, err
	}
	wide := narrow
	wide.share, err = shares("wide", s.values["wide1"], s.values["wide2"])
	if err != nil {
		return nil, err
	}
	executions := weighed(int64(s.values["repeat_max"]), func(k int64) float64 {
		return math.Pow(float64(k), -s.values["repeat_order"])
	})
	runTimes := func(width int64) hyperExponential { return between(narrow, wide, width, s.machine) }
	area := widths.expect(func(w int64) float64 { return float64(w) * s.meanFor(runTimes(w)) })
	area *= executions.mean()
	return s.arriving(area, func(r *rand.Rand, arrival func() float64) func() draft {
		return repeated(func() execution {
			width := widths.quantile(r.Float64())
			return execution{
				draft{arrival(), width, runTimes(width).draw(r)},
				executions.quantile(r.Float64()) - 1,
			}
		})
	}), nil
}

// feitelsonWeight returns the weights of the sizes.
func feitelsonWeight(v map[string]float64) func(int64) float64 {
	return func(n int64) float64 {
		w := math.Pow(float64(n), -v["order"])
		if n <= 4 {
			w *= v["small"]
		}
		switch {
		case n == 1:
		case isPowerOfTwo(n):
			w *= v["powers"]
		case isSquare(n):
			w *= v["squares"]
		case n%10 == 0:
			w *= v["tens"]
		}
		return w
	}
}

// between returns the run times of a width. Shares are linear in the width, from narrow at
// one processor to wide at the whole machine.
func between(narrow, wide hyperExponential, width, machine int64) hyperExponential {
	if machine > 1 {
		x := float64(width-1) / float64(machine-1)
		for i := range narrow.share {
			narrow.share[i] += x * (wide.share[i] - narrow.share[i])
		}
	}
	return narrow
}

// An execution is a job with the number of executions that are left.
type execution struct {
	draft
	left int64
}

// repeated returns a function that draws executions in the order of submission. first draws
// first executions. One execution of each unfinished job is kept.
func repeated(first func() execution) func() draft {
	var again []execution // by submission
	upcoming := first()
	return func() draft {
		e := upcoming
		if len(again) > 0 && again[0].submit < upcoming.submit {
			e = again[0]
			again = again[1:]
		} else {
			upcoming = first()
		}
		if next := e.next(); e.left > 0 {
			at, _ := slices.BinarySearchFunc(
				again,
				next,
				func(a, b execution) int { return cmp.Compare(a.submit, b.submit) },
			)
			again = slices.Insert(again, at, next)
		}
		return e.draft
	}
}

func (e execution) next() execution {
	e.submit += e.runTime
	e.left--
	return e
}
