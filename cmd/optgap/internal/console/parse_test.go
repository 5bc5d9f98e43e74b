package console

import (
	"bytes"
	"io"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/heuristics/must"
)

// Flags set their variables, wherever they stand. What follows "--" stays an argument.
func TestParse(t *testing.T) {
	// run returns the arguments of the command read, and the flags that are set.
	run := func(args string) (rest, flags string, err error) {
		names := func() []string { return []string{"FCFS", "Own", "own-too", "all"} }
		commands := func() []*Command {
			return []*Command{{Name: "read", Most: -1, Flags: Flags{
				Flag(new(int), "index", "").Alias("i"), Flag(new([]string), "do", "").Repeats(),
				Flag(new(string), "policies", "`NAME,NAME...`").Alias("p").Takes(names), Flag(new(float64), "gap", ""),
			}, Run: func(c *Call) error {
				rest = strings.Join(c.Args().Slice(), " ")
				for _, o := range Options(c.Command) {
					if o.IsSet() {
						flags += " " + o.Name + "=" + o.Text()
					}
				}
				return nil
			}}}
		}
		p := Program{Commands: append(commands(), &Command{Name: "data", Commands: commands()})}
		app := p.Application(Streams{Out: io.Discard, Err: io.Discard})
		err = app.RunContext(t.Context(), p.permuted(app, strings.Fields(args)))
		return rest, strings.TrimSpace(flags), err
	}
	for args, want := range map[string]struct{ rest, flags string }{
		"p read f --index -1":            {"f", "index=-1"},
		"p read f -i 3 g --quiet":        {"f g", "index=3 quiet=true"},
		"p read f --index=3":             {"f", "index=3"},
		"p read --quiet -- --index":      {"--index", "quiet=true"},
		"p read - --quiet":               {"-", "quiet=true"},
		"p data read f --quiet":          {"f", "quiet=true"},
		"p read --policies fcfs,OWN,x":   {"", "policies=FCFS,Own,x"},
		"p read --policies=ALL":          {"", "policies=all"},
		"p data read f -p oWn-tOO":       {"f", "policies=own-too"},
		"p read --gap 2.9% f":            {"f", "gap=0.029"},
		"p read --gap=5%":                {"", "gap=0.05"},
		"p read --policies 5%":           {"", "policies=5%"},
		"p read --index 010 f":           {"f", "index=10"},
		"p read --index=-08":             {"", "index=-8"},
		"p read --policies own f -p x":   {"f", "policies=Own,x"},
		"p read --do a --do b,c":         {"", "do=a,b,c"},
		"p read --index 1 -i 01 --quiet": {"", "index=1 quiet=true"},
		"p read ALL":                     {"ALL", ""},
	} {
		if rest, flags, err := run(args); err != nil || rest != want.rest || flags != want.flags {
			t.Errorf("%s: found %q, %q, error %v, expected %+v", args, rest, flags, err, want)
		}
	}
	for args, want := range map[string]string{
		"p read --index 0x10":            `--index: found "0x10", expected a whole number`,
		"p read --index=1_0":             `--index: found "1_0", expected a whole number`,
		"p read -i 0b1":                  `--index: found "0b1", expected a whole number`,
		"p read f --index":               `--index: found no value, expected a whole number`,
		"p read f -i":                    `--index: found no value, expected a whole number`,
		"p read f --unknown g":           `read: found --unknown, which is no flag of optgap read`,
		"p data --quiet=x read":          `data: found --quiet, which is no flag of optgap data, but of read or data read`,
		"p read --gap 5%%":               `--gap: found "5%%", expected a number`,
		"p read -i 1 --index 2":          `--index: found "1" and "2", expected one value`,
		"p read --quiet --quiet=false":   `--quiet: found "true" and "false", expected one value`,
		"p data read f --gap 0 --gap 5%": `--gap: found "0" and "0.05", expected one value`,
	} {
		if rest, flags, err := run(args); err == nil || err.Error() != want {
			t.Errorf("%s: found %q, %q, error %v, expected %s", args, rest, flags, err, want)
		}
	}
}

// TestVersionOfOthers: the version tells of optgap, and of the main package and module.
func TestVersionOfOthers(t *testing.T) {
	this := debug.Module{Path: modulePath, Version: "v1.2.0"}
	own := debug.Module{Path: "example.com/own", Version: "v0.1.0"}
	dep := func(replace *debug.Module) []*debug.Module {
		dependency := this
		dependency.Replace = replace
		return []*debug.Module{{Path: "example.com/other", Version: "v9.0.0"}, &dependency}
	}
	folder := &debug.Module{Path: "../optgap", Version: "(devel)"}
	fork := &debug.Module{Path: "example.com/fork", Version: "v2.0.0"}
	for want, info := range map[string]*debug.BuildInfo{
		"v1.2.0": {Path: programPath, Main: this},
		"v1.2.0; github.com/optgap/optgap/examples/plugin": {
			Path: modulePath + "/examples/plugin", Main: this,
		},
		"v1.2.0; example.com/own v0.1.0": {
			Path: "example.com/own/cmd", Main: own, Deps: dep(nil),
		},
		"v1.2.0, replaced; example.com/own v0.1.0": {Path: "example.com/own", Main: own, Deps: dep(folder)},
		"v1.2.0, replaced by example.com/fork v2.0.0; example.com/own v0.1.0": {
			Path: "example.com/own", Main: own, Deps: dep(fork),
		},
	} {
		must.Equal(t, versionOf(info), want, "version")
	}
}

// Lines of progress come soon at first, and then seldom.
func TestInterval(t *testing.T) {
	for spent, want := range map[time.Duration]time.Duration{
		0: 10 * time.Second, time.Minute: 10 * time.Second, 10 * time.Minute: time.Minute,
		time.Hour: ProgressInterval, 100 * time.Hour: ProgressInterval,
	} {
		must.Equal(t, interval(spent, ProgressInterval), want, "after", spent)
		must.Equal(t, interval(spent, time.Second), time.Second, "after", spent, "at most")
	}
}

// A line tells the time left, unless something else is said of the pieces under way. A bar has the same words behind
// it, and none of its own.
func TestCounted(t *testing.T) {
	under := ""
	c := &Counter{total: 4, thing: "replay", begin: time.Now(), quit: make(chan struct{})}
	c.text = func() string { return under }
	check := func(spent time.Duration, want string) {
		t.Helper()
		must.Equal(t, c.line(spent), want)
	}
	check(90*time.Second, "0 of 4 replays after 1 min 30 s")
	c.Step()
	check(20*time.Second, "1 of 4 replays after 20 s, about 1 min left") // 20 s for each of 3
	under = "; easy: 3 of 5 jobs"
	check(20*time.Second, "1 of 4 replays after 20 s; easy: 3 of 5 jobs")
	under = ""
	var out bytes.Buffer
	c.draw(&out)
	for range 3 {
		c.Step()
	}
	c.End()
	if found := out.String(); !strings.Contains(found, "4 of 4 replays after") || strings.Contains(found, "done!") ||
		strings.Contains(found, "ms") || strings.Contains(found, "ETA") {
		t.Errorf("found %q", found)
	}
}

// TestPrintable: a terminal obeys nothing in a remark.
func TestPrintable(t *testing.T) {
	var b bytes.Buffer
	(&Notes{w: &b}).Say("%s: read", "a\x1b[31m\u202e\xff")
	must.Equal(t, b.String(), `optgap: a\x1b[31m\u202e\xff: read`+"\n")
}
