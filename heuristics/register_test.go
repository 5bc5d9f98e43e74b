package heuristics

import (
	"errors"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
)

func latest(j optgap.Job) int64 { return -j.Submit }

// TestRegister: registered policies come last, by name, and are found in upper and lower
// case.
func TestRegister(t *testing.T) {
	defer func(before []Policy) { registered = before }(registered)
	before := len(Policies())
	policy := func(name, about string, key func(optgap.Job) int64) Policy {
		return Policy{Name: name, About: about, Key: key}
	}
	must.Do(errors.Join(
		Register(policy("ZZ", "last", latest)), Register(policy("LST", "latest submission first", latest)),
	))
	all := Policies()
	must.Hold(t, len(all) == before+2 && all[before].Name == "LST" && all[before+1].Name == "ZZ",
		"policies", all, "expected LST and ZZ last")
	if p, err := PolicyByName("lst"); err != nil || p.Name != "LST" {
		t.Errorf("lst is %v, error %v", p, err)
	}
	must.Refuse(t, must.Err(PolicyByName("best")), "", "an unknown policy")
	for want, p := range map[string]Policy{
		`policy: found "lst" a second time`:      policy("lst", "twice", latest),
		`policy: found "sjf" a second time`:      policy("sjf", "built in", latest),
		`policy: found "a,b", expected`:          policy("a,b", "no name", latest),
		`policy XF: found no About or no Key`:    policy("XF", "no key", nil),
		`policy XG: found no About or no Key, e`: policy("XG", "", latest),
	} {
		if err := Register(p); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, expected %q", p.Name, err, want)
		}
	}
	must.Equal(t, len(Policies()), len(all), "policies", Policies(), "no refused one")
}
