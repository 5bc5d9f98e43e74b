package replay

// Metrics are performance metrics of a finished replay (Streit 2002, section
// 5.1). Response and slowdown use the actual duration.
type Metrics struct {
	Jobs     int     `json:"jobs"`
	ARTwW    float64 `json:"artww"`    // average response time weighted by width, seconds
	ART      float64 `json:"art"`      // average response time, seconds
	Wait     float64 `json:"wait"`     // average wait time, seconds
	SLDwA    float64 `json:"sldwa"`    // average slowdown weighted by area: sum of width times response over total area
	SLDwW60  float64 `json:"sldww_60"` // average slowdown weighted by width, run and response time at least 60 s
	Util     float64 `json:"util"`     // used area over machine times the time from first submission to last end
	Makespan int64   `json:"makespan"` // seconds from first submission to last end
}

// Measure returns the metrics of an outcome with at least one job.
func Measure(o *Outcome, machine int64) Metrics {
	var response, weighted, wait, slowdown, width, area float64
	first, last := o.Jobs[0].Submit, int64(0)
	for i, j := range o.Jobs {
		w, d, end := float64(j.Width), j.Duration(), o.End(i)
		resp := float64(end - j.Submit)
		response += resp
		weighted += w * resp
		wait += float64(o.Starts[i] - j.Submit)
		slowdown += w * max(resp, 60) / max(float64(d), 60)
		width += w
		area += w * float64(d)
		last = max(last, end)
	}
	n := float64(len(o.Jobs))
	m := Metrics{
		Jobs: len(o.Jobs), ARTwW: weighted / width, ART: response / n, Wait: wait / n,
		SLDwW60: slowdown / width, Makespan: last - first,
	}
	if area > 0 {
		m.SLDwA = weighted / area
		m.Util = area / (float64(machine) * float64(m.Makespan))
	}
	return m
}
