// Package account measures what work costs a process, which may be another one that
// lives on when the work is done:
//
//	Start -> Meter -> Look ... -> record.Cost
//
// CPU time is the difference of the process's own clock, which counts all its threads
// in nanoseconds. Memory is the most that was resident: the system's high-water mark,
// which is set back at the start. What the system does not tell is left out.
package account

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/optgap/optgap/bench/record"
)

// Meter measures the work of a process since Start.
type Meter struct {
	pid     int
	begin   time.Time
	cpu     time.Duration // what the clock of the process said then
	clocked bool          // it has one
	reset   bool          // its high-water mark was set back
	cost    record.Cost
}

// Start starts to measure a process, which must exist.
func Start(pid int) *Meter {
	m := &Meter{pid: pid, begin: time.Now(), reset: resetPeak(pid)}
	m.cpu, m.clocked = cpuTime(pid)
	return m
}

// Look returns what the process has cost so far. Of one that is gone it returns what the
// last look saw, but for the wall time.
func (m *Meter) Look() record.Cost {
	m.cost.WallSeconds = time.Since(m.begin).Seconds()
	if now, ok := cpuTime(m.pid); ok && m.clocked {
		m.cost.CPUSeconds = (now - m.cpu).Seconds()
	}
	if m.reset {
		m.cost.PeakMemoryBytes = max(m.cost.PeakMemoryBytes, peak(m.pid))
	}
	return m.cost
}

// Seen returns what the last look saw.
func (m *Meter) Seen() record.Cost { return m.cost }

// Ended returns the cost of a process that has ended: its CPU time is what the system
// says of its whole life, less what it had used before. Its memory is what the last look
// saw, as the system has no high-water mark of what is gone.
func (m *Meter) Ended(state *os.ProcessState) record.Cost {
	m.cost.WallSeconds = time.Since(m.begin).Seconds()
	if total := state.UserTime() + state.SystemTime(); m.clocked {
		m.cost.CPUSeconds = max(m.cost.CPUSeconds, (total - m.cpu).Seconds())
	}
	return m.cost
}

// MeasuredBy says how the fields of a record.Cost are measured on this system, by their
// names. What can't be measured is missing.
func MeasuredBy() map[string]string {
	by, self := map[string]string{"wall_seconds": "monotonic clock"}, os.Getpid()
	if _, ok := cpuTime(self); ok {
		by["cpu_seconds"] = "CPU-time clock of the process"
	}
	if resetPeak(self) && peak(self) > 0 {
		by["peak_memory_bytes"] = "VmHWM, set back by clear_refs"
	}
	return by
}

// cpuTime returns the CPU time of a process so far. Its clock is as
// clock_getcpuclockid(3) names it.
func cpuTime(pid int) (time.Duration, bool) {
	const sched = 2 // CPUCLOCK_SCHED of Linux
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|sched), &t); err != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}

// resetPeak sets the high-water mark of a process's memory back to what it holds.
func resetPeak(pid int) bool {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0) == nil // proc(5)
}

// peak returns the VmHWM of a process in bytes, or 0.
func peak(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, ok := bytes.Cut(status, []byte("VmHWM:"))
	if !ok {
		return 0
	}
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kilobytes, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return kilobytes * 1024
}
