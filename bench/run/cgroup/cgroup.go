// Package cgroup puts processes into control groups, so that the kernel limits their memory
// (cgroups(7)):
//
//	control groups of this process -> Open -> Parent -> New -> Group -> Add, OOMKills, Remove
//
// Groups are made within the group of this process. Nothing else of the hierarchy is changed. A
// group is named after the process that made it. A process that is killed leaves its groups behind,
// and the next process that opens the same parent removes them.
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

// Parent is the control group of this process. Other groups are made within it.
type Parent struct {
	version int    // 1 or 2
	dir     string // the folder of the group
	own     hierarchy
}

// made counts the groups that this process has made. The number is a part of a group's name.
var made atomic.Int64

// Group is a control group within a Parent.
type Group interface {
	// Add moves a process with all its threads into the group. Memory that the process has taken
	// before is not counted.
	Add(pid int) error
	// OOMKills returns how many processes of the group the kernel has killed because the group was out
	// of memory.
	OOMKills() (int, error)
	// Peak returns the most memory that the group has held, in bytes; 0: the kernel does not tell.
	// Files in memory count as well, and so does what the kernel holds for the group.
	Peak() (int64, error)
	// Remove removes the group. The processes of the group must have ended.
	Remove() error
}

// hierarchy makes and removes groups within the group of this process, by their names.
type hierarchy interface {
	prepare() error // makes the group of this process ready to hold others
	create(name string, limit int64) (Group, error)
	remove(name string) error // refuses a group with processes
	close() error             // undoes what prepare did
}

// Open returns the group of this process, ready to hold groups whose memory is limited. groups are
// the control groups of this process below root; see host.Look. The error says why none of them can
// hold such groups.
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

// open opens one group. It makes another one within for a try.
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

// String names the kind of group, such as "control group v2".
func (p *Parent) String() string { return fmt.Sprintf("control group v%d", p.version) }

// New makes a group. The processes of the group may together take limit bytes of memory, without
// swapping.
func (p *Parent) New(limit int64) (Group, error) {
	return p.own.create(name(os.Getpid(), strconv.FormatInt(made.Add(1), 10)), limit)
}

// Close ends the use of the parent. All groups within must have been removed.
func (p *Parent) Close() error {
	p.sweep()
	return p.own.close()
}

// prefix begins the name of each group.
const prefix = "optgap-"

// name returns the name of a group that the process with the id makes.
func name(pid int, what string) string { return fmt.Sprintf("%s%d-%s", prefix, pid, what) }

// maker returns the id of the process that has made the group of a name; false: the name is not
// that of such a group.
func maker(name string) (pid int, ok bool) {
	rest, ok := strings.CutPrefix(name, prefix)
	number, _, ok2 := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(number)
	return pid, ok && ok2 && err == nil && pid > 0
}

// sweep removes the groups of processes that are gone. A group with processes in it stays.
func (p *Parent) sweep() {
	entries, _ := os.ReadDir(p.dir)
	for _, e := range entries {
		if pid, ok := maker(e.Name()); ok && syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = p.own.remove(e.Name()) // the next process to open the parent tries again
		}
	}
}
