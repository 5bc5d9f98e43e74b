package streit2002

import (
	"github.com/optgap/optgap/bench/report"
	"github.com/optgap/optgap/bench/trace/analysis"
)

// A JobSet is a column of Table 2 or 3: the numbers of a trace or of a synthetic job set, as
// printed or as measured. A measured number that does not exist is NaN.
type JobSet struct {
	Name              string
	Jobs              int64
	MaxWidth, Machine int64
	MeanWidth         float64
	Estimate, RunTime MeanMinMax // seconds
	PastEstimate      int64      // jobs with actual > estimated run time
	PastEstimateShare float64    // percent
	Interarrival      MeanMinMax // seconds

	// Only Table 2 has the following. ZeroShare, its likelihood of interarrival time, is the
	// share of zeros: times the number of jobs, it is a whole number in all four columns.
	ZeroShare   float64
	Alpha, Beta float64
}

// A MeanMinMax holds three rows of Tables 2 and 3.
type MeanMinMax struct{ Mean, Min, Max float64 }

// tableTwo and tableThree hold the columns by the keys of [Published].
var (
	tableTwo = map[string]JobSet{
		"ctc": {
			"CTC_trace", 79302, 336, 430, 10.72, MeanMinMax{24324, 0, 64800}, MeanMinMax{10983, 0, 71998}, 7180, 9.05,
			MeanMinMax{369, 0, 164472}, 0.0063932, 0.35, 60,
		},
		"kth": {
			"KTH_trace", 28490, 100, 100, 7.68, MeanMinMax{13677, 60, 216000}, MeanMinMax{8876, 0, 226709}, 478, 1.68,
			MeanMinMax{1031, 0, 327952}, 0.0116883, 0.35, 200,
		},
		"pc2": {
			"PC2_trace", 35094, 96, 96, 6.34, MeanMinMax{11716, 1, 1209600}, MeanMinMax{4346, 1, 604800}, 0, 0,
			MeanMinMax{870, 0, 313861}, 0.0659942, 0.25, 40,
		},
		"sdsc": {
			"SDSC_trace", 67667, 128, 352, 10.53, MeanMinMax{14337, 0, 172800}, MeanMinMax{6119, 0, 510209}, 4327, 6.39,
			MeanMinMax{934, 0, 79503}, 0.0104926, 0.4, 290,
		},
	}
	tableThree = map[string]JobSet{
		"ctc": {
			"CTC_syn", 10000, 330, 430, 10.67, MeanMinMax{24260, 0, 64800}, MeanMinMax{10924, 0, 71998}, 929, 9.29,
			MeanMinMax{287, 0, 24815}, 0, 0, 0,
		},
		"kth": {
			"KTH_syn", 10000, 100, 100, 7.73, MeanMinMax{13643, 60, 216000}, MeanMinMax{9060, 0, 215965}, 178, 1.78,
			MeanMinMax{1047, 0, 191258}, 0, 0, 0,
		},
		"pc2": {
			"PC2_syn", 10000, 96, 96, 6.48, MeanMinMax{11516, 1, 604800}, MeanMinMax{4442, 1, 604800}, 0, 0,
			MeanMinMax{1013, 0, 236546}, 0, 0, 0,
		},
		"sdsc": {
			"SDSC_syn", 10000, 128, 352, 10.71, MeanMinMax{14305, 0, 64800}, MeanMinMax{6085, 0, 64884}, 640, 6.40,
			MeanMinMax{945, 0, 76019}, 0, 0, 0,
		},
	}
)

// Trace returns the column of Table 2 about the trace of the set.
func (p *Published) Trace() JobSet { return tableTwo[p.Key] }

// Set returns the column of Table 3 about the set.
func (p *Published) Set() JobSet { return tableThree[p.Key] }

// Column returns the printed numbers under the keys of package analysis. Shape and scale
// have the keys of maximum likelihood, though another method must have given them. beside is
// a trace whose interarrival times give the likelihood of both; nil: none.
func (w JobSet) Column(beside *analysis.Analysis) report.WorkloadColumn {
	values := map[string]float64{
		"jobs": float64(w.Jobs), "width_max": float64(w.MaxWidth), "machine": float64(w.Machine), "width_mean": w.MeanWidth,
		"past_estimate": float64(w.PastEstimate), "past_estimate_share": w.PastEstimateShare / 100,
	}
	for key, v := range map[string]MeanMinMax{
		"estimate": w.Estimate, "run_time": w.RunTime, "interarrival": w.Interarrival,
	} {
		values[key+"_mean"], values[key+"_min"], values[key+"_max"] = v.Mean, v.Min, v.Max
	}
	if w.Alpha > 0 {
		values["zero_interarrival_share"] = w.ZeroShare
		values["interarrival_weibull_shape"], values["interarrival_weibull_scale"] = w.Alpha, w.Beta
		if beside != nil && beside.Interarrival != nil {
			values["interarrival_log_likelihood"] = beside.Interarrival.Distribution.LogLikelihood(w.Alpha, w.Beta)
		}
	}
	return report.WorkloadColumn{Name: "paper, " + w.Name, Values: values}
}
