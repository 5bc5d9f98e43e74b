package command

import (
	"bytes"
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
)

// commandLine runs a command line and returns what it prints and its exit code.
func commandLine(args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	s := console.Streams{In: strings.NewReader(""), Out: &out, Err: &err}
	code = console.Run(context.Background(), s, optgapProgram, append([]string{"optgap"}, args...))
	return out.String(), err.String(), code
}

// eachFlag calls a function with all flags of all commands.
func eachFlag(visit func(*cli.Command, *console.Option)) {
	for _, c := range console.Leaves(allCommands().Commands) {
		for _, f := range console.Options(c) {
			visit(c, f)
		}
	}
}

// TestRoles shows that every flag which names a file or a folder says what the command
// does with it.
func TestRoles(t *testing.T) {
	roles := 0
	eachFlag(func(c *cli.Command, o *console.Option) {
		has, value := o.File != nil, o.Placeholder()
		must.Equal(t, strings.Contains(value, "FILE") || strings.Contains(value, "DIR"), has,
			console.FullName(c), o.Name, value, "names a file")
		if has {
			roles++
		}
	})
	must.Hold(t, roles >= 10, "found", roles, "flags that name files, expected all of them")
}

// TestFlagsAreShown: each flag stands in an example of the help of its command, in a document or in a script here.
func TestFlagsAreShown(t *testing.T) {
	files := append(pages(t), must.Get(filepath.Glob("testdata/script/*.txtar"))...)
	shown := strings.Split(strings.Join(lists.Each(files, readPage), "\n"), "\n")
	eachFlag(func(c *cli.Command, o *console.Option) {
		call := "optgap " + console.FullName(c) + " "
		flag := regexp.MustCompile("--?(" + strings.Join(o.Names(), "|") + ")\\b[^-]")
		if !slices.ContainsFunc(append(shown, strings.Split(c.Description, "\n")...), func(line string) bool {
			_, arguments, calls := strings.Cut(line+" ", call)
			return calls && flag.MatchString(arguments)
		}) {
			t.Errorf("%s --%s: found no example", console.FullName(c), o.Name)
		}
	})
}

// TestOutputs gives every output of every command the argument, and every other file,
// as it is and through links: exit code 2, and nothing is written.
func TestOutputs(t *testing.T) {
	eachFlag(func(c *cli.Command, out *console.Option) {
		if out.File == nil || !out.File.Writes {
			return
		}
		try := func(what string, own string, args ...string) {
			t.Helper()
			dir := filepath.Dir(own)
			before := filesIn(dir)
			_, stderr, code := commandLine(append(strings.Fields(console.FullName(c)), args...)...)
			if code != console.ExitBadInput ||
				!strings.Contains(stderr, "expected another one") && !strings.Contains(stderr, "expected a f") {
				t.Errorf("%s --%s as %s: exit code %d, %q", c.Name, out.Name, what, code, stderr)
			}
			if after := filesIn(dir); !maps.Equal(after, before) {
				t.Errorf("%s --%s as %s: the folder was %q and is %q", c.Name, out.Name, what, before, after)
			}
		}
		flag := "--" + out.Name
		for _, link := range []func(old, new string) error{nil, os.Symlink, os.Link} {
			input := file(t, out)
			path := input
			if link != nil {
				path = filepath.Join(filepath.Dir(input), "link"+filepath.Ext(input))
				must.Do(link(input, path))
			}
			args := append(enabling(c, out), flag, path, input)
			try("the argument", input, args...)
		}

		for _, other := range console.Options(c) {
			if other.File == nil || other == out || exclusive(out, other) || out.File.Names != nil && other.File.Names != nil {
				continue
			}
			path := file(t, out, other)
			value := path
			if strings.HasPrefix(other.Placeholder(), "NAME=") {
				value = "name=" + path
			}
			args := append(enabling(c, out, other), flag, path, "--"+other.Name, value, "other")
			try("--"+other.Name, path, args...)
		}
	})
}

// file writes a file that has a suffix of the outputs, and returns its path.
func file(t *testing.T, outputs ...*console.Option) string {
	suffix := ".swf"
	for _, o := range outputs {
		if o.File.Suffixes != nil {
			suffix = o.File.Suffixes[0]
		}
	}
	path := filepath.Join(t.TempDir(), "trace"+suffix)
	writeFile(path, []byte("mine"))
	return path
}

