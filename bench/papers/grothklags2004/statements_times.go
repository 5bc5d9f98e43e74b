package grothklags2004

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/results/summary"
)

// times returns the statements about computation times.
func (e *Experiment) times() []statement.Statement {
	paper := Averages()
	size := statement.New("section 4, averages", "the problems are small: 22 jobs, a makespan of close to two days",
		fmt.Sprintf("%s jobs, %s s", format.Decimal(paper.Jobs, 1), format.Integer(paper.Makespan)))
	scale := statement.New("section 4, averages", "the time scale is 5 minutes on average", "5 min")
	program := statement.New("section 4, averages", "on average more than 5 hours are needed to solve the program",
		format.Integer(paper.Seconds)+" s")
	practical := statement.New("sections 3.2 and 4",
		"the optimum takes longer than the second that a resource management system has", "impractical")
	late := statement.New("section 4", "the next job comes while the optimum is still sought",
		fmt.Sprintf("%s s against %d s", format.Integer(paper.Seconds), interarrivalSeconds))
	if len(e.All) > 0 {
		s := summary.Of(e.All)
		size.Notef("%s jobs, %s s", format.Decimal(s.Jobs, 1), format.Decimal(s.Makespan, 0))
		scale.Notef("%s min", format.Decimal(s.TimeScale/60, 1))
		within := 0
		for _, r := range e.All {
			if proven(&r) && r.SolveSeconds <= 1 {
				within++
			}
		}
		share := float64(within) / float64(len(e.All))
		practical.Foundf(share < 0.5, "search proves %s of the steps within 1 s", format.Share(share, 1))
		late.Foundf(s.Seconds > e.Interarrival, "search %s s against %s s", format.Significant(s.Seconds, 2),
			format.Decimal(e.Interarrival, 0))
	}
	if rows := of(Program, e.Rows); len(rows) > 0 {
		s := summary.Of(rows)
		if done := s.Optimal; done == len(rows) {
			program.Foundf(s.Seconds > 5*3600, "%s s over the rows", format.Significant(s.Seconds, 3))
		} else {
			program.Notef("%d of %s proven; %s s with those that ended at the limit", done,
				format.Count(int64(len(rows)), "row"), format.Significant(s.Seconds, 3))
		}
	}
	return []statement.Statement{
		size, scale, program, e.unpredictable(),
		practical, late, e.planning(),
	}
}

// alike is the largest relative difference between the sizes of two steps that count as
// equal.
const alike = 0.1

// unpredictable finds the two steps of equal size with the most different times. It looks at
// steps that the search has proven.
func (e *Experiment) unpredictable() statement.Statement {
	const least = 1e-3 // seconds; shorter times are mostly noise
	s := statement.New("section 4, block 2", "of two problems of equal size one can take almost 20 times as long",
		printedJump())
	var steps []record.Result
	for _, r := range e.searched() {
		if proven(&r) && r.SolveSeconds > 0 {
			steps = append(steps, r)
		}
	}
	slices.SortFunc(steps, func(a, b record.Result) int {
		return cmp.Or(cmp.Compare(a.Jobs, b.Jobs), cmp.Compare(a.AccumulatedRunTime, b.AccumulatedRunTime))
	})
	ratio, pair := 0.0, ""
	for i, a := range steps {
		for _, b := range steps[i+1:] {
			if b.Jobs != a.Jobs || !similar(a.AccumulatedRunTime, b.AccumulatedRunTime) {
				break
			}
			short, long := max(least, min(a.SolveSeconds, b.SolveSeconds)), max(a.SolveSeconds, b.SolveSeconds)
			if r := long / short; r > ratio && similar(a.Makespan, b.Makespan) {
				ratio = r
				pair = fmt.Sprintf("%s s and %s s, %d jobs", format.Significant(short, 2), format.Significant(long, 2), a.Jobs)
			}
		}
	}
	if pair != "" {
		s.Foundf(ratio >= jump, "%s times: %s", format.Decimal(ratio, 1), pair)
	}
	return s
}

