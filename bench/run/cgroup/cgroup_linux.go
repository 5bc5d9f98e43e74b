package cgroup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/containerd/cgroups/v3/cgroup1"
	"github.com/containerd/cgroups/v3/cgroup2"
	"github.com/opencontainers/runtime-spec/specs-go"
)

// newHierarchy returns the hierarchy of a version. dir is the folder of the group of this process.
func newHierarchy(dir string, version int) (hierarchy, error) {
	if version == 1 {
		return newV1(dir)
	}
	return &v2{dir: dir}, nil
}

// v1 makes groups in the hierarchy of the memory controller. Paths are below the mount point of the
// hierarchy.
type v1 struct {
	path    string // of the group of this process
	options []cgroup1.InitOpts
	swap    bool // the kernel counts swapped memory
}

// newV1 returns the hierarchy of version 1. It takes the mount point to be the folder that is named
// after the controller, as the library does.
func newV1(dir string) (hierarchy, error) {
	root, path, ok := strings.Cut(dir+"/", "/"+string(cgroup1.Memory)+"/")
	if !ok {
		return nil, fmt.Errorf("found the memory controller elsewhere than below a folder of the name %s", cgroup1.Memory)
	}
	memory := cgroup1.NewMemory(root+"/", cgroup1.IgnoreModules("memsw", "kmem", "kmem.tcp"))
	subsystems := func() ([]cgroup1.Subsystem, error) { return []cgroup1.Subsystem{memory}, nil }
	options := []cgroup1.InitOpts{cgroup1.WithHierarchy(subsystems)}
	return &v1{path: "/" + path, options: options, swap: exists(dir, "memory.memsw.limit_in_bytes")}, nil
}

func (h *v1) pathOf(name string) cgroup1.Path { return cgroup1.StaticPath(filepath.Join(h.path, name)) }

func (h *v1) create(name string, limit int64) (Group, error) {
	memory := &specs.LinuxMemory{Limit: &limit}
	if h.swap {
		memory.Swap = &limit // of memory and swap together
	}
	g, err := cgroup1.New(h.pathOf(name), &specs.LinuxResources{Memory: memory}, h.options...)
	return groupV1{g}, err
}

func (h *v1) remove(name string) error {
	g, err := cgroup1.Load(h.pathOf(name), h.options...)
	if err != nil {
		return err
	}
	return g.Delete()
}

func (h *v1) prepare() error { return nil }

func (h *v1) close() error { return nil }

type groupV1 struct{ cgroup1.Cgroup }

func (g groupV1) Add(pid int) error { return g.AddProc(uint64(pid)) }

func (g groupV1) OOMKills() (int, error) {
	m, err := g.Stat()
	return int(m.GetMemoryOomControl().GetOomKill()), err
}

func (g groupV1) Peak() (int64, error) {
	m, err := g.Stat()
	return int64(m.GetMemory().GetUsage().GetMax()), err
}

func (g groupV1) Remove() error { return g.Delete() }

// v2 makes groups in the unified hierarchy.
type v2 struct {
	dir  string
	self string // name of the group into which this process has moved; "": this process has not moved
}

const (
	procsFile   = "cgroup.procs"
	subtreeFile = "cgroup.subtree_control"
	typeFile    = "cgroup.type" // of all groups but the root of the hierarchy
)

// prepare makes sure that groups within can have the memory controller. A group other than the root
// either has processes or hands controllers on. So this process moves into a group within. That is
// possible where no other process is in the group.
func (h *v2) prepare() error {
	controllers, err := os.ReadFile(filepath.Join(h.dir, subtreeFile))
	if err != nil {
		return err
	}
	if slices.Contains(strings.Fields(string(controllers)), "memory") || !exists(h.dir, typeFile) {
		return nil
	}
	own := strconv.Itoa(os.Getpid())
	processes, err := os.ReadFile(filepath.Join(h.dir, procsFile))
	if err != nil {
		return err
	}
	if all := strings.Fields(string(processes)); !slices.Equal(all, []string{own}) {
		const hint = "systemd-run --user --scope -p Delegate=yes starts it so"
		return fmt.Errorf("found %d processes in it, expected this one alone (%s)", len(all), hint)
	}
	self := name(os.Getpid(), "self")
	m, err := h.manager(self, &cgroup2.Resources{})
	if err != nil {
		return err
	}
	if err := m.AddProc(uint64(os.Getpid())); err != nil {
		return errors.Join(err, m.Delete())
	}
	h.self = self
	return nil
}

// manager makes a group. The library is told that the folder is a mount point, so that it changes
// no group above.
func (h *v2) manager(name string, r *cgroup2.Resources) (*cgroup2.Manager, error) {
	return cgroup2.NewManager(h.dir, "/"+name, r)
}

func (h *v2) create(name string, limit int64) (Group, error) {
	memory := &cgroup2.Memory{Max: &limit}
	if exists(h.dir, "memory.swap.max") {
		memory.Swap = new(int64(0))
	}
	g, err := h.manager(name, &cgroup2.Resources{Memory: memory})
	return groupV2{g, filepath.Join(h.dir, name)}, err
}

func (h *v2) remove(name string) error {
	m, err := cgroup2.Load("/"+name, cgroup2.WithMountpoint(h.dir))
	if err != nil {
		return err
	}
	return m.Delete()
}

// close moves this process back into the group in which it was.
func (h *v2) close() error {
	if h.self == "" {
		return nil
	}
	m, err := cgroup2.Load("/"+h.self, cgroup2.WithMountpoint(h.dir))
	if err != nil {
		return err
	}
	if err := m.ToggleControllers([]string{"memory"}, cgroup2.Disable); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(h.dir, procsFile), []byte(strconv.Itoa(os.Getpid())), 0); err != nil {
		return err
	}
	h.self = ""
	return m.Delete()
}

type groupV2 struct {
	*cgroup2.Manager
	dir string
}

func (g groupV2) Add(pid int) error { return g.AddProc(uint64(pid)) }

func (g groupV2) OOMKills() (int, error) {
	m, err := g.StatFiltered(cgroup2.StatMemoryEvents)
	return int(m.GetMemoryEvents().GetOomKill()), err
}

// Peak reads memory.peak, which the library reads only together with much else.
func (g groupV2) Peak() (int64, error) {
	text, err := os.ReadFile(filepath.Join(g.dir, "memory.peak"))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil // before Linux 5.19
	}
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
}

func (g groupV2) Remove() error { return g.Delete() }

func exists(dir, file string) bool {
	_, err := os.Stat(filepath.Join(dir, file))
	return err == nil
}
