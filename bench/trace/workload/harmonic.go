package workload

import "math"

// harmonic is model (b) of Aida (2000), section 2.3.1: size n has a probability in
// proportion to 1/n^1.5.
//
// The paper counts 58 % of its jobs on one or two processors and 90 % on at most 16 (section
// 4.2). On 128 processors the printed exponent gives 55.6 % and 87.0 %. An exponent of 1.55
// gives 58.1 % and 88.6 %, and 1.6 gives 60.6 % and 90.0 %. No exponent gives both shares of
// the paper.
func harmonic() Model {
	own := []Parameter{{Name: "exponent", Usage: "size n weighs 1/n^exponent", Default: 1.5, High: 20}}
	return aidaModel("harmonic", "size n in proportion to 1/n^exponent", own, func(s settings) func(int64) float64 {
		exponent := s.values["exponent"]
		return func(n int64) float64 { return math.Pow(float64(n), -exponent) }
	})
}
