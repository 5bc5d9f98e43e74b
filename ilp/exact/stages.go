package exact

import "slices"

// stages say how many times the first stage's efforts the stages take on the
// whole problem, so that most steps end before much is spent on them.
var stages = []stage{
	{1, 0, 1, 20_000}, // with shared prices
	{5, 2, 10, 0},     // its long search also finds better schedules
	{10, 5, 20, 40_000},
}

// Long queues have a further stage: their best schedules take longer to find, and a
// large diagram ends more of them than the tree. Beyond longestQueue few end at all,
// and the bound is what counts.
var (
	lastOfLong    = stage{100, 8, 1, 400_000}
	lastOfLongest = stage{100, 16, 1, 800_000}
)

type stage struct {
	evaluations, steps, search int
	diagram                    int64 // nodes; of long queues fewer, see nodes
}

// stagesOf returns the stages for so many jobs.
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

// nodes returns those of a stage's diagram. In a long queue each takes a time that
// grows with the square of the jobs.
func (s stage) nodes(jobs int) int64 {
	n := int64(max(jobs, longQueue))
	return s.diagram * longQueue * longQueue / (n * n)
}
