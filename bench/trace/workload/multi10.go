package workload

// multi10 is model (e) of Aida (2000), section 2.3.1: sizes 10k up to the machine, all
// equally frequent. The machine has at least 10 processors.
func multi10() Model {
	return aidaModel("multi10", "each multiple of ten up to the machine as often", nil,
		func(settings) func(int64) float64 {
			return func(n int64) float64 { return weightIf(n%10 == 0) }
		})
}
