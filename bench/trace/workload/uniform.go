package workload

// uniform is model (a) of Aida (2000), section 2.3.1: sizes from 1 to the machine, all
// equally frequent.
func uniform() Model {
	return aidaModel("uniform", "each size from 1 to the machine as often", nil, func(settings) func(int64) float64 {
		return func(int64) float64 { return 1 }
	})
}
