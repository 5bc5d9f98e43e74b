package workload

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// A lublinType is a type of jobs of the model lublin2003.
type lublinType struct {
	prefix   string
	widths   discrete
	runTimes [2]logGamma
	pa, pb   float64 // the first distribution has the share pa*width + pb
	longest  float64 // largest logarithm of a run time
	gaps     logGamma
	farthest float64 // largest logarithm of an interarrival time
	day      cycle
}

// A logGamma is the distribution of exp(X), where X is gamma distributed with a shape and a
// scale below 1.
type logGamma struct{ shape, scale float64 }

func newLublinType(s settings, k lublinKind) (lublinType, error) {
	prefix := k.prefix
	v := func(name string) float64 { return s.values[prefix+name] }
	t := lublinType{
		prefix:   prefix,
		runTimes: [2]logGamma{{v("a1"), v("b1")}, {v("a2"), v("b2")}},
		pa:       v("pa"), pb: v("pb"), longest: s.values["too_much_time"],
		gaps: logGamma{v("aarr") * v("arar"), v("barr")}, farthest: s.values["too_much_arrive_time"],
	}
	const least = 1e-6 // least probability that a drawn value is small enough
	switch low, med, high, most := v("ulow"), v("umed"), v("uhi"), math.Log2(float64(s.machine)); {
	case v("serial_prob")+v("pow2_prob") > 1:
		return t, t.invalid("serial_prob and "+prefix+"pow2_prob", formatted(v("serial_prob"), v("pow2_prob")),
			"two shares that add up to at most 1")
	case s.machine < 2:
		return t, t.invalid("machine", "1", "at least 2 processors")
	case !(low <= med && med <= high):
		return t, t.invalid("ulow, umed and uhi", fmt.Sprintf("%g, %g and %g", low, med, high), "rising numbers")
	case high > max(most, k.low): // high is k.low on very small machines
		return t, t.invalid("uhi", fmt.Sprint(high), fmt.Sprintf("at most log2(machine) = %g", most))
	case !(t.runTimes[0].upTo(t.longest) > least && t.runTimes[1].upTo(t.longest) > least):
		return t, t.invalid("a1, b1, a2 and b2", "run times above exp(too_much_time)",
			"distributions that stay below more often")
	case !(t.gaps.upTo(t.farthest) > least):
		return t, t.invalid("aarr, barr and arar", "interarrival times above exp(too_much_arrive_time)",
			"a distribution that stays below more often")
	}
	t.widths = lublinWidths(s.machine, v)
	arrivals := halfHours(v("anum"), v("bnum"))
	t.day = newCycle(arrivals)
	if !(t.day.upTo[0] >= 0) {
		return t, t.invalid("anum and "+prefix+"bnum", formatted(v("anum"), v("bnum")),
			"a distribution with arrivals in half hours 11 to 58")
	}
	return t, nil
}

// halfHours returns weights for the arrivals of each half hour of a day. The program numbers
// half hours from 11 to 58. The weight of a half hour is the probability of the gamma
// distribution from half a number before to half a number after it.
func halfHours(shape, scale float64) []float64 {
	const buckets, start = 48, 11
	cdf := func(x float64) float64 { return mathext.GammaIncReg(shape, x/scale) }
	weights := make([]float64, buckets)
	for i := start; i < buckets+start; i++ {
		weights[(i-1)%buckets] = cdf(float64(i)+0.5) - cdf(float64(i)-0.5)
	}
	return weights
}

// lublinWidths returns the distribution of the widths.
func lublinWidths(machine int64, v func(string) float64) discrete {
	low, med, high := v("ulow"), v("umed"), v("uhi")
	upTo := func(x float64) float64 { // P(log2 of the width, not rounded, is at most x)
		return v("uprob")*uniformUpTo(x, low, med) + (1-v("uprob"))*uniformUpTo(x, med, high)
	}
	p := make([]float64, machine+1)
	p[1] = v("serial_prob")
	largest := int(math.Log2(float64(machine)))
	for k := 0; k <= largest+1; k++ {
		p[1<<min(k, largest)] += v("pow2_prob") * (upTo(float64(k)+0.5) - upTo(float64(k)-0.5))
	}
	others := 1 - v("serial_prob") - v("pow2_prob")
	for w := int64(1); w <= machine; w++ {
		p[w] += others * (upTo(math.Log2(float64(w)+0.5)) - upTo(math.Log2(float64(w)-0.5)))
	}
	return weighed(machine, func(w int64) float64 { return p[w] })
}

// uniformUpTo returns P(X <= x) for X uniform on [low, high].
func uniformUpTo(x, low, high float64) float64 {
	switch {
	case x >= high:
		return 1
	case x <= low:
		return 0
	}
	return (x - low) / (high - low)
}

// first returns the probability of the first distribution of run times.
func (t lublinType) first(width int64) float64 {
	return min(max(t.pa*float64(width)+t.pb, 0), 1)
}

// begin returns a function that draws the jobs of the type. stretch multiplies interarrival
// times at even intensity, so that a day keeps its 24 hours.
func (t lublinType) begin(seed, stream uint64, stretch float64) func() draft {
	jobs, arrivals := rand.NewPCG(seed, jobStream+16*stream), rand.NewPCG(seed, arrivalStream+16*stream)
	r, even := rand.New(jobs), 0.0
	gaps := t.gaps.variable(arrivals)
	runTimes := [2]distuv.Gamma{t.runTimes[0].variable(jobs), t.runTimes[1].variable(jobs)}
	return func() draft {
		even += stretch * math.Exp(again(gaps.Rand, t.farthest))
		width := t.widths.quantile(r.Float64())
		log := again(func() float64 {
			if r.Float64() < t.first(width) {
				return runTimes[0].Rand()
			}
			return runTimes[1].Rand()
		}, t.longest)
		return draft{t.day.at(even), width, math.Exp(log)}
	}
}

// again draws until the value is at most most.
func again(draw func() float64, most float64) float64 {
	for {
		if x := draw(); x <= most {
			return x
		}
	}
}

// meanGap returns the mean interarrival time in seconds. The cycle of the day does not
// change it.
func (t lublinType) meanGap() float64 { return t.gaps.part(t.farthest) / t.gaps.upTo(t.farthest) }

// meanArea returns the mean of width times run time. That run times are rounded, by half a second
// on average, is left out.
func (t lublinType) meanArea() float64 {
	var part, upTo [2]float64
	for i, d := range t.runTimes {
		part[i], upTo[i] = d.part(t.longest), d.upTo(t.longest)
	}
	return t.widths.expect(func(w int64) float64 {
		p := t.first(w)
		return float64(w) * (p*part[0] + (1-p)*part[1]) / (p*upTo[0] + (1-p)*upTo[1])
	})
}

func (d logGamma) variable(src rand.Source) distuv.Gamma {
	return distuv.Gamma{Alpha: d.shape, Beta: 1 / d.scale, Src: src}
}

// upTo returns P(X <= most).
func (d logGamma) upTo(most float64) float64 { return mathext.GammaIncReg(d.shape, most/d.scale) }

// part returns E[exp(X); X <= most] = (1-b)^-a P(a, most (1-b)/b) for shape a and scale b.
func (d logGamma) part(most float64) float64 {
	return math.Pow(1-d.scale, -d.shape) * mathext.GammaIncReg(d.shape, most*(1-d.scale)/d.scale)
}
