package child

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Host describes the machine that runs the program. All of it is read from files, of Linux in /proc
// and /sys. A value that the system does not tell is zero or empty.
type Host struct {
	Cores  Cores  `json:"cores"`
	Memory Memory `json:"memory"`
}

// Cores counts processor cores as the system does: a hardware thread is a core. 0: the system does
// not tell.
type Cores struct {
	// of the machine; that this process may use
	Online  int `json:"online"`
	Allowed int `json:"allowed"`
}

// Memory is in bytes. 0: the system does not tell. A limit of 0: there is none.
type Memory struct {
	// [bytes] of the machine; that programs can still take without swapping
	Total     int64 `json:"total_bytes"`
	Available int64 `json:"available_bytes"`
	// [bytes] least limit of the control groups around this process; 0: none
	Limit int64 `json:"limit_bytes"`
}

// Usable returns the bytes that this process can have; 0: the system does not tell.
func (m Memory) Usable() int64 {
	if m.Limit > 0 && (m.Total == 0 || m.Limit < m.Total) {
		return m.Limit
	}
	return m.Total
}

// LookAtHost describes the machine whose files are below root.
//
// It reads proc(5), /proc/self/status and /proc/meminfo, the list of cores in /sys, and the limits of
// control groups.
func LookAtHost(root string) Host {
	memory := read(root, "/proc/meminfo")
	return Host{
		Cores: Cores{
			Online:  listed(strings.TrimSpace(read(root, "/sys/devices/system/cpu/online"))),
			Allowed: listed(field(read(root, "/proc/self/status"), "Cpus_allowed_list")),
		},
		Memory: Memory{
			Total:     kilobytes(field(memory, "MemTotal")),
			Available: kilobytes(field(memory, "MemAvailable")),
			Limit:     memoryLimit(root),
		},
	}
}

// kilobytes returns a size such as "2048 kB" in bytes; 0: the text is no size.
func kilobytes(text string) int64 {
	var n int64
	if _, err := fmt.Sscanf(text, "%d kB", &n); err != nil || n < 0 {
		return 0
	}
	return n * 1024
}

// listed counts the numbers of a list such as 0-3,8 (cpuset(7), list format); 0: the text is no
// list.
func listed(list string) (count int) {
	for part := range strings.SplitSeq(list, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || to < from {
			return 0
		}
		count += to - from + 1
	}
	return count
}

// read returns the text of a file; "": there is no such file.
func read(root, path string) string {
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		return ""
	}
	return string(text)
}

// field returns the value of the first line "name: value" of a text; "": there is none.
func field(text, name string) string {
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// memoryLimit returns the least memory limit of the control groups of this process, and of the
// groups around them, in bytes (cgroups(7)); 0: there is none.
func memoryLimit(root string) int64 {
	least := int64(noLimit)
	mounts := read(root, "/proc/self/mountinfo")
	for line := range strings.Lines(read(root, "/proc/self/cgroup")) {
		// number:controllers:path.
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(parts) < 3 {
			continue
		}
		kind := "cgroup"
		file := "memory.limit_in_bytes"
		if parts[0] == "0" && parts[1] == "" { // version 2
			kind = "cgroup2"
			file = "memory.max"
		} else if !slices.Contains(strings.Split(parts[1], ","), memoryController) {
			continue
		}
		for _, dir := range folders(mounts, kind, parts[2]) {
			limit, err := strconv.ParseInt(
				strings.TrimSpace(read(root, filepath.Join(dir, file))),
				10,
				64,
			)
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
	// noLimit is less than any number that version 1 writes for no limit. Version 1 writes the
	// greatest int64, rounded down to a page of at most 1 MiB.
	noLimit = math.MaxInt64 - 1<<20
)

// folders returns the folders of a control group and of the groups around it. mounts is the text of
// /proc/self/mountinfo (proc(5)), kind a kind of file system, and path that of the group within it.
func folders(mounts, kind, path string) (all []string) {
	for line := range strings.Lines(mounts) {
		before, after, ok := strings.Cut(line, " - ")
		left := strings.Fields(before)
		right := strings.Fields(after)
		if !ok || len(left) < 5 || len(right) < 3 || right[0] != kind {
			continue
		}
		if kind == "cgroup" && !slices.Contains(strings.Split(right[2], ","), memoryController) {
			continue
		}
		mounted := unescape(left[3])
		dir := unescape(left[4])
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
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).
		Replace(path)
}

// outside reports whether a path of the kernel lies above the root of the namespace.
func outside(path string) bool { return path == "/.." || strings.HasPrefix(path, "/../") }
