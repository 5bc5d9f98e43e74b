package harness

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"testing"
)

// memory is a Store. A result is its own key: ten times the problem and a digit.
type memory struct {
	results map[int]int
	limits  map[string]string
}

func (m *memory) Keys() iter.Seq[int]                      { return maps.Keys(maps.Clone(m.results)) }
func (m *memory) Known(key int) (int, bool)                { r, ok := m.results[key]; return r, ok }
func (m *memory) LimitedBy(limits map[string]string) error { m.limits = limits; return nil }
func (m *memory) Result(r int) error                       { m.results[r] = r; return nil }
func (m *memory) Replace(old, r int) error {
	delete(m.results, old)
	return m.Result(r)
}

// stored is a run over a store with the results. Its solver answers with a digit of 5. solved lists
// the problems that it solves, and kept those that the run keeps.
func stored(results ...int) (r *Run[int, int, int], m *memory, solved, kept *[]int) {
	m, solved, kept = &memory{results: map[int]int{}}, new([]int), new([]int)
	for _, one := range results {
		m.results[one] = one
	}
	r = &Run[int, int, int]{
		Store: m, Task: func(problem int, _ string) int { return problem }, TaskOf: func(key int) int { return key / 10 },
		LimitedBy: map[string]string{"memory": "not"},
		Solvers: []Solver[int, int]{{"only", func(_ context.Context, problem int) (int, error) {
			*solved = append(*solved, problem)
			return 10*problem + 5, nil
		}}},
		Keep: func(problem int) error { *kept = append(*kept, problem); return nil },
	}
	return r, m, solved, kept
}

// What the store has is not sought again, unless it has several results of a task. All problems are
// kept, and all results handed on.
func TestEarlierResults(t *testing.T) {
	r, m, solved, kept := stored(11, 21, 22, 91)
	var handed []int
	r.Result = func(_, result int) error { handed = append(handed, result); return nil }
	problems := []int{1, 2, 3}
	if n := r.CountKnown(slices.Values(problems)); n != 1 {
		t.Errorf("found %d known results, expected one", n)
	}
	if err := r.Do(t.Context(), Each(problems)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(*solved, []int{2, 3}) || !slices.Equal(*kept, problems) || !slices.Equal(handed, []int{11, 25, 35}) {
		t.Errorf("solved %v, kept %v, handed on %v", *solved, *kept, handed)
	}
	if m.results[35] != 35 || m.limits["memory"] != "not" {
		t.Errorf("found %+v", m)
	}
}

// Results that are sought again stay until there are new ones.
func TestRetry(t *testing.T) {
	r, m, solved, _ := stored(11, 22, 33)
	r.Retry = func(result int) bool { return result > 20 }
	boom := errors.New("boom")
	r.Found = func(result int) error {
		if result == 25 {
			return boom
		}
		return nil
	}
	if err := r.Do(t.Context(), Each([]int{1, 2, 3})); !errors.Is(err, boom) {
		t.Fatalf("found %v", err)
	}
	want := []int{11, 25, 33}
	if !slices.Equal(slices.Sorted(maps.Keys(m.results)), want) || !slices.Contains(*solved, 2) {
		t.Errorf("found %v after solving %v, expected %v", m.results, *solved, want)
	}
}

// An error of the store ends the run.
func TestKeepFails(t *testing.T) {
	r, _, solved, _ := stored()
	full := errors.New("full")
	r.Keep = func(problem int) error {
		if problem == 2 {
			return full
		}
		return nil
	}
	if err := r.Do(t.Context(), Each([]int{1, 2, 3})); !errors.Is(err, full) || slices.Contains(*solved, 3) {
		t.Errorf("found %v after solving %v", err, *solved)
	}
}
