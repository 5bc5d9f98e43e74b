package workload

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// newLublin2003 returns the generator of the model of Lublin and Feitelson, "The Workload on
// Parallel Supercomputers: Modeling the Characteristics of Rigid Jobs", Journal of Parallel and
// Distributed Computing 63(11), 2003, pp. 1105-1122. Names and values of the parameters are those
// of the program m_lublin99.c in the Parallel Workloads Archive.
//
//   - A job has one processor with probability serial_prob. Otherwise the logarithm
//     (base 2) of its width is uniform in [ulow, umed] with probability uprob, else
//     in [umed, uhi]. It is rounded to a whole number, so that the width is a power
//     of two, for a share pow2_prob of all jobs; else the width is rounded.
//   - The natural logarithm of the run time is gamma(a1, b1) with probability p =
//     pa*width + pb, kept within 0 and 1, else gamma(a2, b2), both with shape and
//     scale. Above 12 (45 hours) it is drawn again. Seconds are rounded down.
//   - The logarithm of the interarrival time at even intensity is gamma(aarr*arar, barr),
//     drawn again above 13 (5 days). The intensity of the half hours of a day
//     follows gamma(anum, bnum), which starts with half hour 11. Second 0 is
//     midnight.
//
// By default there is one type of jobs, with the parameters of the whole sample, uhi =
// log2(machine) and umed = uhi - 2.5. With types=1 batch and interactive jobs have their
// own parameters and arrive independently of each other. The program has their sizes for
// 128 processors. Another machine moves uhi and umed by the logarithm of the ratio.
//
// Where the machine is not a power of two, a width that is rounded above the machine
// becomes the largest power of two below it. The program has no such machine.
func newLublin2003(s settings) (Generator, error) {
	prefixes := []string{""} // of the parameters of each type of jobs
	if s.is("types") {
		prefixes = []string{"batch_", "interactive_"}
	}
	s.used = func(name string) bool { return usedByLublin(prefixes, name) }
	for _, name := range slices.Sorted(maps.Keys(s.given)) {
		if !s.used(name) {
			return nil, invalid(
				name,
				"a value",
				fmt.Sprintf("none with types=%g", s.values["types"]),
			)
		}
	}
	var types []lublinType
	own := 0.0
	for _, prefix := range prefixes {
		t, err := newLublinType(s, prefix)
		if err != nil {
			return nil, err
		}
		types = append(types, t)
		own += t.meanArea() / (t.meanGap() * float64(s.machine))
	}
	stretch := 1.0
	if s.load > 0 {
		stretch = own / s.load
	}
	begin := func(seed uint64) func() draft { return earliest(types, seed, stretch) }
	round := math.Floor
	if s.is("rounded") {
		round = math.Round
	}
	return s.drafts(round, begin), nil
}

// usedByLublin reports whether jobs of some types depend on a parameter.
func usedByLublin(prefixes []string, name string) bool {
	if name == "types" || name == "rounded" || strings.HasPrefix(name, "too_much_") {
		return true
	}
	typed := strings.HasPrefix(name, "batch_") || strings.HasPrefix(name, "interactive_")
	return typed == (len(prefixes) > 1)
}

// earliest returns a function that draws the jobs of all types in the order of submission.
// Each type has its own random numbers.
func earliest(types []lublinType, seed uint64, stretch float64) func() draft {
	next := make([]func() draft, len(types))
	waiting := make([]draft, len(types))
	for i, t := range types {
		next[i] = t.begin(seed, uint64(i), stretch)
		waiting[i] = next[i]()
	}
	return func() draft {
		first := 0
		for i, d := range waiting {
			if d.submit < waiting[first].submit {
				first = i
			}
		}
		d := waiting[first]
		waiting[first] = next[first]()
		return d
	}
}

func (k lublinType) invalid(field, found, expected string) error {
	return invalid(k.prefix+field, found, expected)
}

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

func newLublinType(s settings, prefix string) (lublinType, error) {
	v := func(name string) float64 { return s.values[prefix+name] }
	t := lublinType{
		prefix:   prefix,
		runTimes: [2]logGamma{{v("a1"), v("b1")}, {v("a2"), v("b2")}},
		pa:       v("pa"),
		pb:       v("pb"),
		longest:  s.values["too_much_time"],
		gaps: logGamma{
			v("aarr") * v("arar"),
			v("barr"),
		},
		farthest: s.values["too_much_arrive_time"],
	}
	const least = 1e-6 // least probability that a drawn value is small enough
	switch low, med, high, most := v("ulow"), v("umed"), v("uhi"), math.Log2(float64(s.machine)); {
	case v("serial_prob")+v("pow2_prob") > 1:
		return t, t.invalid(
			"serial_prob and "+prefix+"pow2_prob",
			formatted(v("serial_prob"), v("pow2_prob")),
			"two shares that add up to at most 1",
		)
	case s.machine < 2:
		return t, t.invalid("machine", "1", "at least 2 processors")
	case !(low <= med && med <= high):
		return t, t.invalid(
			"ulow, umed and uhi",
			fmt.Sprintf("%g, %g and %g", low, med, high),
			"rising numbers",
		)
	case high > max(most, s.usual(prefix+"uhi")): // which is more on very small machines
		return t, t.invalid(
			"uhi",
			fmt.Sprint(high),
			fmt.Sprintf("at most log2(machine) = %g", most),
		)
	case !(t.runTimes[0].upTo(t.longest) > least && t.runTimes[1].upTo(t.longest) > least):
		return t, t.invalid("a1, b1, a2 and b2", "run times above exp(too_much_time)",
			"distributions that stay below more often")
	case !(t.gaps.upTo(t.farthest) > least):
		return t, t.invalid(
			"aarr, barr and arar",
			"interarrival times above exp(too_much_arrive_time)",
			"a distribution that stays below more often",
		)
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
	low := v("ulow")
	med := v("umed")
	high := v("uhi")
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
	jobs := rand.NewPCG(seed, jobStream+16*stream)
	arrivals := rand.NewPCG(seed, arrivalStream+16*stream)
	r := rand.New(jobs)
	even := 0.0
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
func (d logGamma) upTo(
	most float64,
) float64 {
	return mathext.GammaIncReg(d.shape, most/d.scale)
}

// part returns E[exp(X); X <= most] = (1-b)^-a P(a, most (1-b)/b) for shape a and scale b.
func (d logGamma) part(most float64) float64 {
	return math.Pow(1-d.scale, -d.shape) * mathext.GammaIncReg(d.shape, most*(1-d.scale)/d.scale)
}