// exclusive reports whether two outputs have no suffix in common.
func exclusive(a, b *console.Option) bool {
	return a.File.Suffixes != nil && b.File.Suffixes != nil &&
		!slices.ContainsFunc(a.File.Suffixes, func(s string) bool { return slices.Contains(b.File.Suffixes, s) })
}

// enabling returns what outputs need to have an effect.
func enabling(c *cli.Command, outputs ...*console.Option) []string {
	has := func(name string) bool {
		return slices.ContainsFunc(outputs, func(o *console.Option) bool { return o.Name == name })
	}
	switch {
	case has("reservations"):
	case c.Name == "offline" && (has("answer") || has("plot")):
		return []string{"--scheduler", "fcfs"}
	case has("map"):
		return []string{"--from", "csv"}
	case has("reservations-out"):
		return []string{"--reservations", "requests"}
	}
	return nil
}

// TestHelp shows that help fits a terminal, begins with few flags, and shows all that are asked for.
func TestHelp(t *testing.T) {
	const few, screen = 15, 45
	flag := regexp.MustCompile(`(?m)^   --([a-z-]+)`)
	show := func(args ...string) (flags []string, lines int) {
		t.Helper()
		stdout, _, code := commandLine(args...)
		must.Equal(t, code, console.ExitDone, args)
		must.Contain(t, stdout, "DESCRIPTION", args)
		for line := range strings.Lines(stdout) {
			n := utf8.RuneCountInString(strings.TrimRight(line, "\n"))
			must.Hold(t, n <= console.HelpWidth, args, n, "columns", line)
		}
		for _, found := range flag.FindAllStringSubmatch(stdout, -1) {
			if !strings.HasPrefix(found[1], "help") {
				flags = append(flags, found[1])
			}
		}
		return flags, strings.Count(stdout, "\n")
	}
	show("help")
	show("workload", "help", "generate")
	for _, group := range allCommands().VisibleCommands() {
		if group.Name != "help" {
			show("help", group.Name)
		}
	}
	if _, n := show("study", "--help"); n > screen {
		t.Errorf("study --help: %d lines, expected at most %d, a screen", n, screen)
	}
	for _, c := range console.Leaves(allCommands().Commands) {
		if c.Hidden {
			continue
		}
		name := strings.Fields(console.FullName(c))
		first, _ := show(append(slices.Clone(name), "--help")...)
		if n := len(first); len(c.Flags) > 0 && (n == 0 || n > few) {
			t.Errorf("%q --help shows %d flags, expected 1 to %d: see commonFlags", name, n, few)
		}
		all, _ := show(append(name, "--help-all")...)
		for _, f := range console.Options(c) {
			must.Hold(t, slices.Contains(all, f.Name), name, "--help-all does not show --", f.Name)
		}
	}
}

// TestCommonFlags shows that commands have the same flags for what they share.
func TestCommonFlags(t *testing.T) {
	// What is written is a trace, or lines for other programs.
	traces := []string{"workload generate", "workload transform", "workload import", "moldable generate", "library show"}
	for _, c := range console.Leaves(allCommands().Commands) {
		name := console.FullName(c)
		if c.Hidden || name == "completion" {
			continue
		}
		expect := func(flag string) {
			must.Hold(t, console.OptionOf(c, flag) != nil, name, "has no --", flag)
		}
		expect("quiet")
		switch {
		case slices.Contains(traces, name):
			expect("out")
		case name != "report": // which prints nothing
			expect("format")
		}
		if slices.Contains([]string{"study", "simulate", "solve", "verify", "moldable"}, name) ||
			strings.HasPrefix(name, "reproduce ") {
			expect("workers")
		}
	}
}

// twoMeanings are flags that say different things in different commands: how many instances moldable
// generate makes, and what workload import counts.
var twoMeanings = []string{"count"}

// TestOneMeaning shows that a flag of several commands has values of one type.
func TestOneMeaning(t *testing.T) {
	first := map[string]string{}
	eachFlag(func(c *cli.Command, o *console.Option) {
		kind := o.Expected()
		if other, ok := first[o.Name]; ok && kind != other && !slices.Contains(twoMeanings, o.Name) {
			t.Errorf("%s --%s expects %q, elsewhere %q", c.Name, o.Name, kind, other)
		}
		first[o.Name] = kind
	})
}

// allCommands returns the command line for the cli package.
func allCommands() *cli.App {
	s := console.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	p := optgapProgram([]string{"reproduce", "generate", "analyze"})
	return p.Application(s)
}

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
			_, ok := figure.LookOf(name)
			must.Hold(t, ok, "package figure has no look for", name)
		}
	}
}
