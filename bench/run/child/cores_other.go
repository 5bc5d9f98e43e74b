//go:build !linux

package child

import (
	"errors"
	"os/exec"
)

// allowedCores fails, as cores are chosen on Linux alone.
func allowedCores() ([]int, error) {
	return nil, errors.New("processes can be pinned to cores on Linux alone")
}

// startCommand starts a command. The system chooses its cores.
func (s seat) startCommand(c *exec.Cmd) error { return c.Start() }