// printedJump compares the times of the two rows of the second block.
func printedJump() string {
	a, b := Rows()[4], Rows()[5]
	return fmt.Sprintf("%s times: %s s and %s s",
		format.Decimal(float64(b.Seconds)/float64(a.Seconds), 1), format.Integer(a.Seconds), format.Integer(b.Seconds))
}

func similar(a, b int64) bool { return float64(max(a, b)) <= (1+alike)*float64(min(a, b)) }

// planning measures the time of planning by the three policies together, on steps with about
// as many jobs as in the paper.
func (e *Experiment) planning() statement.Statement {
	s := statement.New("section 3.2", "planning by the policies takes less than 10 ms for 25 waiting jobs", "< 10 ms")
	n, seconds := 0, 0.0
	for _, r := range e.searched() {
		if r.Jobs < planJobs-5 || r.Jobs > planJobs+5 || len(r.Policies) == 0 {
			continue
		}
		n++
		for _, p := range r.Policies {
			seconds += p.PlanSeconds
		}
	}
	if n > 0 {
		ms := 1e3 * seconds / float64(n)
		s.Foundf(ms < planMilliseconds, "%s ms for 20 to 30 jobs, %s", format.Significant(ms, 2),
			format.Count(int64(n), "step"))
	}
	return s
}

// schedules returns the statements about makespans and about compaction.
func (e *Experiment) schedules() []statement.Statement {
	longest := statement.New("section 3.1", "the largest makespan is most likely that of LJF", "most likely")
	moved := statement.New("section 3.2", "compaction moves a job forward by (time scale - 1) / 2 on average",
		"0.5 time scales")
	n, byLJF := 0, 0
	steps, share := 0, 0.0
	for _, r := range e.searched() {
		if r.Makespan > 0 {
			n++
			if r.Policies["LJF"].Makespan == r.Makespan {
				byLJF++
			}
		}
		if r.GridObjective > 0 && r.TimeScale > 1 && r.ARTwW > 0 && summary.Solved(&r) {
			widths := float64(r.Objective) / r.ARTwW
			steps, share = steps+1, share+float64(r.GridObjective-r.Objective)/widths/float64(r.TimeScale)
		}
	}
	if n > 0 {
		part := float64(byLJF) / float64(n)
		longest.Foundf(part > 0.5, "%s of the steps", format.Share(part, 1))
	}
	if steps > 0 {
		average := share / float64(steps)
		moved.Foundf(average >= 0.4 && average <= 0.6, "%s time scales, weighted by width", format.Decimal(average, 2))
	}
	return []statement.Statement{longest, moved}
}

// readings returns the points that the paper leaves open, and the choices in them.
func readings() []statement.Reading {
	return statement.Readings([][2]string{
		{
			"the trace: CTC, of which one of several versions",
			"the trace that is given; the steps that are most like the rows stand in for them",
		},
		{
			"x of Eq. 6: 0.1 kB in the text, and scales that follow from 1 kB in Table 1",
			"--scale-entry, 1 kB by default. The fourth row, printed 8, stays at 7",
		},
		{
			"the horizon: the largest makespan of the policies, which can cut off the optimum",
			"the same on the grid, by program and by search; none at one second",
		},
		{"the decider and its metric in the simulation", "the advanced decider with ARTwW"},
		{
			"the metric of quality: SLDwA, while the program minimises ARTwW",
			"one quality serves both, as on a step they are the same sum over different constants",
		},
		{
			"the gap at which CPLEX stops, its version and its settings",
			"HiGHS with a gap of 0, on the machine at hand: times are not comparable one by one",
		},
		{
			"over how many steps the averages of Table 1 go",
			"all steps with two or more waiting jobs, or --max-steps of them, evenly spread",
		},
		{"whether jobs that end later than estimated, or are killed, are in the trace", "a job is killed at its estimate"},
	})
}
