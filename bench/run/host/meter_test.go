package host

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/optgap/optgap/heuristics/must"
)

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

type child struct {
	*exec.Cmd
	in  io.Writer
	out *bufio.Reader
}

func newChild(t *testing.T) child {
	t.Helper()
	c := child{Cmd: exec.Command(os.Args[0])}
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
func (c child) do(t *testing.T, megabytes, milliseconds int) (seconds float64) {
	t.Helper()
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
		if math.Abs(cost.CPUSeconds-seconds) > 0.02 {
			t.Errorf("%+v: found %v s, the child says %v s", work, cost.CPUSeconds, seconds)
		}
		// The child itself holds some megabytes.
		if low := int64(work.megabytes) << 20; cost.PeakMemoryBytes < low || cost.PeakMemoryBytes > low+40<<20 {
			t.Errorf("%+v: found %d MB", work, cost.PeakMemoryBytes>>20)
		}
		// The work is some milliseconds of CPU time, of which the kernel counts ticks.
		if cost.WallSeconds <= 0 || float64(work.milliseconds)/1000 > cost.WallSeconds+0.02 {
			t.Errorf("%+v: found %v s of wall time", work, cost.WallSeconds)
		}
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
