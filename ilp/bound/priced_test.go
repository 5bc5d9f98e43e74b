package bound

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/steptest"
	"github.com/optgap/optgap/ilp/grid"
	"github.com/optgap/optgap/ilp/internal/gridtest"
)

// exactly returns L as the package's comment states it, a sum per slot in numbers of 300
// bits.
func exactly(p *grid.Problem, price []float64) float64 {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	prefix := []*big.Float{number(0)}
	value := number(float64(p.Offset))
	for t := range p.Capacity {
		prefix = append(prefix, number(0).Add(prefix[t], number(price[t])))
		value.Sub(value, number(0).Mul(number(price[t]), number(float64(p.Capacity[t]))))
	}
	for _, c := range p.Classes {
		var least *big.Float
		for k, s := range c.Starts {
			v := number(0).Sub(prefix[s+c.Slots], prefix[s])
			v.Mul(v, number(float64(c.Width))).Add(v, number(float64(c.Costs[k])))
			if least == nil || v.Cmp(least) < 0 {
				least = v
			}
		}
		value.Add(value, least.Mul(least, number(float64(len(c.Jobs)))))
	}
	v, _ := value.Float64()
	return v
}

// TestFixKeepsSchedules: at any prices, every start of a schedule within the upper bound
// stays, on restricting and on relaxing grids. The value of the prices is below the exact
// one by no more than the tolerance.
func TestFixKeepsSchedules(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	dropped := 0
	for i := range 400 {
		step := steptest.Random(r, steptest.Options{MaxJobs: 4, Dips: i%2 == 0, MaxEstimate: 8})
		scale := 1 + r.Int64N(4)
		state := grid.Restrict
		if i%4 == 1 {
			state = grid.Relax
		}
		p, err := state(&step, scale, grid.Options{Plain: i%3 == 0})
		if err != nil {
			t.Fatal(err)
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
			price := make([]float64, len(p.Capacity))
			for k := range price {
				price[k] = max(0, 2*(1-float64(k)/float64(len(price)))+r.NormFloat64()/4)
			}
			if got, want := evaluate(p, price), exactly(p, price); got > want || got < want-grid.Tolerance(want) {
				t.Fatalf("%+v at scale %d: value %v, exactly %v", step, scale, got, want)
			}
			fix(p, price, limit)
			for _, k := range all {
				if v, ok := p.Objective(k.schedule); k.objective <= limit && (!ok || v != k.objective) {
					t.Fatalf("%+v at scale %d: schedule %v of objective %d is gone, upper %d",
						step, scale, k.schedule, k.objective, limit)
				}
			}
			p.Tighten()
		}
		dropped += before - p.Size()
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
}
