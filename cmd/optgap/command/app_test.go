package command

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// commandLine runs a command line and returns what it prints and its exit code.
func commandLine(args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	code = run(context.Background(), streams{in: strings.NewReader(""), out: &out, err: &err}, append([]string{"optgap"}, args...))
	return out.String(), err.String(), code
}

// eachFlag calls a function with all flags of all commands.
func eachFlag(visit func(*cli.Command, cli.Flag)) {
	for _, c := range leaves(application(streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}).Commands) {
		for _, f := range c.Flags {
			visit(c, f)
		}
	}
}

// TestRoles shows that every flag which names a file or a folder says what the command
// does with it.
func TestRoles(t *testing.T) {
	roles := 0
	eachFlag(func(c *cli.Command, f cli.Flag) {
		o, _ := f.(*option)
		has := o != nil && o.file != nil
		value := placeholder(f.(cli.DocGenerationFlag).GetUsage())
		if names := strings.Contains(value, "FILE") || strings.Contains(value, "DIR"); names != has {
			t.Errorf("%s --%s has the value %q, and a role as a file is %v", fullName(c), f.Names()[0], value, has)
		}
		if has {
			roles++
		}
	})
	if roles < 10 {
		t.Errorf("found %d flags that name files, expected all of them", roles)
	}
}

// TestOutputs gives every output of every command the argument, and every other file,
// as it is and through links: exit code 2, and nothing is written.
func TestOutputs(t *testing.T) {
	eachFlag(func(c *cli.Command, f cli.Flag) {
		out, ok := f.(*option)
		if !ok || out.file == nil || !out.file.writes {
			return
		}
		try := func(what string, own string, args ...string) {
			t.Helper()
			dir := filepath.Dir(own)
			before := contents(t, dir)
			_, stderr, code := commandLine(append(strings.Fields(fullName(c)), args...)...)
			if code != exitBadInput || !strings.Contains(stderr, "expected another one") && !strings.Contains(stderr, "expected a f") {
				t.Errorf("%s --%s as %s: exit code %d, %q", c.Name, out.Names()[0], what, code, stderr)
			}
			if after := contents(t, dir); after != before {
				t.Errorf("%s --%s as %s: the folder was %q and is %q", c.Name, out.Names()[0], what, before, after)
			}
		}
		flag := "--" + out.Names()[0]
		for _, link := range []func(old, new string) error{nil, os.Symlink, os.Link} {
			input, path := file(t, out)
			if link != nil {
				path = filepath.Join(filepath.Dir(input), "link"+filepath.Ext(input))
				if err := link(input, path); err != nil {
					t.Fatal(err)
				}
			}
			args := append(enabling(c, out), flag, path, input)
			try("the argument", input, args...)
		}
		input, _ := file(t, out)
		upper := filepath.Join(filepath.Dir(input), strings.ToUpper(filepath.Base(input)))
		try("the argument in capitals", input, append(enabling(c, out), flag, upper, input)...)

		for _, g := range c.Flags {
			other, ok := g.(*option)
			if !ok || other.file == nil || g == f || exclusive(out, other) || out.file.names != nil && other.file.names != nil {
				continue
			}
			path, _ := file(t, out, other)
			args := append(enabling(c, out, other), flag, path, "--"+other.Names()[0], path, "other")
			try("--"+other.Names()[0], path, args...)
		}
	})
}

// file writes a file that has a suffix of the outputs, and returns its path, twice.
func file(t *testing.T, outputs ...*option) (path, same string) {
	t.Helper()
	suffix := ".swf"
	for _, o := range outputs {
		if o.file.suffixes != nil {
			suffix = o.file.suffixes[0]
		}
	}
	path = filepath.Join(t.TempDir(), "trace"+suffix)
	if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path, path
}

// exclusive tells whether two outputs have no suffix in common.
func exclusive(a, b *option) bool {
	return a.file.suffixes != nil && b.file.suffixes != nil && !slices.ContainsFunc(a.file.suffixes, func(s string) bool { return slices.Contains(b.file.suffixes, s) })
}

// enabling returns what outputs need to have an effect.
func enabling(_ *cli.Command, outputs ...*option) []string {
	for _, o := range outputs {
		if o.Names()[0] == "reservations" {
			return nil
		}
	}
	for _, o := range outputs {
		if o.Names()[0] == "reservations-out" {
			return []string{"--reservations", "requests"}
		}
	}
	return nil
}

