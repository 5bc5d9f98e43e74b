package isolate

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/bench/run/host"
)

// grouped returns a fence with control groups.
func grouped(t testing.TB) child.Fence {
	t.Helper()
	f := child.NewFence()
	if f.Groups == nil {
		t.Skip(f.NoGroups)
	}
	return f
}

// The kernel ends a child that takes too much memory faster than anybody polls. That costs
// its step alone, the result says why, and no group is left behind.
func TestKernelLimitsMemory(t *testing.T) {
	for _, behaviour := range []string{"eats memory", "interim then eats memory"} {
		t.Run(strings.ReplaceAll(behaviour, " ", "-"), func(t *testing.T) {
			p := pool(t, behaviour)
			p.Fence, p.Memory = grouped(t), 100<<20
			for index := range 3 { // before, the failure, and after
				s := loose(t, index)
				r := p.Solve(t.Context(), s)
				verified(t, s, r)
				if index != 1 {
					if r.Status != optgap.StatusFeasible || r.EndedBy != optgap.EndedFinished {
						t.Errorf("step %d: found %s, %s (%s), expected an answer", index, r.Status, r.EndedBy, r.Error)
					}
					continue
				}
				want := optgap.StatusMemory
				if strings.HasPrefix(behaviour, "interim") {
					want = optgap.StatusFeasible
				}
				if r.Status != want || r.EndedBy != optgap.EndedMemoryLimit || r.Error != "" {
					t.Errorf("found %s, %s, %q, expected %s, %s", r.Status, r.EndedBy, r.Error, want, optgap.EndedMemoryLimit)
				}
				// A child takes some of its memory before it is in its group, more of it under the race
				// detector, and pages of the program's file count for who read them first.
				if peak := r.PeakMemoryBytes; peak < p.Memory*3/4 || peak > p.Memory+64<<20 {
					t.Errorf("found a peak of %d bytes, expected about %d", peak, p.Memory)
				}
			}
			p.Close()
			if left := ownGroups(t); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
			if err := p.Fence.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// ownGroups returns the control groups that this process has made.
func ownGroups(t *testing.T) (found []string) {
	t.Helper()
	for _, g := range host.Look("/", "").Cgroups {
		made, err := filepath.Glob(filepath.Join(g.Dir, fmt.Sprintf("optgap-%d-*", os.Getpid())))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, made...)
	}
	return found
}

// A child that ends by itself or is killed at another limit leaves no group either.
func TestGroupsAreRemoved(t *testing.T) {
	for _, behaviour := range []string{"exits", "is killed", "hangs"} {
		p := pool(t, behaviour)
		p.Fence, p.Memory = grouped(t), 1<<30
		for index := range 4 {
			if p.Limits = nil; index%2 == 1 {
				p.Limits = []time.Duration{300 * time.Millisecond}
			}
			if r := p.Solve(t.Context(), step(index)); index%2 == 1 && r.EndedBy == optgap.EndedMemoryLimit {
				t.Errorf("%s: found %s, %s", behaviour, r.Status, r.EndedBy)
			}
		}
		p.Close()
		if left := ownGroups(t); len(left) > 0 {
			t.Errorf("%s: left behind: %q", behaviour, left)
		}
	}
}

// Children work at the same time on cores of their own, with all their threads.
func TestPinned(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs sched_setaffinity")
	}
	allowed := host.Look("/", "").Cores.Allowed
	p := pool(t, "well")
	var err error
	if p.Fence.Cores, err = child.NewCores(allowed); err != nil {
		t.Fatal(err)
	}
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
