package streit2002

// Statistics is a column of Table 2 or 3 as printed. Three numbers are average, least
// and largest. A blank is 0.
type Statistics struct {
	Jobs         int
	MaxWidth     int
	Machine      int     // "width of machine (batch)"
	Width        float64 // "average requested resources"
	Estimate     [3]float64
	RunTime      [3]float64
	Past         int     // jobs that run past their estimate
	PastPercent  float64 // of the jobs
	Interarrival [3]float64

	// Of Table 2 alone.
	ZeroShare   float64 // "likelihood of interarrival time"
	Alpha, Beta float64 // of the Weibull distribution
	Scheduler   string
}

// table2 is Table 2 of the paper, by the keys of the sets.
var table2 = map[string]Statistics{
	"ctc": {
		79_302, 336, 430, 10.72, [3]float64{24_324, 0, 64_800}, [3]float64{10_983, 0, 71_998}, 7_180, 9.05,
		[3]float64{369, 0, 164_472}, 0.0063932, 0.35, 60, "EASY",
	},
	"kth": {
		28_490, 100, 100, 7.68, [3]float64{13_677, 60, 216_000}, [3]float64{8_876, 0, 226_709}, 478, 1.68,
		[3]float64{1_031, 0, 327_952}, 0.0116883, 0.35, 200, "EASY",
	},
	"pc2": {
		35_094, 96, 96, 6.34, [3]float64{11_716, 1, 1_209_600}, [3]float64{4_346, 1, 604_800}, 0, 0,
		[3]float64{870, 0, 313_861}, 0.0659942, 0.25, 40, "FCFS, cons. b.", // conservative backfilling
	},
	"sdsc": {
		67_667, 128, 352, 10.53, [3]float64{14_337, 0, 172_800}, [3]float64{6_119, 0, 510_209}, 4_327, 6.39,
		[3]float64{934, 0, 79_503}, 0.0104926, 0.4, 290, "EASY",
	},
}

// table3 is Table 3 of the paper, by the keys of the sets.
var table3 = map[string]Statistics{
	"ctc": {
		Jobs: 10_000, MaxWidth: 330, Machine: 430, Width: 10.67, Estimate: [3]float64{24_260, 0, 64_800}, RunTime: [3]float64{10_924, 0, 71_998},
		Past: 929, PastPercent: 9.29, Interarrival: [3]float64{287, 0, 24_815},
	},
	"kth": {
		Jobs: 10_000, MaxWidth: 100, Machine: 100, Width: 7.73, Estimate: [3]float64{13_643, 60, 216_000}, RunTime: [3]float64{9_060, 0, 215_965},
		Past: 178, PastPercent: 1.78, Interarrival: [3]float64{1_047, 0, 191_258},
	},
	"pc2": {
		Jobs: 10_000, MaxWidth: 96, Machine: 96, Width: 6.48, Estimate: [3]float64{11_516, 1, 604_800}, RunTime: [3]float64{4_442, 1, 604_800},
		Interarrival: [3]float64{1_013, 0, 236_546},
	},
	"sdsc": {
		Jobs: 10_000, MaxWidth: 128, Machine: 352, Width: 10.71, Estimate: [3]float64{14_305, 0, 64_800}, RunTime: [3]float64{6_085, 0, 64_884},
		Past: 640, PastPercent: 6.40, Interarrival: [3]float64{945, 0, 76_019},
	},
}

// Trace returns the set's column of Table 2, that of the trace from which it was drawn.
func (p *Published) Trace() Statistics { return table2[p.Key] }

// Set returns the set's column of Table 3.
func (p *Published) Set() Statistics { return table3[p.Key] }
