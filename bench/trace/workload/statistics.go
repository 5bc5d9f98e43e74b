package workload

import (
	"fmt"
	"math"
	"slices"

	"github.com/optgap/optgap"
)

// Statistics describes the workload of one machine. Times are in seconds. The package
// documentation lists published and assumed fields.
type Statistics struct {
	Name    string // lower case
	Machine int64  // processors

	// The interarrival times have a Weibull distribution cut at the maximum.
	Alpha            float64 // shape
	Beta             float64 // scale as printed; used only if MeanInterarrival is 0
	MeanInterarrival float64 // 0: follows from Alpha, Beta and MaxInterarrival
	MaxInterarrival  float64

	MeanWidth float64
	MaxWidth  int64   // at least 2
	Serial    float64 // share of jobs with one processor, below 1; 0: that of a power of two; assumed

	MeanEstimate float64
	MaxEstimate  int64   // at least 60, the smallest estimate
	Common       []int64 // the estimates of CommonShare of the jobs, all equally frequent
	CommonShare  float64

	MeanRunTime  float64
	MaxRunTime   int64
	PastEstimate float64 // share of jobs whose run time exceeds their estimate
	Overrun      float64 // largest run time over estimate of such a job, above 1; assumed
	Spread       float64 // sum of both parameters of the beta distribution; below 2 it is U-shaped; assumed

	Correlation float64 // of width and estimate in the copula, between -1 and 1; assumed
}

// Published returns the published statistics in the order of Table 2. The caller may change
// them.
func Published() []Statistics { return []Statistics{ctc(), kth(), pc2(), sdsc()} }

// PublishedOf returns the published statistics of ctc, kth, pc2 or sdsc. Any other name is a
// *optgap.FieldError.
func PublishedOf(name string) (Statistics, error) {
	all := Published()
	i := slices.IndexFunc(all, func(m Statistics) bool { return m.Name == name })
	if i < 0 {
		return Statistics{}, &optgap.FieldError{
			Field: "trace", Found: fmt.Sprintf("%q", name), Expected: "ctc, kth, pc2 or sdsc",
		}
	}
	return all[i], nil
}

// Validate returns a *optgap.FieldError about the first field that is out of its range, or
// about a mean that the other fields do not allow.
func (m Statistics) Validate() error {
	_, err := m.fit()
	return err
}

func (m Statistics) validateRanges() error {
	const (
		longest = 1e9     // seconds; sums stay far from the limit of int64
		widest  = 1 << 20 // processors; every width has an entry in a table
	)
	positive := func(v float64) bool { return v > 0 && !math.IsInf(v, 1) }
	share := func(v float64) bool { return v >= 0 && v < 1 }
	for _, c := range []struct {
		ok       bool
		field    string
		found    any
		expected string
	}{
		{m.Machine >= 1, "Machine", m.Machine, "at least 1"},
		{m.Alpha >= 0.05 && m.Alpha <= 10, "Alpha", m.Alpha, "0.05 to 10"}, // Gamma(1+1/Alpha) stays a float64
		{m.MeanInterarrival != 0 || positive(m.Beta), "Beta", m.Beta, "a number above 0"},
		{
			m.MeanInterarrival == 0 || m.MeanInterarrival >= 0.001 && m.MeanInterarrival <= longest,
			"MeanInterarrival", m.MeanInterarrival, "0, or 0.001 to 10^9",
		},
		{m.MaxInterarrival >= 1 && m.MaxInterarrival <= longest, "MaxInterarrival", m.MaxInterarrival, "1 to 10^9"},
		{
			m.MaxWidth >= 2 && m.MaxWidth <= min(m.Machine, widest),
			"MaxWidth", m.MaxWidth, fmt.Sprintf("2 to %d", min(m.Machine, widest)),
		},
		{share(m.Serial), "Serial", m.Serial, "at least 0 and below 1"},
		{m.MaxEstimate >= minute && m.MaxEstimate <= longest, "MaxEstimate", m.MaxEstimate, "60 to 10^9"},
		{share(m.CommonShare), "CommonShare", m.CommonShare, "at least 0 and below 1"},
		{m.CommonShare == 0 || len(m.Common) > 0, "Common", "no value", "a value for CommonShare"},
		{m.MaxRunTime >= 1, "MaxRunTime", m.MaxRunTime, "at least 1"},
		{share(m.PastEstimate), "PastEstimate", m.PastEstimate, "at least 0 and below 1"},
		{m.PastEstimate == 0 || m.Overrun > 1 && positive(m.Overrun), "Overrun", m.Overrun, "a number above 1"},
		{m.Spread >= 0.1 && m.Spread <= 1000, "Spread", m.Spread, "0.1 to 1000"}, // below, beta variates would be 0/0
		{math.Abs(m.Correlation) < 1, "Correlation", m.Correlation, "above -1 and below 1"},
	} {
		if !c.ok {
			return &optgap.FieldError{Field: c.field, Found: fmt.Sprint(c.found), Expected: c.expected}
		}
	}
	for i, d := range m.Common {
		if d < 1 || d > m.MaxEstimate || slices.Contains(m.Common[:i], d) {
			return &optgap.FieldError{
				Field: "Common", Found: fmt.Sprint(d),
				Expected: fmt.Sprintf("different values from 1 to %d, the largest estimate", m.MaxEstimate),
			}
		}
	}
	return nil
}
