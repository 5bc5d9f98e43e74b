package workload

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// lublin2003 is the model of Lublin and Feitelson, "The Workload on Parallel
// Supercomputers: Modeling the Characteristics of Rigid Jobs", Journal of Parallel
// and Distributed Computing 63(11), 2003, pp. 1105-1122. Names and values of the
// parameters are those of the program m_lublin99.c in the Parallel Workloads Archive.
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
func lublin2003() Model {
	m := Model{
		Name: "lublin2003", Machine: 128, OwnArrivals: true,
		About: "two-stage uniform logarithms of widths, hyper-gamma logarithms of run times that depend on the width, " +
			"gamma arrivals with a daily cycle",
		Source: `Lublin and Feitelson, "The Workload on Parallel Supercomputers: ` +
			`Modeling the Characteristics of Rigid Jobs" (2003)`,
		Parameters: []Parameter{
			{Name: "types", Usage: "1: batch and interactive jobs; 0: one type", High: 1, Whole: true},
			{
				Name: "rounded", High: 1, Whole: true,
				Usage: "1: run times to the nearest second, as in the library of steps; 0: down, as in the program",
			},
			{Name: "too_much_time", Usage: "largest natural logarithm of a run time", Default: 12, Low: 1, High: 30},
			{
				Name:    "too_much_arrive_time",
				Usage:   "largest natural logarithm of an interarrival time at even intensity",
				Default: 13, Low: 1, High: 30,
			},
		},
		build: newLublin2003,
	}
	for _, k := range lublinKinds {
		m.Parameters = append(m.Parameters, k.parameters()...)
	}
	return m
}

// A lublinKind is a type of jobs with its published values.
type lublinKind struct {
	prefix           string // of the names of its parameters
	serial, pow2     float64
	low, uprob       float64
	below, stage     float64 // uhi is log2(machine)-below, umed is uhi-stage
	a1, b1, a2, b2   float64
	pa, pb           float64
	aarr, barr       float64
	anum, bnum, arar float64
}

var lublinKinds = []lublinKind{
	{"", 0.244, 0.576, 0.8, 0.86, 0, 2.5, 4.2, 0.94, 312, 0.03, -0.0054, 0.78, 10.2303, 0.4871, 8.1737, 3.9631, 1.0225},
	{
		"batch_", 0.2927, 0.6686, 1.2, 0.875, 0, 2, 6.57, 0.823, 639.1, 0.0156,
		-0.003, 0.6986, 6.0415, 0.8531, 6.1271, 5.2740, 1.0519,
	},
	{
		"interactive_", 0.1541, 0.625, 1, 0.705, 1.5, 2.5, 3.8351, 0.6605, 7.073,
		0.6856, -0.0118, 0.9156, 6.5510, 0.6621, 8.9186, 3.6680, 0.9797,
	},
}

func (k lublinKind) parameters() []Parameter {
	logMachine := func(machine int64) float64 { return math.Log2(float64(machine)) - k.below }
	text := "log2(machine)"
	if k.below > 0 {
		text += fmt.Sprintf("-%g", k.below)
	}
	least := func(x float64) float64 { return max(x, k.low) } // differs on machines of fewer than about 8 processors
	// With a scale of 1 the exponential of a gamma variable has no mean.
	const belowOne = 1 - 1e-9
	own := func(name, usage string, usual, low, high float64) Parameter {
		return Parameter{Name: k.prefix + name, Usage: usage, Default: usual, Low: low, High: high}
	}
	return []Parameter{
		own("serial_prob", "share of jobs with one processor", k.serial, 0, 1),
		own("pow2_prob", "share of jobs whose width is rounded to a power of two", k.pow2, 0, 1),
		own("ulow", "log2 of the smallest parallel width", k.low, 0, 20),
		{
			Name: k.prefix + "umed", Usage: "log2 of the width where the second stage starts", High: 20,
			Derived: func(m int64) float64 { return least(logMachine(m) - k.stage) },
			Formula: fmt.Sprintf("%suhi-%g", k.prefix, k.stage),
		},
		{
			Name: k.prefix + "uhi", Usage: "log2 of the largest width", High: 20,
			Derived: func(m int64) float64 { return least(logMachine(m)) }, Formula: text,
		},
		own("uprob", "share of the first stage of widths", k.uprob, 0, 1),
		own("a1", "shape of the first gamma distribution of log run times", k.a1, 0.01, 1e5),
		own("b1", "its scale", k.b1, 1e-5, belowOne),
		own("a2", "shape of the second gamma distribution of log run times", k.a2, 0.01, 1e5),
		own("b2", "its scale", k.b2, 1e-5, belowOne),
		own("pa", "change of the first one's share per processor", k.pa, -1, 1),
		own("pb", "the first one's share at no processor", k.pb, -1, 2),
		own("aarr", "shape of the gamma distribution of log interarrival times in the rush hours", k.aarr, 0.01, 1e5),
		own("barr", "its scale", k.barr, 1e-5, belowOne),
		own("anum", "shape of the gamma distribution of arrivals over the half hours of a day", k.anum, 0.01, 1e5),
		own("bnum", "its scale", k.bnum, 1e-5, 1e5),
		own("arar", "all hours to rush hours: aarr times this is the shape for all hours", k.arar, 0.01, 100),
	}
}

func newLublin2003(s settings) (Generator, error) {
	kinds := lublinKinds[:1]
	if s.is("types") {
		kinds = lublinKinds[1:]
	}
	used := func(name string) bool { return usedByLublin(kinds, name) }
	for _, name := range slices.Sorted(maps.Keys(s.given)) {
		if !used(name) {
			return nil, invalid(name, "a value", fmt.Sprintf("none with types=%g", s.values["types"]))
		}
	}
	var types []lublinType
	own := 0.0
	for _, k := range kinds {
		t, err := newLublinType(s, k)
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
	return s.drafts(used, round, begin), nil
}

// usedByLublin tells whether jobs of some types depend on a parameter.
func usedByLublin(kinds []lublinKind, name string) bool {
	if name == "types" || name == "rounded" || strings.HasPrefix(name, "too_much_") {
		return true
	}
	typed := strings.HasPrefix(name, "batch_") || strings.HasPrefix(name, "interactive_")
	return typed == (len(kinds) > 1)
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
