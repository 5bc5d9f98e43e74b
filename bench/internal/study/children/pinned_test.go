package children

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/run/host"
	"github.com/optgap/optgap/heuristics/must"
)

// Children work at the same time on cores of their own, with all their threads.
func TestPinned(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs sched_setaffinity")
	}
	allowed := host.Look("/", "").Cores.Allowed
	p := pool(t, "well")
	p.Cores = must.Get(child.NewCores(allowed))
	results := make([]record.Result, 8*allowed)
	var workers sync.WaitGroup
	for w := range allowed {
		workers.Go(func() {
			for i := w; i < len(results); i += allowed {
				results[i] = p.Solve(t.Context(), step(2*i))
			}
		})
	}
	workers.Wait()
	pinned := make(map[uint64]string)
	for _, r := range results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		pinned[r.Seed] = "" // the child
	}
	if len(pinned) > allowed {
		t.Errorf("found %d children, expected one for each of %d cores", len(pinned), allowed)
	}
	var found []string
	for child := range pinned {
		cores := coresOf(t, child)
		if len(cores) != 1 {
			t.Errorf("child %d: found threads on %q, expected one core", child, cores)
		}
		found = append(found, cores...)
	}
	slices.Sort(found)
	if one := slices.Compact(slices.Clone(found)); len(one) != len(found) {
		t.Errorf("found children on cores %q, expected each on its own", found)
	}
}

// coresOf returns the sets of cores that the threads of a process may run on.
func coresOf(t *testing.T, pid uint64) (sets []string) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("found no thread of %d, %v", pid, err)
	}
	for _, file := range threads {
		status, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(status), "Cpus_allowed_list:")
		set, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
		if !slices.Contains(sets, set) {
			sets = append(sets, set)
		}
	}
	return sets
}
