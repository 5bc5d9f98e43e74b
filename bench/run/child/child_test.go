package child

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/optgap/optgap/heuristics/must"
)

// tree writes files under a new root. A file without text is a folder.
func tree(t *testing.T, files map[string]string) string {
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
	must.Equal(t, LookAtHost(root), want)
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
		must.Equal(t, LookAtHost(tree(t, c.files)).Memory.Limit, c.want, name)
	}
}

// The Go runtime counts the allowed cores by a system call at its start.
func TestThisMachine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	h := LookAtHost("/")
	must.Hold(t, h.Cores.Allowed >= 1 && h.Cores.Online >= h.Cores.Allowed,
		"found", h.Cores, "expected at least one core, and all of them online")
	must.Hold(t, h.Memory.Available > 0 && h.Memory.Total >= h.Memory.Available, "found", h.Memory)
}

// The test binary is its own child: with this variable set it works as it is told.
const childVariable = "OPTGAP_METER_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	work(os.Stdin)
}

// work reads lines with megabytes and milliseconds. For each line it holds so much memory, uses so
// much CPU time, frees the memory, and prints its own count of the CPU time in seconds.
func work(in io.Reader) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var megabytes, milliseconds int
		fmt.Sscan(lines.Text(), &megabytes, &milliseconds)
		before := used()
		if megabytes > 0 {
			const access, kind = syscall.PROT_READ | syscall.PROT_WRITE, syscall.MAP_ANON | syscall.MAP_PRIVATE
			held := must.Get(syscall.Mmap(-1, 0, megabytes<<20, access, kind))
			for i := 0; i < len(held); i += 4096 {
				held[i] = 1
			}
			syscall.Munmap(held)
		}
		for used()-before < float64(milliseconds)/1000 {
		}
		fmt.Println(used() - before)
	}
}

// used is the CPU time by getrusage, which does not read the clock that the package reads.
func used() float64 {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()).Seconds()
}

type worker struct {
	*exec.Cmd
	in  io.Writer
	out *bufio.Reader
}

func newChild(t *testing.T) worker {
	t.Helper()
	c := worker{Cmd: exec.Command(os.Args[0])}
	c.Env = append(os.Environ(), childVariable+"=1")
	in := must.Get(c.StdinPipe())
	out := must.Get(c.StdoutPipe())
	c.in, c.out = in, bufio.NewReader(out)
	must.Do(c.Start())
	t.Cleanup(func() { in.Close(); c.Wait() })
	c.do(t, 0, 0) // it has started
	return c
}

// do returns the CPU time that the child says the work took.
func (c worker) do(t *testing.T, megabytes, milliseconds int) (seconds float64) {
	fmt.Fprintln(c.in, megabytes, milliseconds)
	line := must.Get(c.out.ReadString('\n'))
	fmt.Sscan(line, &seconds)
	return seconds
}

// A process that works on one thing after the other has the cost of each alone.
func TestEachOfSeveral(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	c := newChild(t)
	for _, work := range []struct{ megabytes, milliseconds int }{{1, 200}, {300, 0}, {2, 50}, {100, 100}, {0, 0}} {
		m := Measure(c.Process.Pid)
		seconds := c.do(t, work.megabytes, work.milliseconds)
		cost := m.Look()
		must.Hold(t, math.Abs(cost.CPUSeconds-seconds) <= 0.02,
			work, "found", cost.CPUSeconds, "s, the child says", seconds, "s")
		// The child itself holds some megabytes.
		if low := int64(work.megabytes) << 20; cost.PeakMemoryBytes < low || cost.PeakMemoryBytes > low+40<<20 {
			t.Errorf("%+v: found %d MB", work, cost.PeakMemoryBytes>>20)
		}
		// The work is some milliseconds of CPU time, of which the kernel counts ticks.
		must.Hold(t, cost.WallSeconds > 0 && float64(work.milliseconds)/1000 <= cost.WallSeconds+0.02,
			work, "found", cost.WallSeconds, "s of wall time")
	}
}

// What the system does not tell is left out.
func TestNoSuchProcess(t *testing.T) {
	c := newChild(t)
	c.Process.Kill()
	c.Wait()
	if cost := Measure(c.Process.Pid).Look(); cost.CPUSeconds != 0 || cost.PeakMemoryBytes != 0 {
		t.Errorf("found %+v of a process that is gone", cost)
	}
}

// A child that does not serve starts no children, which would start more.
func TestNoChildrenOfChildren(t *testing.T) {
	defer func(before []string) { os.Args = before }(os.Args)
	os.Args = []string{"own", ServeCommand}
	_, err := Command()
	must.Refuse(t, err, "command.Main")
}

// A long text keeps its beginning and its end. A short text is kept as a whole.
func TestEnds(t *testing.T) {
	var short, long Ends
	var all strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&long, "line %d\n", i)
		if all.Len() < 2*endSize-20 {
			fmt.Fprintf(io.MultiWriter(&short, &all), "line %d\n", i)
		}
	}
	s := long.String()
	must.Hold(t, strings.HasPrefix(s, "; it said: line 0\n") && strings.Contains(s, "\n...\n") &&
		strings.HasSuffix(s, "line 999") && len(s) <= 2*endSize+20,
		"found", len(s), "bytes", s)
	must.Equal(t, short.String(), "; it said: "+strings.TrimSpace(all.String()))
}

// TestAnswering: a result that the end of the context may have cut short is not written.
func TestAnswering(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	answer := Answering(func(_ context.Context, q int, _ func(string)) int {
		if q == 2 {
			cancel()
		}
		return q
	})
	var out bytes.Buffer
	must.Do(answer(ctx, []byte("1"), &out))
	must.Is(t, answer(ctx, []byte("2"), &out), context.Canceled)
	must.Equal(t, out.String(), "{\"result\":1}\n", "the first result alone")
}
