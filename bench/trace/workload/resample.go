package workload

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/optgap/optgap"
)

// A Resampling states how jobs are drawn from a trace.
type Resampling struct {
	Trace   string // name of the trace, for the notes
	Machine int64  // processors
	// Shape and Scale (seconds) of the Weibull distribution of the interarrival times; both 0:
	// fitted to the trace, see [FitWeibull]. Fitted distributions are for times above 0, and
	// times of 0 keep their share in the trace.
	Shape, Scale float64
	Load         float64 // interarrival times are stretched to this load; 0: they are not
}

// Resample returns a generator of synthetic jobs as in Streit (2002, section 4). Width,
// estimate and run time are drawn together from the jobs of a trace. The paper has a
// probability matrix of all three and does not state its bins. Drawing jobs has the effect
// of a bin for every value that occurs.
//
// Interarrival times are drawn from a Weibull distribution. Table 2 of the paper has the
// shape (alpha) and the scale (beta) for four traces, see [Published]. Submissions are
// rounded down. The jobs are sorted by submission, and kept in memory. Errors are
// *optgap.FieldError.
func Resample(jobs []optgap.TraceJob, o Resampling) (Generator, error) {
	positive := func(x float64) bool { return x > 0 && !math.IsInf(x, 1) }
	switch {
	case len(jobs) == 0:
		return nil, invalid("jobs", "none", "a trace to draw from")
	case !(o.Load == 0 || o.Load >= 1e-9 && o.Load <= 1e9):
		return nil, badLoad(o.Load)
	case (o.Shape != 0 || o.Scale != 0) && !(positive(o.Shape) && positive(o.Scale)):
		return nil, invalid("weibull", formatted(o.Shape, o.Scale), "two numbers above 0")
	}
	g := resampled{jobs: jobs, Resampling: o, stretch: 1}
	for _, j := range jobs {
		if j.Width > o.Machine {
			return nil, invalid("machine", o.Machine,
				fmt.Sprintf("at least %d, the width of job %d", j.Width, j.ID))
		}
	}
	if o.Shape == 0 {
		if err := g.fit(); err != nil {
			return nil, err
		}
	}
	if gap := (1 - g.zeros) * g.Scale * math.Gamma(1+1/g.Shape); o.Load > 0 {
		g.stretch = g.meanArea() / (float64(o.Machine) * gap * o.Load)
		if !positive(g.stretch) {
			return nil, invalid(
				"load",
				o.Load,
				"none, as the mean interarrival time or the mean area of the jobs is 0 or too large",
			)
		}
	}
	return source{o.Machine, g.notes(), g.begin}, nil
}

// A resampled draws from the jobs of a trace.
type resampled struct {
	Resampling
	jobs    []optgap.TraceJob
	zeros   float64 // share of interarrival times of 0
	fitted  bool
	stretch float64 // factor of the interarrival times
}

// fit sets shape and scale for the interarrival times above 0, and the share of those of 0.
func (g *resampled) fit() (err error) {
	var above []float64
	for i := 1; i < len(g.jobs); i++ {
		if gap := g.jobs[i].Submit - g.jobs[i-1].Submit; gap > 0 {
			above = append(above, float64(gap))
		}
	}
	if len(g.jobs) > 1 {
		g.zeros = 1 - float64(len(above))/float64(len(g.jobs)-1)
	}
	g.fitted = true
	g.Shape, g.Scale, _, err = FitWeibull(above, nil)
	return err
}

func (g resampled) meanArea() (mean float64) {
	for _, j := range g.jobs {
		mean += float64(j.Width) * float64(j.Duration()) / float64(len(g.jobs))
	}
	return mean
}

func (g resampled) notes() []string {
	arrivals := fmt.Sprintf(
		"Weibull interarrival times of shape %g and scale %g s",
		g.Shape,
		g.Scale,
	)
	if g.fitted {
		arrivals += fmt.Sprintf(", fitted to those above 0; %g are 0", g.zeros)
	}
	if g.stretch != 1 {
		arrivals += fmt.Sprintf(", times %g for load %g", g.stretch, g.Load)
	}
	return []string{
		fmt.Sprintf(
			"drawn from the %d jobs of %s, %d processors: width, estimate and run time together",
			len(g.jobs),
			g.Trace,
			g.Resampling.Machine,
		),
		"source: Streit (2002), section 4",
		arrivals,
	}
}

// begin begins a sequence. The same seed gives the same jobs.
func (g resampled) begin(seed uint64) sequence {
	source := rand.NewPCG(seed, 0x7e5a)
	r := rand.New(source)
	between := distuv.Weibull{K: g.Shape, Lambda: g.Scale, Src: source}
	even := 0.0
	first := true
	return func() (float64, optgap.TraceJob) {
		if !first && (g.zeros == 0 || r.Float64() >= g.zeros) {
			even += g.stretch * between.Rand()
		}
		first = false
		return even, g.jobs[r.IntN(len(g.jobs))]
	}
}
