package workload

// power2 is model (c) of Aida (2000), section 2.3.1: sizes 2^k up to the machine, all
// equally frequent.
func power2() Model {
	return aidaModel("power2", "each power of two up to the machine as often", nil, func(settings) func(int64) float64 {
		return func(n int64) float64 { return weightIf(isPowerOfTwo(n)) }
	})
}

func isPowerOfTwo(n int64) bool { return n&(n-1) == 0 }

func weightIf(ok bool) float64 {
	if ok {
		return 1
	}
	return 0
}
