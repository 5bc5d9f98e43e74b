package schedulers

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/heuristics/dynp"
	"github.com/optgap/optgap/heuristics/queueing"
)

// settings are the values of the parameters that names may have. Times are of whole seconds.
type settings struct {
	slack              share
	futureJobs         int
	futureTime         time.Duration
	replan, quality    string
	lower, upper       time.Duration
	aging, interactive time.Duration
	factor             float64
}

// defaults returns the values of the papers, or those of the schedulers where no paper has a value.
func defaults() *settings {
	basic := dynp.HiPC2001()
	return &settings{
		replan:  string(dynp.ReplanFull),
		quality: strings.ToLower(string(dynp.ARTwW)),
		factor:  1,
		lower: time.Duration(
			basic.Lower,
		) * time.Second,
		upper:       time.Duration(basic.Upper) * time.Second,
		interactive: queueing.DefaultInteractive * time.Second,
	}
}

// parameters returns the parameters of a scheduler, in the order in which they are spelt. The one
// without a name is a value that stands alone; nil: there are none.
type parameters func(*settings) []field.Option

func (s *settings) ofDynP() []field.Option {
	return []field.Option{
		{
			Name:     "slack",
			Variable: &s.slack,
			Usage:    "the `SHARE` by which a new policy must be better, such as 5%",
		},
		{
			Name:     "future-jobs",
			Variable: &s.futureJobs,
			Usage:    "only the first `N` started jobs of a plan count; 0: all",
		},
		{
			Name:     "future-time",
			Variable: &s.futureTime,
			Usage:    "only jobs that start within `TIME` count; 0s: all",
		},
		{Name: "replan", Variable: &s.replan, Usage: "`WHEN` plans are made and compared: " +
			format.Enumeration("or", dynp.Replans())},
		{
			Name:     "quality",
			Variable: &s.quality,
			Usage: "plans are compared by this `METRIC`, or by several such as " +
				"2*artww+ms; of " + strings.ToLower(format.Enumeration("and", dynp.QualityMetrics())),
		},
	}
}

func (s *settings) ofBasicDynP() []field.Option {
	return []field.Option{
		{
			Name:     "lower",
			Variable: &s.lower,
			Usage:    "average estimate (`TIME`) up to which SJF is used",
		},
		{
			Name:     "upper",
			Variable: &s.upper,
			Usage:    "average estimate (`TIME`) up to which FCFS is used, above it LJF",
		},
	}
}

func (s *settings) ofFirstFit() []field.Option {
	return []field.Option{
		{
			Name:     "aging",
			Variable: &s.aging,
			Usage:    "jobs that have waited `TIME` go first; 0s: none do",
		},
	}
}

func (s *settings) ofIVS() []field.Option {
	return []field.Option{{Name: "interactive", Variable: &s.interactive, Least: "1s",
		Usage: "the longest estimate (`TIME`) of an interactive job"}}
}

func (s *settings) ofSlack() []field.Option {
	return []field.Option{
		{Variable: &s.factor, Usage: "a job may be delayed by `FACTOR` average waits"},
	}
}

// A share is rounded to a millionth, as dynP does. Its text is such as "5%".
type share float64

func (s share) String() string { return format.Plain(math.Round(float64(s)*1e6)/1e4) + "%" }

func seconds(d time.Duration) int64 { return int64(d / time.Second) }

// valueOf returns the value of a parameter in its one spelling. A time has no parts that are 0.
func valueOf(o field.Option) string {
	text := o.Text()
	if _, is := o.Variable.(*time.Duration); !is {
		return text
	}
	return strings.Replace(strings.Replace(text, "m0s", "m", 1), "h0m", "h", 1)
}

// Parameter describes a parameter of a scheduler.
type Parameter struct {
	Spelt string // as names have it, such as "aging=TIME", or "FACTOR" for a value that stands alone
	About string // what it does, and its default
}

// Parameters returns the parameters of the scheduler of a name, in the order in which they are
// spelt.
func Parameters(name string) (described []Parameter) {
	for _, o := range optionsOf(name) {
		about := strings.ReplaceAll(o.Usage, "`", "") + " (default: " + valueOf(o) + ")"
		described = append(described, Parameter{written(o, o.Placeholder()), about})
	}
	return described
}

