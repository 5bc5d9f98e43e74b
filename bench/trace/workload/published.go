package workload

// The numbers of Streit (2002), Table 2, and the assumed fields of [Statistics]. Overrun of
// CTC and KTH is the largest run time over the largest estimate: 71998/64800 and
// 226709/216000.

func ctc() Statistics {
	return Statistics{
		Name: "ctc", Machine: 430,
		Alpha: 0.35, Beta: 60, MeanInterarrival: 369, MaxInterarrival: 164472,
		MeanWidth: 10.72, MaxWidth: 336, Serial: 0.35,
		MeanEstimate: 24324, MaxEstimate: 64800,
		MeanRunTime: 10983, MaxRunTime: 71998,
		PastEstimate: 0.0905, Overrun: 1.111, Spread: 1,
		Correlation: -0.15,
	}
}

func kth() Statistics {
	return Statistics{
		Name: "kth", Machine: 100,
		Alpha: 0.35, Beta: 200, MeanInterarrival: 1031, MaxInterarrival: 327952,
		MeanWidth: 7.68, MaxWidth: 100, Serial: 0.35,
		MeanEstimate: 13677, MaxEstimate: 216000,
		MeanRunTime: 8876, MaxRunTime: 226709,
		PastEstimate: 0.0168, Overrun: 1.0496, Spread: 1,
		Correlation: 0,
	}
}

// pc2 also has the three estimates of 52 % of its jobs (section 4). They are assumed to be
// equally frequent.
func pc2() Statistics {
	return Statistics{
		Name: "pc2", Machine: 96,
		Alpha: 0.25, Beta: 40, MeanInterarrival: 870, MaxInterarrival: 313861,
		MeanWidth: 6.34, MaxWidth: 96, Serial: 0.35,
		MeanEstimate: 11716, MaxEstimate: 1209600, Common: []int64{600, 1800, 7200}, CommonShare: 0.52,
		MeanRunTime: 4346, MaxRunTime: 604800,
		Spread:      1,
		Correlation: 0.15,
	}
}

func sdsc() Statistics {
	return Statistics{
		Name: "sdsc", Machine: 352,
		Alpha: 0.4, Beta: 290, MeanInterarrival: 934, MaxInterarrival: 79503,
		MeanWidth: 10.53, MaxWidth: 128, Serial: 0.35,
		MeanEstimate: 14337, MaxEstimate: 172800,
		MeanRunTime: 6119, MaxRunTime: 510209,
		PastEstimate: 0.0639, Overrun: 1.1, Spread: 1,
		Correlation: 0.23,
	}
}
