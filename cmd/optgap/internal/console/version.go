package console

import (
	"cmp"
	"runtime/debug"
)

// The paths of this module and of its own main package.
const (
	modulePath  = "github.com/optgap/optgap"
	programPath = modulePath + "/cmd/optgap"
)

// Version returns the version of the program as the build knows it. One that no tag names has the commit in it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownVersion
	}
	return versionOf(info)
}

const unknownVersion = "unknown"

// versionOf puts the versions of a build into words, such as "v1.2.0". A main package other than this module's own is
// named too: "v1.2.0; example.com/own v0.1.0" for one of another module, "v1.2.0; own/main" for one of this module.
func versionOf(info *debug.BuildInfo) string {
	main := cmp.Or(info.Main.Version, unknownVersion)
	if info.Main.Path == "" || info.Main.Path == modulePath {
		if info.Path != "" && info.Path != programPath {
			main += "; " + info.Path
		}
		return main
	}
	return dependency(info) + "; " + info.Main.Path + " " + main
}

// dependency is the version of this module in words, where it is a dependency of the main module.
func dependency(info *debug.BuildInfo) string {
	for _, d := range info.Deps {
		switch {
		case d.Path != modulePath:
		case d.Replace == nil:
			return d.Version
		case d.Replace.Version == "" || d.Replace.Version == "(devel)": // by a folder
			return d.Version + ", replaced"
		default:
			return d.Version + ", replaced by " + d.Replace.Path + " " + d.Replace.Version
		}
	}
	return unknownVersion
}
