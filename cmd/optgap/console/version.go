package console

import "runtime/debug"

// modulePath is that of this module, and programPath that of its own main package.
const (
	modulePath  = "github.com/optgap/optgap"
	programPath = modulePath + "/cmd/optgap"
)

// Version returns the program's version and commit, as the build knows them.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownVersion
	}
	return versionOf(info)
}

const unknownVersion = "unknown"

// versionOf words what a build knows, such as "v1.2.0, commit 0123abc, modified". Where
// the main package is another one, it is named too: "v1.2.0; example.com/own v0.1.0,
// commit 0123abc" of another module, "v1.2.0, commit 0123abc; own/main" of this one.
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

// built words the version of the main module.
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

// dependency words the version of this module where it is a dependency of the main one.
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
