package host

import (
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Cgroup is the control group of this process in one hierarchy (cgroups(7)).
type Cgroup struct {
	Version     int      `json:"version"`     // 1 or 2
	Controllers []string `json:"controllers"` // such as cpu, memory; of version 1 also name=systemd
	Dir         string   `json:"dir"`         // the group's folder; "": no mount shows the group
	Writable    bool     `json:"writable"`    // this process may make groups within
	mount       string   // folder at which the hierarchy is mounted
}

// Can tells whether the group limits or accounts by a controller.
func (g Cgroup) Can(controller string) bool { return slices.Contains(g.Controllers, controller) }

const memoryController = "memory"

// mount is a line of /proc/self/mountinfo (proc(5)).
type mount struct {
	root, dir string // a folder of the file system, and the folder at which it is mounted
	options   []string
	kind      string   // of file system
	super     []string // options of the file system; for cgroup v1 they name the controllers too
}

// mounts returns the mounts that the text of /proc/self/mountinfo lists. Other lines are left out.
func mounts(text string) (all []mount) {
	for line := range strings.Lines(text) {
		before, after, ok := strings.Cut(line, " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if !ok || len(left) < 6 || len(right) < 3 {
			continue
		}
		all = append(all, mount{
			root: unescape(left[3]), dir: unescape(left[4]), options: strings.Split(left[5], ","),
			kind: right[0], super: strings.Split(right[2], ","),
		})
	}
	return all
}

// unescape returns a path of mountinfo as it is. Blanks and backslashes are octal numbers there.
func unescape(path string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(path)
}

// cgroups returns the control groups of this process, in the order of /proc/self/cgroup. Lines of
// that file are number:controllers:path. Version 2 has number 0 and no controllers. A hierarchy
// that is not mounted is left out.
func cgroups(root string) []Cgroup {
	found := []Cgroup{}
	mounted := mounts(read(root, "/proc/self/mountinfo"))
	for line := range strings.Lines(read(root, "/proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(parts) < 3 {
			continue
		}
		g := Cgroup{Version: 1, Controllers: strings.Split(parts[1], ",")}
		if parts[0] == "0" && parts[1] == "" {
			g.Version, g.Controllers = 2, []string{}
		}
		i := slices.IndexFunc(mounted, g.mountedBy)
		if i < 0 {
			continue
		}
		found = append(found, g.located(root, mounted[i], parts[2]))
	}
	return found
}

// mountedBy tells whether a mount is that of the group's hierarchy.
func (g Cgroup) mountedBy(m mount) bool {
	if g.Version == 2 {
		return m.kind == "cgroup2"
	}
	missing := func(controller string) bool { return !slices.Contains(m.super, controller) }
	return m.kind == "cgroup" && !slices.ContainsFunc(g.Controllers, missing)
}

// located returns the group with its folder, and with what that folder tells. path is that of the group
// within the hierarchy.
func (g Cgroup) located(root string, m mount, path string) Cgroup {
	g.mount = m.dir
	within, err := filepath.Rel(m.root, path)
	if err != nil || outside(m.root) || outside(path) || outside("/"+within) {
		return g
	}
	g.Dir = filepath.Join(m.dir, within)
	if g.Version == 2 {
		g.Controllers = append(g.Controllers, strings.Fields(read(root, filepath.Join(g.Dir, "cgroup.controllers")))...)
	}
	readOnly := slices.Contains(m.options, "ro") || slices.Contains(m.super, "ro")
	g.Writable = !readOnly && unix.Access(filepath.Join(root, g.Dir), unix.W_OK) == nil
	return g
}

// outside tells whether a path of the kernel lies above the root of the namespace.
func outside(path string) bool { return path == "/.." || strings.HasPrefix(path, "/../") }

// memoryLimit returns the least memory limit of the groups and of the groups around them, in bytes;
// 0: there is none.
func memoryLimit(root string, groups []Cgroup) int64 {
	least := int64(math.MaxInt64)
	for _, g := range groups {
		file := map[int]string{1: "memory.limit_in_bytes", 2: "memory.max"}[g.Version]
		if !g.Can(memoryController) || g.Dir == "" {
			continue
		}
		for dir := g.Dir; ; dir = filepath.Dir(dir) {
			limit, err := strconv.ParseInt(strings.TrimSpace(read(root, filepath.Join(dir, file))), 10, 64)
			if err == nil { // version 2 writes max for none
				least = min(least, limit)
			}
			if dir == g.mount || dir == "/" || dir == "." {
				break
			}
		}
	}
	if least >= noLimit {
		return 0
	}
	return least
}

// noLimit is less than any number that version 1 writes for no limit. Version 1 writes the greatest
// int64, rounded down to a page of at most 1 MiB.
const noLimit = math.MaxInt64 - 1<<20