// optionsOf returns the parameters of the scheduler of a name, with their defaults.
func optionsOf(name string) []field.Option {
	all := entries()
	if i := find(all, name); i >= 0 {
		return all[i].with(defaults())
	}
	return nil
}

// with returns the parameters of a scheduler.
func (e entry) with(s *settings) []field.Option {
	if e.parameters == nil {
		return nil
	}
	return e.parameters(s)
}

// written is a parameter with a value as names have it, such as "aging=1h".
func written(o field.Option, value string) string {
	if o.Name == "" {
		return value
	}
	return o.Name + "=" + value
}

// A called scheduler is one with the values that its name has for its parameters.
type called struct {
	entry
	settings
}

// call reads a name of a scheduler, in any case. An *optgap.FieldError about the scheduler lists the other names too
// that are right where the name is expected.
func call(text string, others []string) (c called, err error) {
	all := entries()
	parts := strings.Split(strings.ToLower(strings.TrimSpace(text)), ":")
	name := parts[0]
	values := parts[1:]
	if len(values) > 0 && find(all, name+":"+values[0]) >= 0 { // such as easy:wfp3
		name = name + ":" + values[0]
		values = values[1:]
	}
	at := find(all, name)
	if at < 0 {
		return c, unknown(text, "one of", append(namesOf(all), others...))
	}
	c = called{all[at], *defaults()}
	wrong := func(name, found, expected string) error {
		found = fmt.Sprintf("%s in %q", strings.TrimSpace(name+" "+found), text)
		return optgap.BadField("scheduler", found, expected)
	}
	options := c.with(&c.settings)
	given := map[string]bool{}
	for i, part := range values {
		name, value, hasName := strings.Cut(part, "=")
		if !hasName {
			name = ""
			value = part
		}
		k := slices.IndexFunc(options, func(o field.Option) bool { return o.Name == name })
		switch {
		case k < 0 || name == "" && i > 0:
			return c, wrong("", strconv.Quote(part), expected(options))
		case given[name]:
			return c, wrong("", name+" twice", "each parameter once")
		}
		given[name] = true
		want, err := options[k].Read(value)
		if d, is := options[k].Variable.(*time.Duration); err == nil && is &&
			(*d < 0 || *d%time.Second != 0) {
			want = "whole seconds, at least 0s"
			err = strconv.ErrRange
		}
		if err != nil {
			return c, wrong(name, strconv.Quote(value), want)
		}
		if beyond, ok := errors.AsType[*optgap.FieldError](options[k].Check()); ok {
			return c, wrong(name, beyond.Found, beyond.Expected)
		}
	}
	if q, err := dynp.ParseQuality(c.quality); err == nil {
		c.quality = strings.ToLower(q.String())
	}
	if beyond := (*optgap.FieldError)(nil); len(values) > 0 {
		if _, err := c.make(making{machine: 1, settings: c.settings}); errors.As(err, &beyond) {
			return c, wrong(beyond.Field, beyond.Found, beyond.Expected)
		}
	}
	return c, nil
}

// expected lists parameters.
func expected(options []field.Option) string {
	if options == nil {
		return "no parameters"
	}
	return format.Enumeration("or", lists.Each(options, func(o field.Option) string {
		return written(o, o.Placeholder())
	}))
}

// String returns the one spelling of the name: in lower case, with the parameters in their order that do not have their
// defaults.
func (c called) String() string {
	text := c.name
	standard := c.with(defaults())
	for i, o := range c.with(&c.settings) {
		if value := valueOf(o); value != valueOf(standard[i]) {
			text += ":" + written(o, value)
		}
	}
	return text
}

// Canonical returns the one spelling of the name of a scheduler, as results have it. Others are names that are right
// too. The error is an *optgap.FieldError about the scheduler.
func Canonical(name string, others ...string) (string, error) {
	if lower := strings.ToLower(strings.TrimSpace(name)); slices.Contains(others, lower) {
		return lower, nil
	}
	c, err := call(name, others)
	return c.String(), err
}

// Spelt returns the one spelling of the name of a scheduler; the name itself, where there is no such scheduler.
func Spelt(name string) string {
	if spelt, err := Canonical(name); err == nil {
		return spelt
	}
	return name
}

// Base returns the name of a scheduler without parameters; the name itself, where there is no such scheduler.
func Base(name string) string {
	if c, err := call(name, nil); err == nil {
		return c.name
	}
	return name
}
