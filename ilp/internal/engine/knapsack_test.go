package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestFillKnapsack compares the last row with all sets of items, for rows of any length. Elements
// after the slack stay as they are.
func TestFillKnapsack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		most := 1 + r.Int64N(40)
		least := r.Int64N(most + 1)
		length := int(most) + 1 + r.IntN(3)
		items := make([]knapsackItem, r.IntN(8))
		for i := range items {
			items[i] = knapsackItem{1 + r.Int64N(most), float64(r.Int64N(20))}
		}
		ways := map[string]func([]float64, int, []knapsackItem, int64, int64){"best": fillKnapsack, "plain": fillPlain}
		for name, of := range ways {
			rows := make([]float64, (len(items)+1)*length+knapsackSlack+3)
			for i := range rows {
				rows[i] = 1e9
			}
			of(rows, length, items, least, most)
			for room := least; room <= most; room++ {
				if got, want := rows[len(items)*length+int(room)], bestSet(items, room); got != want {
					t.Fatalf("%s: room %d: %g, want %g of %v, from %d to %d", name, room, got, want, items, least, most)
				}
			}
			for _, v := range rows[len(rows)-3:] {
				if v != 1e9 {
					t.Fatalf("%s: changed what is after the rows", name)
				}
			}
		}
	}
}

func fillPlain(rows []float64, length int, items []knapsackItem, least, most int64) {
	rest := int64(0)
	for _, it := range items {
		rest += it.Size
	}
	clear(rows[:most+1])
	fillPlainly(rows, length, items, least, most, rest)
}

// bestSet tries all sets.
func bestSet(items []knapsackItem, room int64) float64 {
	most := 0.0
	for set := range 1 << len(items) {
		size, value := int64(0), 0.0
		for i, it := range items {
			if set>>i&1 != 0 {
				size, value = size+it.Size, value+it.Value
			}
		}
		if size <= room {
			most = max(most, value)
		}
	}
	return most
}

// BenchmarkFill compares the two ways to fill the rows for a number of processors.
//
//	go test -run '^$' -bench Fill -count 10 ./ilp/internal/engine
func BenchmarkFill(b *testing.B) {
	sizes := []int{100, 20, 500}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		r := rand.New(rand.NewPCG(1, 2))
		items := make([]knapsackItem, 25)
		for i := range items {
			items[i] = knapsackItem{1 + r.Int64N(int64(n)/4), r.Float64()}
		}
		rows := make([]float64, (len(items)+1)*(n+1)+knapsackSlack)
		for _, c := range []struct {
			name string
			of   func([]float64, int, []knapsackItem, int64, int64)
		}{{"plain", fillPlain}, {"best", fillKnapsack}} {
			b.Run(fmt.Sprintf("processors=%d/fill=%s", n, c.name), func(b *testing.B) {
				for b.Loop() {
					c.of(rows, n+1, items, int64(n), int64(n))
				}
				b.ReportMetric(float64(len(items))*float64(b.N)/b.Elapsed().Seconds()/1e6, "items/us")
			})
		}
	}
}
