package optgap

// Metrics are the values of a schedule of a step.
type Metrics struct {
	Objective int64   `json:"objective"` // sum of weight times response time; processor-seconds for widths
	ARTwW     float64 `json:"artww"`     // average response time weighted by width, seconds
	ART       float64 `json:"art"`       // average response time, seconds
	SLDwA     float64 `json:"sldwa"`     // average slowdown weighted by area
	Makespan  int64   `json:"makespan"`  // latest end, seconds after the step's moment
}

// Measure returns the metrics of a schedule, which is feasible for the step and has at
// least one job. A response time uses the estimate as the duration, because nothing
// else is known at the step (Streit 2002, section 3.2).
//
// SLDwA is the average over the jobs of response time divided by estimate, weighted by
// width times estimate. The estimates cancel, so SLDwA is the sum of width times response
// time divided by the total area. On one step it ranks schedules as ARTwW does.
func Measure(step *Step, s Schedule) Metrics {
	m := Metrics{Objective: s.Objective(step), Makespan: s.Makespan(step)}
	responses := int64(0)
	wide := int64(0)
	for i, j := range step.Jobs {
		response := s[i] - j.Submit + j.Estimate
		responses += response
		wide += j.Width * response
	}
	m.ARTwW = float64(wide) / float64(step.TotalWidth())
	m.ART = float64(responses) / float64(len(step.Jobs))
	m.SLDwA = float64(wide) / float64(step.TotalArea())
	return m
}
