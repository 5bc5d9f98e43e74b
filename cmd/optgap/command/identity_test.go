package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/papers"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// TestIdentity shows that every flag of a command whose results are stored is one on which they depend,
// and so stands in their folder, or is known to be none. A new flag has to be put on one side. Of simulate and
// moldable the heading of the flag does so.
func TestIdentity(t *testing.T) {
	const shown = "format out quiet workers help " // how results are shown and kept
	commands := map[string]struct{ shaping, free string }{
		"study": {
			strings.Join(field.Names(spec.Default()), " "),
			shown + "file dry-run slurm sbatch shards rejects rows wide loss plot no-titles width in-process pin " +
				"retry-failed against budget within", // how many steps there are; nothing is kept
		},
		"reproduce grothklags2004": {
			strings.Join(field.Names(papers.GrothklagsFields{}), " "),
			shown + "wide plot no-titles width rejects in-process pin readings", // each other reading has a folder
		},
		"reproduce streit2002": {
			strings.Join(field.Names(papers.StreitFields{}), " ") + " paper-set shrink",
			shown + "plot no-titles width wide rejects sets readings", // each set and reading has a folder
		},
		"reproduce aida2000": {"models schedulers loads experiments jobs seed reading", shown + "plot no-titles width wide"},
		"reproduce dutot2004": {
			"machine shuffles criterion compaction shuffling seed relaxed-ratio",
			// Which instances there are; each result stands by itself.
			shown + "plot no-titles width wide runs sizes models readings",
		},
	}
	eachFlag(func(c *cli.Command, o *console.Option) {
		sides, ok := commands[console.FullName(c)]
		if !ok {
			return
		}
		name := o.Name
		depends := slices.Contains(strings.Fields(sides.shaping), name)
		free := slices.Contains(strings.Fields(sides.free), name)
		if depends == free {
			t.Errorf(
				"%s --%s: results depend on it: %v, they do not: %v; expected one",
				console.FullName(c),
				name,
				depends,
				free,
			)
		}
	})
}
