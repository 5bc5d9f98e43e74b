package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
)

// ownMounts is set where the test may mount what it wants.
const ownMounts = "OPTGAP_TEST_OWN_MOUNTS"

// A study whose disk is full ends with an error that names the file. All whole lines
// that were there before stay, byte for byte. With more room it goes on, and in the end
// its files are those of a study that had room from the start, times apart.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a study several times")
	}
	t.Parallel()
	if os.Getenv(ownMounts) == "" {
		withOwnMounts(t)
		return
	}
	study := func(out string, code int) (said string) {
		t.Helper()
		r := start("", equalStudy+out)
		found, said := r.wait(t), r.stderr.String()
		must.Hold(t, found == code, "found exit code", found, "and", said, "expected", code)
		return said
	}
	whole, disk := filepath.Join(t.TempDir(), "whole"), t.TempDir()
	study(whole, console.ExitDone)
	want := filesIn(whole)
	size := int64(0)
	for name := range want {
		info := must.Get(os.Stat(filepath.Join(whole, name)))
		size += info.Size()
	}
	const room = 4 << 20
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%d", room)); err != nil {
		t.Skipf("no small disk can be mounted: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	leave := func(free int64) { // by a file that takes up the rest
		ballast := filepath.Join(disk, "ballast")
		os.Remove(ballast)
		var s syscall.Statfs_t
		must.Do(syscall.Statfs(disk, &s))
		writeFile(ballast, make([]byte, max(0, int64(s.Bavail)*s.Bsize-free)))
	}
	out := filepath.Join(disk, "out")
	var before []string
	for _, share := range []float64{0, 0.1, 0.3, 0.6, 0.9} {
		leave(int64(share * float64(size)))
		message := study(out, console.ExitFailed)
		if !strings.Contains(message, "no space left on device") || share > 0 && !strings.Contains(message, out) {
			t.Errorf("found %q, expected that no space is left for a file in %s", message, out)
		}
		now := wholeLines(out)
		for _, line := range before {
			must.Hold(t, slices.Contains(now, line), "with room for", share, "of the study: lost", line)
		}
		before = now
		t.Logf("room for %g of the study: %d lines, %s", share, len(now), message)
	}
	must.Hold(t, len(before) != 0, "found no line, expected some before the disk was full")
	leave(room)
	study(out, console.ExitDone)
	found := filesIn(out)
	for name, text := range want {
		must.Hold(t, found[name] == text, name, firstDifference(found[name], text))
	}
}

// withOwnMounts runs the test again in a process with a user and a mount namespace of its
// own: what it mounts is gone with it.
func withOwnMounts(t *testing.T) {
	t.Helper()
	again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), ownMounts+"=1")
	id := func(host int) []syscall.SysProcIDMap { return []syscall.SysProcIDMap{{HostID: host, Size: 1}} }
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: id(os.Getuid()),
		GidMappings: id(os.Getgid()),
	}
	var said bytes.Buffer
	again.Stdout, again.Stderr = &said, &said
	if err := again.Start(); err != nil {
		t.Skipf("no namespace to mount a small disk in: %v", err)
	}
	if err := again.Wait(); err != nil {
		t.Errorf("%v\n%s", err, said.String())
	}
	t.Log(said.String())
	if strings.Contains(said.String(), "--- SKIP") {
		t.Skip("see above")
	}
}

// wholeLines returns the lines of steps and results that end.
func wholeLines(dir string) (lines []string) {
	for _, name := range []string{"steps.jsonl", "results.jsonl"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if !errors.Is(err, os.ErrNotExist) {
			must.Do(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasSuffix(line, "\n") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}
