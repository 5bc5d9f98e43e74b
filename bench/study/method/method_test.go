package method

import (
	"slices"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

func TestByNames(t *testing.T) {
	for _, c := range []struct {
		names, want []string
		fault       string
	}{
		{[]string{"ilp"}, []string{"ilp"}, ""},
		{[]string{"exact", "policies", "ilp"}, []string{"policies", "ilp", "exact"}, ""},
		{nil, nil, "method: found none, expected one or more of [policies bicriteria ilp exact]"},
		{[]string{"ilp", ""}, nil, `method: found "", expected one of policies, bicriteria, ilp, exact`},
		{[]string{"ilp", "magic"}, nil, `method: found "magic", expected one of policies, bicriteria, ilp, exact`},
		{[]string{"ilp", "exact", "ilp"}, nil, `method: found "ilp" twice in ilp,exact,ilp, expected each method once`},
	} {
		methods, err := ByNames(c.names)
		var got []string
		for _, m := range methods {
			got = append(got, m.Name)
		}
		if text(err) != c.fault || !slices.Equal(got, c.want) {
			t.Errorf("%v: found %v, %q, expected %v, %q", c.names, got, text(err), c.want, c.fault)
		}
		if err != nil && must.Field(err) == "" {
			t.Errorf("%v: found a %T, expected a FieldError", c.names, err)
		}
	}
}
