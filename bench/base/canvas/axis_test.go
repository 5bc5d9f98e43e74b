package canvas

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

func labels(ticks []plot.Tick) string {
	var s []string
	for _, t := range ticks {
		if !t.IsMinor() {
			s = append(s, t.Label)
		}
	}
	return strings.Join(s, " | ")
}

func TestTimeTicks(t *testing.T) {
	tests := []struct {
		span, count int64
		want        string
	}{
		{1, 8, "0 | 1 s"},
		{25, 8, "0 | 5 s | 10 s | 15 s | 20 s | 25 s"}, // 25 / 2 = 12 labels are too many, 25 / 5 = 5 are not
		{4 * hour, 8, "0 | 30 min | 1 h | 1 h 30 min | 2 h | 2 h 30 min | 3 h | 3 h 30 min | 4 h"},
		{30 * hour, 5, "0 | 6 h | 12 h | 18 h | 1 d | 1 d 6 h"},
		{280 * day, 8, "0 | 50 d | 100 d | 150 d | 200 d | 250 d"},
	}
	for _, tt := range tests {
		ticks := TimeTicks(0, tt.span, tt.count)
		if got := labels(ticks); got != tt.want {
			t.Errorf("span %d: got %s, want %s", tt.span, got, tt.want)
		}
		if last := int64(ticks[len(ticks)-1].Value); last > tt.span {
			t.Errorf("span %d: a mark at %d", tt.span, last)
		}
	}
	excerpt := TimeTicks(90*minute, 4*hour, 4)
	if got := labels(excerpt); got != "2 h | 3 h | 4 h" || excerpt[0].Value != float64(90*minute) {
		t.Errorf("from 90 min on: found %v", excerpt)
	}
}

// TestTimeStepCounts: at any length there are at most count labels and, above a few seconds,
// at least a third of count.
func TestTimeStepCounts(t *testing.T) {
	for span := int64(1); span < math.MaxInt64/200; span += 1 + span/7 {
		for _, count := range []int64{1, 3, 8, 20} {
			major, minor := timeStep(span, count)
			if n := span / major; n > count || span > 3*count && n < count/3 {
				t.Fatalf("span %d: %d labels besides 0, asked for at most %d", span, n, count)
			}
			if major%minor != 0 {
				t.Fatalf("span %d: minor %d does not divide major %d", span, minor, major)
			}
		}
	}
}

func TestProcessorTicks(t *testing.T) {
	tests := []struct {
		machine int64
		want    string
	}{
		{1, "0 | 1"},
		{2, "0 | 1 | 2"},
		{3, "0 | 1 | 2 | 3"},
		{7, "0 | 2 | 4 | 6 | 7"},      // 7 is prime: every 2, and 7 itself
		{64, "0 | 16 | 32 | 48 | 64"}, // a power of two in 64 / 16 = 4 parts
		{100, "0 | 20 | 40 | 60 | 80 | 100"},
		{430, "0 | 100 | 200 | 300 | 400 | 430"},
		{1024, "0 | 256 | 512 | 768 | 1,024"},
		{9216, "0 | 2,000 | 4,000 | 6,000 | 8,000 | 9,216"},
		{1010, "0 | 200 | 400 | 600 | 800 | 1,010"}, // 1,000 is within 200 / 4 of 1,010
	}
	for _, tt := range tests {
		if got := labels(ProcessorTicks(tt.machine)); got != tt.want {
			t.Errorf("machine %d: got %s, want %s", tt.machine, got, tt.want)
		}
	}
}
