package child

import (
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// allowedCores returns the numbers of the cores on which this process may run.
func allowedCores() (all []int, err error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, err
	}
	for i := range 64 * len(set) {
		if set.IsSet(i) {
			all = append(all, i)
		}
	}
	return all, nil
}

// startCommand starts a command on the cores of the seat. All threads of the command inherit the cores
// from the thread that starts the command. That thread is then given up.
func (s seat) startCommand(c *exec.Cmd) error {
	if len(s.cores) == 0 {
		return c.Start()
	}
	var set unix.CPUSet
	for _, core := range s.cores {
		set.Set(core)
	}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		err := unix.SchedSetaffinity(0, &set)
		if err == nil {
			err = c.Start()
		}
		started <- err
	}()
	return <-started
}
