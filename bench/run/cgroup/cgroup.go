// Package cgroup puts processes into control groups, so that the kernel limits their
// memory (cgroups(7)):
//
//	control groups of this process -> Open -> Parent -> New -> Group -> Add, OOMKills, Remove
//
// Groups are made within the group of this process. Nothing else of the hierarchy is
// changed. A group is named after the process that made it. What a process has left that
// was killed is removed by the next one that opens the same group.
package cgroup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/optgap/optgap/bench/run/host"
)

// Parent is the control group of this process, within which groups are made.
type Parent struct {
	version int
	dir     string
	own     hierarchy
}

// made counts the groups that this process has made, as their names have to differ.
var made atomic.Int64

// Group is a control group within a Parent.
type Group interface {
	// Add moves a process with all its threads into the group. Memory that it has taken
	// before is not counted.
	Add(pid int) error
	// OOMKills returns how many processes of the group the kernel has killed because the
	// group was out of memory.
	OOMKills() (int, error)
	// Peak returns the most memory that the group has held, in bytes. It counts files in
	// memory and what the kernel holds for the group as well. 0: the kernel does not tell.
	Peak() (int64, error)
	// Remove removes the group, whose processes must have ended.
	Remove() error
}

// hierarchy makes groups by their names within the group of this process.
type hierarchy interface {
	prepare() error
	create(name string, limit int64) (Group, error)
	remove(name string) error // refuses a group with processes
	close() error             // undoes what prepare did
}

// Open prepares to make groups whose memory is limited. groups are those of this process
// below root, see host.Look. The error says why it can't be.
func Open(root string, groups []host.Cgroup) (*Parent, error) {
	err := errors.New("no control group with the memory controller")
	for _, g := range groups {
		if !g.Can("memory") || g.Dir == "" {
			continue
		}
		if !g.Writable {
			err = fmt.Errorf("control group %s is not writable", g.Dir)
			continue
		}
		var p *Parent
		if p, err = open(root, g); err == nil {
			return p, nil
		}
	}
	return nil, err
}

// open opens one group, and makes a group for a try.
func open(root string, g host.Cgroup) (*Parent, error) {
	p := &Parent{version: g.Version, dir: filepath.Join(root, g.Dir)}
	var err error
	if p.own, err = newHierarchy(p.dir, g.Version); err == nil {
		p.sweep()
		err = p.try()
	}
	if err != nil {
		return nil, fmt.Errorf("control group %s: %w", g.Dir, err)
	}
	return p, nil
}

// try makes a group and removes it.
func (p *Parent) try() error {
	if err := p.own.prepare(); err != nil {
		return err
	}
	g, err := p.New(1 << 30)
	if err == nil {
		err = g.Remove()
	}
	if err != nil {
		return errors.Join(err, p.own.close())
	}
	return nil
}

// String names the kind of group.
func (p *Parent) String() string { return fmt.Sprintf("control group v%d", p.version) }

// New makes a group whose processes may together take so many bytes of memory, without
// swapping.
func (p *Parent) New(limit int64) (Group, error) {
	return p.own.create(name(os.Getpid(), strconv.FormatInt(made.Add(1), 10)), limit)
}

// Close ends the making of groups, which must have been removed.
func (p *Parent) Close() error {
	p.sweep()
	return p.own.close()
}

// prefix begins the names of groups.
const prefix = "optgap-"

// name returns the name of a group that a process makes.
func name(pid int, what string) string { return fmt.Sprintf("%s%d-%s", prefix, pid, what) }

// maker returns the process that has made a group, by the group's name.
func maker(name string) (pid int, ok bool) {
	rest, ok := strings.CutPrefix(name, prefix)
	number, _, ok2 := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(number)
	return pid, ok && ok2 && err == nil && pid > 0
}

// sweep removes groups whose makers are gone, unless there are still processes in them.
func (p *Parent) sweep() {
	entries, _ := os.ReadDir(p.dir)
	for _, e := range entries {
		if pid, ok := maker(e.Name()); ok && syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = p.own.remove(e.Name()) // the next one tries again
		}
	}
}
