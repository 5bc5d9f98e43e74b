package exact

import "slices"

// stages are those of all queues. Their efforts grow, so that easy steps take little time.
var stages = []stage{
	{1, 0, 20_000}, // takes no steps: the prices are shared ones
	{5, 2, 0},
	{10, 5, 40_000},
}

// lastOfLong and lastOfLongest are further stages of long queues. The best schedules of
// these take longer to find, and a large diagram ends more of them than the tree does.
// Beyond longestQueue jobs few queues end at all, and more steps give a better bound.
var (
	lastOfLong    = stage{100, 8, 400_000}
	lastOfLongest = stage{100, 16, 800_000}
)

// stage is one round of the efforts to solve a step. The first two numbers are factors of
// the options Evaluations and steps.
type stage struct {
	evaluations, steps int
	diagram            int64 // nodes of the diagram; fewer for long queues: see nodes
}

// stagesOf returns the stages for a number of jobs.
func stagesOf(jobs int) []stage {
	switch {
	case jobs <= longQueue:
		return stages
	case jobs <= longestQueue:
		return append(slices.Clone(stages), lastOfLong)
	default:
		return append(slices.Clone(stages), lastOfLongest)
	}
}

// nodes returns the number of nodes of a stage's diagram for a number of jobs. In a long
// queue the time of a node grows with the square of this number, so the diagram gets fewer
// nodes.
func (s stage) nodes(jobs int) int64 {
	n := int64(max(jobs, longQueue))
	return s.diagram * longQueue * longQueue / (n * n)
}
