package workload

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// The five models of Aida, "Effect of Job Size Characteristics on Job Scheduling
// Performance" (2000), section 2.3. They differ in the sizes only. Arrivals are a Poisson
// process. Run times have the three-stage hyper-exponential distribution of the Feitelson
// 1996 model and are limited to 12 hours (section 4). They do not depend on the size. In the
// Feitelson model they grow with the size. The paper does not say that it kept this. The
// parameter growth asks for it.
//
// The paper does not print the means and probabilities of the stages. It does not say whether the
// limit cuts run times or has them drawn again, and which mean its load counts. All of these are
// parameters. The defaults are assumed, as in feitelson1996.go. Sizes without a weight do not
// occur.

// harmonic returns the weights of sizes that fall by a power.
//
// The paper counts 58 % of its harmonic jobs on one or two processors and 90 % on at most 16
// (section 4.2). On 128 processors the printed exponent gives 55.6 % and 87.0 %. An exponent of
// 1.55 gives 58.1 % and 88.6 %, and 1.6 gives 60.6 % and 90.0 %. No exponent gives both shares of
// the paper.
func harmonic(s settings) func(int64) float64 {
	exponent := s.values["exponent"]
	return func(n int64) float64 { return math.Pow(float64(n), -exponent) }
}

// among returns the weights of sizes of which some are equally frequent and the others do not
// occur.
func among(some func(int64) bool) func(settings) func(int64) float64 {
	return func(settings) func(int64) float64 {
		return func(n int64) float64 {
			if some(n) {
				return 1
			}
			return 0
		}
	}
}

func isPowerOfTwo(n int64) bool { return n&(n-1) == 0 }

func isSquare(n int64) bool {
	k := int64(math.Round(math.Sqrt(float64(n))))
	return k*k == n
}

// aidaBuilder builds the generator of a model whose sizes have the weights of weigh.
func aidaBuilder(
	weigh func(settings) func(width int64) float64,
) func(settings) (Generator, error) {
	return func(s settings) (Generator, error) {
		widths, err := s.widths(weigh(s))
		if err != nil {
			return nil, err
		}
		runTimes, err := s.growing()
		if err != nil {
			return nil, err
		}
		area := s.meanArea(widths, runTimes)
		return s.arriving(area, func(r *rand.Rand, arrival func() float64) func() draft {
			return func() draft {
				width := widths.quantile(r.Float64())
				return draft{submit: arrival(), width: width, runTime: runTimes(width).draw(r)}
			}
		}), nil
	}
}

// growing returns a function that gives the run times of each width.
func (s settings) growing() (func(width int64) hyperExponential, error) {
	narrow, err := s.stages()
	if err != nil {
		return nil, err
	}
	growth := s.values["growth"]
	wide := narrow
	if growth > narrow.share[0] {
		return nil, invalid("growth", growth, fmt.Sprintf("at most share1, %g", narrow.share[0]))
	}
	wide.share[0] -= growth
	wide.share[2] += growth
	return func(width int64) hyperExponential { return between(narrow, wide, width, s.machine) }, nil
}

// meanArea returns the mean of width times run time that a load counts. For load = lambda p
// / (m mu), section 2.3.3, it is the product of both means. Where run times do not depend on
// the width, that is the mean of the product.
func (s settings) meanArea(widths discrete, runTimes func(int64) hyperExponential) float64 {
	mean := func(width int64) float64 { return s.meanFor(runTimes(width)) }
	if s.is("product_load") {
		return widths.mean() * widths.expect(mean)
	}
	return widths.expect(func(width int64) float64 { return float64(width) * mean(width) })
}

// arriving returns the generator of jobs that arrive by a Poisson process. area is their mean one.
// draw returns the function that draws them; arrival is the next arrival, the first at 0.
func (s settings) arriving(
	area float64,
	draw func(r *rand.Rand, arrival func() float64) func() draft,
) Generator {
	gap := area / (s.load * float64(s.machine))
	return s.drafts(math.Round, func(seed uint64) func() draft {
		arrivals := random(seed, arrivalStream)
		next := 0.0
		return draw(random(seed, jobStream), func() float64 {
			at := next
			next += gap * arrivals.ExpFloat64()
			return at
		})
	})
}
