package console

import "runtime/debug"

// The paths of this module and of its own main package.
const (
	modulePath  = "github.com/optgap/optgap"
	programPath = modulePath + "/cmd/optgap"
)

// Version returns the version and the commit of the program, as the build knows them.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownVersion
	}
	return versionOf(info)
}

const unknownVersion = "unknown"

// versionOf puts the versions of a build into words, such as "v1.2.0, commit 0123abc, modified". A
// main package other than this module's own is named too: "v1.2.0; example.com/own v0.1.0, commit
// 0123abc" for one of another module, "v1.2.0, commit 0123abc; own/main" for one of this module.
func versionOf(info *debug.BuildInfo) string {
	main := built(info)
	if info.Main.Path == "" || info.Main.Path == modulePath {
		if info.Path != "" && info.Path != programPath {
			main += "; " + info.Path
		}
		return main
	}
	return dependency(info) + "; " + info.Main.Path + " " + main
}

// built is the version of the main module in words.
func built(info *debug.BuildInfo) string {
	text := info.Main.Version
	if text == "" {
		text = unknownVersion
	}
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		text += ", commit " + commit
	}
	if settings["vcs.modified"] == "true" {
		text += ", modified"
	}
	return text
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
