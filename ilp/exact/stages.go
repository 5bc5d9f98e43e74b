package exact

import "slices"

// stages say by how much each stage multiplies the efforts of the first. They grow, so
// that most steps end before much is spent on them.
var stages = []stage{
	{1, 0, 1, 20_000}, // with shared prices
	{5, 2, 10, 0},     // the long search also finds better schedules
	{10, 5, 20, 40_000},
}

// Long queues have a further stage. Their best schedules take longer to find, and a
// large diagram ends more of them than the tree does. Beyond longestQueue jobs few
// queues end at all, and the bound is what counts.
var (
	lastOfLong    = stage{100, 8, 1, 400_000}
	lastOfLongest = stage{100, 16, 1, 800_000}
)

type stage struct {
	evaluations, steps, search int
	diagram                    int64 // nodes; fewer for long queues, see nodes
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

// nodes returns the number of nodes of a stage's diagram. In a long queue a node takes
// a time that grows with the square of the number of jobs, so the diagram gets fewer
// nodes.
func (s stage) nodes(jobs int) int64 {
	n := int64(max(jobs, longQueue))
	return s.diagram * longQueue * longQueue / (n * n)
}
