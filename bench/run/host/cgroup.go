package host

import (
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// memoryLimit returns the least memory limit of the control groups of this process, and of the groups
// around them, in bytes (cgroups(7)); 0: there is none.
func memoryLimit(root string) int64 {
	least := int64(noLimit)
	mounts := read(root, "/proc/self/mountinfo")
	for line := range strings.Lines(read(root, "/proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3) // number:controllers:path
		if len(parts) < 3 {
			continue
		}
		kind, file := "cgroup", "memory.limit_in_bytes"
		if parts[0] == "0" && parts[1] == "" { // version 2
			kind, file = "cgroup2", "memory.max"
		} else if !slices.Contains(strings.Split(parts[1], ","), memoryController) {
			continue
		}
		for _, dir := range folders(mounts, kind, parts[2]) {
			limit, err := strconv.ParseInt(strings.TrimSpace(read(root, filepath.Join(dir, file))), 10, 64)
			if err == nil { // version 2 writes max for none
				least = min(least, limit)
			}
		}
	}
	if least == noLimit {
		return 0
	}
	return least
}

const (
	memoryController = "memory"
	// noLimit is less than any number that version 1 writes for no limit. Version 1 writes the greatest
	// int64, rounded down to a page of at most 1 MiB.
	noLimit = math.MaxInt64 - 1<<20
)

// folders returns the folders of a control group and of the groups around it. mounts is the text of
// /proc/self/mountinfo (proc(5)), kind a kind of file system, and path that of the group within it.
func folders(mounts, kind, path string) (all []string) {
	for line := range strings.Lines(mounts) {
		before, after, ok := strings.Cut(line, " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if !ok || len(left) < 5 || len(right) < 3 || right[0] != kind {
			continue
		}
		if kind == "cgroup" && !slices.Contains(strings.Split(right[2], ","), memoryController) {
			continue
		}
		mounted, dir := unescape(left[3]), unescape(left[4])
		within, err := filepath.Rel(mounted, path)
		if err != nil || outside(mounted) || outside(path) || outside("/"+within) {
			continue
		}
		for at := filepath.Join(dir, within); ; at = filepath.Dir(at) {
			all = append(all, at)
			if at == dir || at == "/" {
				break
			}
		}
	}
	return all
}

// unescape returns a path of mountinfo as it is. Blanks and backslashes are octal numbers there.
func unescape(path string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(path)
}

// outside tells whether a path of the kernel lies above the root of the namespace.
func outside(path string) bool { return path == "/.." || strings.HasPrefix(path, "/../") }