// contents returns the names and the contents of the files in a folder.
func contents(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(e.Name() + ": " + string(text) + "; ")
	}
	return b.String()
}

// TestHelpWidth shows that help fits a terminal of helpWidth columns.
func TestHelpWidth(t *testing.T) {
	check := func(args ...string) {
		stdout, _, code := commandLine(args...)
		if code != exitDone || !strings.Contains(stdout, "DESCRIPTION") {
			t.Errorf("%q: exit code %d\n%s", args, code, stdout)
		}
		for line := range strings.Lines(stdout) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > helpWidth {
				t.Errorf("%q: %d columns: %s", args, n, line)
			}
		}
	}
	check("help")
	for _, c := range application(streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}).VisibleCommands() {
		if c.Name != "help" {
			check("help", c.Name)
		}
		for _, sub := range c.Subcommands {
			check(c.Name, "help", sub.Name)
		}
	}
}

// TestCommonFlags shows that the commands which work on files have the same flags for
// what is printed.
func TestCommonFlags(t *testing.T) {
	for _, name := range []string{"study", "simulate", "solve", "verify"} {
		for _, flag := range []string{"quiet", "format", "workers"} {
			found := false
			eachFlag(func(c *cli.Command, f cli.Flag) { found = found || fullName(c) == name && f.Names()[0] == flag })
			if !found {
				t.Errorf("%s has no --%s", name, flag)
			}
		}
	}
}

// TestOneMeaning shows that a flag of several commands has values of one type.
func TestOneMeaning(t *testing.T) {
	first := map[string]cli.Flag{}
	eachFlag(func(c *cli.Command, f cli.Flag) {
		name := f.Names()[0]
		if other, ok := first[name]; ok && kind(other) != kind(f) {
			t.Errorf("%s --%s is a %s, elsewhere a %s", c.Name, name, kind(f), kind(other))
		}
		first[name] = f
	})
}

func kind(f cli.Flag) string {
	switch bare(f).(type) {
	case *cli.DurationFlag:
		return "time"
	case *cli.StringFlag:
		return "text"
	case *cli.BoolFlag:
		return "switch"
	case *cli.StringSliceFlag:
		return "list"
	}
	return "number"
}

func TestVersion(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.0"}}
	if got := versionOf(info); got != "v1.2.0" {
		t.Errorf("without a commit: %q", got)
	}
	info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "0123abc"}, {Key: "vcs.modified", Value: "false"}}
	if got := versionOf(info); got != "v1.2.0, commit 0123abc" {
		t.Errorf("with a commit: %q", got)
	}
	info.Settings[1].Value, info.Main.Version = "true", ""
	if got := versionOf(info); got != "unknown, commit 0123abc, modified" {
		t.Errorf("with a modified commit and no version: %q", got)
	}
}

// TestVersionOfOthers: the version tells of optgap, and of the main package and module.
func TestVersionOfOthers(t *testing.T) {
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123abc"}}
	own := debug.Module{Path: "example.com/own", Version: "v0.1.0"}
	dep := func(replace *debug.Module) []*debug.Module {
		return []*debug.Module{{Path: "example.com/other", Version: "v9.0.0"}, {Path: modulePath, Version: "v1.2.0", Replace: replace}}
	}
	for want, info := range map[string]*debug.BuildInfo{
		"v1.2.0, commit 0123abc": {Path: programPath, Main: debug.Module{Path: modulePath, Version: "v1.2.0"}, Settings: commit},
		"v1.2.0, commit 0123abc; github.com/optgap/optgap/examples/plugin":    {Path: modulePath + "/examples/plugin", Main: debug.Module{Path: modulePath, Version: "v1.2.0"}, Settings: commit},
		"v1.2.0; example.com/own v0.1.0, commit 0123abc":                      {Path: "example.com/own/cmd", Main: own, Deps: dep(nil), Settings: commit},
		"v1.2.0, replaced; example.com/own v0.1.0":                            {Path: "example.com/own", Main: own, Deps: dep(&debug.Module{Path: "../optgap", Version: "(devel)"})},
		"v1.2.0, replaced by example.com/fork v2.0.0; example.com/own v0.1.0": {Path: "example.com/own", Main: own, Deps: dep(&debug.Module{Path: "example.com/fork", Version: "v2.0.0"})},
	} {
		if got := versionOf(info); got != want {
			t.Errorf("version %q, expected %q", got, want)
		}
	}
}
