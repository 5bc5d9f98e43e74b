package command

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/simulate/sweep"
	"github.com/optgap/optgap/bench/study/spec"
)

// need is what a flag needs to have an effect.
type need struct {
	only string // follows "only" in help and messages, such as "with --replay"
	met  func(*cli.Context) bool
	mute bool // help says it elsewhere
}

// effect is a row of a table: flags and what all of them need.
type effect struct {
	flags string // names with blanks between
	need  need
}

// solverEffects are those of the flags of every command that solves steps.
func solverEffects() []effect {
	effects := []effect{{"pin", without("in-process")}}
	for _, e := range spec.Effects() {
		effects = append(effects, effect{e.Names, needOf(e)})
	}
	return effects
}

// needOf returns the condition of fields of a study as one of flags. A command line that cannot
// be read is refused elsewhere.
func needOf(e spec.Effect) need {
	return need{only: e.Only, met: func(c *cli.Context) bool {
		s, err := specOf(c)
		return err != nil || e.Met(s.Solving)
	}}
}

func studyEffects() []effect {
	return append([]effect{
		{"rejects", without("strict")},
		{"in-process", needOf(spec.Searching())},
		{"rows", withValue("format", table.Text)},
		{"rows", without("loss")},
		{"dry-run", withFlag(studyFileName)},
		{"dry-run", without(slurmName)},
		{"shard out format rows wide loss plot no-titles", without(slurmName)},
		{"shards sbatch", withFlag(slurmName)},
		{"retry-failed", withFlag("out")},
	}, solverEffects()...)
}

func solveEffects() []effect {
	solving := unsaid(without("write-model", "read-solution"))
	return append([]effect{
		{"method in-process formulation time-scale scale-memory scale-entry horizon plain memory gap node-limit seed shuffles capacity", unsaid(without(readSchedulesName))},
		{"method time-limit gap node-limit no-bounds no-certificates minsum-ratio lp-scale", solving},
		{"format", without("write-model")},
	}, solverEffects()...)
}

func verifyEffects() []effect {
	return []effect{{"time-limit workers", withFlag("replay")}}
}

func generateEffects() []effect {
	return []effect{
		{"model set", without("from")},
		{"weibull daily-cycle", withFlag("from")},
	}
}

func simulateEffects() []effect {
	return []effect{
		{"rejects", without("strict")},
		{"machine", without("sites")},
		{"slack future-jobs future-time policies replan running quality", withScheduler(schedulers.SelfTuningNames()...)},
		{"lower upper tune", withScheduler(sweep.Basic)},
		{"tune-replays", withFlag("tune")},
		{"seed", need{only: "with --tune or --scheduler " + batchBiCriteria, met: func(c *cli.Context) bool {
			return c.Bool("tune") || withScheduler(batchBiCriteria).met(c)
		}}},
		{"aging", withScheduler(schedulersNamed("first-fit")...)},
		{"interactive", withScheduler("ivs")},
		{"slack-factor", withScheduler("slack")},
		{"shuffles", withScheduler(batchBiCriteria)},
		{"reservations-out", withFlag("reservations")},
		{"draw-from draw-to", withFlag("gantt", "timeline")},
	}
}

// batchBiCriteria is a scheduler with random choices.
const batchBiCriteria = "batch-bicriteria"

// limited returns the flags with what they need by the table.
func limited(flags []cli.Flag, table []effect) []cli.Flag {
	for _, e := range table {
		for name := range strings.FieldsSeq(e.flags) {
			i := slices.IndexFunc(flags, func(f cli.Flag) bool { return f.Names()[0] == name })
			o := optionOf(flags[i])
			o.needs = append(o.needs, e.need)
			flags[i] = o
		}
	}
	return flags
}

// only says what the flag needs, for help; "": nothing.
func (o *option) only() string {
	var parts []string
	for _, n := range o.needs {
		if !n.mute {
			parts = append(parts, n.only)
		}
	}
	return strings.Join(parts, " and ")
}

// checkEffects refuses flags of the command line that have no effect.
func checkEffects(c *cli.Context) error {
	for _, f := range c.Command.Flags {
		o, ok := f.(*option)
		if !ok || !c.IsSet(o.Names()[0]) {
			continue
		}
		for _, n := range o.needs {
			if !n.met(c) {
				return usage("%s: found --%s, which has an effect only %s", fullName(c.Command), o.Names()[0], n.only)
			}
		}
	}
	return nil
}

// withValue is the need of a flag that has a value.
func withValue(flag, value string) need {
	return need{only: "with --" + flag + " " + value, met: func(c *cli.Context) bool { return c.String(flag) == value }}
}

// unsaid is a need that help says elsewhere.
func unsaid(n need) need {
	n.mute = true
	return n
}

// withFlag is the need of one of the flags.
func withFlag(flags ...string) need {
	return need{only: "with " + alternatives("--", flags), met: func(c *cli.Context) bool { return anyOf(c, flags) }}
}

// without is the need of none of the flags.
func without(flags ...string) need {
	return need{only: "without " + alternatives("--", flags), met: func(c *cli.Context) bool { return !anyOf(c, flags) }}
}

// anyOf tells whether one of the flags has a value other than that of a flag that is
// not given.
func anyOf(c *cli.Context, flags []string) bool {
	return slices.ContainsFunc(flags, func(name string) bool {
		switch v := c.Value(name).(type) {
		case bool:
			return v
		case int:
			return v != 0
		default:
			return c.String(name) != ""
		}
	})
}

// withScheduler is the need of one of the schedulers.
func withScheduler(names ...string) need {
	return need{only: "with --scheduler " + alternatives("", names), met: func(c *cli.Context) bool {
		for name := range strings.SplitSeq(c.String("scheduler"), ",") {
			name = strings.ToLower(strings.TrimSpace(name))
			if name == allSchedulers || slices.Contains(names, name) || schedulers.Known(name) != nil { // refused elsewhere
				return true
			}
		}
		return false
	}}
}

// schedulersNamed returns the schedulers whose names begin so.
func schedulersNamed(prefix string) []string {
	return slices.DeleteFunc(schedulers.Names(), func(name string) bool { return !strings.HasPrefix(name, prefix) })
}

// alternatives is such as "a, b or c", each after the prefix.
func alternatives(prefix string, names []string) string {
	prefixed := make([]string, len(names))
	for i, name := range names {
		prefixed[i] = prefix + name
	}
	return enumeration("or", prefixed)
}

// enumeration is such as "a, b and c", with the word before the last.
func enumeration(word string, names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
