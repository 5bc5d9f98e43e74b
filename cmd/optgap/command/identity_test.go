package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// TestIdentity shows that every flag of a command whose results are stored is one on which they depend, and so stands
// in their folder, or that its heading says that it is none: it is about the work or about what is shown. Few flags
// under other headings say which results there are. Of simulate and moldable the heading says all.
func TestIdentity(t *testing.T) {
	fields := func(of any) string { return strings.Join(field.Names(of), " ") }
	ofStudies := ""
	for _, o := range new(spec.Spec).Fields() {
		ofStudies += o.Name + " "
	}
	commands := map[string]struct{ stored, which string }{
		"study":                    {ofStudies, ""},
		"reproduce grothklags2004": {ofStudies, ""},
		"reproduce streit2002":     {fields(streit2002.Settings{}) + " paper-set shrink", "sets"},
		"reproduce aida2000":       {"models schedulers loads experiments jobs seed", ""},
		"reproduce dutot2004":      {"machine seed minsum-ratio", "runs sizes models"},
	}
	eachFlag(func(c *cli.Command, o *console.Option) {
		of, ok := commands[console.FullName(c)]
		known := strings.Fields(of.stored + " " + of.which)
		free := slices.Contains([]string{console.GroupRun, console.GroupOutput}, o.Group)
		if ok && !free && !slices.Contains(known, o.Name) {
			t.Errorf("%s --%s: found neither a stored value nor a heading of flags that change no result",
				console.FullName(c), o.Name)
		}
	})
}

// TestLooks: each scheduler, method and algorithm of this project looks the same in all pictures.
func TestLooks(t *testing.T) {
	for _, names := range [][]string{
		append(schedulers.Names(), schedulers.Recorded), method.Names(), experiment.Names(experiment.All()),
	} {
		for _, name := range names {
			if _, ok := figure.LookOf(name); !ok {
				t.Errorf("package figure has no look for %s", name)
			}
		}
	}
}
