package workload

// The five models of Aida, "Effect of Job Size Characteristics on Job Scheduling
// Performance" (2000), section 2.3. They differ in the sizes only. Arrivals are
// Poisson. Run times do not depend on the size. They have the three-stage
// hyper-exponential distribution of the Feitelson 1996 model and are limited to
// 12 hours (section 4).
//
// The paper does not print the means and probabilities of the stages, nor whether
// the limit cuts run times or has them drawn again, nor which mean its load
// counts. Those are parameters. The defaults are assumed, as in feitelson1996.go.

const aidaSource = `Aida, "Effect of Job Size Characteristics on Job Scheduling Performance" (2000), section 2.3`

func aida2000() []Model {
	return []Model{uniform(), harmonic(), power2(), square(), multi10()}
}

// aidaModel returns a model with the sizes that weigh gives their weights; 0 is no
// size.
func aidaModel(name, about string, own []Parameter, weigh func(settings) func(width int64) float64) Model {
	return Model{
		Name: name, About: about, Source: aidaSource, Machine: 128,
		Parameters: append(own, stageParameters(0.45, 0.35)...),
		build: func(s settings) (Generator, error) {
			widths, err := s.widths(weigh(s))
			if err != nil {
				return nil, err
			}
			runTimes, err := s.stages()
			if err != nil {
				return nil, err
			}
			// load = lambda p / (m mu), section 2.3.3
			gap := widths.mean() * s.meanFor(runTimes) / (s.load * float64(s.machine))
			return drafts{machine: s.machine, notes: s.notes(every), ticks: s.ticks, begin: func(seed uint64) func() draft {
				r, arrivals, at := random(seed, jobStream), poisson(seed, gap), 0.0
				return func() draft {
					d := draft{submit: at, width: widths.quantile(r.Float64()), runTime: runTimes.draw(r)}
					at += arrivals()
					return d
				}
			}}, nil
		},
	}
}

// poisson returns a function that draws the interarrival times of a Poisson process.
func poisson(seed uint64, mean float64) func() float64 {
	r := random(seed, arrivalStream)
	return func() float64 { return mean * r.ExpFloat64() }
}
