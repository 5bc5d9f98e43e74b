package exact

import "slices"

// stages are those of all queues. Their efforts grow, so that easy steps take little time.
var stages = []stage{
	{1, 0, 1, 20_000}, // takes no steps: the prices are shared ones
	{5, 2, 10, 0},     // the long search also finds better schedules
	{10, 5, 20, 40_000},
}

// lastOfLong and lastOfLongest are further stages of long queues. The best schedules of
// these take longer to find, and a large diagram ends more of them than the tree does.
// Beyond longestQueue jobs few queues end at all, and more steps give a better bound.
var (
	lastOfLong    = stage{100, 8, 1, 400_000}
	lastOfLongest = stage{100, 16, 1, 800_000}
)

// stage is one round of the efforts to solve a step. The first three numbers are factors of
// the options Evaluations, steps and nodes.
type stage struct {
	evaluations, steps, search int
	diagram                    int64 // nodes of the diagram; fewer for long queues: see nodes
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

// searches returns the factor of Options.nodes of a stage for a number of jobs. A search of a long
// queue hardly ever ends.
func (s stage) searches(jobs int) int64 {
	n := max(jobs, longQueue)
	return int64(max(1, s.search*longQueue*longQueue/(n*n)))
}

// nodes returns the number of nodes of a stage's diagram for a number of jobs. In a long
// queue the time of a node grows with the square of this number, so the diagram gets fewer
// nodes.
func (s stage) nodes(jobs int) int64 {
	n := int64(max(jobs, longQueue))
	return s.diagram * longQueue * longQueue / (n * n)
}
