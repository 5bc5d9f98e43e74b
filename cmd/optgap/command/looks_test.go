package command

import (
	"testing"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
)

// TestLooks: each scheduler, method and algorithm of this project looks the same in all pictures.
func TestLooks(t *testing.T) {
	for _, names := range [][]string{
		append(schedulers.Names(), schedulers.Recorded), method.Names(), experiment.Names(experiment.All()),
	} {
		for _, name := range names {
			if _, ok := canvas.LookOf(name); !ok {
				t.Errorf("package canvas has no look for %s", name)
			}
		}
	}
}
