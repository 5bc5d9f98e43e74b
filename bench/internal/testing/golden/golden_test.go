package golden

import (
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

func TestAlike(t *testing.T) {
	const path = `<path d="M12.125,3.5L-7,1e-05" style="fill:#EE6677"/>`
	for _, c := range []struct {
		other string
		want  bool
	}{
		{path, true},
		{`<path d="M12.12500001,3.499L-7.001,0" style="fill:#EE6677"/>`, true},
		{`<path d="M12.14,3.5L-7,1e-05" style="fill:#EE6677"/>`, false},
		{`<path d="M12.125,3.5L-7,1e-05" style="fill:#EE6678"/>`, false},
		{`<path d="M12.125,3.5L-7,1e-05Z" style="fill:#EE6677"/>`, false},
		{`<path d="M12.125,3.5L-7" style="fill:#EE6677"/>`, false},
	} {
		must.Equal(t, alike(path, c.other), c.want, c.other)
	}
}
