package host

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// tree writes files under a new root. A file without text is a folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		path = filepath.Join(root, path)
		dir := filepath.Dir(path)
		if text == "" {
			dir = path
		}
		must.Do(os.MkdirAll(dir, 0o777))
		if text == "" {
			continue
		}
		must.Do(os.WriteFile(path, []byte(text), 0o777))
	}
	return root
}

// Two cores of four.
func TestLook(t *testing.T) {
	root := tree(t, map[string]string{
		"proc/self/status":              "Name:\toptgap\nCpus_allowed:\t9\nCpus_allowed_list:\t0,3\n",
		"proc/meminfo":                  "MemTotal:        2048 kB\nMemFree: 1 kB\nMemAvailable:    1024 kB\n",
		"sys/devices/system/cpu/online": "0-3\n",
	})
	want := Host{
		Cores:  Cores{Online: 4, Allowed: 2},
		Memory: Memory{Total: 2 << 20, Available: 1 << 20},
	}
	if found := Look(root); found != want {
		t.Errorf("found    %+v\nexpected %+v", found, want)
	}
}

const unified = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"

// The least limit of the groups that hold this process is found.
func TestMemoryLimit(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"none": {map[string]string{
			"proc/self/cgroup":    "0::/\n",
			"proc/self/mountinfo": "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n",
		}, 0},
		"v2, limited by the group around it": {map[string]string{
			"proc/self/cgroup": "0::/user.slice/job 1\n", "proc/self/mountinfo": unified,
			"sys/fs/cgroup/user.slice/memory.max":       "1000000\n",
			"sys/fs/cgroup/user.slice/job 1/memory.max": "max\n",
			"sys/fs/cgroup/other/memory.max":            "1\n",
		}, 1000000},
		"v2, a group outside of the namespace": {map[string]string{
			"proc/self/cgroup": "0::/../other\n", "proc/self/mountinfo": unified, "sys/fs/other/memory.max": "1",
		}, 0},
		"v2, a group whose folder is gone": {map[string]string{
			"proc/self/cgroup": "0::/gone\n", "proc/self/mountinfo": unified, "sys/fs/cgroup": "",
		}, 0},
		"v1 in a container, without a limit": {map[string]string{
			"proc/self/cgroup": "3:memory:/docker/7\n2:cpu,cpuacct:/docker/7\n1:name=systemd:/\n0::/\n",
			"proc/self/mountinfo": `31 23 0:28 /docker/7 /my\040cgroup/memory rw - cgroup cgroup rw,memory` + "\n" +
				"broken\n32 23 0:29 /docker /my\\040cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n" +
				"33 23 0:30 / /unified rw - cgroup2 cgroup2 rw\n",
			"my cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
			"my cgroup/cpu/7/memory.limit_in_bytes":  "1", "unified": "",
		}, 0},
		"v1, limited": {map[string]string{
			"proc/self/cgroup":                     "3:memory:/\n",
			"proc/self/mountinfo":                  "31 23 0:28 / /cg rw - cgroup cgroup rw,memory\n",
			"cg/memory.limit_in_bytes":             "4096\n",
			"cg/other group/memory.limit_in_bytes": "1\n",
		}, 4096},
	} {
		if found := Look(tree(t, c.files)).Memory.Limit; found != c.want {
			t.Errorf("%s: found a limit of %d bytes, expected %d", name, found, c.want)
		}
	}
}

// The Go runtime counts the allowed cores by a system call at its start.
func TestThisMachine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	h := Look("/")
	if h.Cores.Allowed < 1 || h.Cores.Online < h.Cores.Allowed {
		t.Errorf("found %+v, expected at least one core, and all of them online", h.Cores)
	}
	if h.Memory.Available <= 0 || h.Memory.Total < h.Memory.Available {
		t.Errorf("found %+v", h.Memory)
	}
}
