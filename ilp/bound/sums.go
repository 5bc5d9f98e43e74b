package bound

import (
	"cmp"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/ilp/internal/bitset"
	"github.com/optgap/optgap/ilp/internal/program"
)

// lower lowers the processors of each slot to the largest sum of widths that fits into them,
// of jobs that can still occupy the slot. Schedules stay as they are. Linear relaxations
// get tighter, as they lose capacity that no set of whole jobs could use.
func lower(p *program.Problem) {
	turns, end := turnsOf(p), p.End()
	times, most := []int64{}, int64(0)
	for _, c := range p.Free {
		if c.Time < end {
			times, most = append(times, c.Time), max(most, c.Free)
		}
	}
	for _, turn := range turns {
		times = append(times, turn.at)
	}
	slices.Sort(times)
	jobs, words := 0, int(most)/64+1
	for _, kd := range p.Kinds {
		jobs += len(kd.Jobs)
	}
	open, at, work := make([]bool, len(p.Kinds)), 0, 0
	sums, lowered := sumsOf(p, open, words), optgap.History{}
	for _, t := range slices.Compact(times) {
		for at+1 < len(p.Free) && p.Free[at+1].Time <= t {
			at++
		}
		if len(turns) > 0 && turns[0].at == t {
			for ; len(turns) > 0 && turns[0].at == t; turns = turns[1:] {
				open[turns[0].kind] = !open[turns[0].kind]
			}
			if work += jobs * words; work > maxShiftWork {
				p.Free = append(append(lowered, optgap.Change{Time: t, Free: p.Free[at].Free}), p.Free[at+1:]...)
				return
			}
			sums = sumsOf(p, open, words)
		}
		lowered = append(lowered, optgap.Change{Time: t, Free: int64(sums.Largest(int(min(most, p.Free[at].Free))))})
	}
	p.Free = lowered
}

// maxShiftWork is the most words of bits that are shifted, which takes well below a second.
const maxShiftWork = 200_000_000

// turn is a slot from which on the jobs of a kind can occupy slots, or no longer can.
type turn struct {
	at   int64
	kind int
}

// turnsOf returns the turns of all kinds in order of time.
func turnsOf(p *program.Problem) []turn {
	var all []turn
	for i, kd := range p.Kinds {
		if kd.Duration == 0 {
			continue
		}
		for k := 0; k < len(kd.Starts); k++ {
			first := kd.Starts[k]
			for k+1 < len(kd.Starts) && kd.Starts[k+1] <= kd.Starts[k]+kd.Duration {
				k++
			}
			all = append(all, turn{first, i}, turn{kd.Starts[k] + kd.Duration, i})
		}
	}
	slices.SortFunc(all, func(a, b turn) int { return cmp.Compare(a.at, b.at) })
	return all
}

// sumsOf returns the sums of widths of all sets of jobs of the open kinds, in a set of so
// many words. Larger sums are left out.
func sumsOf(p *program.Problem, open []bool, words int) bitset.Set {
	s := make(bitset.Set, words)
	s.Add(0)
	for k, kd := range p.Kinds {
		if open[k] {
			s.AddMultiples(int(kd.Width), len(kd.Jobs))
		}
	}
	return s
}
