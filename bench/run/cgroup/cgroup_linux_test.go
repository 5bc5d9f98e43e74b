package cgroup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/optgap/optgap/bench/run/host"
)

// The test binary is its own child: with this variable set it waits for a line, and then
// takes so many megabytes.
const childVariable = "OPTGAP_CGROUP_CHILD"

func TestMain(m *testing.M) {
	if text := os.Getenv(childVariable); text != "" {
		megabytes, _ := strconv.Atoi(text)
		fmt.Scanln()
		held := make([]byte, megabytes<<20)
		for i := 0; i < len(held); i += 4096 {
			held[i] = 1
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// The groups of a made-up tree. Its files hold the text that the kernel would get.
var (
	unified = host.Cgroup{Version: 2, Controllers: []string{"cpu", "memory"}, Dir: "/cg/user/job", Writable: true}
	legacy  = host.Cgroup{Version: 1, Controllers: []string{"memory"}, Dir: "/cg/memory/job", Writable: true}
	self    = strconv.Itoa(os.Getpid())
)

// tree makes the folder of a group with files under a new root, and returns both.
func tree(t *testing.T, g host.Cgroup, files map[string]string) (root, dir string) {
	t.Helper()
	root = t.TempDir()
	dir = filepath.Join(root, g.Dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, dir, files)
	return root, dir
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// holds fails the test unless the files of a folder hold these texts.
func holds(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, want := range files {
		if found, err := os.ReadFile(filepath.Join(dir, name)); err != nil || strings.TrimSpace(string(found)) != want {
			t.Errorf("%s: found %q, %v, expected %q", filepath.Join(dir, name), found, err, want)
		}
	}
}

// groups returns the names of the groups in a folder.
func groups(t *testing.T, dir string) (names []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, prefix+"*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		names = append(names, filepath.Base(path))
	}
	return names
}

// killedV1 are the files of a group of version 1 of which the kernel has killed a process.
var killedV1 = map[string]string{
	"memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n", "memory.stat": "",
	"memory.usage_in_bytes": "0", "memory.max_usage_in_bytes": "4096", "memory.failcnt": "7",
}

// madeUp is a group in a made-up tree.
type madeUp struct {
	name    string
	g       host.Cgroup
	own     map[string]string // the files of the group of this process
	limits  map[string]string // the files of a group of 4096 bytes
	kernel  map[string]string // the files that the kernel writes once it has killed a process
	handsOn map[string]string // the files of the group of this process, while open
}

// A group in a made-up tree: the files that are written for the kernel, and those that are read from
// it.
func TestMadeUpTree(t *testing.T) {
	for _, c := range []madeUp{
		{"v1", legacy, nil, map[string]string{"memory.limit_in_bytes": "4096"}, killedV1, nil},
		{"v1 with swap", legacy, map[string]string{"memory.memsw.limit_in_bytes": "9223372036854771712"},
			map[string]string{"memory.limit_in_bytes": "4096", "memory.memsw.limit_in_bytes": "4096"},
			killedV1, nil},
		{"v2 root", unified, map[string]string{subtreeFile: "", procsFile: "1\n2\n"},
			map[string]string{"memory.max": "4096"},
			map[string]string{
				"memory.events": "low 0\nhigh 0\nmax 3\noom 1\noom_kill 1\noom_group_kill 0\n", "memory.peak": "4096\n",
			},
			map[string]string{subtreeFile: "+memory", procsFile: "1\n2"}},
		{"v2 whose controllers are handed on", unified,
			map[string]string{subtreeFile: "cpu memory\n", typeFile: "domain\n", "memory.swap.max": "max\n"},
			map[string]string{"memory.max": "4096", "memory.swap.max": "0"},
			map[string]string{"memory.events": "oom_kill 1\n", "memory.peak": "4096\n"}, nil},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			root, dir := tree(t, c.g, c.own)
			p, err := Open(root, []host.Cgroup{c.g})
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("control group v%d", c.g.Version); p.String() != want {
				t.Errorf("found %q, expected %q", p, want)
			}
			c.live(t, p, dir)
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if names := groups(t, dir); len(names) > 0 {
				t.Errorf("left behind: %q", names)
			}
		})
	}
}

// live makes a group, fills it and removes it. dir is the folder of the parent.
func (c madeUp) live(t *testing.T, p *Parent, dir string) {
	g, err := p.New(4096)
	if err != nil {
		t.Fatal(err)
	}
	names := groups(t, dir)
	if len(names) != 1 {
		t.Fatalf("found groups %q, expected one", names)
	}
	made := filepath.Join(dir, names[0])
	holds(t, made, c.limits)
	holds(t, dir, c.handsOn)
	if err := g.Add(4711); err != nil {
		t.Error(err)
	}
	holds(t, made, map[string]string{procsFile: "4711"})
	write(t, made, c.kernel)
	if n, err := g.OOMKills(); n != 1 || err != nil {
		t.Errorf("found %d processes killed, %v, expected 1", n, err)
	}
	if n, err := g.Peak(); n != 4096 || err != nil {
		t.Errorf("found %d bytes, %v, expected 4096", n, err)
	}
	if err := g.Remove(); err == nil {
		t.Error("a group with a process is removed")
	}
	write(t, made, map[string]string{procsFile: ""})
	if err := g.Remove(); err != nil {
		t.Error(err)
	}
}

// A group of version 2 with processes hands no controllers on. A process that is alone
// there moves into a group within, and back in the end.
func TestMovesAside(t *testing.T) {
	root, dir := tree(t, unified, map[string]string{subtreeFile: "cpu\n", typeFile: "domain\n", procsFile: self + "\n"})
	p, err := Open(root, []host.Cgroup{unified})
	if err != nil {
		t.Fatal(err)
	}
	aside := filepath.Join(dir, name(os.Getpid(), "self"))
	holds(t, aside, map[string]string{procsFile: self})
	holds(t, dir, map[string]string{subtreeFile: "+memory"})
	write(t, aside, map[string]string{procsFile: ""}) // as the kernel does when the process leaves
	write(t, dir, map[string]string{procsFile: ""})
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	holds(t, dir, map[string]string{subtreeFile: "-memory", procsFile: self})
	if names := groups(t, dir); len(names) > 0 {
		t.Errorf("left behind: %q", names)
	}
}

// The error says why no group can be made.
func TestOpenRefuses(t *testing.T) {
	locked, other := unified, legacy
	locked.Writable, other.Dir = false, "/cg/mem/job"
	cpu := host.Cgroup{Version: 2, Controllers: []string{"cpu"}, Dir: "/cg", Writable: true}
	shared := map[string]string{subtreeFile: "", typeFile: "domain\n", procsFile: "1\n" + self + "\n"}
	for _, c := range []struct {
		g     host.Cgroup
		files map[string]string
		want  string
	}{
		{cpu, nil, "no control group with the memory controller"},
		{locked, nil, "control group /cg/user/job is not writable"},
		{unified, shared, "found 2 processes in it, expected this one alone"},
		{unified, nil, "cgroup.subtree_control: no such file"},
		{other, nil, "found the memory controller elsewhere than below a folder of the name memory"},
	} {
		root, dir := tree(t, c.g, c.files)
		if _, err := Open(root, []host.Cgroup{c.g}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: found %v, expected %q", c.g, err, c.want)
		}
		if names := groups(t, dir); len(names) > 0 {
			t.Errorf("left behind: %q", names)
		}
	}
}

// The groups of a process that was killed are removed, unless there are processes in them.
func TestStaleGroups(t *testing.T) {
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skip(err)
	}
	stale, living, busy := name(gone.Process.Pid, "1"), name(os.Getppid(), "1"), name(gone.Process.Pid, "2")
	for _, g := range []host.Cgroup{legacy, unified} {
		root, dir := tree(t, g, map[string]string{subtreeFile: "memory"})
		for _, made := range []string{stale, living, busy, "optgap-no-number", "else"} {
			write(t, filepath.Join(dir, made), map[string]string{procsFile: ""})
		}
		write(t, filepath.Join(dir, busy), map[string]string{procsFile: "1\n"})
		if _, err := Open(root, []host.Cgroup{g}); err != nil {
			t.Fatal(err)
		}
		for made, want := range map[string]bool{
			stale: false, living: true, busy: true, "optgap-no-number": true, "else": true,
		} {
			if exists(dir, made) != want {
				t.Errorf("v%d: %s: expected %v", g.Version, made, want)
			}
		}
	}
}

