package performance

import "github.com/optgap/optgap/bench/internal/base/paired"

// Metrics are the performance metrics of a finished replay. Response and slowdown
// use the actual duration. Averages over time are over the window that trimming
// leaves (see [Options]), or over the makespan without trimming.
type Metrics struct {
	Jobs       int
	ARTwW      float64 // average response time weighted by width, seconds
	ART        float64 // average response time, seconds
	Wait       float64 // average wait time, seconds
	RunTime    float64 // average duration, seconds
	SLDwA      float64 // average slowdown weighted by area: sum of width times response over total area
	SLDwW60    float64 // average slowdown weighted by width, run and response time at least 60 s
	Slowdowns  []Slowdown
	Util       float64                    // share of machine times the seconds measured that jobs use
	LOC        float64                    // loss of capacity (Zhang et al. 2000): share that is idle while a job waits
	Idle       float64                    // share that is idle while no job waits: Util + LOC + Idle + Reserved = 1
	Throughput float64                    // jobs ended per hour
	Reserved   float64                    // share that reservations hold: neither used by a job nor idle
	Queue      float64                    // waiting jobs, average over time
	MaxQueue   int                        // most jobs waiting at once
	Makespan   int64                      // seconds from first submission to last end, with what is trimmed
	Window     int64                      // seconds that trimming leaves; 0: nothing is trimmed
	Killed     int                        // jobs killed at their estimate
	Waits      Spread                     // of the wait times, seconds
	Stretches  Spread                     // of the slowdowns with the first of the bounds
	Confidence map[string]paired.Interval // 95 % intervals of averages over jobs by key; nil: see Options.Confidence
	Classes    []Class                    // the jobs by duration: up to 5 min, 10 min, 12 h, and longer
}

// Slowdown is an average slowdown: response time over duration, both raised to
// the bound.
type Slowdown struct {
	Bound    int64   // seconds
	Plain    float64 // average over the jobs
	Weighted float64 // weighted by width
}

// slowdown returns the slowdown with a bound; nil: it was not measured.
func (m *Metrics) slowdown(bound int64) *Slowdown {
	for i := range m.Slowdowns {
		if m.Slowdowns[i].Bound == bound {
			return &m.Slowdowns[i]
		}
	}
	return nil
}

// Spread describes a distribution. A percentile P50 to P99 is the smallest value that at
// least so many percent of the jobs do not exceed. StdDev is the standard deviation.
type Spread struct{ P50, P90, P95, P99, Max, StdDev float64 }

// Class holds the averages over the jobs of similar duration: at most UpTo, and above UpTo
// of the class before (Streit 2002, section 5.2).
type Class struct {
	UpTo    int64   `json:"up_to,omitempty"` // seconds; 0: no limit
	Jobs    int     `json:"jobs"`
	ARTwW   float64 `json:"artww"`
	ART     float64 `json:"art"`
	Wait    float64 `json:"wait"`
	SLDwW60 float64 `json:"sldww_60"`
}
