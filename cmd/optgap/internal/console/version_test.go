package console

import (
	"runtime/debug"
	"testing"
)

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
		"v1.2.0, commit 0123abc": {Path: programPath, Main: this, Settings: commit},
		"v1.2.0, commit 0123abc; github.com/optgap/optgap/examples/plugin": {
			Path: modulePath + "/examples/plugin", Main: this, Settings: commit,
		},
		"v1.2.0; example.com/own v0.1.0, commit 0123abc": {
			Path: "example.com/own/cmd", Main: own, Deps: dep(nil), Settings: commit,
		},
		"v1.2.0, replaced; example.com/own v0.1.0": {Path: "example.com/own", Main: own, Deps: dep(folder)},
		"v1.2.0, replaced by example.com/fork v2.0.0; example.com/own v0.1.0": {
			Path: "example.com/own", Main: own, Deps: dep(fork),
		},
	} {
		if got := versionOf(info); got != want {
			t.Errorf("version %q, expected %q", got, want)
		}
	}
}