// ended returns how a child in the group has ended that takes so many megabytes.
func ended(t *testing.T, g Group, megabytes int) *os.ProcessState {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%d", childVariable, megabytes))
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if err := g.Add(child.Process.Pid); err != nil {
		t.Error(err)
	}
	fmt.Fprintln(in)
	child.Wait()
	return child.ProcessState
}

// The kernel of this machine kills a process that takes too much, and no other one.
func TestKernel(t *testing.T) {
	found := host.Look("/", "").Cgroups
	p, err := Open("/", found)
	if err != nil {
		t.Skip(err)
	}
	const limit = 64 << 20
	for _, c := range []struct {
		megabytes int
		killed    bool
	}{{8, false}, {200, true}} {
		g, err := p.New(limit)
		if err != nil {
			t.Fatal(err)
		}
		state := ended(t, g, c.megabytes)
		status := state.Sys().(syscall.WaitStatus)
		if killed := status.Signaled() && status.Signal() == syscall.SIGKILL; killed != c.killed {
			t.Errorf("%d MB: found %v", c.megabytes, state)
		}
		if n, err := g.OOMKills(); n > 0 != c.killed || err != nil {
			t.Errorf("%d MB: found %d processes killed, %v", c.megabytes, n, err)
		}
		// The kernel may note the page that was one too many.
		if peak, err := g.Peak(); peak <= 0 || peak > limit+1<<20 || (peak > limit*3/4) != c.killed || err != nil {
			t.Errorf("%d MB: found a peak of %d bytes, %v", c.megabytes, peak, err)
		}
		if err := g.Remove(); err != nil {
			t.Error(err)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	for _, made := range groups(t, p.dir) { // others may be at work
		if pid, _ := maker(made); pid == os.Getpid() {
			t.Errorf("left behind: %q", made)
		}
	}
}

// BenchmarkGroup measures making a group, moving a process into it, and removing it: once
// for each child process.
//
//	go test -run '^$' -bench Group ./bench/run/cgroup
func BenchmarkGroup(b *testing.B) {
	if testing.Short() {
		b.Skip("not every machine can measure the same")
	}
	p, err := Open("/", host.Look("/", "").Cgroups)
	if err != nil {
		b.Skip(err)
	}
	defer p.Close()
	for b.Loop() {
		b.StopTimer()
		child := exec.Command("sleep", "60")
		if err := child.Start(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		g, err := p.New(1 << 30)
		if err != nil {
			b.Fatal(err)
		}
		if err := g.Add(child.Process.Pid); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		child.Process.Kill()
		child.Wait()
		b.StartTimer()
		if err := g.Remove(); err != nil {
			b.Fatal(err)
		}
	}
}
