package console

import (
	"runtime/debug"
	"testing"
)

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
		if got := versionOf(info); got != want {
			t.Errorf("version %q, expected %q", got, want)
		}
	}
}
