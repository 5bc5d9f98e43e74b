package bound

import (
	"math/big"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
	"github.com/optgap/optgap/ilp/internal/mip"
	"github.com/optgap/optgap/ilp/internal/program"
)

// exactly returns L as the package's comment states it, a sum per slot in numbers of 300
// bits.
func exactly(p *program.Problem, price []float64) float64 {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	prefix := []*big.Float{number(0)}
	value := number(float64(p.Offset))
	for t, free := range gridtest.Free(p) {
		prefix = append(prefix, number(0).Add(prefix[t], number(price[t])))
		value.Sub(value, number(0).Mul(number(price[t]), number(float64(free))))
	}
	for _, kd := range p.Kinds {
		var least *big.Float
		for k, s := range kd.Starts {
			v := number(0).Sub(prefix[s+kd.Duration], prefix[s])
			v.Mul(v, number(float64(kd.Width))).Add(v, number(float64(kd.Costs[k])))
			if least == nil || v.Cmp(least) < 0 {
				least = v
			}
		}
		value.Add(value, least.Mul(least, number(float64(kd.Count))))
	}
	v, _ := value.Float64()
	return v
}

// TestFixKeepsSchedules: at any prices, every start of a schedule within the upper bound
// stays, on restricting and on relaxing grids, and so do the processors that it needs. The value of the
// prices is below the exact one by no more than the tolerance.
func TestFixKeepsSchedules(t *testing.T) {
	dropped := 0
	for i, r := range steptest.Sources(400, 21) {
		step := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 4, Dips: i%2 == 0, MaxEstimate: 8})
		scale := 1 + r.Int64N(4)
		on, err := grid.Scale(&step, grid.Choice{Scale: scale})
		if i%4 == 1 {
			on = grid.Relax(&step, scale)
		}
		p, listing := program.List(on, program.Options{Apart: i%3 == 0})
		if err != nil || listing != nil {
			t.Fatal(err, listing)
		}
		type known struct {
			schedule  optgap.Schedule
			objective int64
		}
		var all []known
		optimum := gridtest.Optimum(p)
		upper := optimum + r.Int64N(20)
		gridtest.Schedules(p, upper, func(s optgap.Schedule, v int64) int64 {
			all = append(all, known{slices.Clone(s), v})
			return upper
		})
		before := p.Size()
		for _, limit := range []int64{upper, optimum} {
			price := make([]float64, p.End())
			for k := range price {
				price[k] = max(0, 2*(1-float64(k)/float64(len(price)))+r.NormFloat64()/4)
			}
			if got, want := evaluate(p, price), exactly(p, price); got > want || got < want-mip.Tolerance(want) {
				t.Fatalf("%+v at scale %d: value %v, exactly %v", step, scale, got, want)
			}
			fix(p, price, limit)
			lower(p)
			kept := 0
			gridtest.Schedules(p, limit, func(optgap.Schedule, int64) int64 {
				kept++
				return limit
			})
			for _, k := range all {
				if k.objective <= limit {
					kept--
				}
			}
			if kept != 0 {
				t.Fatalf("%+v at scale %d: %d schedules more than before, upper %d", step, scale, kept, limit)
			}
		}
		dropped += before - p.Size()
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
}

// TestLower compares processors with sums over all sets of jobs that can occupy a slot.
func TestLower(t *testing.T) {
	lowered := 0
	for _, r := range steptest.Sources(300, 16) {
		step := steptest.Random(r, steptest.Options{MinJobs: 1, MaxJobs: 7, Dips: true, MaxMachine: 300})
		p := must.Get(program.List(grid.Relax(&step, 1+r.Int64N(6)), program.Options{Cutoff: bestPolicy(&step)}))
		before := gridtest.Free(p)
		lower(p)
		for slot, free := range gridtest.Free(p) {
			var widths []int64
			for _, kd := range p.Kinds {
				occupies := func(s int64) bool { return s <= int64(slot) && int64(slot) < s+kd.Duration }
				if slices.ContainsFunc(kd.Starts, occupies) {
					widths = append(widths, slices.Repeat([]int64{kd.Width}, int(kd.Count))...)
				}
			}
			want := int64(0)
			for subset := range 1 << len(widths) {
				sum := int64(0)
				for i, w := range widths {
					sum += w * int64(subset>>i&1)
				}
				if sum <= before[slot] {
					want = max(want, sum)
				}
			}
			if free != want {
				t.Fatalf("%+v: slot %d lowered from %d to %d, want %d", step, slot, before[slot], free, want)
			}
			if free < before[slot] {
				lowered++
			}
		}
	}
	if lowered == 0 {
		t.Error("no slot was lowered")
	}
}
