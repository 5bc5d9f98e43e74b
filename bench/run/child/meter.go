package child

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/optgap/optgap/bench/record"
)

// Meter measures what work costs a process since the call of Measure: CPU time, wall time and
// memory. The process may be another one, and it may live on when the work is done.
//
// CPU time is the difference of the process's own clock, which counts all its threads in
// nanoseconds. Memory is the system's high-water mark of resident memory, VmHWM, which is set back
// at the start. A number that the system does not tell is left out.
type Meter struct {
	pid   int
	begin time.Time
	cpu   time.Duration // CPU time of the process at the start
	reset bool          // the high-water mark was set back at the start
	cost  record.Cost   // as of the last Look
}

// Measure begins to measure the process with the id. The process must exist.
func Measure(pid int) *Meter {
	m := &Meter{pid: pid, begin: time.Now(), reset: resetPeak(pid)}
	m.cpu, _ = cpuTime(pid)
	return m
}

// LookAtHost returns the cost of the process so far. Where the process is gone, only the wall time
// goes on. All other numbers are then those of the Look before.
func (m *Meter) Look() record.Cost {
	m.cost.WallSeconds = time.Since(m.begin).Seconds()
	if now, ok := cpuTime(m.pid); ok {
		m.cost.CPUSeconds = (now - m.cpu).Seconds()
	}
	if m.reset {
		m.cost.PeakMemoryBytes = max(m.cost.PeakMemoryBytes, peak(m.pid))
	}
	return m.cost
}

// cpuTime returns the CPU time of a process so far; false: the system does not tell. The id of the
// clock is made as clock_getcpuclockid(3) makes it.
func cpuTime(pid int) (time.Duration, bool) {
	const sched = 2 // CPUCLOCK_SCHED of Linux
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|sched), &t); err != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}

// resetPeak sets the high-water mark of a process's memory back to the memory that the process
// holds now; false: the system cannot do so.
func resetPeak(pid int) bool {
	// proc(5).
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0) == nil
}

// peak returns the high-water mark of a process's memory, VmHWM, in bytes; 0: the system does not
// tell.
func peak(pid int) int64 {
	return kilobytes(field(read("/", fmt.Sprintf("/proc/%d/status", pid)), "VmHWM"))
}
