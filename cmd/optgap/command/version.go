package command

import "runtime/debug"

// version returns the program's version and commit, as the build knows them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownVersion
	}
	return versionOf(info)
}

const unknownVersion = "unknown"

// versionOf words what a build knows, such as "v1.2.0, commit 0123abc, modified".
func versionOf(info *debug.BuildInfo) string {
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
