package child

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// Cores are shared evenly, and too many workers are refused.
func TestCores(t *testing.T) {
	allowed, err := allowedCores()
	if err != nil {
		t.Skip(err)
	}
	for workers := 1; workers <= len(allowed); workers++ {
		c := must.Get(NewCores(workers))
		var dealt []int
		for range workers {
			s := c.take()
			if len(s.cores) != len(allowed)/workers {
				t.Errorf("%d workers: found %v", workers, s.cores)
			}
			dealt = append(dealt, s.cores...)
		}
		if slices.Sort(dealt); len(slices.Compact(dealt)) != workers*c.each {
			t.Errorf("%d workers: found %v dealt out", workers, dealt)
		}
	}
	if _, err := NewCores(len(allowed) + 1); must.Field(err) != "workers" {
		t.Errorf("found %v, expected an error about the workers", err)
	}
}

// A child that does not serve starts no children, which would start more.
func TestNoChildrenOfChildren(t *testing.T) {
	defer func(before []string) { os.Args = before }(os.Args)
	os.Args = []string{"own", ServeCommand}
	if _, err := NewCrew[int, int](0, 0); err == nil || !strings.Contains(err.Error(), "command.Main") {
		t.Errorf("found %v, expected an error that says what to call", err)
	}
}

func TestLimitedBy(t *testing.T) {
	if by := LimitedBy(0, &Cores{each: 2}); by["memory"] != "not limited" || by["cores"] != "pinned: 2 for each worker" {
		t.Errorf("found %q", by)
	}
	if by := LimitedBy(1, nil); !strings.HasPrefix(by["memory"], "resident memory") || by["cores"] != "not pinned" {
		t.Errorf("found %q", by)
	}
}
